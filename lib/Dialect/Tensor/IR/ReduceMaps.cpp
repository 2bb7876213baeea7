//===- ReduceMaps.cpp - index maps of reduces and contractions --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduces.h"
#include "Windows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tinygrad::tg {

static Type getElement(Value tensor) {
  return getElementTypeOrSelf(tensor.getType());
}

//===----------------------------------------------------------------------===//
// Reduces
//===----------------------------------------------------------------------===//

TG_REDUCE_MAPS(SumOp, Combiner::Sum)
TG_REDUCE_MAPS(ProdOp, Combiner::Prod)
TG_REDUCE_MAPS(MaxOp, Combiner::Max)
TG_REDUCE_MAPS(MinOp, Combiner::Min)

Type SumOp::getAccumulatorType() { return getSumType(getElement(getInput())); }
Type ProdOp::getAccumulatorType() {
  // Integers keep their type: a product wraps in any width alike.
  Type element = getElement(getInput());
  return isa<FloatType>(element) ? getSumType(element) : element;
}
Type MaxOp::getAccumulatorType() { return getElement(getInput()); }
Type MinOp::getAccumulatorType() { return getElement(getInput()); }

/// The product of a contraction's two elements in the accumulator's type.
static Value buildProduct(OpBuilder &builder, Location loc, ValueRange elements,
                          Type element, Type accumulator) {
  Value lhs = buildScalarCast(builder, loc, elements[0], element, accumulator);
  Value rhs = buildScalarCast(builder, loc, elements[1], element, accumulator);
  if (isa<FloatType>(accumulator))
    return arith::MulFOp::create(builder, loc, lhs, rhs);
  return arith::MulIOp::create(builder, loc, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// MatmulOp
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> MatmulOp::getResultShape(SymbolicShapes &shapes) {
  auto result = llvm::to_vector(shapes.getShape(getLhs()));
  ArrayRef<AffineExpr> rhs = shapes.getShape(getRhs());
  for (size_t axis = 0; axis + 2 < result.size(); ++axis)
    if (!result[axis] || (rhs[axis] && isa<AffineConstantExpr>(rhs[axis])))
      result[axis] = rhs[axis];
  result.back() = rhs.back();
  return result;
}

SmallVector<AffineExpr> MatmulOp::getReduceSizes(SymbolicShapes &shapes) {
  AffineExpr columns = shapes.getShape(getLhs()).back();
  AffineExpr rows = shapes.getShape(getRhs()).drop_back().back();
  return {columns && !(rows && isa<AffineConstantExpr>(rows)) ? columns : rows};
}

OperandAccess MatmulOp::getOperandAccess(unsigned operandNo,
                                         SymbolicShapes &shapes) {
  unsigned rank = getType().getRank();
  SmallVector<AffineExpr> indices;
  for (unsigned axis = 0; axis < rank; ++axis)
    indices.push_back(getAffineDimExpr(axis, getContext()));
  indices[operandNo == 0 ? rank - 1 : rank - 2] =
      getAffineDimExpr(rank, getContext());
  return {getMap(rank + 1, indices, shapes), {}, {}};
}

Value MatmulOp::buildElement(OpBuilder &builder, Location loc,
                             ValueRange elements, ValueRange) {
  return buildProduct(builder, loc, elements, getElement(getLhs()),
                      getAccumulatorType());
}

Combiner MatmulOp::getCombiner() { return Combiner::Sum; }
Type MatmulOp::getAccumulatorType() { return getSumType(getElement(getLhs())); }
int64_t MatmulOp::getElementCost() { return 2; }

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> ConvOp::getResultShape(SymbolicShapes &shapes) {
  auto input = llvm::to_vector(shapes.getShape(getInput()));
  auto filter = llvm::to_vector(shapes.getShape(getFilter()));
  SmallVector<AffineExpr> result = {input[0], filter[0]};
  for (auto [i, window] : llvm::enumerate(getWindows(*this)))
    result.push_back(window.getCount(input[i + 2], filter[i + 2]));
  return result;
}

SmallVector<AffineExpr> ConvOp::getReduceSizes(SymbolicShapes &shapes) {
  return llvm::to_vector(shapes.getShape(getFilter()).drop_front());
}

OperandAccess ConvOp::getOperandAccess(unsigned operandNo,
                                       SymbolicShapes &shapes) {
  unsigned rank = getType().getRank();
  unsigned axes = rank + rank - 1;
  auto dim = [&](unsigned i) { return getAffineDimExpr(i, getContext()); };
  SmallVector<AffineExpr> indices;
  if (operandNo == 1) {
    indices.push_back(dim(1));
    for (unsigned axis = 1; axis < rank; ++axis)
      indices.push_back(dim(rank + axis - 1));
    return {getMap(axes, indices, shapes), {}, {}};
  }

  auto input = llvm::to_vector(shapes.getShape(getInput()));
  auto result = llvm::to_vector(shapes.getShape(getResult()));
  auto filter = llvm::to_vector(shapes.getShape(getFilter()));
  OperandAccess access;
  indices.push_back(dim(0));
  AffineExpr channel = dim(rank);
  if (int64_t groups = getGroups(); groups > 1 && result[1] && filter[1])
    channel = dim(1).floorDiv(result[1].floorDiv(groups)) * filter[1] + channel;
  indices.push_back(channel);
  for (auto [i, window] : llvm::enumerate(getWindows(*this)))
    indices.push_back(getWindowIndex(window, dim(i + 2), dim(rank + 1 + i),
                                     input[i + 2], result[i + 2],
                                     access.constraints));
  access.map = getMap(axes, indices, shapes);
  Type element = getElement(getInput());
  if (!access.constraints.empty())
    access.otherwise =
        isa<FloatType>(element)
            ? TypedAttr(FloatAttr::get(element, 0.0))
            : IntegerAttr::get(element,
                               APInt(element.getIntOrFloatBitWidth(), 0));
  return access;
}

Value ConvOp::buildElement(OpBuilder &builder, Location loc,
                           ValueRange elements, ValueRange) {
  return buildProduct(builder, loc, elements, getElement(getInput()),
                      getAccumulatorType());
}

Combiner ConvOp::getCombiner() { return Combiner::Sum; }
Type ConvOp::getAccumulatorType() { return getSumType(getElement(getInput())); }
int64_t ConvOp::getElementCost() { return 2; }

SmallVector<AffineExpr> MaxPoolOp::getResultShape(SymbolicShapes &shapes) {
  auto result = llvm::to_vector(shapes.getShape(getInput()));
  countPoolWindows(result, getWindows(*this), getContext());
  return result;
}

SmallVector<AffineExpr> MaxPoolOp::getReduceSizes(SymbolicShapes &) {
  return llvm::map_to_vector(getKernel(), [&](int64_t size) {
    return getAffineConstantExpr(size, getContext());
  });
}

OperandAccess MaxPoolOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  unsigned rank = getType().getRank();
  unsigned first = rank - getSpatialRank();
  auto input = llvm::to_vector(shapes.getShape(getInput()));
  auto result = llvm::to_vector(shapes.getShape(getResult()));
  OperandAccess access;
  SmallVector<AffineExpr> indices;
  for (unsigned axis = 0; axis < first; ++axis)
    indices.push_back(getAffineDimExpr(axis, getContext()));
  for (auto [i, window] : llvm::enumerate(getWindows(*this)))
    indices.push_back(getWindowIndex(
        window, getAffineDimExpr(first + i, getContext()),
        getAffineDimExpr(rank + i, getContext()), input[first + i],
        result[first + i], access.constraints));
  access.map = getMap(rank + getSpatialRank(), indices, shapes);
  if (!access.constraints.empty())
    access.otherwise = getLowest(getElement(getInput()));
  return access;
}

Value MaxPoolOp::buildElement(OpBuilder &, Location, ValueRange elements,
                              ValueRange) {
  return elements[0];
}

Combiner MaxPoolOp::getCombiner() { return Combiner::Max; }
Type MaxPoolOp::getAccumulatorType() { return getElement(getInput()); }
int64_t MaxPoolOp::getElementCost() { return 1; }

} // namespace tinygrad::tg
