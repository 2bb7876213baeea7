//===- ControlFlow.h - loops and branches written out ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_TENSORBUILDER_CONTROLFLOW_H
#define TINYGRAD_LIB_CONVERSION_TENSORBUILDER_CONTROLFLOW_H

#include "mlir/IR/PatternMatch.h"

namespace tinygrad::tg {

/// Writes out control flow on tensors, so that what is left is one block: loops
/// that run a constant number of times, branches of a constant condition, and
/// both sides of the others, of which a select takes one. All of it happens
/// while a function is converted, op by op: an iteration's conditions may be
/// constant only once what they are computed from has been converted.
class ControlFlow {
public:
  explicit ControlFlow(mlir::RewriterBase &rewriter) : rewriter(rewriter) {}

  /// Whether `op` is a loop or a branch.
  static bool handles(mlir::Operation *op);

  /// Writes out `op`, or one iteration of it: then `op` is still there, behind
  /// the new ops, and wants to be seen again. Fails with a reason.
  mlir::LogicalResult writeOut(mlir::Operation *op);

  std::string reason;

private:
  mlir::LogicalResult refuse(const llvm::Twine &why) {
    reason = why.str();
    return mlir::failure();
  }
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  cloneBody(mlir::Block &body, mlir::ValueRange arguments);
  mlir::LogicalResult writeOutLoop(mlir::Operation *op);
  mlir::LogicalResult writeOutBranch(mlir::Operation *op, mlir::Value condition,
                                     mlir::Region &onTrue,
                                     mlir::Region &onFalse);
  mlir::LogicalResult writeOutWhile(mlir::Operation *op, mlir::Block &before,
                                    mlir::Block &after);
  mlir::LogicalResult startIteration(mlir::Operation *op, mlir::Block &before,
                                     mlir::ValueRange arguments);

  mlir::RewriterBase &rewriter;
  /// For a while loop whose condition has been written out: an op of which it
  /// and what it forwards are operands, so that they follow conversions.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> conditions;
  /// How many more ops may be written out.
  int64_t budget = 1 << 14;
};

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_CONVERSION_TENSORBUILDER_CONTROLFLOW_H
