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

/// As `op.decompose`, for targets with matrix units: weights of values of 16
/// bits are rounded to the values' type. Those of f16 are exponentials, at most
/// 1, whose sum the product is divided by; products of larger ones could
/// overflow, so weights of bf16 are divided before.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
decomposeAttentionForUnits(AttentionOp op, mlir::OpBuilder &builder);

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_IR_ATTENTION_H
