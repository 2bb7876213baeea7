//===- CheckShapes.cpp - what scheduling relies on --------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are generated without a check at run time: sizes must fit, provably,
// and indices must be computed from the function's variables.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Analysis/RealizeAnalysis.h"

using namespace mlir;

namespace tinygrad::tg {

static LogicalResult checkOp(Operation *op, SymbolicShapes &shapes) {
  if (isa<DecomposableOpInterface>(op))
    return op->emitOpError("is a composite op, which tg-decompose must replace "
                           "before kernels are made");
  auto mapped = dyn_cast<IndexMapOpInterface>(op);
  if (!mapped && !isa<SymbolicShapeOpInterface>(op))
    return success();
  if (mapped)
    for (AffineExpr size : mapped.getReduceSizes(shapes))
      if (!size || !shapes.getUpperBound(size))
        return op->emitOpError("reduces an axis whose size has no bound");
  for (OpOperand &operand : op->getOpOperands())
    if (isa<IndexType>(operand.get().getType()) &&
        !shapes.getIndexExpr(operand.get()))
      return op->emitOpError() << "operand #" << operand.getOperandNumber()
                               << " is not computed from the function's "
                                  "variables";
  return success();
}

LogicalResult checkShapes(FunctionOpInterface function,
                          SymbolicShapes &shapes) {
  for (Operation &op : function.getFunctionBody().front())
    if (failed(checkOp(&op, shapes)))
      return failure();
  return verifyShapes(function);
}

} // namespace tinygrad::tg
