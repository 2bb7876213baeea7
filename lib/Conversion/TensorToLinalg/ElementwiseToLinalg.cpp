//===- ElementwiseToLinalg.cpp - elementwise tg ops as linalg.generic ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBuilder.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

namespace {
/// The body of one elementwise op.
class Scalars {
public:
  Scalars(OpBuilder &builder, Location loc, ValueRange x)
      : builder(builder), loc(loc), x(x), type(x.front().getType()) {}

  /// Null where arith and math have no counterpart.
  Value build(Operation *op);

private:
  template <typename Op> Value make(ValueRange operands) {
    return Op::create(builder, loc, operands);
  }
  template <typename Op> Value unary() {
    return Op::create(builder, loc, x[0]);
  }
  template <typename OnFloats, typename OnInts> Value either() {
    if (isFloat())
      return OnFloats::create(builder, loc, x[0], x[1]);
    return OnInts::create(builder, loc, x[0], x[1]);
  }
  Value number(double value) {
    if (isFloat())
      return arith::ConstantOp::create(builder, loc,
                                       builder.getFloatAttr(type, value));
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, int64_t(value)));
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, loc, condition, a, b);
  }
  Value compare(arith::CmpIPredicate is, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, is, a, b);
  }
  Value compare(arith::CmpFPredicate is, Value a, Value b) {
    return arith::CmpFOp::create(builder, loc, is, a, b);
  }
  bool isFloat() const { return isa<FloatType>(type); }
  bool isBool() const { return type.isInteger(1); }

  Value compare(CmpPredicate predicate);
  Value divide(Operation *op);
  Value shift(bool isLeft);
  Value sign();
  Value buildFunction(Operation *op);

  OpBuilder &builder;
  Location loc;
  ValueRange x;
  Type type;
};
} // namespace

Value Scalars::compare(CmpPredicate predicate) {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  // i1 is ordered as an unsigned number.
  std::pair<F, I> is;
  switch (predicate) {
  case CmpPredicate::eq:
    is = {F::OEQ, I::eq};
    break;
  case CmpPredicate::ne:
    is = {F::UNE, I::ne};
    break;
  case CmpPredicate::lt:
    is = {F::OLT, isBool() ? I::ult : I::slt};
    break;
  case CmpPredicate::le:
    is = {F::OLE, isBool() ? I::ule : I::sle};
    break;
  case CmpPredicate::gt:
    is = {F::OGT, isBool() ? I::ugt : I::sgt};
    break;
  case CmpPredicate::ge:
    is = {F::OGE, isBool() ? I::uge : I::sge};
    break;
  }
  return isFloat() ? compare(is.first, x[0], x[1])
                   : compare(is.second, x[0], x[1]);
}

/// Division by 0 gives -1 and the dividend as its remainder; MIN / -1 is MIN.
/// Where arith's own is not defined it divides by 1 instead.
Value Scalars::divide(Operation *op) {
  unsigned width = type.getIntOrFloatBitWidth();
  using I = arith::CmpIPredicate;
  Value least = arith::ConstantOp::create(
      builder, loc, IntegerAttr::get(type, APInt::getSignedMinValue(width)));
  Value byZero = compare(I::eq, x[1], number(0));
  Value overflows =
      arith::AndIOp::create(builder, loc, compare(I::eq, x[0], least),
                            compare(I::eq, x[1], number(-1)));
  Value isUndefined = arith::OrIOp::create(builder, loc, byZero, overflows);
  Value divisor = select(isUndefined, number(1), x[1]);
  if (isa<CDivOp>(op))
    return select(byZero, number(-1),
                  arith::DivSIOp::create(builder, loc, x[0], divisor));
  if (isa<CModOp>(op))
    return select(byZero, x[0],
                  arith::RemSIOp::create(builder, loc, x[0], divisor));
  Value quotient = arith::FloorDivSIOp::create(builder, loc, x[0], divisor);
  if (isa<FloorDivOp>(op))
    return select(byZero, number(-1), quotient);
  Value product = arith::MulIOp::create(builder, loc, quotient, divisor);
  return select(byZero, x[0],
                arith::SubIOp::create(builder, loc, x[0], product));
}

/// A shift by the width or more gives 0, or the sign.
Value Scalars::shift(bool isLeft) {
  double width = type.getIntOrFloatBitWidth();
  Value inRange = compare(arith::CmpIPredicate::ult, x[1], number(width));
  if (isLeft) {
    Value amount = select(inRange, x[1], number(0));
    return select(inRange, arith::ShLIOp::create(builder, loc, x[0], amount),
                  number(0));
  }
  Value amount = select(inRange, x[1], number(width - 1));
  return arith::ShRSIOp::create(builder, loc, x[0], amount);
}

Value Scalars::sign() {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  Value zero = number(0);
  Value above =
      isFloat() ? compare(F::OGT, x[0], zero) : compare(I::sgt, x[0], zero);
  Value below =
      isFloat() ? compare(F::OLT, x[0], zero) : compare(I::slt, x[0], zero);
  Value otherwise = zero;
  if (isFloat())
    otherwise = select(compare(F::UNO, x[0], x[0]), x[0], zero);
  return select(above, number(1), select(below, number(-1), otherwise));
}

