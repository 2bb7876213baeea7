//===- NN.h - the ops of neural networks ------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_NN_H
#define TINYGRAD_DIALECT_TENSOR_IR_NN_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

#include "TinyGrad/Dialect/Tensor/IR/TensorNNEnums.h.inc"
#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorNNOps.h.inc"

#endif // TINYGRAD_DIALECT_TENSOR_IR_NN_H
