//===- TensorOps.td - all ops of tg, for their documentation -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSOROPS_TD
#define TINYGRAD_DIALECT_TENSOR_IR_TENSOROPS_TD

include "TinyGrad/Dialect/Tensor/IR/TensorCore.td"
include "TinyGrad/Dialect/Tensor/IR/TensorComposite.td"
include "TinyGrad/Dialect/Tensor/IR/TensorGradient.td"
include "TinyGrad/Dialect/Tensor/IR/TensorNN.td"
include "TinyGrad/Dialect/Tensor/IR/TensorFunctions.td"
include "TinyGrad/Dialect/Tensor/IR/TensorSummary.td"
include "TinyGrad/Dialect/Tensor/IR/TensorIndexing.td"
include "TinyGrad/Dialect/Tensor/IR/TensorState.td"

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSOROPS_TD
