//===- State.h - ops with memory, devices and functions ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_STATE_H
#define TINYGRAD_DIALECT_TENSOR_IR_STATE_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {
/// The device that `tensor` is on: that of the `tg.copy` it was computed from,
/// null for the function's own.
mlir::StringAttr findDevice(mlir::Value tensor);
} // namespace tinygrad::tg

#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorStateOps.h.inc"

#endif // TINYGRAD_DIALECT_TENSOR_IR_STATE_H
