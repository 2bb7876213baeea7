//===- SimplifyReduces.cpp - of constants and repetitions -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimplifyHelpers.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;

namespace tinygrad::tg {

using simplify::hasStaticShape;
using simplify::isInteger;

static SmallVector<OpFoldResult> toSizes(Operation *op,
                                         ArrayRef<int64_t> sizes) {
  return getAsIndexOpFoldResult(op->getContext(), sizes);
}

/// The number of elements that are reduced to one; a constant shape's.
template <class OpT> static int64_t getReducedCount(OpT op) {
  int64_t count = 1;
  for (int64_t axis : op.getAxes())
    count *= op.getInput().getType().getDimSize(axis);
  return count;
}

/// The sum of `count` times `value` as an element of `type`, if no partial sum
/// is rounded, whatever the order; null otherwise.
static Attribute multiply(FloatAttr value, int64_t count, Type type) {
  // Overflow to fp8 saturates, which APFloat does not know.
  if (type.getIntOrFloatBitWidth() < 16)
    return {};
  double number = value.getValueAsDouble();
  int exponent;
  double digits = std::ldexp(std::frexp(number, &exponent), 24);
  if (!std::isfinite(number) || std::signbit(number) ||
      digits != std::trunc(digits))
    return {};
  // Without trailing zeros: value = digits * 2^n.
  while (digits != 0 && std::fmod(digits, 2) == 0)
    digits /= 2;
  APFloat sum(number * static_cast<double>(count));
  if (digits * static_cast<double>(count) > (1 << 24) ||
      (number != 0 && std::fabs(exponent) > 64))
    return {};
  bool losesInfo;
  sum.convert(cast<FloatType>(type).getFloatSemantics(),
              APFloat::rmNearestTiesToEven, &losesInfo);
  return FloatAttr::get(type, sum);
}

static Attribute multiply(IntegerAttr value, int64_t count, Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  bool isSigned =
      value.getType().isSignlessInteger() && !value.getType().isInteger(1);
  APInt number = isSigned ? value.getValue().sextOrTrunc(width)
                          : value.getValue().zextOrTrunc(width);
  return IntegerAttr::get(type, number * APInt(width, count, /*isSigned=*/true,
                                               /*implicitTrunc=*/true));
}

namespace {
/// The sum of one number many times is a product, where that is exact.
struct SumOfConstant : OpRewritePattern<SumOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SumOp op,
                                PatternRewriter &rewriter) const override {
    DenseElementsAttr elements;
    if (!hasStaticShape(op.getInput()) ||
        !matchPattern(op.getInput(), m_Constant(&elements)) ||
        !elements.isSplat() || elements.getNumElements() == 0)
      return rewriter.notifyMatchFailure(op, "not of one number");
    Attribute value = elements.getSplatValue<Attribute>(), sum;
    Type type = op.getType().getElementType();
    if (auto number = dyn_cast<FloatAttr>(value))
      sum = multiply(number, getReducedCount(op), type);
    else
      sum = multiply(cast<IntegerAttr>(value), getReducedCount(op), type);
    if (!sum)
      return rewriter.notifyMatchFailure(op, "the additions round");
    rewriter.replaceOpWithNewOp<ConstantOp>(
        op, DenseElementsAttr::get(op.getType(), sum));
    return success();
  }
};

/// A product of ones is one, and of zeros zero.
struct ProdOfConstant : OpRewritePattern<ProdOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ProdOp op,
                                PatternRewriter &rewriter) const override {
    DenseElementsAttr elements;
    if (!hasStaticShape(op.getInput()) ||
        !matchPattern(op.getInput(), m_Constant(&elements)) ||
        !elements.isSplat() || elements.getNumElements() == 0)
      return rewriter.notifyMatchFailure(op, "not of one number");
    bool isOne = simplify::isNumber(op.getInput(), 1);
    if (!isOne && !(isInteger(op) && simplify::isNumber(op.getInput(), 0)))
      return rewriter.notifyMatchFailure(op, "neither ones nor zeros");
    rewriter.replaceOpWithNewOp<ConstantOp>(op,
                                            elements.resizeSplat(op.getType()));
    return success();
  }
};