Value Scalars::build(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<AddOp>([&](auto) {
        return combine(builder, loc, Combiner::Sum, x[0], x[1]);
      })
      .Case<MulOp>([&](auto) {
        return combine(builder, loc, Combiner::Prod, x[0], x[1]);
      })
      .Case<MaximumOp>([&](auto) {
        return combine(builder, loc, Combiner::Max, x[0], x[1]);
      })
      .Case<MinimumOp>([&](auto) {
        return combine(builder, loc, Combiner::Min, x[0], x[1]);
      })
      .Case<SubOp>([&](auto) { return either<arith::SubFOp, arith::SubIOp>(); })
      .Case<DivOp>([&](auto) {
        return Value(arith::DivFOp::create(builder, loc, x[0], x[1]));
      })
      .Case<CDivOp, CModOp, FloorDivOp, ModOp>(
          [&](auto) { return isFloat() ? Value() : divide(op); })
      .Case<AndOp>([&](auto) {
        return Value(arith::AndIOp::create(builder, loc, x[0], x[1]));
      })
      .Case<OrOp>([&](auto) {
        return Value(arith::OrIOp::create(builder, loc, x[0], x[1]));
      })
      .Case<XorOp>([&](auto) {
        return Value(arith::XOrIOp::create(builder, loc, x[0], x[1]));
      })
      .Case<ShlOp>([&](auto) { return shift(/*isLeft=*/true); })
      .Case<ShrOp>([&](auto) { return shift(/*isLeft=*/false); })
      .Case<NotOp>([&](auto) {
        return Value(arith::XOrIOp::create(builder, loc, x[0], number(-1)));
      })
      .Case<NegOp>([&](auto) {
        return isFloat() ? unary<arith::NegFOp>()
                         : Value(arith::SubIOp::create(builder, loc, number(0),
                                                       x[0]));
      })
      .Case<AbsOp>([&](auto) {
        return isFloat() ? unary<math::AbsFOp>() : unary<math::AbsIOp>();
      })
      .Case<ReluOp>([&](auto) {
        return combine(builder, loc, Combiner::Max, x[0], number(0));
      })
      .Case<SignOp>([&](auto) { return sign(); })
      .Case<CmpOp>([&](CmpOp cmp) { return compare(cmp.getPredicate()); })
      .Case<WhereOp>([&](auto) { return select(x[0], x[1], x[2]); })
      .Case<ClampOp>([&](auto) {
        Value low = combine(builder, loc, Combiner::Max, x[0], x[1]);
        return combine(builder, loc, Combiner::Min, low, x[2]);
      })
      .Case<MulAccOp>([&](auto) {
        if (isFloat())
          return Value(math::FmaOp::create(builder, loc, x[0], x[1], x[2]));
        Value product = combine(builder, loc, Combiner::Prod, x[0], x[1]);
        return combine(builder, loc, Combiner::Sum, product, x[2]);
      })
      .Case<CastOp>([&](CastOp cast) {
        return castScalar(builder, loc, x[0],
                          getElementTypeOrSelf(cast.getType()));
      })
      .Case<BitcastOp>([&](BitcastOp cast) {
        return Value(arith::BitcastOp::create(
            builder, loc, getElementTypeOrSelf(cast.getType()), x[0]));
      })
      .Case<PowOp>([&](auto) {
        return isFloat() ? Value(math::PowFOp::create(builder, loc, x[0], x[1]))
                         : Value();
      })
      .Case<CopysignOp>([&](auto) {
        return Value(math::CopySignOp::create(builder, loc, x[0], x[1]));
      })
      .Case<ReciprocalOp>([&](auto) {
        return Value(arith::DivFOp::create(builder, loc, number(1), x[0]));
      })
      .Default([&](Operation *other) { return buildFunction(other); });
}

Value Scalars::buildFunction(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
#define TINYGRAD_MATH_FUNCTION(TG, MATH)                                       \
  .Case<TG>([&](auto) { return unary<math::MATH>(); })
#include "../TensorBuilder/MathFunctions.def"
      .Default([](Operation *) { return Value(); });
}

namespace {
/// Any op whose operands and result have one shape and that moves nothing.
struct ConvertElementwise : RewritePattern {
  explicit ConvertElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    auto indexed = dyn_cast<IndexMapOpInterface>(op);
    if (!indexed || !op->hasTrait<OpTrait::SameOperandsAndResultShape>() ||
        op->getNumOperands() == 0 || isa<DetachOp>(op))
      return failure();
    for (Type type :
         llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                  SmallVector<Type>(op->getResultTypes())))
      if (!isArithElement(getElementTypeOrSelf(type)))
        return rewriter.notifyMatchFailure(
            op, "arith has no ops on unsigned and 8-bit float elements");
    // Whether there is a body is known before anything is built for it.
    Block block;
    SmallVector<Value> elements;
    for (Type type : op->getOperandTypes())
      elements.push_back(
          block.addArgument(getElementTypeOrSelf(type), op->getLoc()));
    OpBuilder inner(op->getContext());
    inner.setInsertionPointToEnd(&block);
    if (!Scalars(inner, op->getLoc(), elements).build(op))
      return rewriter.notifyMatchFailure(
          op, "arith and math have no op that means the same");
    LinalgBuilder b(rewriter, op->getLoc());
    rewriter.replaceOp(
        op, b.elementwise(op->getOperands(),
                          getElementTypeOrSelf(op->getResult(0).getType()),
                          [&](OpBuilder &builder, Location loc, ValueRange x) {
                            return Scalars(builder, loc,
                                           x.take_front(op->getNumOperands()))
                                .build(op);
                          }));
    return success();
  }
};
} // namespace

void tg::populateElementwiseToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertElementwise>(patterns.getContext());
}
