//===- Chains.h - ops before an op, for folds -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graph regions, such as a module's, and unreachable code may hold ops that use
// their own results. A fold that followed such a cycle would go on for ever.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_CHAINS_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_CHAINS_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"

namespace tinygrad::tg {

/// The `OpT` that computes `input`, an operand of `op`, if it comes before
/// `op`.
template <class OpT> OpT getPrevious(mlir::Operation *op, mlir::Value input) {
  auto previous = input.getDefiningOp<OpT>();
  if (!previous || previous == op)
    return {};
  if (previous->getBlock() == op->getBlock() && !previous->isBeforeInBlock(op))
    return {};
  return previous;
}

/// `value` as what `op` folds to, unless it is the op's own result.
inline mlir::OpFoldResult replacement(mlir::Operation *op, mlir::Value value) {
  return value == op->getResult(0) ? mlir::OpFoldResult()
                                   : mlir::OpFoldResult(value);
}

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_CHAINS_H
