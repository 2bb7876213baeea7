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

bool isInterestingAfter(const Tester &tester, Operation *op, Change change) {
  auto module = op->getParentOfType<ModuleOp>();
  if (!module)
    return false;
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone(mapping));
  Operation *copied = mapping.lookupOrNull(op);
  if (!copied)
    return false;
  // What does not verify is no candidate, and no news.
  ScopedDiagnosticHandler silence(op->getContext(),
                                  [](Diagnostic &) { return success(); });
  IRRewriter rewriter(op->getContext());
  rewriter.setInsertionPoint(copied);
  if (failed(change(rewriter, copied)) || failed(verify(*copy)))
    return false;
  // mlir-reduce's driver folds and erases what is unused, so that has to be
  // judged, too; it crashes on a program that this made uninteresting.
  (void)applyPatternsGreedily(*copy, FrozenRewritePatternSet());
  return tester.isInteresting(*copy).first == Tester::Interestingness::True;
}

bool tryChange(const Tester &tester, RewriterBase &rewriter, Operation *op,
               Change change) {
  return isInterestingAfter(tester, op, change) &&
         succeeded(change(rewriter, op));
}

bool tryChangeInPlace(const Tester &tester, RewriterBase &rewriter,
                      Operation *op, Change change) {
  if (!isInterestingAfter(tester, op, change))
    return false;
  rewriter.modifyOpInPlace(op, [&] { (void)change(rewriter, op); });
  return true;
}

} // namespace tinygrad
