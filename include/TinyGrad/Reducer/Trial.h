//===- Trial.h - tries a change on a copy of the program --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_REDUCER_TRIAL_H
#define TINYGRAD_REDUCER_TRIAL_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/Tester.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tinygrad {

/// A change of the program around `op`. A failure means that it does not apply.
using Change = llvm::function_ref<llvm::LogicalResult(mlir::RewriterBase &,
                                                      mlir::Operation *op)>;

/// Whether the program is still interesting, and valid, after `change`, which
/// is made on a copy.
bool isInterestingAfter(const mlir::Tester &tester, mlir::Operation *op,
                        Change change);

/// Makes the change of `op`, which may go, if the program stays interesting.
bool tryChange(const mlir::Tester &tester, mlir::RewriterBase &rewriter,
               mlir::Operation *op, Change change);

/// The same for a change of `op` itself, which stays.
bool tryChangeInPlace(const mlir::Tester &tester, mlir::RewriterBase &rewriter,
                      mlir::Operation *op, Change change);

} // namespace tinygrad

#endif // TINYGRAD_REDUCER_TRIAL_H
