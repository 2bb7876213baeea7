//===- MissingFloatOps.cpp - fma and roundings in other ops -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without the instructions LLVM calls fma, floor and the like of the C library,
// of which an object must know nothing. Upstream's math-expand-ops was
// considered: it makes of fma a product and a sum that round twice.
//
//===----------------------------------------------------------------------===//

#include "NarrowFloatCode.h"

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tinygrad::uop {

using IPred = arith::CmpIPredicate;
using FPred = arith::CmpFPredicate;

namespace {
/// hi + lo, exactly.
struct Sum {
  Value hi, lo;
};
} // namespace

static Value add(ElementOps &ops, Value a, Value b) {
  return ops.make<arith::AddFOp>(a, b);
}
static Value subtract(ElementOps &ops, Value a, Value b) {
  return ops.make<arith::SubFOp>(a, b);
}
static Value multiply(ElementOps &ops, Value a, Value b) {
  return ops.make<arith::MulFOp>(a, b);
}

static Sum sumOf(ElementOps &ops, Value a, Value b) {
  Value sum = add(ops, a, b), part = subtract(ops, sum, a);
  Value lost = subtract(ops, a, subtract(ops, sum, part));
  return {sum, add(ops, lost, subtract(ops, b, part))};
}

/// A sum of f64 rounded to odd: an inexact one takes the neighbour with an odd
/// last bit, so that rounding it once more does no harm.
static Value roundToOdd(ElementOps &ops, Sum sum) {
  Value zero = ops.number(getElementTypeOrSelf(ops.f64()), 0);
  Value bits = ops.bitcast(ops.intType(64), sum.hi);
  Value one = ops.integer(64, 1), minusOne = ops.integer(64, -1);
  // Ordered: what infinities leave is a NaN.
  Value inexact = ops.compare(FPred::ONE, sum.lo, zero);
  Value even =
      ops.compare(IPred::eq, ops.bitAnd(bits, one), ops.integer(64, 0));
  Value lostBits = ops.bitcast(ops.intType(64), sum.lo);
  Value away =
      ops.compare(IPred::sge, ops.bitXor(bits, lostBits), ops.integer(64, 0));
  Value moved = ops.add(bits, ops.select(away, one, minusOne));
  Value result = ops.select(ops.bitAnd(inexact, even), moved, bits);
  return ops.bitcast(ops.f64(), result);
}

/// a * b of f64 in two parts: Dekker's product of halves of the mantissas.
static Sum productOf(ElementOps &ops, Value a, Value b) {
  auto split = [&](Value x) -> Sum {
    Value bits = ops.bitcast(ops.intType(64), x);
    // To the nearest half, but not up to infinity.
    Value magnitude = ops.bitAnd(bits, ops.integer(64, INT64_MAX));
    Value overflows =
        ops.compare(IPred::sge, magnitude, ops.integer(64, 0x7feffffffc000000));
    Value step = ops.select(overflows, ops.integer(64, 0),
                            ops.integer(64, int64_t(1) << 26));
    Value rounded = ops.add(bits, step);
    rounded = ops.bitAnd(rounded, ops.integer(64, -(int64_t(1) << 27)));
    Value high = ops.bitcast(ops.f64(), rounded);
    return {high, subtract(ops, x, high)};
  };
  Sum x = split(a), y = split(b);
  Value product = multiply(ops, a, b);
  Value rest = subtract(ops, multiply(ops, x.hi, y.hi), product);
  rest = add(ops, rest, multiply(ops, x.hi, y.lo));
  rest = add(ops, rest, multiply(ops, x.lo, y.hi));
  return {product, add(ops, rest, multiply(ops, x.lo, y.lo))};
}

/// a * b + c of f64, as Boldo and Melquiond do it: correctly rounded unless the
/// product, or what rounding took from it, is smaller than a normal number.
static Value multiplyAddF64(ElementOps &ops, Value a, Value b, Value c) {
  // A product that overflows, though the sum need not: all of it made smaller.
  Type f64 = getElementTypeOrSelf(ops.f64());
  Value size = ops.make<math::AbsFOp>(multiply(ops, a, b));
  Value large = ops.compare(FPred::OGE, size, ops.number(f64, 0x1p1000));
  Value one = ops.number(f64, 1);
  Value smaller = ops.select(large, ops.number(f64, 0x1p-100), one);
  a = multiply(ops, a, smaller);
  c = multiply(ops, c, smaller);
  Sum product = productOf(ops, a, b);
  Sum low = sumOf(ops, c, product.lo);
  Sum high = sumOf(ops, product.hi, low.hi);
  Value rest = roundToOdd(ops, sumOf(ops, high.lo, low.lo));
  Value result = add(ops, high.hi, rest);
  // Infinities and NaNs come out of the plain operations, and so does a zero
  // with its sign: where the result is 0, the product was exact.
  Value plain = add(ops, product.hi, c);
  Value infinity = ops.number(f64, std::numeric_limits<double>::infinity());
  Value finite =
      ops.compare(FPred::OLT, ops.make<math::AbsFOp>(plain), infinity);
  // Halves may overflow where their product does not; what is that large
  // becomes infinite below. So a result that is not a number counts as little
  // as a 0.
  Value nonzero = ops.compare(FPred::ONE, result, ops.number(f64, 0));
  Value larger = ops.select(large, ops.number(f64, 0x1p100), one);
  return multiply(ops, ops.select(ops.bitAnd(finite, nonzero), result, plain),
                  larger);
}

namespace {
/// fma of f64 by error-free sums and products; of narrower types exactly in
/// f64, rounded to odd there.
struct ExpandFma : OpRewritePattern<math::FmaOp> {
  ExpandFma(MLIRContext *context, const DecomposeDTypesPassOptions &options)
      : OpRewritePattern(context), options(options) {}

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    bool isNative = element.isF16()
                        ? options.f16Arithmetic
                        : (element.isF32() || element.isF64()) && options.fma;
    if (isNative)
      return rewriter.notifyMatchFailure(op, "the target has this fma");
    ElementOps ops(rewriter, op.getLoc(), op.getType());
    SmallVector<Value, 3> wide;
    for (Value operand : op->getOperands())
      wide.push_back(element.isF64()
                         ? operand
                         : ops.make<arith::ExtFOp>(ops.f64(), operand));
    if (element.isF64()) {
      rewriter.replaceOp(op, multiplyAddF64(ops, wide[0], wide[1], wide[2]));
      return success();
    }
    // 48 bits at the most: exact.
    Value product = multiply(ops, wide[0], wide[1]);
    Value sum = roundToOdd(ops, sumOf(ops, product, wide[2]));
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), sum);
    return success();
  }

  DecomposeDTypesPassOptions options;
};