/// Over an axis of one element there is nothing to reduce.
template <class OpT> struct ReduceOfOne : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (!hasStaticShape(op.getInput()) || getReducedCount(op) != 1 ||
        op.getInput().getType().getElementType() !=
            op.getType().getElementType())
      return rewriter.notifyMatchFailure(op, "reduces more than one element");
    // 0 is added to every sum of floats, which makes 0 of -0.
    if (std::is_same_v<OpT, SumOp> && simplify::isFloat(op))
      return rewriter.notifyMatchFailure(op, "a sum of floats");
    rewriter.replaceOpWithNewOp<ReshapeOp>(
        op, op.getInput(), toSizes(op, op.getType().getShape()));
    return success();
  }
};

/// The largest (or smallest) of equal elements is one of them, so a repeated
/// axis need not be repeated; a sum of integers is multiplied instead.
template <class OpT> struct ReduceOfExpand : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getInput().template getDefiningOp<ExpandOp>();
    if (!expand || !hasStaticShape(expand) ||
        !hasStaticShape(expand.getInput()))
      return rewriter.notifyMatchFailure(op, "not of a constant repetition");
    constexpr bool isSum = std::is_same_v<OpT, SumOp>;
    if (isSum && !isInteger(op))
      return rewriter.notifyMatchFailure(op, "a sum that rounds");
    RankedTensorType from = expand.getInput().getType();
    SmallVector<int64_t> sizes(expand.getType().getShape());
    int64_t count = 1;
    for (int64_t axis : op.getAxes())
      if (from.getDimSize(axis) == 1)
        count *= std::exchange(sizes[axis], 1);
    if (count <= 1)
      return rewriter.notifyMatchFailure(op, "no repeated axis is reduced");
    Value once = rewriter.createOrFold<ExpandOp>(op.getLoc(), expand.getInput(),
                                                 toSizes(op, sizes));
    Value result =
        OpT::create(rewriter, op.getLoc(), once, op.getAxes(), op.getKeepdim());
    if (isSum) {
      Type type = op.getType().getElementType();
      auto one = IntegerAttr::get(type, 1);
      Value factor = ConstantOp::create(
          rewriter, op.getLoc(),
          DenseElementsAttr::get(op.getType(), multiply(one, count, type)));
      result = MulOp::create(rewriter, op.getLoc(), result, factor);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// A reduce of a reduce of the same kind is one over the axes of both.
template <class OpT> struct ReduceOfReduce : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().template getDefiningOp<OpT>();
    if (!inner || inner.getKeepdim() != op.getKeepdim())
      return rewriter.notifyMatchFailure(op, "not of its like");
    constexpr bool isExtremum =
        std::is_same_v<OpT, MaxOp> || std::is_same_v<OpT, MinOp>;
    if (!isExtremum && !isInteger(op))
      return rewriter.notifyMatchFailure(op, "the order matters");
    // The sum of narrow integers has another type than its operand.
    if (inner.getInput().getType().getElementType() !=
        op.getType().getElementType())
      return rewriter.notifyMatchFailure(op, "the types differ");
    SmallVector<int64_t> left, axes(inner.getAxes());
    for (int64_t axis = 0; axis < inner.getInput().getType().getRank(); ++axis)
      if (op.getKeepdim() || !llvm::is_contained(inner.getAxes(), axis))
        left.push_back(axis);
    for (int64_t axis : op.getAxes())
      if (!llvm::is_contained(axes, left[axis]))
        axes.push_back(left[axis]);
    llvm::sort(axes);
    rewriter.replaceOpWithNewOp<OpT>(op, op.getType(), inner.getInput(), axes,
                                     op.getKeepdim());
    return success();
  }
};
} // namespace

void populateReduceSimplifications(RewritePatternSet &patterns) {
  patterns
      .add<SumOfConstant, ProdOfConstant, ReduceOfOne<SumOp>,
           ReduceOfOne<ProdOp>, ReduceOfOne<MaxOp>, ReduceOfOne<MinOp>,
           ReduceOfExpand<SumOp>, ReduceOfExpand<MaxOp>, ReduceOfExpand<MinOp>,
           ReduceOfReduce<SumOp>, ReduceOfReduce<ProdOp>, ReduceOfReduce<MaxOp>,
           ReduceOfReduce<MinOp>>(patterns.getContext());
}

} // namespace tinygrad::tg
