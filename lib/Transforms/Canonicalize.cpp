//===- Canonicalize.cpp - by the patterns of what is there ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's canonicalizer was used: it sets up the patterns of all ops of all
// loaded dialects, more than a thousand, which takes a tenth of the time of a
// small program. Here they are those of the dialects that occur.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_CANONICALIZE
#include "TinyGrad/Transforms/Passes.h.inc"

namespace {

struct Canonicalize : impl::CanonicalizeBase<Canonicalize> {
  void runOnOperation() override {
    llvm::SetVector<Dialect *> dialects;
    getOperation()->walk([&](Operation *op) {
      if (Dialect *dialect = op->getDialect())
        dialects.insert(dialect);
    });
    RewritePatternSet patterns(&getContext());
    for (Dialect *dialect : dialects)
      dialect->getCanonicalizationPatterns(patterns);
    for (RegisteredOperationName name : getContext().getRegisteredOperations())
      if (dialects.contains(&name.getDialect()))
        name.getCanonicalizationPatterns(patterns, &getContext());
    // Where it does not converge, what it leaves is right all the same.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace tinygrad
