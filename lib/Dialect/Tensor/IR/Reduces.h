//===- Reduces.h - what reduces over axes share -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_REDUCES_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_REDUCES_H

#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {

/// The sizes that a reduce over `axes` leaves.
inline llvm::SmallVector<int64_t> getReducedSizes(llvm::ArrayRef<int64_t> sizes,
                                                  llvm::ArrayRef<int64_t> axes,
                                                  bool keepdim) {
  llvm::SmallVector<int64_t> result;
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (!llvm::is_contained(axes, static_cast<int64_t>(axis)))
      result.push_back(size);
    else if (keepdim)
      result.push_back(1);
  return result;
}

inline void buildReduce(mlir::OpBuilder &builder, mlir::OperationState &state,
                        mlir::Value input, llvm::ArrayRef<int64_t> axes,
                        bool keepdim, mlir::Type element,
                        mlir::StringAttr axesName,
                        mlir::StringAttr keepdimName) {
  auto type = mlir::cast<mlir::RankedTensorType>(input.getType());
  state.addOperands(input);
  state.addAttribute(axesName, builder.getDenseI64ArrayAttr(axes));
  if (keepdim)
    state.addAttribute(keepdimName, builder.getUnitAttr());
  state.addTypes(mlir::RankedTensorType::get(
      getReducedSizes(type.getShape(), axes, keepdim), element));
}

template <class OpT>
mlir::LogicalResult verifyReduce(OpT op, mlir::Type element) {
  mlir::RankedTensorType input = op.getInput().getType();
  if (mlir::failed(verifyAxes(op, op.getAxes(), input.getRank())))
    return mlir::failure();
  if (op.getType().getElementType() != element)
    return op.emitOpError("expected a result of element type ")
           << element << ", but got " << op.getType().getElementType();
  return verifyShape(
      op, getReducedSizes(input.getShape(), op.getAxes(), op.getKeepdim()),
      op.getType());
}

/// A map from `axes` iteration axes and the function's variables.
inline mlir::AffineMap getMap(unsigned axes,
                              llvm::ArrayRef<mlir::AffineExpr> exprs,
                              SymbolicShapes &shapes) {
  return mlir::AffineMap::get(axes, shapes.getVariables().size(), exprs,
                              shapes.getContext());
}

template <class OpT>
llvm::SmallVector<mlir::AffineExpr> getReducedShape(OpT op,
                                                    SymbolicShapes &shapes) {
  llvm::SmallVector<mlir::AffineExpr> result;
  for (auto [axis, size] : llvm::enumerate(shapes.getShape(op.getInput())))
    if (!llvm::is_contained(op.getAxes(), static_cast<int64_t>(axis)))
      result.push_back(size);
    else if (op.getKeepdim())
      result.push_back(mlir::getAffineConstantExpr(1, op.getContext()));
  return result;
}

/// The axes that are reduced, in memory order, whatever order the op names
/// them in.
template <class OpT> llvm::SmallVector<int64_t> getSortedAxes(OpT op) {
  llvm::SmallVector<int64_t> axes(op.getAxes());
  llvm::sort(axes);
  return axes;
}

template <class OpT>
llvm::SmallVector<mlir::AffineExpr> getReducedSizes(OpT op,
                                                    SymbolicShapes &shapes) {
  llvm::ArrayRef<mlir::AffineExpr> input = shapes.getShape(op.getInput());
  return llvm::map_to_vector(getSortedAxes(op),
                             [&](int64_t axis) { return input[axis]; });
}

template <class OpT>
OperandAccess getReduceAccess(OpT op, SymbolicShapes &shapes) {
  unsigned resultRank = op.getType().getRank();
  unsigned nextResult = 0, nextReduce = resultRank;
  llvm::SmallVector<mlir::AffineExpr> indices;
  for (int64_t axis = 0; axis < op.getInput().getType().getRank(); ++axis) {
    bool reduced = llvm::is_contained(op.getAxes(), axis);
    indices.push_back(mlir::getAffineDimExpr(
        reduced ? nextReduce++ : nextResult, op.getContext()));
    if (!reduced || op.getKeepdim())
      ++nextResult;
  }
  return {getMap(resultRank + op.getAxes().size(), indices, shapes), {}, {}};
}

/// The index map of a reduce.
#define TG_REDUCE_MAPS(OP, COMBINER)                                           \
  llvm::SmallVector<mlir::AffineExpr> OP::getResultShape(                      \
      SymbolicShapes &shapes) {                                                \
    return getReducedShape(*this, shapes);                                     \
  }                                                                            \
  llvm::SmallVector<mlir::AffineExpr> OP::getReduceSizes(                      \
      SymbolicShapes &shapes) {                                                \
    return getReducedSizes(*this, shapes);                                     \
  }                                                                            \
  OperandAccess OP::getOperandAccess(unsigned, SymbolicShapes &shapes) {       \
    return getReduceAccess(*this, shapes);                                     \
  }                                                                            \
  mlir::Value OP::buildElement(mlir::OpBuilder &builder, mlir::Location loc,   \
                               mlir::ValueRange elements, mlir::ValueRange) {  \
    return buildScalarCast(builder, loc, elements[0],                          \
                           ::mlir::getElementTypeOrSelf(getInput().getType()), \
                           getAccumulatorType());                              \
  }                                                                            \
  Combiner OP::getCombiner() { return COMBINER; }                              \
  int64_t OP::getElementCost() { return 1; }

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_REDUCES_H
