//===- JoinOps.cpp - concat, repeat and stack -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains.h"
#include "ConstantScalars.h"
#include "Decompositions.h"
#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"

using namespace mlir;

namespace tinygrad::tg {

/// A map from the result's axes and the function's variables.
static AffineMap getMap(Operation *op, ArrayRef<AffineExpr> exprs,
                        SymbolicShapes &shapes) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return AffineMap::get(type.getRank(), shapes.getVariables().size(), exprs,
                        op->getContext());
}

/// At least one operand, and all of one element type and rank.
static LogicalResult verifyJoined(Operation *op) {
  if (op->getNumOperands() == 0)
    return op->emitOpError("expected at least one operand, but got none");
  auto first = cast<RankedTensorType>(op->getOperand(0).getType());
  for (auto [number, type] : llvm::enumerate(op->getOperandTypes())) {
    auto other = cast<RankedTensorType>(type);
    if (other.getElementType() != first.getElementType())
      return op->emitOpError("expected operands of one element type, but got ")
             << first << " and " << other;
    if (other.getRank() != first.getRank())
      return op->emitOpError("expected operands of one rank, but got ")
             << first << " and " << other;
  }
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  if (result.getElementType() != first.getElementType())
    return op->emitOpError("expected a result of element type ")
           << first.getElementType() << ", but got " << result;
  return success();
}

/// Sizes of operands that must agree, but for those on axis `except`.
static LogicalResult verifyAgreement(Operation *op, int64_t except) {
  auto first = cast<RankedTensorType>(op->getOperand(0).getType());
  for (Type type : op->getOperandTypes())
    for (int64_t axis = 0; axis < first.getRank(); ++axis) {
      int64_t a = first.getDimSize(axis);
      int64_t b = cast<RankedTensorType>(type).getDimSize(axis);
      // Others are proven by `verifySizes`.
      if (axis != except && a != b && !ShapedType::isDynamic(a) &&
          !ShapedType::isDynamic(b))
        return op->emitOpError("expected operands of one size on axis ")
               << axis << ", but got " << first << " and " << type;
    }
  return success();
}

/// The same for sizes that depend on variables.
static LogicalResult verifyAgreement(Operation *op, SizeVerifier &verifier,
                                     int64_t except) {
  SymbolicShapes &shapes = verifier.getShapes();
  SmallVector<AffineExpr> first(shapes.getShape(op->getOperand(0)));
  for (auto [number, operand] : llvm::enumerate(op->getOperands().drop_front()))
    for (auto [axis, size] : llvm::enumerate(shapes.getShape(operand)))
      if (static_cast<int64_t>(axis) != except &&
          failed(verifier.verifyEqual(op, first[axis], size,
                                      "sizes of operands 0 and " +
                                          Twine(number + 1) + " on axis " +
                                          Twine(axis))))
        return failure();
  return success();
}

/// The size that operands agree on: constant where one of them is.
static int64_t getAgreedSize(ValueRange operands, int64_t axis) {
  for (Type type : operands.getTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    if (axis < tensor.getRank() && !tensor.isDynamicDim(axis))
      return tensor.getDimSize(axis);
  }
  return ShapedType::kDynamic;
}

static OpFoldResult foldSplats(Operation *op, ArrayRef<Attribute> operands) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto first = operands.empty()
                   ? DenseElementsAttr()
                   : dyn_cast_or_null<DenseElementsAttr>(operands[0]);
  if (!type.hasStaticShape() || !first || !first.isSplat())
    return {};
  for (Attribute operand : operands) {
    auto other = dyn_cast_or_null<DenseElementsAttr>(operand);
    if (!other || !other.isSplat() ||
        other.getSplatValue<Attribute>() != first.getSplatValue<Attribute>())
      return {};
  }
  return type.getNumElements() == 0 ? makeElements(type, {})
                                    : first.resizeSplat(type);
}

//===----------------------------------------------------------------------===//
// ConcatOp
//===----------------------------------------------------------------------===//

/// The sizes of a concat, as far as they are constant.
static SmallVector<int64_t> getConcatSizes(ValueRange inputs, int64_t axis) {
  if (inputs.empty())
    return {};
  int64_t rank = cast<RankedTensorType>(inputs[0].getType()).getRank();
  SmallVector<int64_t> sizes;
  for (int64_t i = 0; i < rank; ++i)
    sizes.push_back(getAgreedSize(inputs, i));
  if (axis < 0 || axis >= rank)
    return sizes;
  int64_t sum = 0;
  for (Type type : inputs.getTypes()) {
    auto tensor = cast<RankedTensorType>(type);
    if (axis >= tensor.getRank() || tensor.isDynamicDim(axis) ||
        llvm::AddOverflow(sum, tensor.getDimSize(axis), sum)) {
      sum = ShapedType::kDynamic;
      break;
    }
  }
  sizes[axis] = sum;
  return sizes;
}

