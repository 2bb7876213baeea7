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
    // Where the rules do not come to an end in time, what is done is right.
    (void)applyPatternsGreedily(getOperation(), patterns);
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

} // namespace tinygrad::tg
