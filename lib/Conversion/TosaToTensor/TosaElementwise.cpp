//===- TosaElementwise.cpp - elementwise TOSA ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TosaPattern.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

/// Repeats the axes of size 1 of each operand where another's is larger.
static LogicalResult broadcast(SmallVectorImpl<Value> &operands,
                               TensorBuilder &b) {
  Sizes joined;
  for (Value operand : operands) {
    FailureOr<Sizes> sizes = b.getSizes(operand);
    if (failed(sizes))
      return failure();
    if (joined.empty())
      joined = *sizes;
    for (auto [size, other] : llvm::zip(joined, *sizes))
      if (isa<Attribute>(size) &&
          cast<IntegerAttr>(cast<Attribute>(size)).getInt() == 1)
        size = other;
  }
  for (Value &operand : operands) {
    auto type = cast<RankedTensorType>(operand.getType());
    bool hasOnes = llvm::is_contained(type.getShape(), 1);
    if (hasOnes)
      operand = b.expand(operand, joined);
  }
  return success();
}

namespace {
using tosa::NanPropagationMode;

/// Broadcasts the operands, then calls `apply`.
template <typename Op> struct Elementwise : TosaPattern<Op> {
  using TosaPattern<Op>::TosaPattern;
  FailureOr<Value> build(Op op, TosaConversion &c) const final {
    SmallVector<Value> operands(op->getOperands().take_front(count(op)));
    if (failed(broadcast(operands, c.b)))
      return failure();
    return apply(op, operands, c);
  }
  virtual unsigned count(Op op) const { return op->getNumOperands(); }
  virtual FailureOr<Value> apply(Op op, ArrayRef<Value> x,
                                 TosaConversion &c) const = 0;
};

template <typename Op, typename Target> struct Unary : Elementwise<Op> {
  using Elementwise<Op>::Elementwise;
  FailureOr<Value> apply(Op, ArrayRef<Value> x,
                         TosaConversion &c) const override {
    return c.b.template unary<Target>(x[0]);
  }
};

template <typename Op, typename Target> struct Binary : Elementwise<Op> {
  using Elementwise<Op>::Elementwise;
  FailureOr<Value> apply(Op, ArrayRef<Value> x,
                         TosaConversion &c) const override {
    return c.b.template binary<Target>(x[0], x[1]);
  }
};

template <typename Op, CmpPredicate predicate>
struct Comparison : Elementwise<Op> {
  using Elementwise<Op>::Elementwise;
  FailureOr<Value> apply(Op, ArrayRef<Value> x,
                         TosaConversion &c) const override {
    return c.b.compare(predicate, x[0], x[1]);
  }
};

template <typename Op, typename Target> struct Extremum : Elementwise<Op> {
  using Elementwise<Op>::Elementwise;
  FailureOr<Value> apply(Op op, ArrayRef<Value> x,
                         TosaConversion &c) const override {
    Value both = c.b.template binary<Target>(x[0], x[1]);
    if (op.getNanMode() == NanPropagationMode::PROPAGATE ||
        !isa<FloatType>(c.element()))
      return both;
    Value noLeft = c.b.select(c.b.template unary<IsNanOp>(x[0]), x[1], both);
    return c.b.select(c.b.template unary<IsNanOp>(x[1]), x[0], noLeft);
  }
};

struct ConvertSelect : TosaPattern<tosa::SelectOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::SelectOp op, TosaConversion &c) const override {
    // Branches written out choose by one condition.
    Value condition = op.getInput1();
    FailureOr<Sizes> sizes = c.b.getSizes(op.getInput2());
    if (failed(sizes))
      return failure();
    if (c.b.getRank(condition) == 0)
      condition = c.b.spread(condition, {}, *sizes);
    SmallVector<Value> x = {condition, op.getInput2(), op.getInput3()};
    if (failed(broadcast(x, c.b)))
      return failure();
    return c.b.select(x[0], x[1], x[2]);
  }
};

/// The bits before the highest one: a halving at a time, if all of the upper
/// half is zero.
struct ConvertClz : TosaPattern<tosa::ClzOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::ClzOp op, TosaConversion &c) const override {
    return c.b.countLeadingZeros(op.getInput1());
  }
};

struct ConvertLogicalRightShift : Elementwise<tosa::LogicalRightShiftOp> {
  using Elementwise::Elementwise;
  FailureOr<Value> apply(tosa::LogicalRightShiftOp, ArrayRef<Value> x,
                         TosaConversion &c) const override {
    return c.b.unsignedBinary<ShrOp>(x[0], x[1]);
  }
};

