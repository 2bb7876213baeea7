//===- Simplify.cpp - the laws of algebra -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimplifyHelpers.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tinygrad::tg {

#define GEN_PASS_DEF_TGSIMPLIFYPASS
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h.inc"

namespace {
struct SimplifyPass : impl::TGSimplifyPassBase<SimplifyPass> {
  using TGSimplifyPassBase::TGSimplifyPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateElementwiseSimplifications(set);
    populateMovementSimplifications(set);
    populateReduceSimplifications(set);
    FastRewrites fast;
    fast.zeroSums = zeroSums;
    fast.zeroProducts = zeroProducts;
    fast.selfDifferences = selfDifferences;
    fast.selfQuotients = selfQuotients;
    fast.reciprocals = reciprocals;
    fast.regroup = regroup;
    fast.expandedSums = expandedSums;
    populateFastRewrites(set, fast);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    // Rules that undo each other would go on for ever. Where they do not come
    // to an end in time, what is done is right.
    int64_t numOps = 0;
    getOperation()->walk([&](Operation *) { ++numOps; });
    GreedyRewriteConfig config;
    config.setMaxNumRewrites(64 * numOps + 1024);
    (void)applyPatternsGreedily(getOperation(), patterns, config);
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

} // namespace tinygrad::tg
