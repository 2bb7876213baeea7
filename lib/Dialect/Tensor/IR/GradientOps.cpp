//===- GradientOps.cpp - gradients of tg ------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Gradient.h"

using namespace mlir;

#include "TinyGrad/Dialect/Tensor/IR/DifferentiableOpInterface.cpp.inc"
#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorGradientOps.cpp.inc"

namespace tinygrad::tg {

LogicalResult GradOp::verify() {
  if (getScalar().getType().getRank() != 0)
    return emitOpError("expected a scalar to differentiate, but got ")
           << getScalar().getType();
  if (getInputs().empty())
    return emitOpError("expected a value to differentiate with respect to");
  return success();
}

SmallVector<AffineExpr> GradOp::getSymbolicShape(unsigned number,
                                                 SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInputs()[number]));
}

} // namespace tinygrad::tg
