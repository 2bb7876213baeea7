//===- MovementMaps.cpp - index maps of the movement ops --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizePolynomial.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tinygrad::tg {

// A movement op's element is its operand's.
#define MOVEMENT_ELEMENT(OP)                                                   \
  Value OP::buildElement(OpBuilder &, Location, ValueRange elements,           \
                         ValueRange) {                                         \
    return elements[0];                                                        \
  }                                                                            \
  int64_t OP::getElementCost() { return 0; }                                   \
  bool OP::isMovement() { return true; }

MOVEMENT_ELEMENT(ReshapeOp)
MOVEMENT_ELEMENT(ExpandOp)
MOVEMENT_ELEMENT(PermuteOp)
MOVEMENT_ELEMENT(PadOp)
MOVEMENT_ELEMENT(ShrinkOp)
MOVEMENT_ELEMENT(FlipOp)
#undef MOVEMENT_ELEMENT

/// A map from `rank` axes and the function's variables.
static AffineMap getMap(int64_t rank, ArrayRef<AffineExpr> exprs,
                        SymbolicShapes &shapes) {
  return AffineMap::get(rank, shapes.getVariables().size(), exprs,
                        shapes.getContext());
}

static SmallVector<AffineExpr> getExprs(ArrayRef<OpFoldResult> indices,
                                        SymbolicShapes &shapes) {
  return llvm::map_to_vector(
      indices, [&](OpFoldResult index) { return shapes.getIndexExpr(index); });
}

static bool isOne(AffineExpr expr) {
  auto constant = dyn_cast_or_null<AffineConstantExpr>(expr);
  return constant && constant.getValue() == 1;
}

static bool isZero(AffineExpr expr) {
  auto constant = dyn_cast_or_null<AffineConstantExpr>(expr);
  return constant && constant.getValue() == 0;
}

//===----------------------------------------------------------------------===//
// ReshapeOp
//===----------------------------------------------------------------------===//

namespace {
/// An axis that is not of size 1: its number and size.
struct Axis {
  unsigned number;
  AffineExpr size;
};
} // namespace

static SmallVector<Axis> getAxes(ArrayRef<AffineExpr> shape) {
  SmallVector<Axis> axes;
  for (auto [number, size] : llvm::enumerate(shape))
    if (!isOne(size))
      axes.push_back({static_cast<unsigned>(number), size});
  return axes;
}

/// The products of the first 0, 1, … sizes in normal form; stops where one has
/// none.
static SmallVector<SizePolynomial> getPartialProducts(ArrayRef<Axis> axes,
                                                      MLIRContext *context) {
  SmallVector<SizePolynomial> products;
  AffineExpr product = getAffineConstantExpr(1, context);
  for (const Axis &axis : axes) {
    product = product * axis.size;
    std::optional<SizePolynomial> polynomial = SizePolynomial::get(product);
    if (!polynomial)
      break;
    products.push_back(std::move(*polynomial));
  }
  return products;
}

/// Writes the indices of `inputs`, which the axes of `outputs` linearize to.
static void mapGroup(ArrayRef<Axis> outputs, ArrayRef<Axis> inputs,
                     MutableArrayRef<AffineExpr> indices,
                     MLIRContext *context) {
  SmallVector<AffineExpr> strides(outputs.size());
  AffineExpr stride = getAffineConstantExpr(1, context);
  for (size_t i = outputs.size(); i-- > 0;) {
    strides[i] = stride;
    stride = stride * outputs[i].size;
  }
  AffineExpr linear = getAffineConstantExpr(0, context);
  for (auto [axis, step] : llvm::zip(outputs, strides))
    linear = linear + getAffineDimExpr(axis.number, context) * step;
  stride = getAffineConstantExpr(1, context);
  for (size_t i = inputs.size(); i-- > 0;) {
    AffineExpr index = linear.floorDiv(stride);
    // The outermost index is in range by itself.
    indices[inputs[i].number] = i == 0 ? index : index % inputs[i].size;
    stride = stride * inputs[i].size;
  }
}

SmallVector<AffineExpr> ReshapeOp::getResultShape(SymbolicShapes &shapes) {
  return getExprs(getMixedSizes(), shapes);
}

