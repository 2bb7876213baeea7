//===- SummaryOps.cpp - any, all, mean and variance -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains.h"
#include "Decompositions.h"
#include "Reduces.h"
#include "TinyGrad/Dialect/Tensor/IR/Summary.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorSummaryOps.cpp.inc"

namespace tinygrad::tg {

static Type getElement(Value tensor) {
  return getElementTypeOrSelf(tensor.getType());
}

//===----------------------------------------------------------------------===//
// Any and all
//===----------------------------------------------------------------------===//

// On truth values the larger is their or, the smaller their and.
#define TRUTH_REDUCE(OP)                                                       \
  void OP::build(OpBuilder &builder, OperationState &state, Value input,       \
                 ArrayRef<int64_t> axes, bool keepdim) {                       \
    buildReduce(builder, state, input, axes, keepdim, builder.getI1Type(),     \
                getAxesAttrName(state.name), getKeepdimAttrName(state.name));  \
  }                                                                            \
  LogicalResult OP::verify() {                                                 \
    return verifyReduce(*this, IntegerType::get(getContext(), 1));             \
  }                                                                            \
  Type OP::getAccumulatorType() { return IntegerType::get(getContext(), 1); }  \
  OpFoldResult OP::fold(FoldAdaptor) {                                         \
    /* Truth values over no axes are what they were. */                        \
    return getAxes().empty() && getInput().getType() == getType()              \
               ? replacement(*this, getInput())                                \
               : OpFoldResult();                                               \
  }

TRUTH_REDUCE(AnyOp)
TRUTH_REDUCE(AllOp)
#undef TRUTH_REDUCE
TG_REDUCE_MAPS(AnyOp, Combiner::Max)
TG_REDUCE_MAPS(AllOp, Combiner::Min)

//===----------------------------------------------------------------------===//
// Mean and variance
//===----------------------------------------------------------------------===//

void MeanOp::build(OpBuilder &builder, OperationState &state, Value input,
                   ArrayRef<int64_t> axes, bool keepdim) {
  buildReduce(builder, state, input, axes, keepdim, getElement(input),
              getAxesAttrName(state.name), getKeepdimAttrName(state.name));
}

void VarOp::build(OpBuilder &builder, OperationState &state, Value input,
                  ArrayRef<int64_t> axes, int64_t correction, bool keepdim) {
  buildReduce(builder, state, input, axes, keepdim, getElement(input),
              getAxesAttrName(state.name), getKeepdimAttrName(state.name));
  state.addAttribute(getCorrectionAttrName(state.name),
                     builder.getI64IntegerAttr(correction));
}

LogicalResult MeanOp::verify() {
  return verifyReduce(*this, getElement(getInput()));
}

LogicalResult VarOp::verify() {
  if (static_cast<int64_t>(getCorrection()) < 0)
    return emitOpError("expected a correction of at least 0, but got ")
           << static_cast<int64_t>(getCorrection());
  return verifyReduce(*this, getElement(getInput()));
}

SmallVector<AffineExpr> MeanOp::getSymbolicShape(unsigned,
                                                 SymbolicShapes &shapes) {
  return getReducedShape(*this, shapes);
}

SmallVector<AffineExpr> VarOp::getSymbolicShape(unsigned,
                                                SymbolicShapes &shapes) {
  return getReducedShape(*this, shapes);
}

FailureOr<SmallVector<Value>> MeanOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  Type element = getElement(getInput());
  FailureOr<SmallVector<OpFoldResult>> sizes =
      getSizes(*this, builder, getInput());
  if (failed(sizes))
    return failure();
  Value input = castTo(builder, loc, getInput(), getSumType(element));
  Value result = mean(builder, loc, input, getAxes(), *sizes, getKeepdim());
  return SmallVector<Value>{castTo(builder, loc, result, element)};
}

FailureOr<SmallVector<Value>> VarOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  Type element = getElement(getInput());
  FailureOr<SmallVector<OpFoldResult>> sizes =
      getSizes(*this, builder, getInput());
  if (failed(sizes))
    return failure();
  Value input = castTo(builder, loc, getInput(), getSumType(element));
  Value center = mean(builder, loc, input, getAxes(), *sizes);
  Value difference =
      SubOp::create(builder, loc, input, expand(builder, loc, center, *sizes));
  Value square = MulOp::create(builder, loc, difference, difference);
  Value variance = mean(builder, loc, square, getAxes(), *sizes, getKeepdim(),
                        getCorrection());
  return SmallVector<Value>{castTo(builder, loc, variance, element)};
}

} // namespace tinygrad::tg
