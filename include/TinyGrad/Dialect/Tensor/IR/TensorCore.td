//===- TensorCore.td - the ops that compilation knows -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The ops with index maps, and those that structure a function: what every
// pass may see. The other families are decomposed into these first.

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSORCORE_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSORCORE_TD

include "TinyGrad/Dialect/Tensor/IR/TensorElementwise.td"
include "TinyGrad/Dialect/Tensor/IR/TensorMovement.td"
include "TinyGrad/Dialect/Tensor/IR/TensorReduce.td"
include "TinyGrad/Dialect/Tensor/IR/TensorStructure.td"

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSORCORE_TD