void ConcatOp::build(OpBuilder &builder, OperationState &state,
                     ValueRange inputs, int64_t axis) {
  Type element = inputs.empty() ? builder.getF32Type()
                                : getElementTypeOrSelf(inputs[0].getType());
  build(builder, state,
        RankedTensorType::get(getConcatSizes(inputs, axis), element), inputs,
        static_cast<uint64_t>(axis));
}

LogicalResult ConcatOp::verify() {
  if (failed(verifyJoined(*this)))
    return failure();
  int64_t axis = getAxis();
  if (failed(verifyAxes(*this, axis, getType().getRank())) ||
      failed(verifyAgreement(*this, axis)))
    return failure();
  return verifyShape(*this, getConcatSizes(getInputs(), axis), getType());
}

SmallVector<AffineExpr> ConcatOp::getResultShape(SymbolicShapes &shapes) {
  SmallVector<AffineExpr> shape(shapes.getShape(getInputs()[0]));
  int64_t axis = getAxis();
  for (Value input : getInputs().drop_front()) {
    AffineExpr size = shapes.getShape(input)[axis];
    shape[axis] = shape[axis] && size ? shape[axis] + size : AffineExpr();
  }
  return shape;
}

SmallVector<AffineExpr> ConcatOp::getSymbolicShape(unsigned,
                                                   SymbolicShapes &shapes) {
  return getResultShape(shapes);
}

LogicalResult ConcatOp::verifySizes(SizeVerifier &verifier) {
  return verifyAgreement(*this, verifier, getAxis());
}

OperandAccess ConcatOp::getOperandAccess(unsigned operandNo,
                                         SymbolicShapes &shapes) {
  int64_t axis = getAxis();
  AffineExpr place = getAffineDimExpr(axis, getContext());
  for (Value before : getInputs().take_front(operandNo))
    if (AffineExpr size = shapes.getShape(before)[axis])
      place = place - size;
  OperandAccess access;
  SmallVector<AffineExpr> indices;
  for (int64_t i = 0; i < getType().getRank(); ++i)
    indices.push_back(i == axis ? place : getAffineDimExpr(i, getContext()));
  access.map = getMap(*this, indices, shapes);
  if (operandNo > 0)
    access.constraints.push_back(place);
  AffineExpr size = shapes.getShape(getInputs()[operandNo])[axis];
  if (operandNo + 1 < getNumOperands() && size)
    access.constraints.push_back(size - 1 - place);
  if (!access.constraints.empty())
    access.otherwise = cast<TypedAttr>(
        Builder(getContext()).getZeroAttr(getType().getElementType()));
  return access;
}

Value ConcatOp::buildElement(OpBuilder &, Location, ValueRange elements,
                             ValueRange) {
  return elements[0];
}

int64_t ConcatOp::getElementCost() { return 0; }
bool ConcatOp::isMovement() { return true; }

OpFoldResult ConcatOp::fold(FoldAdaptor adaptor) {
  if (getNumOperands() == 1 && getInputs()[0].getType() == getType())
    return replacement(*this, getInputs()[0]);
  int64_t axis = getAxis();
  // Without elements there is nothing to join.
  for (unsigned i = 0; i < getNumOperands() && getNumOperands() > 1; ++i) {
    SmallVector<Value> others(getInputs());
    others.erase(others.begin() + i);
    auto type = cast<RankedTensorType>(getInputs()[i].getType());
    if (type.getDimSize(axis) == 0 &&
        ArrayRef(getConcatSizes(others, axis)) == getType().getShape()) {
      getInputsMutable().erase(i);
      return getResult();
    }
  }
  return foldSplats(*this, adaptor.getInputs());
}

//===----------------------------------------------------------------------===//
// RepeatOp
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> getRepeatedSizes(RankedTensorType input,
                                             ArrayRef<int64_t> counts) {
  SmallVector<int64_t> sizes;
  for (auto [size, count] : llvm::zip(input.getShape(), counts)) {
    int64_t product = ShapedType::kDynamic;
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(count) &&
        llvm::MulOverflow(size, count, product))
      product = ShapedType::kDynamic;
    sizes.push_back(product);
  }
  return sizes;
}

void RepeatOp::build(OpBuilder &builder, OperationState &state, Value input,
                     ArrayRef<OpFoldResult> counts) {
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant;
  dispatchIndexOpFoldResults(counts, dynamic, constant);
  auto type = cast<RankedTensorType>(input.getType());
  build(builder, state,
        RankedTensorType::get(getRepeatedSizes(type, constant),
                              type.getElementType()),
        input, dynamic, constant);
}

SmallVector<OpFoldResult> RepeatOp::getMixedCounts() {
  return getMixedValues(getStaticCounts(), getCounts(), getContext());
}

LogicalResult RepeatOp::verify() {
  RankedTensorType input = getInput().getType();
  if (failed(verifyIndexList(*this, "counts", getStaticCounts(), getCounts(),
                             input.getRank())))
    return failure();
  if (getType().getElementType() != input.getElementType())
    return emitOpError("expected a result of element type ")
           << input.getElementType() << ", but got " << getType();
  return verifyShape(*this, getRepeatedSizes(input, getStaticCounts()),
                     getType());
}

