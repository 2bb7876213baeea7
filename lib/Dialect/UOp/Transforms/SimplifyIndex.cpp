//===- SimplifyIndex.cpp - the pass uop-simplify-index -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_SIMPLIFYINDEX
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

/// Stores in a range without iterations do nothing, and would do something once
/// the range's index has folded.
static void eraseStoresOfNothing(KernelOp kernel) {
  RangeScopes scopes(kernel);
  for (auto store :
       llvm::make_early_inc_range(kernel.getBody().front().getOps<StoreOp>()))
    if (llvm::any_of(scopes.getScope(store),
                     [](RangeOp range) { return range.getStaticSize() == 0; }))
      store.erase();
}

void simplifyKernel(KernelOp kernel) {
  eraseStoresOfNothing(kernel);
  RewritePatternSet patterns(kernel.getContext());
  populateFoldGatesPatterns(patterns);
  populateFoldSelectsPatterns(patterns);
  populateCollapseRangesPatterns(patterns);
  populateFoldValuesPatterns(patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  GreedyRewriteConfig config;
  config.enableFolding(false); // See FoldValues.cpp.
  // Folded gates and ranges leave indices simpler, and these fold gates: a
  // second round finds what the first uncovered, a third nearly never more.
  for (int round = 0; round < 2; ++round) {
    simplifyIndexOperands(kernel);
    (void)applyPatternsGreedily(kernel, frozen, config);
  }
  IRRewriter rewriter(kernel.getContext());
  DominanceInfo dominance(kernel);
  eliminateCommonSubExpressions(rewriter, dominance, kernel);
}

namespace {
struct SimplifyIndex : impl::SimplifyIndexBase<SimplifyIndex> {
  void runOnOperation() override { simplifyKernel(getOperation()); }
};
} // namespace
} // namespace tinygrad::uop
