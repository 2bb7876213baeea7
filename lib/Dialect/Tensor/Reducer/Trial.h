//===- Trial.h - tries a change on a copy of the program --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_REDUCER_TRIAL_H
#define TINYGRAD_LIB_DIALECT_TENSOR_REDUCER_TRIAL_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/Tester.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tinygrad::tg {

/// A change of the program around `op`. A failure means that it does not apply.
using Change = llvm::function_ref<llvm::LogicalResult(mlir::RewriterBase &,
                                                      mlir::Operation *op)>;

/// Whether the program is still interesting, and valid, after `change`, which
/// is made on a copy.
bool isInterestingAfter(const mlir::Tester &tester, mlir::Operation *op,
                        Change change);

void populateOpReductions(mlir::RewritePatternSet &patterns,
                          mlir::Tester &tester);
void populateFunctionReductions(mlir::RewritePatternSet &patterns,
                                mlir::Tester &tester);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_REDUCER_TRIAL_H
