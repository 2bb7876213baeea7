//===- Gradient.h - gradients of tg -----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_GRADIENT_H
#define TINYGRAD_DIALECT_TENSOR_IR_GRADIENT_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {
class GradientBuilder;
} // namespace tinygrad::tg

#include "TinyGrad/Dialect/Tensor/IR/DifferentiableOpInterface.h.inc"
#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorGradientOps.h.inc"

#endif // TINYGRAD_DIALECT_TENSOR_IR_GRADIENT_H
