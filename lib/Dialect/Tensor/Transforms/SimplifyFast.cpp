//===- SimplifyFast.cpp - rules that change results -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimplifyHelpers.h"

using namespace mlir;

namespace tinygrad::tg {

using namespace simplify;

namespace {
#include "SimplifyFast.inc"

/// expanded-sums: the sum over a repeated axis is one element times the axis's
/// size, which rounds once instead of at every addition.
struct ExpandedSum : OpRewritePattern<SumOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SumOp op,
                                PatternRewriter &rewriter) const override {
    auto expand = op.getInput().getDefiningOp<ExpandOp>();
    if (!expand || !isFloat(op) || !hasStaticShape(op.getInput()) ||
        !hasStaticShape(expand.getInput()))
      return rewriter.notifyMatchFailure(op, "not of a repeated float tensor");
    RankedTensorType from = expand.getInput().getType();
    SmallVector<int64_t> sizes(expand.getType().getShape());
    int64_t count = 1;
    for (int64_t axis : op.getAxes())
      if (from.getDimSize(axis) == 1)
        count *= std::exchange(sizes[axis], 1);
    if (count == 1)
      return rewriter.notifyMatchFailure(op, "no repeated axis is summed");
    Value once = rewriter.createOrFold<ExpandOp>(
        op.getLoc(), expand.getInput(),
        getAsIndexOpFoldResult(op.getContext(), sizes));
    Value sum = SumOp::create(rewriter, op.getLoc(), once, op.getAxes(),
                              op.getKeepdim());
    Value factor =
        makeSplat(rewriter, op.getLoc(), op, static_cast<double>(count));
    rewriter.replaceOpWithNewOp<MulOp>(op, sum, factor);
    return success();
  }
};
} // namespace

void populateFastRewrites(RewritePatternSet &patterns,
                          const FastRewrites &options) {
  if (options.zeroSums)
    patterns.add<ZeroSum>(patterns.getContext());
  if (options.zeroProducts)
    patterns.add<ZeroProduct>(patterns.getContext());
  if (options.selfDifferences)
    patterns.add<SelfDifference>(patterns.getContext());
  if (options.selfQuotients)
    patterns.add<SelfQuotient>(patterns.getContext());
  if (options.reciprocals)
    patterns.add<ConstantReciprocal>(patterns.getContext());
  if (options.regroup)
    patterns.add<RegroupSum, RegroupProduct>(patterns.getContext());
  if (options.expandedSums)
    patterns.add<ExpandedSum>(patterns.getContext());
}

} // namespace tinygrad::tg