struct ConvertArithmeticRightShift : Elementwise<tosa::ArithmeticRightShiftOp> {
  using Elementwise::Elementwise;
  FailureOr<Value> apply(tosa::ArithmeticRightShiftOp op, ArrayRef<Value> x,
                         TosaConversion &c) const override {
    Value shifted = c.b.binary<ShrOp>(x[0], x[1]);
    if (!op.getRound())
      return shifted;
    // The last bit that fell out rounds up.
    Value one = c.b.splatLike(x[1], 1);
    Value before = c.b.binary<ShrOp>(x[0], c.b.binary<SubOp>(x[1], one));
    Value bit = c.b.binary<AndOp>(before, one);
    Value any = c.b.compare(CmpPredicate::gt, x[1], c.b.splatLike(x[1], 0));
    return c.b.binary<AddOp>(
        shifted, c.b.binary<MulOp>(bit, c.b.cast(any, c.element())));
  }
};

struct ConvertMul : Elementwise<tosa::MulOp> {
  using Elementwise::Elementwise;
  unsigned count(tosa::MulOp) const override { return 2; }
  FailureOr<Value> apply(tosa::MulOp op, ArrayRef<Value> x,
                         TosaConversion &c) const override {
    FailureOr<int64_t> shift = int64_t(0);
    if (!isa<FloatType>(c.element())) {
      shift = c.getZeroPoint(op.getShift());
      if (failed(shift))
        return c.refuse("its shift is not constant");
    }
    Value lhs = c.b.cast(x[0], c.element()), rhs = c.b.cast(x[1], c.element());
    if (*shift == 0)
      return c.b.binary<MulOp>(lhs, rhs);
    Type wide = c.b.builder.getI64Type();
    Value product = c.b.binary<MulOp>(c.b.cast(lhs, wide), c.b.cast(rhs, wide));
    Value half = c.b.splatLike(product, double(int64_t(1) << (*shift - 1)));
    Value sum = c.b.binary<AddOp>(product, half);
    return c.b.cast(c.b.binary<ShrOp>(sum, c.b.splatLike(sum, double(*shift))),
                    c.element());
  }
};

struct ConvertClamp : TosaPattern<tosa::ClampOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::ClampOp op, TosaConversion &c) const override {
    FailureOr<Sizes> sizes = c.b.getSizes(op.getInput());
    auto low = dyn_cast<TypedAttr>(op.getMinVal()),
         high = dyn_cast<TypedAttr>(op.getMaxVal());
    if (failed(sizes) || !low || !high || low.getType() != c.element() ||
        high.getType() != c.element())
      return c.refuse("its bounds are not of its element type");
    Value input = c.withoutNan(op.getInput(), op.getNanMode(), low);
    return Value(ClampOp::create(c.b.builder, c.b.loc, input,
                                 c.b.splat(low, *sizes),
                                 c.b.splat(high, *sizes)));
  }
};

struct ConvertNegate : TosaPattern<tosa::NegateOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::NegateOp op, TosaConversion &c) const override {
    auto integer = dyn_cast<IntegerType>(c.element());
    if (!integer || integer.getWidth() > 16)
      return c.b.unary<NegOp>(op.getInput1());
    // Saturated, so the negative of the least is the largest.
    FailureOr<int64_t> in = c.getZeroPoint(op.getInput1Zp()),
                       out = c.getZeroPoint(op.getOutputZp());
    if (failed(in) || failed(out))
      return failure();
    Value wide = c.b.cast(op.getInput1(), c.b.builder.getI32Type());
    Value value =
        c.b.binary<SubOp>(c.b.splatLike(wide, double(*in + *out)), wide);
    double largest = double((int64_t(1) << (integer.getWidth() - 1)) - 1);
    value = ClampOp::create(c.b.builder, c.b.loc, value,
                            c.b.splatLike(value, -largest - 1),
                            c.b.splatLike(value, largest));
    return c.b.cast(value, c.element());
  }
};

