//===- LogSoftmax.cpp - log_softmax and logsumexp ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"

using namespace mlir;

namespace tinygrad::tg {

//===----------------------------------------------------------------------===//
// LogSoftmaxOp
//===----------------------------------------------------------------------===//

void LogSoftmaxOp::build(OpBuilder &builder, OperationState &state, Value input,
                         int64_t axis) {
  build(builder, state, input.getType(), input, static_cast<uint64_t>(axis));
}

LogicalResult LogSoftmaxOp::verify() {
  return verifyAxes(*this, static_cast<int64_t>(getAxis()),
                    getType().getRank());
}

SmallVector<AffineExpr> LogSoftmaxOp::getSymbolicShape(unsigned,
                                                       SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInput()));
}

FailureOr<SmallVector<Value>> LogSoftmaxOp::decompose(OpBuilder &builder) {
  int64_t axis = getAxis();
  if (getType().getDimSize(axis) == 0)
    return SmallVector<Value>{getInput()}; // Without an element either.
  FailureOr<Exponentials> parts =
      buildExponentials(*this, builder, getInput(), axis);
  if (failed(parts))
    return failure();
  Value log = LogOp::create(builder, getLoc(), parts->sum);
  Value result = SubOp::create(builder, getLoc(), parts->shifted,
                               expand(builder, getLoc(), log, parts->sizes));
  return SmallVector<Value>{
      castTo(builder, getLoc(), result, getType().getElementType())};
}

//===----------------------------------------------------------------------===//
// LogsumexpOp
//===----------------------------------------------------------------------===//

void LogsumexpOp::build(OpBuilder &builder, OperationState &state, Value input,
                        ArrayRef<int64_t> axes, bool keepdim) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> sizes;
  for (auto [axis, size] : llvm::enumerate(type.getShape()))
    if (!llvm::is_contained(axes, static_cast<int64_t>(axis)))
      sizes.push_back(size);
    else if (keepdim)
      sizes.push_back(1);
  build(builder, state, RankedTensorType::get(sizes, type.getElementType()),
        input, axes, keepdim);
}

LogicalResult LogsumexpOp::verify() {
  RankedTensorType input = getInput().getType();
  if (failed(verifyAxes(*this, getAxes(), input.getRank())))
    return failure();
  if (getType().getElementType() != input.getElementType())
    return emitOpError("expected a result of element type ")
           << input.getElementType() << ", but got "
           << getType().getElementType();
  SmallVector<int64_t> sizes;
  for (auto [axis, size] : llvm::enumerate(input.getShape()))
    if (!llvm::is_contained(getAxes(), static_cast<int64_t>(axis)))
      sizes.push_back(size);
    else if (getKeepdim())
      sizes.push_back(1);
  return verifyShape(*this, sizes, getType());
}

LogicalResult LogsumexpOp::verifySizes(SizeVerifier &verifier) {
  SmallVector<int64_t> variable;
  for (int64_t axis : getAxes()) {
    if (getInput().getType().getDimSize(axis) == 0)
      return success();
    if (getInput().getType().isDynamicDim(axis))
      variable.push_back(axis);
  }
  return verifier.verifyNotEmpty(*this, getInput(), variable);
}

SmallVector<AffineExpr> LogsumexpOp::getSymbolicShape(unsigned,
                                                      SymbolicShapes &shapes) {
  SmallVector<AffineExpr> result;
  for (auto [axis, size] : llvm::enumerate(shapes.getShape(getInput())))
    if (!llvm::is_contained(getAxes(), static_cast<int64_t>(axis)))
      result.push_back(size);
    else if (getKeepdim())
      result.push_back(getAffineConstantExpr(1, getContext()));
  return result;
}

FailureOr<SmallVector<Value>> LogsumexpOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  FailureOr<SmallVector<OpFoldResult>> sizes =
      getSizes(*this, builder, getInput());
  if (failed(sizes))
    return failure();
  RankedTensorType type = getInput().getType();
  SmallVector<OpFoldResult> kept = *sizes, result;
  bool empty = false;
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    bool reduced = llvm::is_contained(getAxes(), axis);
    if (reduced) {
      kept[axis] = builder.getIndexAttr(1);
      empty |= type.getDimSize(axis) == 0;
    }
    if (!reduced || getKeepdim())
      result.push_back(kept[axis]);
  }
  Type element = type.getElementType(), wide = getSumType(element);
  double infinity = std::numeric_limits<double>::infinity();
  if (empty)
    return SmallVector<Value>{castTo(
        builder, loc, splat(builder, loc, wide, -infinity, result), element)};

  Value input = castTo(builder, loc, getInput(), wide);
  Value largest =
      MaxOp::create(builder, loc, input, getAxes(), /*keepdim=*/true);
  // An infinity less itself would be NaN.
  Value size = AbsOp::create(builder, loc, largest);
  Value infinite = CmpOp::create(
      builder, loc, withElementType(size.getType(), builder.getI1Type()),
      CmpPredicate::eq, size, splat(builder, loc, wide, infinity, kept));
  Value shift = WhereOp::create(builder, loc, infinite,
                                splat(builder, loc, wide, 0, kept), largest);
  Value shifted =
      SubOp::create(builder, loc, input, expand(builder, loc, shift, *sizes));
  Value exponential = ExpOp::create(builder, loc, shifted);
  Value sum =
      SumOp::create(builder, loc, exponential, getAxes(), /*keepdim=*/true);
  Value log = LogOp::create(builder, loc, sum);
  Value total = AddOp::create(builder, loc, log, shift);
  total = reshape(builder, loc, total, result);
  return SmallVector<Value>{castTo(builder, loc, total, element)};
}

} // namespace tinygrad::tg
