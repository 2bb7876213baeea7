//===- GatherOps.cpp - one_hot and gather -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GatherOps.h"
#include "Decompositions.h"
#include "OpVerification.h"
#include "SizeArithmetic.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"

using namespace mlir;

namespace tinygrad::tg {

Value buildPlaces(OpBuilder &builder, Location loc, OpFoldResult size,
                  Type element) {
  return ArangeOp::create(builder, loc, size,
                          builder.getIntegerAttr(element, 0),
                          builder.getIntegerAttr(element, 1));
}

Value widenIndex(Operation *op, OpBuilder &builder, Value index,
                 OpFoldResult size) {
  Type element = getElementTypeOrSelf(index.getType());
  unsigned width = element.getIntOrFloatBitWidth();
  std::optional<int64_t> most = getUpperBound(op, size);
  bool narrow = most && *most <= std::numeric_limits<int32_t>::max() &&
                (width < 32 || (width == 32 && !element.isUnsignedInteger()));
  return castTo(builder, op->getLoc(), index,
                builder.getIntegerType(narrow ? 32 : 64));
}

Value pickAlongAxis(Operation *op, OpBuilder &builder, Value input, Value index,
                    int64_t axis, ArrayRef<OpFoldResult> inputSizes,
                    ArrayRef<OpFoldResult> indexSizes) {
  Location loc = op->getLoc();
  // One term of the sum is not zero. Its bits are added as an integer's, so
  // that NaNs and the sign of zero stay.
  Type element = getElementTypeOrSelf(input.getType());
  unsigned width = element.getIntOrFloatBitWidth();
  Value bits = input;
  if (isa<FloatType>(element))
    bits = BitcastOp::create(
        builder, loc,
        withElementType(input.getType(),
                        builder.getIntegerType(width, /*isSigned=*/false)),
        input);

  // [i, k, j] for axis 1: the index' axes, and that of the input after `axis`.
  SmallVector<OpFoldResult> sizes(indexSizes), oneIndex(indexSizes),
      oneInput(inputSizes);
  sizes.insert(sizes.begin() + axis + 1, inputSizes[axis]);
  oneIndex.insert(oneIndex.begin() + axis + 1, builder.getIndexAttr(1));
  oneInput.insert(oneInput.begin() + axis, builder.getIndexAttr(1));
  Value wanted = widenIndex(op, builder, index, inputSizes[axis]);
  Type place = getElementTypeOrSelf(wanted.getType());
  wanted = expand(builder, loc, reshape(builder, loc, wanted, oneIndex), sizes);
  Value places =
      spread(builder, loc, buildPlaces(builder, loc, inputSizes[axis], place),
             axis + 1, sizes);
  Value chosen = CmpOp::create(
      builder, loc, withElementType(wanted.getType(), builder.getI1Type()),
      CmpPredicate::eq, places, wanted);
  bits = expand(builder, loc, reshape(builder, loc, bits, oneInput), sizes);
  Value candidates = WhereOp::create(
      builder, loc, chosen, bits,
      splat(builder, loc, getElementTypeOrSelf(bits.getType()), 0, sizes));
  Value result =
      SumOp::create(builder, loc, candidates, axis + 1, /*keepdim=*/false);
  if (!isa<FloatType>(element))
    return castTo(builder, loc, result, element);
  result = castTo(builder, loc, result,
                  builder.getIntegerType(width, /*isSigned=*/false));
  return BitcastOp::create(builder, loc,
                           withElementType(result.getType(), element), result);
}

//===----------------------------------------------------------------------===//
// OneHotOp
//===----------------------------------------------------------------------===//

void OneHotOp::build(OpBuilder &builder, OperationState &state, Value index,
                     OpFoldResult size, Type element) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(size, dynamic, constant);
  SmallVector<int64_t> sizes(
      cast<RankedTensorType>(index.getType()).getShape());
  sizes.push_back(constant[0]);
  build(builder, state, RankedTensorType::get(sizes, element), index, dynamic,
        constant);
}

OpFoldResult OneHotOp::getMixedSize() {
  return getMixedValues(getStaticSizes(), getSizes(), getContext()).front();
}

LogicalResult OneHotOp::verify() {
  if (failed(verifyIndexList(*this, "sizes", getStaticSizes(), getSizes(), 1)))
    return failure();
  SmallVector<int64_t> sizes(getIndex().getType().getShape());
  sizes.push_back(getStaticSizes()[0]);
  return verifyShape(*this, sizes, getType());
}