/// Floats become integers rounded to the nearest even one, and saturate.
struct ConvertCast : TosaPattern<tosa::CastOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::CastOp op, TosaConversion &c) const override {
    Value input = op.getInput();
    auto integer = dyn_cast<IntegerType>(c.element());
    bool fromFloat = isa<FloatType>(c.b.getElement(input));
    if (!integer || !fromFloat || integer.getWidth() == 1)
      return c.b.cast(input, c.element(),
                      isa<FloatType>(c.element()) ? Saturate::none
                                                  : Saturate::finite);
    input = c.b.unary<RoundOp>(input);
    if (integer.getWidth() <= 16) {
      // These bounds are floats of every type but the smallest.
      input = c.b.cast(input, c.b.builder.getF32Type());
      double largest = double((int64_t(1) << (integer.getWidth() - 1)) - 1);
      input = ClampOp::create(c.b.builder, c.b.loc, input,
                              c.b.splatLike(input, -largest - 1),
                              c.b.splatLike(input, largest));
    }
    return c.b.cast(input, c.element());
  }
};

/// The scaled integers of quantized networks.
struct ConvertRescale : TosaPattern<tosa::RescaleOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::RescaleOp op, TosaConversion &c) const override {
    TensorBuilder &b = c.b;
    FailureOr<int64_t> in = c.getZeroPoint(op.getInputZp(),
                                           op.getInputUnsigned()),
                       out = c.getZeroPoint(op.getOutputZp(),
                                            op.getOutputUnsigned());
    auto integer = dyn_cast<IntegerType>(c.element());
    FailureOr<Sizes> sizes = b.getSizes(op.getInput());
    if (failed(in) || failed(out) || failed(sizes))
      return failure();
    if (!integer || op.getRoundingMode() == tosa::RoundingMode::INEXACT_ROUND)
      return c.refuse("its rounding is not exact");
    Type wide = b.builder.getI64Type();
    Value value = op.getInput();
    if (op.getInputUnsigned())
      value = b.asUnsigned(value);
    value = b.cast(value, wide);
    value = b.binary<SubOp>(value, b.splatLike(value, double(*in)));
    // One factor for all, or one for each place on the last axis.
    int64_t rank = c.type.getRank();
    auto spread = [&](Value list) {
      list = b.cast(list, wide);
      if (!op.getPerChannel())
        return b.spread(b.reshape(list, {}), {}, *sizes);
      return b.spread(list, {rank - 1}, *sizes);
    };
    Value shift = spread(op.getShift());
    Value product = b.binary<MulOp>(value, spread(op.getMultiplier()));
    Value one = b.splatLike(product, 1);
    Value round = b.binary<ShlOp>(one, b.binary<SubOp>(shift, one));
    if (op.getRoundingMode() == tosa::RoundingMode::DOUBLE_ROUND) {
      // Long shifts round twice: once by a half of 2^31, away from zero.
      Value isNegative =
          b.compare(CmpPredicate::lt, value, b.splatLike(value, 0));
      double first = double(int64_t(1) << 30);
      Value more = b.select(isNegative, b.splatLike(value, -first),
                            b.splatLike(value, first));
      Value isLong = b.compare(CmpPredicate::gt, shift, b.splatLike(shift, 31));
      round =
          b.binary<AddOp>(round, b.select(isLong, more, b.splatLike(more, 0)));
    }
    value = b.binary<ShrOp>(b.binary<AddOp>(product, round), shift);
    value = b.binary<AddOp>(value, b.splatLike(value, double(*out)));
    int64_t width = integer.getWidth();
    bool isUnsigned = op.getOutputUnsigned();
    if (width < 64) {
      double span = double(int64_t(1) << (isUnsigned ? width : width - 1));
      value = ClampOp::create(b.builder, b.loc, value,
                              b.splatLike(value, isUnsigned ? 0 : -span),
                              b.splatLike(value, span - 1));
    }
    return b.cast(value, c.element());
  }
};

//===----------------------------------------------------------------------===//
// Reduces
//===----------------------------------------------------------------------===//

template <typename Op, typename Target> struct Reduce : TosaPattern<Op> {
  using TosaPattern<Op>::TosaPattern;
  FailureOr<Value> build(Op op, TosaConversion &c) const override {
    Value input = op.getInput();
    if constexpr (std::is_same_v<Op, tosa::ReduceMaxOp>)
      input = c.withoutNan(input, op.getNanMode(), getLowest(c.element()));
    if constexpr (std::is_same_v<Op, tosa::ReduceMinOp>)
      input = c.withoutNan(input, op.getNanMode(), getHighest(c.element()));
    Value reduced =
        Target::create(c.b.builder, c.b.loc, input,
                       ArrayRef<int64_t>{int64_t(op.getAxis())}, true);
    return c.b.cast(reduced, c.element());
  }
};

