//===- TotalOps.cpp - ops marked uop.total get defined results --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The meanings are those of Support/IntegerSemantics.h. Each pattern makes the
// operands harmless by selects, applies the plain op, and selects the result.
//
//===----------------------------------------------------------------------===//

#include "ElementOps.h"

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"

using namespace mlir;

namespace tinygrad::uop {

static constexpr llvm::StringLiteral kTotal = "uop.total";

namespace {
using IPred = arith::CmpIPredicate;
using FPred = arith::CmpFPredicate;

/// A pattern for one op that carries the mark.
template <class Op> struct TotalPattern : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const final {
    if (!op->hasAttr(kTotal))
      return rewriter.notifyMatchFailure(op, "is not marked uop.total");
    ElementOps ops(rewriter, op.getLoc(), op.getType());
    Value result = build(op, ops);
    if (!result)
      return rewriter.notifyMatchFailure(op, "has operands to widen first");
    rewriter.replaceOp(op, result);
    return success();
  }

  virtual Value build(Op op, ElementOps &ops) const = 0;
};

/// Division operands of which the quotient is defined: by zero it divides by 1
/// instead, and MIN / -1 too, which leaves MIN.
struct SafeDivision {
  Value divisor, isZero;

  SafeDivision(Value lhs, Value rhs, bool isSigned, ElementOps &ops) {
    unsigned width =
        getElementTypeOrSelf(lhs.getType()).getIntOrFloatBitWidth();
    isZero = ops.compare(IPred::eq, rhs, ops.integer(width, 0));
    Value unsafe = isZero;
    if (isSigned) {
      int64_t min = llvm::minIntN(width);
      Value isMin = ops.compare(IPred::eq, lhs, ops.integer(width, min));
      Value isMinusOne = ops.compare(IPred::eq, rhs, ops.integer(width, -1));
      unsafe = ops.bitOr(unsafe, ops.bitAnd(isMin, isMinusOne));
    }
    divisor = ops.select(unsafe, ops.integer(width, 1), rhs);
  }
};

template <class Op, bool isSigned> struct TotalDiv : TotalPattern<Op> {
  using TotalPattern<Op>::TotalPattern;

  Value build(Op op, ElementOps &ops) const override {
    SafeDivision safe(op.getLhs(), op.getRhs(), isSigned, ops);
    Value quotient = ops.make<Op>(op.getLhs(), safe.divisor);
    unsigned width = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    return ops.select(safe.isZero, ops.integer(width, -1), quotient);
  }
};

template <class Op, bool isSigned> struct TotalRem : TotalPattern<Op> {
  using TotalPattern<Op>::TotalPattern;

  Value build(Op op, ElementOps &ops) const override {
    SafeDivision safe(op.getLhs(), op.getRhs(), isSigned, ops);
    Value remainder = ops.make<Op>(op.getLhs(), safe.divisor);
    return ops.select(safe.isZero, op.getLhs(), remainder);
  }
};

/// Rounds down: one less than the quotient where the remainder is not zero and
/// has the other sign than the divisor.
struct TotalFloorDiv : TotalPattern<arith::FloorDivSIOp> {
  using TotalPattern::TotalPattern;

  Value build(arith::FloorDivSIOp op, ElementOps &ops) const override {
    Value lhs = op.getLhs();
    SafeDivision safe(lhs, op.getRhs(), /*isSigned=*/true, ops);
    Value quotient = ops.make<arith::DivSIOp>(lhs, safe.divisor);
    Value product = ops.make<arith::MulIOp>(quotient, safe.divisor);
    Value remainder = ops.sub(lhs, product);
    unsigned width = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    Value zero = ops.integer(width, 0), minusOne = ops.integer(width, -1);
    Value signs = ops.bitXor(remainder, safe.divisor);
    Value adjust = ops.bitAnd(ops.compare(IPred::ne, remainder, zero),
                              ops.compare(IPred::slt, signs, zero));
    Value lower = ops.add(quotient, minusOne);
    Value floor = ops.select(adjust, lower, quotient);
    return ops.select(safe.isZero, minusOne, floor);
  }
};

/// A shift by the width or more gives zero.
template <class Op> struct TotalLogicalShift : TotalPattern<Op> {
  using TotalPattern<Op>::TotalPattern;

  Value build(Op op, ElementOps &ops) const override {
    unsigned width = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    Value zero = ops.integer(width, 0);
    Value inside =
        ops.compare(IPred::ult, op.getRhs(), ops.integer(width, width));
    Value amount = ops.select(inside, op.getRhs(), zero);
    Value shifted = ops.make<Op>(op.getLhs(), amount);
    return ops.select(inside, shifted, zero);
  }
};

/// An arithmetic shift by the width or more leaves copies of the sign.
struct TotalArithmeticShift : TotalPattern<arith::ShRSIOp> {
  using TotalPattern::TotalPattern;

  Value build(arith::ShRSIOp op, ElementOps &ops) const override {
    unsigned width = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    Value most = ops.integer(width, width - 1);
    Value amount = ops.make<arith::MinUIOp>(op.getRhs(), most);
    return ops.make<arith::ShRSIOp>(op.getLhs(), amount);
  }
};

/// Saturates; NaN gives 0. The operand is f32 or f64, in which the bounds of
/// 32- and 64-bit integers are exact powers of two.
template <class Op, bool isSigned> struct TotalFloatToInt : TotalPattern<Op> {
  using TotalPattern<Op>::TotalPattern;

  Value build(Op op, ElementOps &ops) const override {
    Value x = op.getIn();
    Type element = getElementTypeOrSelf(x.getType());
    if (!element.isF32() && !element.isF64())
      return {};
    unsigned width = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    double high = std::ldexp(1.0, isSigned ? width - 1 : width);
    Value zero = ops.number(element, 0);
    Value upper = ops.number(element, high);
    Value lower = isSigned ? ops.number(element, -high) : zero;
    // Neither of the two is true for a NaN.
    Value isHigh = ops.compare(FPred::OGE, x, upper);
    Value isInside = ops.bitAnd(ops.compare(FPred::OGE, x, lower),
                                ops.compare(FPred::OLT, x, upper));
    Value isLow = ops.compare(FPred::OLT, x, lower);
    Value safe = ops.select(isInside, x, zero);
    Value result = ops.make<Op>(op.getType(), safe);
    uint64_t max = llvm::maxUIntN(width - (isSigned ? 1 : 0));
    result = ops.select(isHigh, ops.integer(width, static_cast<int64_t>(max)),
                        result);
    if (!isSigned)
      return result;
    int64_t min = llvm::minIntN(width);
    return ops.select(isLow, ops.integer(width, min), result);
  }
};
} // namespace

void populateTotalOpPatterns(RewritePatternSet &patterns) {
  patterns.add<TotalDiv<arith::DivSIOp, true>, TotalDiv<arith::DivUIOp, false>,
               TotalRem<arith::RemSIOp, true>, TotalRem<arith::RemUIOp, false>,
               TotalFloorDiv, TotalLogicalShift<arith::ShLIOp>,
               TotalLogicalShift<arith::ShRUIOp>, TotalArithmeticShift,
               TotalFloatToInt<arith::FPToSIOp, true>,
               TotalFloatToInt<arith::FPToUIOp, false>>(patterns.getContext());
}

} // namespace tinygrad::uop