SmallVector<AffineExpr> OneHotOp::getSymbolicShape(unsigned,
                                                   SymbolicShapes &shapes) {
  SmallVector<AffineExpr> shape(shapes.getShape(getIndex()));
  shape.push_back(shapes.getIndexExpr(getMixedSize()));
  return shape;
}

LogicalResult OneHotOp::verifySizes(SizeVerifier &verifier) {
  return success(); // A negative size is an error of the result.
}

FailureOr<SmallVector<Value>> OneHotOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  FailureOr<SmallVector<OpFoldResult>> sizes =
      tg::getSizes(*this, builder, getIndex());
  if (failed(sizes))
    return failure();
  OpFoldResult classes = getMixedSize();
  int64_t axis = sizes->size();
  SmallVector<OpFoldResult> one(*sizes);
  one.push_back(builder.getIndexAttr(1));
  sizes->push_back(classes);
  Value index = widenIndex(*this, builder, getIndex(), classes);
  Type place = getElementTypeOrSelf(index.getType());
  index = expand(builder, loc, reshape(builder, loc, index, one), *sizes);
  Value places = spread(builder, loc, buildPlaces(builder, loc, classes, place),
                        axis, *sizes);
  Value found = CmpOp::create(
      builder, loc, withElementType(index.getType(), builder.getI1Type()),
      CmpPredicate::eq, places, index);
  return SmallVector<Value>{
      castTo(builder, loc, found, getType().getElementType())};
}

//===----------------------------------------------------------------------===//
// GatherOp
//===----------------------------------------------------------------------===//

LogicalResult verifyIndexed(Operation *op, RankedTensorType input,
                            RankedTensorType index, int64_t axis) {
  if (input.getRank() != index.getRank())
    return op->emitOpError("expected an index of rank ")
           << input.getRank() << ", but got " << index;
  if (failed(verifyAxes(op, axis, input.getRank())))
    return failure();
  for (int64_t i = 0; i < input.getRank(); ++i)
    if (i != axis && !input.isDynamicDim(i) && !index.isDynamicDim(i) &&
        input.getDimSize(i) != index.getDimSize(i))
      return op->emitOpError("expected size ")
             << input.getDimSize(i) << " on axis " << i
             << " of the index, but got " << index;
  return success();
}

LogicalResult verifyIndexed(Operation *op, SizeVerifier &verifier, Value input,
                            Value index, int64_t axis) {
  SmallVector<AffineExpr> a(verifier.getShapes().getShape(input));
  SmallVector<AffineExpr> b(verifier.getShapes().getShape(index));
  for (auto [i, x, y] : llvm::enumerate(a, b))
    if (static_cast<int64_t>(i) != axis &&
        failed(verifier.verifyEqual(
            op, x, y, "sizes of input and index on axis " + Twine(i))))
      return failure();
  return success();
}

void GatherOp::build(OpBuilder &builder, OperationState &state, Value input,
                     Value index, int64_t axis) {
  build(
      builder, state,
      RankedTensorType::get(cast<RankedTensorType>(index.getType()).getShape(),
                            getElementTypeOrSelf(input.getType())),
      input, index, static_cast<uint64_t>(axis));
}

LogicalResult GatherOp::verify() {
  if (failed(verifyIndexed(*this, getInput().getType(), getIndex().getType(),
                           getAxis())))
    return failure();
  return verifyShape(*this, getIndex().getType().getShape(), getType());
}

SmallVector<AffineExpr> GatherOp::getSymbolicShape(unsigned,
                                                   SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getIndex()));
}

LogicalResult GatherOp::verifySizes(SizeVerifier &verifier) {
  return verifyIndexed(*this, verifier, getInput(), getIndex(), getAxis());
}

FailureOr<SmallVector<Value>> GatherOp::decompose(OpBuilder &builder) {
  FailureOr<SmallVector<OpFoldResult>> inputSizes =
      getSizes(*this, builder, getInput());
  FailureOr<SmallVector<OpFoldResult>> indexSizes =
      getSizes(*this, builder, getIndex());
  if (failed(inputSizes) || failed(indexSizes))
    return failure();
  // The other sizes are equal; where one is constant both are taken as that.
  int64_t axis = getAxis();
  return SmallVector<Value>{pickAlongAxis(
      *this, builder, getInput(), getIndex(), axis, *inputSizes, *indexSizes)};
}

} // namespace tinygrad::tg
