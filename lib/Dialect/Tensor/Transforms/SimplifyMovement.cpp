//===- SimplifyMovement.cpp - parts, repetitions and paddings ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Chains of one movement op are folds (MovementFolds.cpp). Here movement ops of
// different kinds meet; shapes decide, so these are not tables.
//
//===----------------------------------------------------------------------===//

#include "SimplifyHelpers.h"

using namespace mlir;

namespace tinygrad::tg {

using simplify::hasStaticShape;

static bool isConstant(ArrayRef<int64_t> list) {
  return llvm::none_of(list, ShapedType::isDynamic);
}

static SmallVector<OpFoldResult> toSizes(Operation *op,
                                         ArrayRef<int64_t> sizes) {
  return getAsIndexOpFoldResult(op->getContext(), sizes);
}

/// The axes that an expand of constant shape repeats.
static BitVector getRepeatedAxes(ExpandOp op) {
  BitVector repeated(op.getType().getRank());
  for (auto [axis, from, to] : llvm::enumerate(
           op.getInput().getType().getShape(), op.getType().getShape()))
    if (from == 1 && to != 1)
      repeated.set(axis);
  return repeated;
}

namespace {
/// A part of a padded tensor that lies inside the tensor is a part of the
/// tensor; one that lies in the padding is a constant.
struct ShrinkOfPad : OpRewritePattern<ShrinkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ShrinkOp op,
                                PatternRewriter &rewriter) const override {
    auto pad = op.getInput().getDefiningOp<PadOp>();
    if (!pad || !hasStaticShape(pad.getInput()) || !hasStaticShape(op) ||
        !isConstant(op.getStaticOffsets()) || !isConstant(pad.getStaticLow()))
      return rewriter.notifyMatchFailure(op, "not of constant paddings");
    bool inside = true, outside = false;
    SmallVector<int64_t> offsets;
    for (auto [whole, low, offset, size] : llvm::zip_equal(
             pad.getInput().getType().getShape(), pad.getStaticLow(),
             op.getStaticOffsets(), op.getType().getShape())) {
      int64_t begin = offset - low;
      inside &= begin >= 0 && begin + size <= whole;
      outside |= begin + size <= 0 || begin >= whole;
      offsets.push_back(begin);
    }
    if (outside) {
      auto value =
          DenseElementsAttr::get(op.getType(), Attribute(pad.getValue()));
      rewriter.replaceOpWithNewOp<ConstantOp>(op, value);
      return success();
    }
    if (!inside)
      return rewriter.notifyMatchFailure(op, "has elements of both");
    rewriter.replaceOpWithNewOp<ShrinkOp>(op, pad.getInput(),
                                          toSizes(op, offsets),
                                          toSizes(op, op.getType().getShape()));
    return success();
  }
};

/// Of a repeated axis any part is the axis, repeated as often as the part is
/// long.
struct ShrinkOfExpand : OpRewritePattern<ShrinkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ShrinkOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getInput().getDefiningOp<ExpandOp>();
    if (!expand || !hasStaticShape(expand) ||
        !hasStaticShape(expand.getInput()) || !hasStaticShape(op) ||
        !isConstant(op.getStaticOffsets()))
      return rewriter.notifyMatchFailure(op, "not of a constant repetition");
    SmallVector<int64_t> offsets(op.getStaticOffsets());
    SmallVector<int64_t> sizes(op.getType().getShape());
    for (unsigned axis : getRepeatedAxes(expand).set_bits()) {
      offsets[axis] = 0;
      sizes[axis] = 1;
    }
    Value part = rewriter.createOrFold<ShrinkOp>(op.getLoc(), expand.getInput(),
                                                 toSizes(op, offsets),
                                                 toSizes(op, sizes));
    rewriter.replaceOpWithNewOp<ExpandOp>(op, part,
                                          toSizes(op, op.getType().getShape()));
    return success();
  }
};

/// Axes that are repeated may be reordered before.
struct PermuteOfExpand : OpRewritePattern<PermuteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PermuteOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getInput().getDefiningOp<ExpandOp>();
    if (!expand)
      return rewriter.notifyMatchFailure(op, "not of a repetition");
    SmallVector<OpFoldResult> from = expand.getMixedSizes(), sizes;
    for (int64_t axis : op.getOrder())
      sizes.push_back(from[axis]);
    Value moved = PermuteOp::create(rewriter, op.getLoc(), expand.getInput(),
                                    op.getOrder());
    rewriter.replaceOpWithNewOp<ExpandOp>(op, moved, sizes);
    return success();
  }
};

/// A repeated axis is the same backwards.
struct FlipOfExpand : OpRewritePattern<FlipOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(FlipOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getInput().getDefiningOp<ExpandOp>();
    if (!expand)
      return rewriter.notifyMatchFailure(op, "not of a repetition");
    SmallVector<int64_t> axes;
    for (int64_t axis : op.getAxes())
      if (expand.getInput().getType().getDimSize(axis) != 1)
        axes.push_back(axis);
    if (axes.size() == op.getAxes().size())
      return rewriter.notifyMatchFailure(op, "no flipped axis is repeated");
    Value flipped = expand.getInput();
    if (!axes.empty())
      flipped = FlipOp::create(rewriter, op.getLoc(), flipped.getType(),
                               flipped, axes);
    rewriter.replaceOpWithNewOp<ExpandOp>(op, flipped, expand.getMixedSizes());
    return success();
  }
};
} // namespace

void populateMovementSimplifications(RewritePatternSet &patterns) {
  patterns.add<ShrinkOfPad, ShrinkOfExpand, PermuteOfExpand, FlipOfExpand>(
      patterns.getContext());
}

} // namespace tinygrad::tg