SmallVector<AffineExpr> RepeatOp::getResultShape(SymbolicShapes &shapes) {
  SmallVector<AffineExpr> result;
  for (auto [size, count] :
       llvm::zip(SmallVector<AffineExpr>(shapes.getShape(getInput())),
                 getMixedCounts())) {
    AffineExpr times = shapes.getIndexExpr(count);
    result.push_back(size && times ? size * times : AffineExpr());
  }
  return result;
}

SmallVector<AffineExpr> RepeatOp::getSymbolicShape(unsigned,
                                                   SymbolicShapes &shapes) {
  return getResultShape(shapes);
}

LogicalResult RepeatOp::verifySizes(SizeVerifier &verifier) {
  for (auto [axis, count] : llvm::enumerate(getMixedCounts()))
    if (failed(verifier.verifyAtLeast(*this,
                                      verifier.getShapes().getIndexExpr(count),
                                      0, "count on axis " + Twine(axis))))
      return failure();
  return success();
}

OperandAccess RepeatOp::getOperandAccess(unsigned, SymbolicShapes &shapes) {
  SmallVector<AffineExpr> indices;
  auto sizes = llvm::to_vector(shapes.getShape(getInput()));
  for (auto [axis, size, count] : llvm::enumerate(sizes, getStaticCounts())) {
    AffineExpr place = getAffineDimExpr(axis, getContext());
    if (count == 1)
      indices.push_back(place);
    else if (size == getAffineConstantExpr(0, getContext()) || !size)
      indices.push_back(getAffineConstantExpr(0, getContext())); // Never read.
    else
      indices.push_back(place % size);
  }
  return {getMap(*this, indices, shapes), {}, {}};
}

Value RepeatOp::buildElement(OpBuilder &, Location, ValueRange elements,
                             ValueRange) {
  return elements[0];
}

int64_t RepeatOp::getElementCost() { return 0; }
bool RepeatOp::isMovement() { return true; }

OpFoldResult RepeatOp::fold(FoldAdaptor adaptor) {
  bool once = llvm::all_of(getStaticCounts(), [](int64_t c) { return c == 1; });
  if (once && getInput().getType() == getType())
    return replacement(*this, getInput());
  return foldSplats(*this, adaptor.getInput());
}

//===----------------------------------------------------------------------===//
// StackOp
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> getStackSizes(ValueRange inputs, int64_t axis) {
  if (inputs.empty())
    return {};
  int64_t rank = cast<RankedTensorType>(inputs[0].getType()).getRank();
  SmallVector<int64_t> sizes;
  for (int64_t i = 0; i < rank; ++i)
    sizes.push_back(getAgreedSize(inputs, i));
  if (axis >= 0 && axis <= rank)
    sizes.insert(sizes.begin() + axis, inputs.size());
  return sizes;
}

void StackOp::build(OpBuilder &builder, OperationState &state,
                    ValueRange inputs, int64_t axis) {
  Type element = inputs.empty() ? builder.getF32Type()
                                : getElementTypeOrSelf(inputs[0].getType());
  build(builder, state,
        RankedTensorType::get(getStackSizes(inputs, axis), element), inputs,
        static_cast<uint64_t>(axis));
}

LogicalResult StackOp::verify() {
  if (failed(verifyJoined(*this)))
    return failure();
  auto input = cast<RankedTensorType>(getInputs()[0].getType());
  if (failed(verifyAxes(*this, static_cast<int64_t>(getAxis()),
                        input.getRank() + 1)) ||
      failed(verifyAgreement(*this, /*except=*/-1)))
    return failure();
  return verifyShape(
      *this, getStackSizes(getInputs(), static_cast<int64_t>(getAxis())),
      getType());
}

SmallVector<AffineExpr> StackOp::getSymbolicShape(unsigned,
                                                  SymbolicShapes &shapes) {
  SmallVector<AffineExpr> shape(shapes.getShape(getInputs()[0]));
  shape.insert(shape.begin() + getAxis(),
               getAffineConstantExpr(getNumOperands(), getContext()));
  return shape;
}

LogicalResult StackOp::verifySizes(SizeVerifier &verifier) {
  return verifyAgreement(*this, verifier, /*except=*/-1);
}

FailureOr<SmallVector<Value>> StackOp::decompose(OpBuilder &builder) {
  int64_t axis = getAxis();
  SmallVector<Value> parts;
  for (Value input : getInputs()) {
    FailureOr<SmallVector<OpFoldResult>> sizes =
        getSizes(*this, builder, input);
    if (failed(sizes))
      return failure();
    sizes->insert(sizes->begin() + axis, builder.getIndexAttr(1));
    parts.push_back(ReshapeOp::create(builder, getLoc(), input, *sizes));
  }
  Value result = ConcatOp::create(builder, getLoc(), getType(), parts,
                                  static_cast<uint64_t>(axis));
  return SmallVector<Value>{result};
}

} // namespace tinygrad::tg
