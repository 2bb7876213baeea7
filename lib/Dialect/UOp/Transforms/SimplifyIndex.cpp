//===- SimplifyIndex.cpp - the pass uop-simplify-index -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

void simplifyKernel(KernelOp kernel) {
  RewritePatternSet patterns(kernel.getContext());
  populateFoldGatesPatterns(patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  // Folded gates and ranges leave indices simpler, and these fold gates: a
  // second round finds what the first uncovered, a third nearly never more.
  for (int round = 0; round < 2; ++round) {
    simplifyIndexOperands(kernel);
    (void)applyPatternsGreedily(kernel, frozen);
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
