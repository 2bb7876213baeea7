//===- NormOps.cpp - the norms ----------------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "Normalization.h"
#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"

using namespace mlir;

namespace tinygrad::tg {

/// The axes of an op in the input's order.
template <class OpT> static SmallVector<int64_t> getSortedAxes(OpT op) {
  SmallVector<int64_t> axes(op.getAxes());
  llvm::sort(axes);
  return axes;
}

template <class OpT> static LogicalResult verifyNormAxes(OpT op) {
  if (op.getAxes().empty())
    return op.emitOpError("expected at least one axis, but got none");
  if (failed(verifyAxes(op, op.getAxes(), op.getType().getRank())))
    return failure();
  return verifyEpsilon(op, op.getEpsilon());
}

/// The norm over an op's axes, about the mean or about 0.
template <class OpT>
static FailureOr<SmallVector<Value>> normalize(OpT op, OpBuilder &builder,
                                               bool center, Value bias) {
  FailureOr<SmallVector<OpFoldResult>> sizes =
      getSizes(op, builder, op.getInput());
  if (failed(sizes))
    return failure();
  Location loc = op.getLoc();
  Type element = op.getType().getElementType();
  NormBuilder norm{builder, loc, *sizes, getSumType(element)};
  SmallVector<int64_t> axes = getSortedAxes(op);
  Value x = castTo(builder, loc, op.getInput(), norm.element);
  if (center)
    x = norm.center(x, axes);
  x = norm.scaleToOne(x, axes, op.getEpsilon());
  x = norm.transform(x, op.getScale(), bias, axes);
  return SmallVector<Value>{castTo(builder, loc, x, element)};
}

//===----------------------------------------------------------------------===//
// LayerNormOp
//===----------------------------------------------------------------------===//

LogicalResult LayerNormOp::verify() {
  if (failed(verifyNormAxes(*this)))
    return failure();
  SmallVector<int64_t> axes = getSortedAxes(*this);
  return success(
      succeeded(
          verifyParameter(*this, "a scale", getScale(), getInput(), axes)) &&
      succeeded(verifyParameter(*this, "a bias", getBias(), getInput(), axes)));
}

LogicalResult LayerNormOp::verifySizes(SizeVerifier &verifier) {
  SmallVector<int64_t> axes = getSortedAxes(*this);
  return success(succeeded(verifyParameterSizes(
                     verifier, *this, "scale", getScale(), getInput(), axes)) &&
                 succeeded(verifyParameterSizes(verifier, *this, "bias",
                                                getBias(), getInput(), axes)));
}

SmallVector<AffineExpr> LayerNormOp::getSymbolicShape(unsigned,
                                                      SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInput()));
}

FailureOr<SmallVector<Value>> LayerNormOp::decompose(OpBuilder &builder) {
  return normalize(*this, builder, /*center=*/true, getBias());
}

//===----------------------------------------------------------------------===//
// RmsNormOp
//===----------------------------------------------------------------------===//

LogicalResult RmsNormOp::verify() {
  if (failed(verifyNormAxes(*this)))
    return failure();
  return verifyParameter(*this, "a scale", getScale(), getInput(),
                         getSortedAxes(*this));
}

LogicalResult RmsNormOp::verifySizes(SizeVerifier &verifier) {
  return verifyParameterSizes(verifier, *this, "scale", getScale(), getInput(),
                              getSortedAxes(*this));
}

SmallVector<AffineExpr> RmsNormOp::getSymbolicShape(unsigned,
                                                    SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInput()));
}

FailureOr<SmallVector<Value>> RmsNormOp::decompose(OpBuilder &builder) {
  return normalize(*this, builder, /*center=*/false, /*bias=*/{});
}

//===----------------------------------------------------------------------===//
// GroupNormOp
//===----------------------------------------------------------------------===//

LogicalResult GroupNormOp::verify() {
  RankedTensorType type = getType();
  if (type.getRank() < 2)
    return emitOpError("expected an input of rank at least 2, but got ")
           << type;
  int64_t groups = getGroups(), channels = type.getDimSize(1);
  if (groups < 1)
    return emitOpError("expected groups of at least 1, but got ") << groups;
  if (!ShapedType::isDynamic(channels) && channels % groups != 0)
    return emitOpError("expected channels that are a multiple of ")
           << groups << ", but got " << channels;
  if (failed(verifyEpsilon(*this, getEpsilon())))
    return failure();
  return success(
      succeeded(verifyParameter(*this, "a scale", getScale(), getInput(), 1)) &&
      succeeded(verifyParameter(*this, "a bias", getBias(), getInput(), 1)));
}

