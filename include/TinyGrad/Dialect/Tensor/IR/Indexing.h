//===- Indexing.h - ops that join, find and order ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_INDEXING_H
#define TINYGRAD_DIALECT_TENSOR_IR_INDEXING_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

#include "TinyGrad/Dialect/Tensor/IR/TensorIndexingEnums.h.inc"
#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorIndexingOps.h.inc"

namespace tinygrad::tg {

/// A unit attribute of sums and products in decompositions that are steps of a
/// longer sum or product, whose order is open: bounds of rounding errors count
/// them.
inline constexpr llvm::StringLiteral kAccumulates = "tg.accumulates";

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_IR_INDEXING_H
