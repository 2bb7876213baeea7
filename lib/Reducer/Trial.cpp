//===- Trial.cpp - tries a change on a copy of the program ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Reducer/Trial.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tinygrad {

bool Trial::stands(Operation *op, Change change) const {
  // The outermost op is the program.
  Operation *top = op;
  while (Operation *parent = top->getParentOp())
    top = parent;
  auto module = dyn_cast<ModuleOp>(top);
  if (!module)
    return false;
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone(mapping));
  Operation *copied = op == module ? *copy : mapping.lookupOrNull(op);
  if (!copied)
    return false;
  // What does not verify is no candidate, and no news.
  ScopedDiagnosticHandler silence(op->getContext(),
                                  [](Diagnostic &) { return success(); });
  IRRewriter rewriter(op->getContext());
  rewriter.setInsertionPoint(copied);
  if (failed(change(rewriter, copied)) || failed(verify(*copy)))
    return false;
  if (driverFolds)
    (void)applyPatternsGreedily(*copy, FrozenRewritePatternSet());
  return tester->isInteresting(*copy).first == Tester::Interestingness::True;
}

bool Trial::change(RewriterBase &rewriter, Operation *op, Change change) const {
  return stands(op, change) && succeeded(change(rewriter, op));
}

bool Trial::changeInPlace(RewriterBase &rewriter, Operation *op,
                          Change change) const {
  if (!stands(op, change))
    return false;
  rewriter.modifyOpInPlace(op, [&] { (void)change(rewriter, op); });
  return true;
}

} // namespace tinygrad
