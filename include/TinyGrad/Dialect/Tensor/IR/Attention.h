//===- Attention.h - attention for matrix units -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_ATTENTION_H
#define TINYGRAD_DIALECT_TENSOR_IR_ATTENTION_H

#include "TinyGrad/Dialect/Tensor/IR/NN.h"

namespace tinygrad::tg {

/// As `op.decompose`, for targets with matrix units: the values are multiplied
/// by exponentials, at most 1 and of the values' type, whose sum the product is
/// divided by.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
decomposeAttentionForUnits(AttentionOp op, mlir::OpBuilder &builder);

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_IR_ATTENTION_H