/// A rounding to whole numbers: adding a number whose last place is 1 rounds to
/// the nearest one, which is moved where another is wanted.
template <class Op> struct ExpandRounding : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (!element.isF32() && !element.isF64())
      return rewriter.notifyMatchFailure(op, "computed in f32");
    unsigned width = element.getIntOrFloatBitWidth();
    ElementOps ops(rewriter, op.getLoc(), op.getType());
    Value x = op.getOperand(), magnitude = ops.make<math::AbsFOp>(x);
    Value whole = ops.number(element, element.isF32() ? 0x1p23 : 0x1p52);
    Value near = subtract(ops, add(ops, magnitude, whole), whole);
    Value one = ops.number(element, 1);

    Value bits = ops.bitcast(ops.intType(width), x);
    Value sign =
        ops.bitAnd(bits, ops.integer(width, -(int64_t(1) << (width - 1))));
    Value negative = ops.compare(IPred::slt, bits, ops.integer(width, 0));
    Value below = ops.compare(FPred::OLT, near, magnitude);
    Value above = ops.compare(FPred::OGT, near, magnitude);
    Value up = ops.select(below, add(ops, near, one), near);
    Value down = ops.select(above, subtract(ops, near, one), near);
    Value result = near;
    if (isa<math::TruncOp>(op))
      result = down;
    else if (isa<math::FloorOp>(op))
      result = ops.select(negative, up, down);
    else if (isa<math::CeilOp>(op))
      result = ops.select(negative, down, up);

    // A zero keeps the sign; what has no fraction, or is a NaN, stays.
    Value withSign = ops.bitOr(ops.bitcast(ops.intType(width), result), sign);
    Value hasFraction = ops.compare(FPred::OLT, magnitude, whole);
    rewriter.replaceOp(
        op, ops.select(hasFraction, ops.bitcast(op.getType(), withSign), x));
    return success();
  }
};
} // namespace

void populateMissingFloatOpPatterns(RewritePatternSet &patterns,
                                    const DecomposeDTypesPassOptions &options) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ExpandFma>(context, options);
  if (!options.roundings)
    patterns
        .add<ExpandRounding<math::FloorOp>, ExpandRounding<math::CeilOp>,
             ExpandRounding<math::TruncOp>, ExpandRounding<math::RoundEvenOp>>(
            context);
}

} // namespace tinygrad::uop
