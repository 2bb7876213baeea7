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
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

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
#define TRUTH_REDUCE(OP, COMBINER)                                             \
  void OP::build(OpBuilder &builder, OperationState &state, Value input,       \
                 ArrayRef<int64_t> axes, bool keepdim) {                       \
    buildReduce(builder, state, input, axes, keepdim, builder.getI1Type(),     \
                getAxesAttrName(state.name), getKeepdimAttrName(state.name));  \
  }                                                                            \
  LogicalResult OP::verify() {                                                 \
    return verifyReduce(*this, IntegerType::get(getContext(), 1));             \
  }                                                                            \
  SmallVector<AffineExpr> OP::getResultShape(SymbolicShapes &shapes) {         \
    return getReducedShape(*this, shapes);                                     \
  }                                                                            \
  SmallVector<AffineExpr> OP::getReduceSizes(SymbolicShapes &shapes) {         \
    return getReducedSizes(*this, shapes);                                     \
  }                                                                            \
  OperandAccess OP::getOperandAccess(unsigned, SymbolicShapes &shapes) {       \
    return getReduceAccess(*this, shapes);                                     \
  }                                                                            \
  Value OP::buildElement(OpBuilder &builder, Location loc,                     \
                         ValueRange elements, ValueRange) {                    \
    return buildScalarCast(builder, loc, elements[0], getElement(getInput()),  \
                           getAccumulatorType());                              \
  }                                                                            \
  Combiner OP::getCombiner() { return COMBINER; }                              \
  Type OP::getAccumulatorType() { return IntegerType::get(getContext(), 1); }  \
  int64_t OP::getElementCost() { return 1; }                                   \
  OpFoldResult OP::fold(FoldAdaptor) {                                         \
    /* Truth values over no axes are what they were. */                        \
    return getAxes().empty() && getInput().getType() == getType()              \
               ? replacement(*this, getInput())                                \
               : OpFoldResult();                                               \
  }

TRUTH_REDUCE(AnyOp, Combiner::Max)
TRUTH_REDUCE(AllOp, Combiner::Min)
#undef TRUTH_REDUCE

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

/// A tensor of one element, of rank `rank`, that holds `size`: the last element
/// of an arange that is one longer. It costs no loop.
static Value buildCount(OpBuilder &builder, Location loc, OpFoldResult size,
                        int64_t rank, Type element) {
  SmallVector<OpFoldResult> ones(rank, builder.getIndexAttr(1));
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return splat(builder, loc, element, static_cast<double>(*constant), ones);
  Value longer =
      arith::AddIOp::create(builder, loc, cast<Value>(size),
                            arith::ConstantIndexOp::create(builder, loc, 1));
  Type i64 = builder.getI64Type();
  Value places =
      ArangeOp::create(builder, loc, longer, builder.getIntegerAttr(i64, 0),
                       builder.getIntegerAttr(i64, 1));
  Value last = ShrinkOp::create(builder, loc, places, size,
                                OpFoldResult(builder.getIndexAttr(1)));
  return reshape(builder, loc, castTo(builder, loc, last, element), ones);
}

/// The number of elements along `axes`, less `correction` but not below 0, in
/// every element of a tensor of `shape`.
static Value buildNumber(OpBuilder &builder, Location loc,
                         ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> axes,
                         int64_t correction, Type element,
                         ArrayRef<OpFoldResult> shape) {
  int64_t rank = shape.size();
  SmallVector<OpFoldResult> ones(rank, builder.getIndexAttr(1));
  // Sizes that are constant are multiplied exactly.
  int64_t constant = 1;
  Value number;
  for (int64_t axis : axes) {
    if (std::optional<int64_t> size = getConstantIntValue(sizes[axis])) {
      constant *= *size;
      continue;
    }
    Value count = buildCount(builder, loc, sizes[axis], rank, element);
    number = number ? MulOp::create(builder, loc, number, count) : count;
  }
  if (!number)
    return splat(
        builder, loc, element,
        static_cast<double>(std::max<int64_t>(0, constant - correction)),
        shape);
  if (constant != 1)
    number = MulOp::create(
        builder, loc, number,
        splat(builder, loc, element, static_cast<double>(constant), ones));
  if (correction != 0) {
    number = SubOp::create(
        builder, loc, number,
        splat(builder, loc, element, static_cast<double>(correction), ones));
    number = MaximumOp::create(builder, loc, number,
                               splat(builder, loc, element, 0, ones));
  }
  return expand(builder, loc, number, shape);
}

/// The sizes of a reduce over `axes` of a tensor of `sizes`.
static SmallVector<OpFoldResult> reduceSizes(Builder &builder,
                                             ArrayRef<OpFoldResult> sizes,
                                             ArrayRef<int64_t> axes,
                                             bool keepdim) {
  SmallVector<OpFoldResult> result;
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (!llvm::is_contained(axes, static_cast<int64_t>(axis)))
      result.push_back(size);
    else if (keepdim)
      result.push_back(builder.getIndexAttr(1));
  return result;
}

/// The mean of `input`, which is in the type of its sum.
static Value buildMean(OpBuilder &builder, Location loc, Value input,
                       ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> axes,
                       int64_t correction, bool keepdim) {
  Value sum = SumOp::create(builder, loc, input, axes, keepdim);
  Value number =
      buildNumber(builder, loc, sizes, axes, correction, getElement(input),
                  reduceSizes(builder, sizes, axes, keepdim));
  return DivOp::create(builder, loc, sum, number);
}

FailureOr<SmallVector<Value>> MeanOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  Type element = getElement(getInput());
  FailureOr<SmallVector<OpFoldResult>> sizes =
      getSizes(*this, builder, getInput());
  if (failed(sizes))
    return failure();
  Value input = castTo(builder, loc, getInput(), getSumType(element));
  Value mean = buildMean(builder, loc, input, *sizes, getAxes(),
                         /*correction=*/0, getKeepdim());
  return SmallVector<Value>{castTo(builder, loc, mean, element)};
}

FailureOr<SmallVector<Value>> VarOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  Type element = getElement(getInput());
  FailureOr<SmallVector<OpFoldResult>> sizes =
      getSizes(*this, builder, getInput());
  if (failed(sizes))
    return failure();
  Value input = castTo(builder, loc, getInput(), getSumType(element));
  Value mean = buildMean(builder, loc, input, *sizes, getAxes(),
                         /*correction=*/0, /*keepdim=*/true);
  Value difference =
      SubOp::create(builder, loc, input, expand(builder, loc, mean, *sizes));
  Value square = MulOp::create(builder, loc, difference, difference);
  Value variance = buildMean(builder, loc, square, *sizes, getAxes(),
                             getCorrection(), getKeepdim());
  return SmallVector<Value>{castTo(builder, loc, variance, element)};
}

} // namespace tinygrad::tg
