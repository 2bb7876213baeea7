//===- IndexingGradients.cpp - of joins and of ops with indices -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"

using namespace mlir;

namespace tinygrad::tg {

/// The parts of the result that the operands became.
static OperandGradients gradientOfConcat(ConcatOp op, GradientBuilder &builder,
                                         Term g) {
  int64_t axis = op.getAxis();
  OperandGradients gradients;
  SmallVector<OpFoldResult> offsets(op.getType().getRank(), builder.index(0));
  for (Value input : op.getInputs()) {
    SmallVector<OpFoldResult> sizes = builder.getSizes(input);
    Value part = builder.create<ShrinkOp>(g, offsets, sizes);
    if (part.getType() != input.getType())
      part = builder.reshapeLike(part, input);
    gradients.push_back(part);
    offsets[axis] = builder.add(offsets[axis], sizes[axis]);
  }
  return gradients;
}

/// The sum over the repetitions, which are axes of their own first.
static OperandGradients gradientOfRepeat(RepeatOp op, GradientBuilder &builder,
                                         Term g) {
  SmallVector<OpFoldResult> split;
  SmallVector<int64_t> axes;
  for (auto [count, size] :
       llvm::zip_equal(op.getMixedCounts(), builder.getSizes(op.getInput()))) {
    axes.push_back(split.size());
    split.append({count, size});
  }
  Value apart = builder.create<ReshapeOp>(g, split);
  Value sum = builder.create<SumOp>(apart, axes, /*keepdim=*/false);
  if (sum.getType() != op.getInput().getType())
    sum = builder.reshapeLike(sum, op.getInput());
  OperandGradients gradients(op->getNumOperands());
  gradients[0] = sum;
  return gradients;
}

/// What was read is added up where it was read from.
static OperandGradients gradientOfGather(GatherOp op, GradientBuilder &builder,
                                         Term g) {
  Value zeros = builder.splat(0.0, op.getInput());
  return {builder.create<ScatterOp>(zeros.getType(), ScatterKind::add, zeros,
                                    op.getIndex(), g, op.getAxis()),
          Value()};
}

/// Where each of the updates that `set` writes is the last one for its place.
static Value findWinners(ScatterOp op, GradientBuilder &builder) {
  int64_t axis = op.getAxis();
  OpBuilder &b = builder.getBuilder();
  SmallVector<OpFoldResult> sizes = builder.getSizes(op.getUpdates());
  SmallVector<OpFoldResult> line(sizes.size(), builder.index(1));
  line[axis] = sizes[axis];
  Value places = builder.create<ArangeOp>(sizes[axis], b.getI32IntegerAttr(0),
                                          b.getI32IntegerAttr(1));
  places = builder.create<ReshapeOp>(places, line);
  places = builder.create<ExpandOp>(places, sizes);
  Value none = builder.create<CastOp>(
      withElementType(op.getInput().getType(), b.getI32Type()),
      builder.splat(0.0, op.getInput()), Saturate::finite);
  Value written =
      builder.create<ScatterOp>(none.getType(), ScatterKind::set, none,
                                op.getIndex(), places, op.getAxis());
  Value last = builder.create<GatherOp>(written, op.getIndex(), axis);
  return builder.compare(CmpPredicate::eq, last, places);
}

/// The elements that are equal to the largest or smallest at a place, the one
/// that was there included, share its gradient.
static OperandGradients
gradientOfExtremeScatter(ScatterOp op, GradientBuilder &builder, Value g) {
  int64_t axis = op.getAxis();
  Type element = op.getType().getElementType(), wide = getSumType(element);
  Value index = op.getIndex();
  auto gather = [&](Value tensor) {
    return builder.create<GatherOp>(tensor, index, axis);
  };
  Value kept = builder.compare(CmpPredicate::eq, op.getInput(), op);
  Value taken = builder.compare(CmpPredicate::eq, op.getUpdates(), gather(op));
  Value count = builder.create<ScatterOp>(
      withElementType(op.getType(), wide), ScatterKind::add,
      builder.cast(kept, wide), index, builder.cast(taken, wide), axis);
  Value share = builder.create<DivOp>(builder.cast(g, wide), count);
  share = builder.cast(share, element);
  // An update that goes nowhere gathers a share of 0.
  return {builder.create<WhereOp>(kept, share, builder.splat(0.0, op)), Value(),
          builder.create<WhereOp>(taken, gather(share),
                                  builder.splat(0.0, op.getUpdates()))};
}

static FailureOr<OperandGradients>
gradientOfScatter(ScatterOp op, GradientBuilder &builder, Term g) {
  switch (op.getKind()) {
  case ScatterKind::max:
  case ScatterKind::min:
    return gradientOfExtremeScatter(op, builder, g);
  case ScatterKind::prod: {
    // Products of the others, which zeros do not hide: those of what it means.
    FailureOr<SmallVector<Value>> values = op.decompose(builder.getBuilder());
    if (failed(values))
      return failure();
    return buildGradients(builder, *values, Value(g), op->getOperands(), op);
  }
  case ScatterKind::add:
  case ScatterKind::set:
    break;
  }
  Value updates = builder.create<GatherOp>(Value(g), op.getIndex(),
                                           static_cast<int64_t>(op.getAxis()));
  if (op.getKind() == ScatterKind::add)
    return OperandGradients{g, Value(), updates};
  Value zeros = builder.splat(0.0, op.getUpdates());
  Value kept =
      builder.create<ScatterOp>(op.getType(), ScatterKind::set, Value(g),
                                op.getIndex(), zeros, op.getAxis());
  return OperandGradients{
      kept, Value(),
      builder.create<WhereOp>(findWinners(op, builder), updates, zeros)};
}

/// Each element is in all sums from its own on: the sum from the other end.
static OperandGradients gradientOfCumsum(CumsumOp op, GradientBuilder &builder,
                                         Term g) {
  int64_t axis = op.getAxis();
  auto flip = [&](Value tensor) {
    return builder.create<FlipOp>(tensor.getType(), tensor,
                                  ArrayRef<int64_t>{axis});
  };
  return {flip(builder.create<CumsumOp>(flip(g), axis))};
}

/// The values go back to where they were.
static OperandGradients putBack(GradientBuilder &builder, Value input,
                                Value indices, Value gradient, int64_t axis) {
  Value zeros = builder.splat(0.0, input);
  return {builder.create<ScatterOp>(zeros.getType(), ScatterKind::add, zeros,
                                    indices, gradient, axis)};
}

static OperandGradients gradientOfSort(SortOp op, GradientBuilder &builder,
                                       Term g) {
  return putBack(builder, op.getInput(), op.getIndices(), g, op.getAxis());
}

static OperandGradients gradientOfTopk(TopkOp op, GradientBuilder &builder,
                                       Term g) {
  return putBack(builder, op.getInput(), op.getIndices(), g, op.getAxis());
}

void attachIndexingGradients(MLIRContext *context) {
  attach<gradientOfConcat>(context);
  attach<gradientOfRepeat>(context);
  attach<gradientOfGather>(context);
  attach<gradientOfScatter>(context);
  attach<gradientOfCumsum>(context);
  attach<gradientOfSort>(context);
  attach<gradientOfTopk>(context);
}

} // namespace tinygrad::tg