LogicalResult GroupNormOp::verifySizes(SizeVerifier &verifier) {
  AffineExpr channels = verifier.getShapes().getShape(getInput())[1];
  if (failed(verifier.verifyEqual(
          *this, channels % getGroups(), getAffineConstantExpr(0, getContext()),
          "the remainder of the channels by the groups and 0")))
    return failure();
  return success(succeeded(verifyParameterSizes(verifier, *this, "scale",
                                                getScale(), getInput(), 1)) &&
                 succeeded(verifyParameterSizes(verifier, *this, "bias",
                                                getBias(), getInput(), 1)));
}

SmallVector<AffineExpr> GroupNormOp::getSymbolicShape(unsigned,
                                                      SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInput()));
}

FailureOr<SmallVector<Value>> GroupNormOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  FailureOr<SmallVector<OpFoldResult>> sizes =
      getSizes(*this, builder, getInput());
  if (failed(sizes))
    return failure();
  Type element = getType().getElementType(), wide = getSumType(element);
  int64_t groups = getGroups();
  // [N, groups, C / groups, spatial…]
  SmallVector<OpFoldResult> grouped = {
      (*sizes)[0], builder.getIndexAttr(groups),
      divide(builder, loc, (*sizes)[1], groups)};
  grouped.append(sizes->begin() + 2, sizes->end());
  auto axes = llvm::to_vector(llvm::seq<int64_t>(2, grouped.size()));
  NormBuilder norm{builder, loc, grouped, wide};
  Value x = castTo(builder, loc, getInput(), wide);
  x = reshape(builder, loc, x, grouped);
  x = norm.scaleToOne(norm.center(x, axes), axes, getEpsilon());
  // The groups' shape to the end, in which all of it is one row's work.
  x = norm.transform(x, getScale(), getBias(), {1, 2});
  x = castTo(builder, loc, x, element);
  return SmallVector<Value>{reshape(builder, loc, x, *sizes)};
}

//===----------------------------------------------------------------------===//
// BatchNormOp
//===----------------------------------------------------------------------===//

LogicalResult BatchNormOp::verify() {
  int64_t axis = getAxis();
  if (failed(verifyAxes(*this, axis, getType().getRank())) ||
      failed(verifyEpsilon(*this, getEpsilon())))
    return failure();
  if (!getMean() != !getVariance())
    return emitOpError("expected mean and variance or neither, but got ")
           << (getMean() ? "a mean" : "a variance") << " only";
  for (auto [name, parameter] :
       {std::pair("a mean", getMean()), std::pair("a variance", getVariance()),
        std::pair("a scale", getScale()), std::pair("a bias", getBias())})
    if (failed(verifyParameter(*this, name, parameter, getInput(), axis)))
      return failure();
  return success();
}

LogicalResult BatchNormOp::verifySizes(SizeVerifier &verifier) {
  for (auto [name, parameter] :
       {std::pair("mean", getMean()), std::pair("variance", getVariance()),
        std::pair("scale", getScale()), std::pair("bias", getBias())})
    if (failed(verifyParameterSizes(verifier, *this, name, parameter,
                                    getInput(), int64_t(getAxis()))))
      return failure();
  return success();
}

SmallVector<AffineExpr> BatchNormOp::getSymbolicShape(unsigned,
                                                      SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInput()));
}

FailureOr<SmallVector<Value>> BatchNormOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  FailureOr<SmallVector<OpFoldResult>> sizes =
      getSizes(*this, builder, getInput());
  if (failed(sizes))
    return failure();
  Type element = getType().getElementType();
  NormBuilder norm{builder, loc, *sizes, getSumType(element)};
  int64_t axis = getAxis();
  Value x = castTo(builder, loc, getInput(), norm.element);
  if (getMean()) {
    x = SubOp::create(builder, loc, x, norm.place(getMean(), axis));
    Value inverse =
        norm.invert(castTo(builder, loc, getVariance(), norm.element),
                    (*sizes)[axis], getEpsilon());
    x = MulOp::create(builder, loc, x, norm.place(inverse, axis));
  } else {
    SmallVector<int64_t> others;
    for (int64_t other = 0; other < getType().getRank(); ++other)
      if (other != axis)
        others.push_back(other);
    x = norm.scaleToOne(norm.center(x, others), others, getEpsilon());
  }
  x = norm.transform(x, getScale(), getBias(), axis);
  return SmallVector<Value>{castTo(builder, loc, x, element)};
}

} // namespace tinygrad::tg
