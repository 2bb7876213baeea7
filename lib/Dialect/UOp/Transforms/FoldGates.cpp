//===- FoldGates.cpp - gates and ranges that decide nothing -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tinygrad::uop {
namespace {

/// Whether `gate` is a constant, one bit or a splat.
std::optional<bool> getConstantGate(Value gate) {
  APInt value;
  if (gate && matchPattern(gate, m_ConstantInt(&value)))
    return !value.isZero();
  return std::nullopt;
}

/// A load whose gate is always true needs none; one whose gate never is reads
/// nothing.
struct FoldLoadGate : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp load,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> gate = getConstantGate(load.getGate());
    if (!gate)
      return rewriter.notifyMatchFailure(load, "the gate is not constant");
    if (*gate)
      rewriter.replaceOpWithNewOp<LoadOp>(
          load, load.getResult().getType(), load.getBuffer(), load.getIndex(),
          Value(), Value(), load.getStridesAttr());
    else
      rewriter.replaceOp(load, load.getOther());
    return success();
  }
};

/// Likewise for stores.
struct FoldStoreGate : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp store,
                                PatternRewriter &rewriter) const override {
    std::optional<bool> gate = getConstantGate(store.getGate());
    if (!gate)
      return rewriter.notifyMatchFailure(store, "the gate is not constant");
    if (*gate)
      rewriter.modifyOpInPlace(store, [&] { store.getGateMutable().clear(); });
    else
      rewriter.eraseOp(store);
    return success();
  }
};

/// A reduce over one iteration is the value, over none the identity. Values
/// that are vectors over unrolled axes keep their reduce.
struct FoldReduceRanges : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp reduce,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> left;
    for (Value value : reduce.getRanges()) {
      auto range = value.getDefiningOp<RangeOp>();
      if (range.getStaticSize() == 0 &&
          !isa<VectorType>(reduce.getResult().getType())) {
        rewriter.replaceOpWithNewOp<arith::ConstantOp>(
            reduce,
            getIdentity(reduce.getKind(), reduce.getResult().getType()));
        return success();
      }
      if (range.getStaticSize() != 1)
        left.push_back(value);
    }
    if (left.size() == reduce.getRanges().size() &&
        !(left.empty() && reduce.getDims().empty()))
      return rewriter.notifyMatchFailure(reduce, "every range has iterations");
    if (left.empty() && reduce.getDims().empty())
      rewriter.replaceOp(reduce,
                         buildSingle(rewriter, reduce.getLoc(),
                                     reduce.getKind(), reduce.getValue()));
    else
      rewriter.modifyOpInPlace(reduce,
                               [&] { reduce.getRangesMutable().assign(left); });
    return success();
  }
};

/// A scan does not go along a range of one iteration, or of one at most:
/// indices do not mention it any more, so it must not be open for the scan's
/// sake.
struct FoldScanRanges : OpRewritePattern<ScanOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScanOp scan,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> left;
    std::optional<KernelIndices> indices; // Of the variable sizes, if any.
    for (Value value : scan.getRanges()) {
      auto range = value.getDefiningOp<RangeOp>();
      if (range.getSize() && !indices)
        indices.emplace(scan->getParentOfType<KernelOp>());
      if (range.getSize() ? indices->getMaxSize(range) > 1
                          : range.getStaticSize() != 1)
        left.push_back(value);
    }
    if (left.size() == scan.getRanges().size())
      return rewriter.notifyMatchFailure(scan, "every range has iterations");
    if (left.empty() && scan.getDims().empty())
      rewriter.replaceOp(scan, buildSingle(rewriter, scan.getLoc(),
                                           scan.getKind(), scan.getValue()));
    else
      rewriter.modifyOpInPlace(scan,
                               [&] { scan.getRangesMutable().assign(left); });
    return success();
  }
};

/// A range of one iteration need not be summed over.
struct FoldMmaRanges : OpRewritePattern<MmaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MmaOp mma,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> left;
    for (Value value : mma.getRanges())
      if (value.getDefiningOp<RangeOp>().getStaticSize() != 1)
        left.push_back(value);
    if (left.size() == mma.getRanges().size())
      return rewriter.notifyMatchFailure(mma, "every range has iterations");
    rewriter.modifyOpInPlace(mma, [&] { mma.getRangesMutable().assign(left); });
    return success();
  }
};

} // namespace

void populateFoldGatesPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldLoadGate, FoldStoreGate, FoldReduceRanges, FoldScanRanges,
               FoldMmaRanges>(patterns.getContext());
}

} // namespace tinygrad::uop
