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

/// Makes changes after which a program is valid and still interesting. Whether
/// it is gets found out on a copy.
class Trial {
public:
  /// Where the driver folds what it works on, as upstream's does, the program
  /// is judged as it is after that: upstream's crashes on one that this makes
  /// uninteresting.
  Trial(const mlir::Tester &tester, bool driverFolds)
      : tester(&tester), driverFolds(driverFolds) {}

  /// Whether the program stays interesting. The change is not made.
  bool stands(mlir::Operation *op, Change change) const;

  /// Makes the change of `op`, which may go.
  bool change(mlir::RewriterBase &rewriter, mlir::Operation *op,
              Change change) const;

  /// The same for a change of `op` itself, which stays.
  bool changeInPlace(mlir::RewriterBase &rewriter, mlir::Operation *op,
                     Change change) const;

private:
  const mlir::Tester *tester;
  bool driverFolds;
};

} // namespace tinygrad

#endif // TINYGRAD_REDUCER_TRIAL_H
