//===- ContractionGradients.cpp - of matmul and conv ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

using namespace mlir;

namespace tinygrad::tg {

//===----------------------------------------------------------------------===//
// MatmulOp
//===----------------------------------------------------------------------===//

/// The last two axes exchanged.
static Value transpose(GradientBuilder &builder, Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(order[rank - 2], order[rank - 1]);
  return builder.create<PermuteOp>(tensor, order);
}

static OperandGradients gradientOfMatmul(MatmulOp op, GradientBuilder &builder,
                                         Term g) {
  OperandGradients gradients = {
      builder.create<MatmulOp>(g, transpose(builder, op.getRhs())),
      builder.create<MatmulOp>(transpose(builder, op.getLhs()), g)};
  // A batch size may be known of one operand only.
  for (auto [gradient, operand] : llvm::zip(gradients, op->getOperands()))
    if (gradient.getType() != operand.getType())
      gradient = builder.reshapeLike(gradient, operand);
  return gradients;
}

//===----------------------------------------------------------------------===//
// ConvOp
//===----------------------------------------------------------------------===//

/// The axes of a tensor of `rank` axes, the first of them in another order.
static SmallVector<int64_t> reorder(ArrayRef<int64_t> first, int64_t rank) {
  SmallVector<int64_t> order(first);
  for (int64_t axis = first.size(); axis < rank; ++axis)
    order.push_back(axis);
  return order;
}

/// `gradient` [N, O, R…] with stride - 1 zeros behind each element of its
/// spatial axes: [N, O, R * stride…].
static Value spreadStrides(GradientBuilder &builder, Value gradient,
                           ArrayRef<int64_t> strides) {
  if (llvm::all_of(strides, [](int64_t stride) { return stride == 1; }))
    return gradient;
  SmallVector<OpFoldResult> sizes = builder.getSizes(gradient);
  SmallVector<OpFoldResult> split(sizes.begin(), sizes.begin() + 2);
  SmallVector<OpFoldResult> low(2, builder.index(0)), high = low,
                                                      merged = split;
  for (auto [size, stride] :
       llvm::zip(ArrayRef(sizes).drop_front(2), strides)) {
    split.append({size, builder.index(1)});
    low.append(2, builder.index(0));
    high.append({builder.index(0), builder.index(stride - 1)});
    merged.push_back(builder.mul(size, builder.index(stride)));
  }
  auto type = cast<RankedTensorType>(gradient.getType());
  TypedAttr zero = builder.getBuilder().getZeroAttr(type.getElementType());
  Value apart = builder.create<ReshapeOp>(gradient, split);
  return builder.create<ReshapeOp>(
      builder.create<PadOp>(apart, low, high, zero), merged);
}

/// What one end of an axis gains (or loses, where it is negative).
struct Margin {
  OpFoldResult pad, cut;
};

static Margin getMargin(GradientBuilder &builder, AffineExpr amount) {
  SymbolicShapes &shapes = builder.getShapes();
  OpFoldResult zero = builder.index(0);
  auto build = [&](AffineExpr expr) {
    OpFoldResult value =
        buildIndex(builder.getBuilder(), builder.getLoc(), expr, shapes);
    return value ? value : zero;
  };
  if (auto constant = dyn_cast<AffineConstantExpr>(amount))
    return constant.getValue() >= 0 ? Margin{build(amount), zero}
                                    : Margin{zero, build(-amount)};
  // What varies is made positive by a constant that is taken off again.
  int64_t least =
      std::min<int64_t>(0, shapes.getLowerBound(amount).value_or(0));
  return {build(amount - least), builder.index(-least)};
}

/// The gradient of the input: each of its elements is a product with the filter
/// turned round, over the outputs that it went to.
static Value gradientOfInput(ConvOp op, GradientBuilder &builder, Value g) {
  SmallVector<int64_t> strides = op.getStridesOrDefault();
  SmallVector<int64_t> dilations = op.getDilationsOrDefault();
  SmallVector<int64_t> padLow = op.getPadLowOrDefault();
  Value input = op.getInput(), filter = op.getFilter();
  SymbolicShapes &shapes = builder.getShapes();
  SmallVector<AffineExpr> inputShape(shapes.getShape(input));
  SmallVector<AffineExpr> filterShape(shapes.getShape(filter));
  SmallVector<AffineExpr> outputShape(shapes.getShape(op));

  Value spread = spreadStrides(builder, g, strides);
  SmallVector<OpFoldResult> low(2, builder.index(0)), high = low, cut = low;
  SmallVector<OpFoldResult> sizes = builder.getSizes(spread);
  for (unsigned i = 0; i < op.getSpatialRank(); ++i) {
    // Input element s meets the outputs that are spread over s - reach + padLow
    // to s + padLow, where reach is how far a window goes beyond its start.
    AffineExpr reach = (filterShape[i + 2] - 1) * dilations[i];
    Margin before = getMargin(builder, reach - padLow[i]);
    Margin after = getMargin(builder, inputShape[i + 2] + padLow[i] -
                                          outputShape[i + 2] * strides[i]);
    low.push_back(before.pad);
    high.push_back(after.pad);
    cut.push_back(before.cut);
    OpFoldResult size = builder.add(sizes[i + 2], before.pad);
    size = builder.sub(builder.add(size, after.pad), before.cut);
    sizes[i + 2] = builder.sub(size, after.cut);
  }
  Type element = getElementTypeOrSelf(input.getType());
  Value padded = builder.create<PadOp>(
      spread, low, high, builder.getBuilder().getZeroAttr(element));
  padded = builder.create<ShrinkOp>(padded, cut, sizes);

  // [O, C / groups, K…] to [C, O / groups, K…].
  int64_t groups = op.getGroups(), rank = op.getFilter().getType().getRank();
  Value turned = builder.create<FlipOp>(
      filter.getType(), filter, llvm::to_vector(llvm::seq<int64_t>(2, rank)));
  SmallVector<OpFoldResult> grouped = builder.getSizes(filter);
  SmallVector<OpFoldResult> swapped = grouped;
  OpFoldResult outputs = builder.getBuilder().getIndexAttr(
      op.getFilter().getType().getDimSize(0) / groups);
  grouped[0] = outputs;
  grouped.insert(grouped.begin(), builder.index(groups));
  turned = builder.create<ReshapeOp>(turned, grouped);
  turned = builder.create<PermuteOp>(turned, reorder({0, 2, 1}, rank + 1));
  swapped[0] = builder.mul(swapped[1], builder.index(groups));
  swapped[1] = outputs;
  turned = builder.create<ReshapeOp>(turned, swapped);

  Value gradient =
      builder.create<ConvOp>(padded, turned, ArrayRef<int64_t>(), dilations,
                             ArrayRef<int64_t>(), ArrayRef<int64_t>(), groups);
  return gradient.getType() == input.getType()
             ? gradient
             : builder.reshapeLike(gradient, input);
}

/// The gradient of the filter: a convolution of the input with the gradient as
/// the filter, batch and channels exchanged, strides and dilations too.
static Value gradientOfFilter(ConvOp op, GradientBuilder &builder, Value g) {
  Value input = op.getInput(), filter = op.getFilter();
  int64_t groups = op.getGroups(), rank = op.getInput().getType().getRank();
  // [N, C, S…] to [C / groups, groups * N, S…].
  SmallVector<OpFoldResult> grouped = builder.getSizes(input);
  SmallVector<OpFoldResult> merged = grouped;
  SmallVector<OpFoldResult> sizes = builder.getSizes(filter);
  merged[0] = sizes[1];
  merged[1] = builder.mul(builder.index(groups), grouped[0]);
  grouped[1] = sizes[1];
  grouped.insert(grouped.begin() + 1, builder.index(groups));
  Value rows = builder.create<ReshapeOp>(input, grouped);
  rows = builder.create<PermuteOp>(rows, reorder({2, 1, 0}, rank + 1));
  rows = builder.create<ReshapeOp>(rows, merged);
  Value gradient = builder.create<PermuteOp>(g, reorder({1, 0}, rank));
  Value sums = builder.create<ConvOp>(
      rows, gradient, op.getDilationsOrDefault(), op.getStridesOrDefault(),
      op.getPadLowOrDefault(), op.getPadHighOrDefault(), groups);
  // Elements that no window reached would be more taps of the filter.
  std::swap(sizes[0], sizes[1]);
  SmallVector<OpFoldResult> zeros(rank, builder.index(0));
  sums = builder.create<ShrinkOp>(sums, zeros, sizes);
  return builder.create<PermuteOp>(sums, reorder({1, 0}, rank));
}

static FailureOr<OperandGradients>
gradientOfConv(ConvOp op, GradientBuilder &builder, Term g) {
  if (op.getFilter().getType().isDynamicDim(0))
    return op.emitOpError("expected a constant number of output channels for a "
                          "gradient, but got a filter of type ")
           << op.getFilter().getType();
  return OperandGradients{gradientOfInput(op, builder, g),
                          gradientOfFilter(op, builder, g)};
}

void attachContractionGradients(MLIRContext *context) {
  attach<gradientOfMatmul>(context);
  attach<gradientOfConv>(context);
}

} // namespace tinygrad::tg
