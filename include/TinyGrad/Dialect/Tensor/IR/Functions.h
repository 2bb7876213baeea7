//===- Functions.h - functions of elements ----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_FUNCTIONS_H
#define TINYGRAD_DIALECT_TENSOR_IR_FUNCTIONS_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorFunctionsOps.h.inc"

#endif // TINYGRAD_DIALECT_TENSOR_IR_FUNCTIONS_H
