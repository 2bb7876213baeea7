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

/// Whether an index over `axes` is known to leave [0, size).
static bool leaves(AffineExpr index, AffineExpr size, ArrayRef<AffineExpr> axes,
                   SymbolicShapes &shapes) {
  if (auto dim = dyn_cast<AffineDimExpr>(index)) {
    AffineExpr axis = axes[dim.getPosition()];
    if (shapes.areEqual(axis, size) == true)
      return false;
    std::optional<int64_t> room = shapes.getLowerBound(size - axis);
    return !room || *room < 0;
  }
  std::optional<int64_t> most = shapes.getUpperBound(size);
  SmallVector<std::optional<int64_t>> low, high;
  for (AffineExpr axis : axes) {
    std::optional<int64_t> count = shapes.getLowerBound(axis);
    if (!count || *count == 0)
      return false; // Perhaps there is no point at all.
    low.push_back(0);
    high.push_back(*count - 1);
  }
  for (const Variable &variable : shapes.getVariables()) {
    low.push_back(variable.min);
    high.push_back(variable.max);
  }
  auto bound = [&](bool isUpper) {
    return getBoundForAffineExpr(
        index, axes.size(), shapes.getVariables().size(), low, high, isUpper);
  };
  std::optional<int64_t> first = bound(false), last = bound(true);
  return (first && *first < 0) || (last && most && *last >= *most);
}

/// Checks what an op of another dialect says of where it reads `operand`.
static LogicalResult checkAccess(IndexMapOpInterface op, OpOperand &operand,
                                 ArrayRef<AffineExpr> axes,
                                 SymbolicShapes &shapes) {
  auto numAxes = int64_t(axes.size());
  auto type = cast<RankedTensorType>(operand.get().getType());
  unsigned number = operand.getOperandNumber();
  OperandAccess access = op.getOperandAccess(number, shapes);
  auto numVariables = int64_t(shapes.getVariables().size());
  auto error = [&]() -> InFlightDiagnostic {
    return op->emitOpError() << "gives an access to operand #" << number
                             << " that is not possible: ";
  };
  if (!access.map)
    return error() << "expected a map, but got none";
  if (access.map.getNumDims() != numAxes ||
      access.map.getNumSymbols() != numVariables ||
      access.map.getNumResults() != type.getRank())
    return error() << "expected a map from " << numAxes << " axes and "
                   << numVariables << " variables to " << type.getRank()
                   << " indices, but got " << AffineMapAttr::get(access.map);
  if (llvm::is_contained(access.constraints, AffineExpr()))
    return error() << "a constraint is null";
  Type element = type.getElementType();
  if (!access.constraints.empty() &&
      (!access.otherwise || access.otherwise.getType() != element))
    return error() << "expected a value of " << element
                   << " for what its constraints leave out";
  if (!access.constraints.empty())
    return success();
  ArrayRef<AffineExpr> sizes = shapes.getShape(operand.get());
  for (auto [i, index] : llvm::enumerate(access.map.getResults()))
    if (sizes[i] && leaves(index, sizes[i], axes, shapes))
      return error() << "index " << i << " may lie outside of size "
                     << shapes.print(sizes[i]);
  return success();
}

/// Checks what an op of another dialect says by its index map: scheduling and
/// kernel generation rely on it. What our own ops say is covered by tests.
static LogicalResult checkIndexMap(IndexMapOpInterface op,
                                   SymbolicShapes &shapes) {
  auto type = op->getNumResults() == 1
                  ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                  : RankedTensorType();
  if (!type)
    return op->emitOpError("expected one result, a tensor, as it has an index "
                           "map");
  SmallVector<AffineExpr> sizes = op.getResultShape(shapes);
  if (int64_t(sizes.size()) != type.getRank())
    return op->emitOpError()
           << "expected a shape of " << type.getRank()
           << " sizes for its result, but got " << sizes.size();
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    auto constant = dyn_cast_or_null<AffineConstantExpr>(size);
    if (!size || (!type.isDynamicDim(axis) && constant &&
                  constant.getValue() != type.getDimSize(axis)))
      return op->emitOpError()
             << "gives size " << shapes.print(size) << " of axis " << axis
             << " of its result, which is " << type;
  }
  llvm::append_range(sizes, op.getReduceSizes(shapes));
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()) &&
        failed(checkAccess(op, operand, sizes, shapes)))
      return failure();
  if (!isElementType(op.getAccumulatorType()))
    return op->emitOpError() << "expected to accumulate in an element type of "
                             << "tg, but got " << op.getAccumulatorType();
  return success();
}

static LogicalResult checkOp(Operation *op, SymbolicShapes &shapes) {
  auto mapped = dyn_cast<IndexMapOpInterface>(op);
  if (isa<DecomposableOpInterface>(op) && !mapped)
    return op->emitOpError("is a composite op, which tg-decompose must replace "
                           "before kernels are made");
  if (!mapped && !isa<SymbolicShapeOpInterface>(op))
    return success();
  if (mapped)
    for (AffineExpr size : mapped.getReduceSizes(shapes))
      if (!size || !shapes.getUpperBound(size))
        return op->emitOpError("reduces an axis whose size has no bound");
  if (mapped && !isa<TGDialect>(op->getDialect()) &&
      failed(checkIndexMap(mapped, shapes)))
    return failure();
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