OperandAccess ReshapeOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  // Axes are split and merged only within groups, between places where both
  // shapes have had the same number of elements.
  MLIRContext *context = getContext();
  auto from = llvm::to_vector(shapes.getShape(getInput()));
  auto to = llvm::to_vector(shapes.getShape(getResult()));
  SmallVector<AffineExpr> indices(from.size(),
                                  getAffineConstantExpr(0, context));
  bool unknown = llvm::is_contained(from, AffineExpr()) ||
                 llvm::is_contained(to, AffineExpr());
  // No element is ever read where there is none.
  if (unknown || llvm::any_of(from, isZero) || llvm::any_of(to, isZero))
    return {getMap(to.size(), indices, shapes), {}, {}};

  SmallVector<Axis> inputs = getAxes(from), outputs = getAxes(to);
  SmallVector<SizePolynomial> inputProducts =
      getPartialProducts(inputs, context);
  SmallVector<SizePolynomial> outputProducts =
      getPartialProducts(outputs, context);
  size_t inputBegin = 0, outputBegin = 0;
  auto closeGroup = [&](size_t inputEnd, size_t outputEnd) {
    mapGroup(ArrayRef(outputs).slice(outputBegin, outputEnd - outputBegin),
             ArrayRef(inputs).slice(inputBegin, inputEnd - inputBegin), indices,
             context);
    inputBegin = inputEnd;
    outputBegin = outputEnd;
  };
  for (size_t i = 0; i < inputProducts.size(); ++i)
    for (size_t j = outputBegin; j < outputProducts.size(); ++j)
      if (inputProducts[i] == outputProducts[j]) {
        closeGroup(i + 1, j + 1);
        break;
      }
  closeGroup(inputs.size(), outputs.size());
  return {getMap(to.size(), indices, shapes), {}, {}};
}

//===----------------------------------------------------------------------===//
// ExpandOp
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> ExpandOp::getResultShape(SymbolicShapes &shapes) {
  return getExprs(getMixedSizes(), shapes);
}

OperandAccess ExpandOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  SmallVector<AffineExpr> indices;
  auto from = llvm::to_vector(shapes.getShape(getInput()));
  for (auto [axis, size] : llvm::enumerate(from))
    indices.push_back(isOne(size) ? getAffineConstantExpr(0, getContext())
                                  : getAffineDimExpr(axis, getContext()));
  return {getMap(getType().getRank(), indices, shapes), {}, {}};
}

//===----------------------------------------------------------------------===//
// PermuteOp
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> PermuteOp::getResultShape(SymbolicShapes &shapes) {
  ArrayRef<AffineExpr> input = shapes.getShape(getInput());
  return llvm::map_to_vector(getOrder(),
                             [&](int64_t axis) { return input[axis]; });
}

OperandAccess PermuteOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  SmallVector<AffineExpr> indices(getOrder().size());
  for (auto [axis, from] : llvm::enumerate(getOrder()))
    indices[from] = getAffineDimExpr(axis, getContext());
  return {getMap(getType().getRank(), indices, shapes), {}, {}};
}

//===----------------------------------------------------------------------===//
// PadOp
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> PadOp::getResultShape(SymbolicShapes &shapes) {
  SmallVector<AffineExpr> low = getExprs(getMixedLow(), shapes);
  SmallVector<AffineExpr> high = getExprs(getMixedHigh(), shapes);
  SmallVector<AffineExpr> result;
  for (auto [size, before, after] :
       llvm::zip(shapes.getShape(getInput()), low, high))
    result.push_back(size && before && after ? size + before + after
                                             : AffineExpr());
  return result;
}

OperandAccess PadOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  OperandAccess access;
  auto sizes = llvm::to_vector(shapes.getShape(getInput()));
  SmallVector<AffineExpr> low = getExprs(getMixedLow(), shapes);
  SmallVector<AffineExpr> high = getExprs(getMixedHigh(), shapes);
  SmallVector<AffineExpr> indices;
  for (auto [axis, size, before, after] : llvm::enumerate(sizes, low, high)) {
    AffineExpr index = getAffineDimExpr(axis, getContext());
    if (before)
      index = index - before;
    indices.push_back(index);
    if (!isZero(before))
      access.constraints.push_back(index);
    if (!isZero(after) && size)
      access.constraints.push_back((before ? size + before - 1 : size - 1) -
                                   getAffineDimExpr(axis, getContext()));
  }
  access.map = getMap(getType().getRank(), indices, shapes);
  if (!access.constraints.empty())
    access.otherwise = getValue();
  return access;
}

//===----------------------------------------------------------------------===//
// ShrinkOp
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> ShrinkOp::getResultShape(SymbolicShapes &shapes) {
  return getExprs(getMixedSizes(), shapes);
}

OperandAccess ShrinkOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  SmallVector<AffineExpr> indices;
  for (auto [axis, offset] : llvm::enumerate(getMixedOffsets())) {
    AffineExpr index = getAffineDimExpr(axis, getContext());
    if (AffineExpr from = shapes.getIndexExpr(offset))
      index = index + from;
    indices.push_back(index);
  }
  return {getMap(getType().getRank(), indices, shapes), {}, {}};
}

//===----------------------------------------------------------------------===//
// FlipOp
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> FlipOp::getResultShape(SymbolicShapes &shapes) {
  return llvm::to_vector(shapes.getShape(getInput()));
}

OperandAccess FlipOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  SmallVector<AffineExpr> indices;
  auto sizes = llvm::to_vector(shapes.getShape(getInput()));
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    AffineExpr index = getAffineDimExpr(axis, getContext());
    if (llvm::is_contained(getAxes(), static_cast<int64_t>(axis)) && size)
      index = size - 1 - index;
    indices.push_back(index);
  }
  return {getMap(getType().getRank(), indices, shapes), {}, {}};
}

} // namespace tinygrad::tg
