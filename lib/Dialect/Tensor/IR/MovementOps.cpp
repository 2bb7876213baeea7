//===- MovementOps.cpp - movement ops: what is valid ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tinygrad::tg {

/// The type with `sizes` and the element type of `input`.
static RankedTensorType getTypeOfSizes(Value input, ArrayRef<int64_t> sizes) {
  return RankedTensorType::get(sizes, getElementTypeOrSelf(input.getType()));
}

static RankedTensorType getInputType(Operation *op) {
  return cast<RankedTensorType>(op->getOperand(0).getType());
}

//===----------------------------------------------------------------------===//
// ReshapeOp
//===----------------------------------------------------------------------===//

void ReshapeOp::build(OpBuilder &builder, OperationState &state, Value input,
                      ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  build(builder, state, getTypeOfSizes(input, constant), input, dynamic,
        constant);
}

SmallVector<OpFoldResult> ReshapeOp::getMixedSizes() {
  return getMixedValues(getStaticSizes(), getSizes(), getContext());
}

LogicalResult ReshapeOp::verify() {
  if (failed(
          verifySizes(*this, "sizes", getStaticSizes(), getSizes(), getType())))
    return failure();
  auto input = getInputType(*this);
  // With sizes that are not constant, `verifyShapes` proves it.
  if (input.hasStaticShape() && getType().hasStaticShape() &&
      input.getNumElements() != getType().getNumElements())
    return emitOpError("expected ")
           << input.getNumElements() << " elements as in " << input
           << ", but got " << getType().getNumElements() << " in " << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// ExpandOp
//===----------------------------------------------------------------------===//

void ExpandOp::build(OpBuilder &builder, OperationState &state, Value input,
                     ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  build(builder, state, getTypeOfSizes(input, constant), input, dynamic,
        constant);
}

SmallVector<OpFoldResult> ExpandOp::getMixedSizes() {
  return getMixedValues(getStaticSizes(), getSizes(), getContext());
}

LogicalResult ExpandOp::verify() {
  auto input = getInputType(*this);
  if (input.getRank() != getType().getRank())
    return emitOpError("expected a result of rank ")
           << input.getRank() << ", but got " << getType();
  if (failed(
          verifySizes(*this, "sizes", getStaticSizes(), getSizes(), getType())))
    return failure();
  for (int64_t axis = 0; axis < input.getRank(); ++axis) {
    int64_t from = input.getDimSize(axis), to = getType().getDimSize(axis);
    if (from == to || from == 1)
      continue;
    if (ShapedType::isDynamic(from) || ShapedType::isDynamic(to))
      continue; // Proven by `verifyShapes`.
    return emitOpError("expected size 1 or ")
           << to << " on axis " << axis << " of the input, but got " << from;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// PermuteOp
//===----------------------------------------------------------------------===//

void PermuteOp::build(OpBuilder &builder, OperationState &state, Value input,
                      ArrayRef<int64_t> order) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> sizes;
  for (int64_t axis : order)
    // A wrong order is the verifier's business.
    sizes.push_back(axis >= 0 && axis < type.getRank() ? type.getDimSize(axis)
                                                       : 1);
  build(builder, state, getTypeOfSizes(input, sizes), input, order);
}

LogicalResult PermuteOp::verify() {
  auto input = getInputType(*this);
  if (static_cast<int64_t>(getOrder().size()) != input.getRank())
    return emitOpError("expected ")
           << input.getRank() << " axes in the order, but got "
           << getOrder().size();
  if (failed(verifyAxes(*this, getOrder(), input.getRank())))
    return failure();
  SmallVector<int64_t> sizes;
  for (int64_t axis : getOrder())
    sizes.push_back(input.getDimSize(axis));
  return verifyShape(*this, sizes, getType());
}

//===----------------------------------------------------------------------===//
// PadOp
//===----------------------------------------------------------------------===//

/// Size + low + high; not constant where one of them is not, or the sum is too
/// large for any tensor.
static int64_t getPaddedSize(int64_t size, int64_t low, int64_t high) {
  int64_t result;
  if (ShapedType::isDynamic(size) || ShapedType::isDynamic(low) ||
      ShapedType::isDynamic(high) || llvm::AddOverflow(size, low, result) ||
      llvm::AddOverflow(result, high, result))
    return ShapedType::kDynamic;
  return result;
}

void PadOp::build(OpBuilder &builder, OperationState &state, Value input,
                  ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high,
                  TypedAttr value) {
  SmallVector<Value> dynamicLow, dynamicHigh;
  SmallVector<int64_t> staticLow, staticHigh, sizes;
  dispatchIndexOpFoldResults(low, dynamicLow, staticLow);
  dispatchIndexOpFoldResults(high, dynamicHigh, staticHigh);
  for (auto [size, before, after] :
       llvm::zip(cast<RankedTensorType>(input.getType()).getShape(), staticLow,
                 staticHigh))
    sizes.push_back(getPaddedSize(size, before, after));
  build(builder, state, getTypeOfSizes(input, sizes), input, dynamicLow,
        dynamicHigh, staticLow, staticHigh, value);
}

SmallVector<OpFoldResult> PadOp::getMixedLow() {
  return getMixedValues(getStaticLow(), getLow(), getContext());
}

SmallVector<OpFoldResult> PadOp::getMixedHigh() {
  return getMixedValues(getStaticHigh(), getHigh(), getContext());
}

LogicalResult PadOp::verify() {
  auto input = getInputType(*this);
  if (failed(verifyIndexList(*this, "low paddings", getStaticLow(), getLow(),
                             input.getRank())) ||
      failed(verifyIndexList(*this, "high paddings", getStaticHigh(), getHigh(),
                             input.getRank())) ||
      failed(verifyScalar(*this, "value", getValue(), input.getElementType())))
    return failure();
  SmallVector<int64_t> sizes;
  for (auto [size, low, high] :
       llvm::zip(input.getShape(), getStaticLow(), getStaticHigh()))
    sizes.push_back(getPaddedSize(size, low, high));
  return verifyShape(*this, sizes, getType());
}

//===----------------------------------------------------------------------===//
// ShrinkOp
//===----------------------------------------------------------------------===//

void ShrinkOp::build(OpBuilder &builder, OperationState &state, Value input,
                     ArrayRef<OpFoldResult> offsets,
                     ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> dynamicOffsets, dynamicSizes;
  SmallVector<int64_t> staticOffsets, staticSizes;
  dispatchIndexOpFoldResults(offsets, dynamicOffsets, staticOffsets);
  dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
  build(builder, state, getTypeOfSizes(input, staticSizes), input,
        dynamicOffsets, dynamicSizes, staticOffsets, staticSizes);
}

SmallVector<OpFoldResult> ShrinkOp::getMixedOffsets() {
  return getMixedValues(getStaticOffsets(), getOffsets(), getContext());
}

SmallVector<OpFoldResult> ShrinkOp::getMixedSizes() {
  return getMixedValues(getStaticSizes(), getSizes(), getContext());
}

LogicalResult ShrinkOp::verify() {
  auto input = getInputType(*this);
  if (failed(verifyIndexList(*this, "offsets", getStaticOffsets(), getOffsets(),
                             input.getRank())) ||
      failed(
          verifySizes(*this, "sizes", getStaticSizes(), getSizes(), getType())))
    return failure();
  if (getType().getRank() != input.getRank())
    return emitOpError("expected a result of rank ")
           << input.getRank() << ", but got " << getType();
  for (auto [axis, whole, offset, size] : llvm::enumerate(
           input.getShape(), getStaticOffsets(), getStaticSizes())) {
    if (ShapedType::isDynamic(whole))
      continue;
    // What is not constant is at least 0; the rest is proven by `verifyShapes`.
    int64_t from = ShapedType::isDynamic(offset) ? 0 : offset;
    int64_t count = ShapedType::isDynamic(size) ? 0 : size;
    if (from > whole || count > whole - from)
      return emitOpError("expected a part within ")
             << whole << " elements on axis " << axis << ", but got offset "
             << printSize(offset) << " and size " << printSize(size);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// FlipOp
//===----------------------------------------------------------------------===//

LogicalResult FlipOp::verify() {
  return verifyAxes(*this, getAxes(), getInputType(*this).getRank());
}

} // namespace tinygrad::tg