struct ConvertArgMax : TosaPattern<tosa::ArgMaxOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::ArgMaxOp op, TosaConversion &c) const override {
    Value input = op.getInput();
    input =
        c.withoutNan(input, op.getNanMode(), getLowest(c.b.getElement(input)));
    Value found = ArgmaxOp::create(c.b.builder, c.b.loc, input,
                                   int64_t(op.getAxis()), false);
    return c.b.cast(found, c.element());
  }
};
} // namespace

Value TosaConversion::withoutNan(Value tensor, NanPropagationMode mode,
                                 TypedAttr otherwise) {
  if (mode == NanPropagationMode::PROPAGATE ||
      !isa<FloatType>(b.getElement(tensor)))
    return tensor;
  return b.select(b.unary<IsNanOp>(tensor),
                  b.splat(otherwise, *b.getSizes(tensor)), tensor);
}

FailureOr<int64_t> TosaConversion::getZeroPoint(Value constant,
                                                bool isUnsigned) {
  TypedAttr value = getSplatValue(constant);
  if (auto integer = dyn_cast_or_null<IntegerAttr>(value))
    return isUnsigned ? int64_t(integer.getValue().getZExtValue())
                      : integer.getValue().getSExtValue();
  auto number = dyn_cast_or_null<FloatAttr>(value);
  if (number && number.getValue().isZero())
    return int64_t(0);
  reason = "a zero point or shift of its is not constant";
  return failure();
}

FailureOr<Value> TosaConversion::dequantize(Value tensor, Value zeroPoint,
                                            Type wide) {
  FailureOr<int64_t> zero = getZeroPoint(zeroPoint);
  if (failed(zero))
    return failure();
  tensor = b.cast(tensor, wide);
  if (*zero == 0)
    return tensor;
  return b.binary<SubOp>(tensor, b.splatLike(tensor, double(*zero)));
}

void tg::populateTosaElementwisePatterns(RewritePatternSet &patterns) {
  patterns.add<
      Unary<tosa::AbsOp, AbsOp>, Unary<tosa::BitwiseNotOp, NotOp>,
      Unary<tosa::CeilOp, CeilOp>, Unary<tosa::CosOp, CosOp>,
      Unary<tosa::ExpOp, ExpOp>, Unary<tosa::FloorOp, FloorOp>,
      Unary<tosa::LogOp, LogOp>, Unary<tosa::LogicalNotOp, NotOp>,
      Unary<tosa::ReciprocalOp, ReciprocalOp>, Unary<tosa::RsqrtOp, RsqrtOp>,
      Unary<tosa::SinOp, SinOp>, Unary<tosa::ErfOp, ErfOp>,
      Unary<tosa::SigmoidOp, SigmoidOp>, Unary<tosa::TanhOp, TanhOp>,
      Binary<tosa::AddOp, AddOp>, Binary<tosa::SubOp, SubOp>,
      Binary<tosa::PowOp, PowOp>, Binary<tosa::IntDivOp, CDivOp>,
      Binary<tosa::BitwiseAndOp, AndOp>, Binary<tosa::BitwiseOrOp, OrOp>,
      Binary<tosa::BitwiseXorOp, XorOp>, Binary<tosa::LogicalAndOp, AndOp>,
      Binary<tosa::LogicalOrOp, OrOp>, Binary<tosa::LogicalXorOp, XorOp>,
      Binary<tosa::LogicalLeftShiftOp, ShlOp>,
      Comparison<tosa::EqualOp, CmpPredicate::eq>,
      Comparison<tosa::GreaterOp, CmpPredicate::gt>,
      Comparison<tosa::GreaterEqualOp, CmpPredicate::ge>,
      Extremum<tosa::MaximumOp, MaximumOp>,
      Extremum<tosa::MinimumOp, MinimumOp>, ConvertSelect, ConvertClz,
      ConvertLogicalRightShift, ConvertArithmeticRightShift, ConvertMul,
      ConvertClamp, ConvertNegate, ConvertCast, ConvertRescale,
      Reduce<tosa::ReduceSumOp, SumOp>, Reduce<tosa::ReduceProductOp, ProdOp>,
      Reduce<tosa::ReduceMaxOp, MaxOp>, Reduce<tosa::ReduceMinOp, MinOp>,
      Reduce<tosa::ReduceAllOp, MinOp>, Reduce<tosa::ReduceAnyOp, MaxOp>,
      ConvertArgMax>(patterns.getContext());
}
