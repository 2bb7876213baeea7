//===- ReduceGradients.cpp - of reduces -------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// f16, bf16 and fp8 are reduced in f32, so their gradients are computed in it.
//
//===----------------------------------------------------------------------===//

#include "Models.h"

using namespace mlir;

namespace tinygrad::tg {

static OperandGradients gradientOfSum(SumOp op, GradientBuilder &builder,
                                      Term g) {
  return {builder.unreduce(g, op.getInput(), op.getAxes())};
}

//===----------------------------------------------------------------------===//
// MaxOp, MinOp
//===----------------------------------------------------------------------===//

OperandGradients shareAmongEqual(GradientBuilder &builder, Value input,
                                 Value extremum, Value gradient,
                                 ArrayRef<int64_t> axes, bool keepdim) {
  Type element = getElementTypeOrSelf(input.getType());
  Value found = builder.compare(CmpPredicate::eq, input,
                                builder.unreduce(extremum, input, axes));
  Value ones = builder.create<CastOp>(
      withElementType(input.getType(), getSumType(element)), found,
      Saturate::finite);
  Value count = builder.create<SumOp>(ones, axes, keepdim);
  Value share =
      builder.create<DivOp>(builder.cast(gradient, getSumType(element)), count);
  Value shares = builder.unreduce(builder.cast(share, element), input, axes);
  return {builder.create<WhereOp>(found, shares, builder.splat(0, input))};
}

template <class OpT>
static OperandGradients gradientOfExtreme(OpT op, GradientBuilder &builder,
                                          Term g) {
  return shareAmongEqual(builder, op.getInput(), op, g, op.getAxes(),
                         op.getKeepdim());
}

//===----------------------------------------------------------------------===//
// ProdOp: the product of the other elements, without a division, so that zeros
// have their gradients too, and those theirs
//===----------------------------------------------------------------------===//

/// `tensor` from `offset`, `size` elements long on its last axis.
static Value part(GradientBuilder &builder, Value tensor, int64_t offset,
                  int64_t size) {
  SmallVector<OpFoldResult> sizes = builder.getSizes(tensor);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.index(0));
  offsets.back() = builder.index(offset);
  sizes.back() = builder.index(size);
  return builder.create<ShrinkOp>(tensor, offsets, sizes);
}

/// `value` before and after the last axis of `tensor`.
static Value padLast(GradientBuilder &builder, Value tensor, int64_t low,
                     int64_t high, double value) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> before(type.getRank(), builder.index(0));
  SmallVector<OpFoldResult> after = before;
  before.back() = builder.index(low);
  after.back() = builder.index(high);
  TypedAttr attribute = FloatAttr::get(type.getElementType(), value);
  return builder.create<PadOp>(tensor, before, after, attribute);
}

/// The gradient of the product over the last axis, of constant size, as a tree:
/// halves are multiplied with each other, and each gives the other its
/// gradient.
static Value productTree(GradientBuilder &builder, Value x, Value gradient) {
  int64_t size = cast<RankedTensorType>(x.getType()).getShape().back();
  if (size == 0)
    return x; // Without an element either.
  if (size == 1)
    return gradient;
  int64_t half = (size + 1) / 2;
  if (size % 2)
    x = padLast(builder, x, 0, 1, 1.0);
  Value first = part(builder, x, 0, half),
        second = part(builder, x, half, half);
  Value products = builder.create<MulOp>(first, second);
  Value inner = productTree(builder, products, gradient);
  Value low = builder.create<MulOp>(inner, second);
  Value high = builder.create<MulOp>(inner, first);
  Value both = builder.create<AddOp>(padLast(builder, low, 0, half, 0.0),
                                     padLast(builder, high, half, 0, 0.0));
  return size % 2 ? part(builder, both, 0, size) : both;
}

/// The same for a size that varies: for each element the product of all, with
/// itself replaced by 1.
static Value productOfOthers(GradientBuilder &builder, Value x,
                             Value gradient) {
  SmallVector<OpFoldResult> sizes = builder.getSizes(x);
  OpFoldResult size = sizes.back();
  OpBuilder &b = builder.getBuilder();
  SmallVector<OpFoldResult> line = sizes, square = sizes;
  line.insert(line.end() - 1, builder.index(1));
  square.push_back(size);
  Value places = builder.create<ArangeOp>(size, b.getI32IntegerAttr(0),
                                          b.getI32IntegerAttr(1));
  auto spread = [&](size_t axis) {
    SmallVector<OpFoldResult> ones(square.size(), builder.index(1));
    ones[axis] = size;
    return builder.create<ExpandOp>(builder.create<ReshapeOp>(places, ones),
                                    square);
  };
  Value self = builder.compare(CmpPredicate::eq, spread(square.size() - 2),
                               spread(square.size() - 1));
  Value rows =
      builder.create<ExpandOp>(builder.create<ReshapeOp>(x, line), square);
  Value others = builder.create<WhereOp>(self, builder.splat(1.0, rows), rows);
  int64_t last = square.size() - 1;
  Value product = builder.create<ProdOp>(others, last, /*keepdim=*/false);
  return builder.create<MulOp>(product, builder.expandLike(gradient, x));
}

static OperandGradients gradientOfProd(ProdOp op, GradientBuilder &builder,
                                       Term g) {
  RankedTensorType type = op.getInput().getType();
  // The reduced axes go behind the others and become one.
  SmallVector<int64_t> order;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (!llvm::is_contained(op.getAxes(), axis))
      order.push_back(axis);
  size_t numKept = order.size();
  llvm::append_range(order, op.getAxes());
  Type element = getSumType(type.getElementType());
  Value permuted =
      builder.create<PermuteOp>(builder.cast(op.getInput(), element), order);
  SmallVector<OpFoldResult> sizes = builder.getSizes(permuted);
  OpFoldResult size = builder.index(1);
  for (OpFoldResult factor : ArrayRef(sizes).drop_front(numKept))
    size = builder.mul(size, factor);
  sizes.truncate(numKept);
  sizes.push_back(builder.index(1));
  Value seed = builder.create<ReshapeOp>(builder.cast(g, element), sizes);
  sizes.back() = size;
  Value x = builder.create<ReshapeOp>(permuted, sizes);
  Value flat = cast<RankedTensorType>(x.getType()).isDynamicDim(numKept)
                   ? productOfOthers(builder, x, seed)
                   : productTree(builder, x, seed);
  Value gradient = builder.reshapeLike(flat, permuted);
  SmallVector<int64_t> inverse(order.size());
  for (auto [to, from] : llvm::enumerate(order))
    inverse[from] = to;
  gradient = builder.create<PermuteOp>(gradient, inverse);
  return {builder.cast(gradient, type.getElementType())};
}

void attachReduceGradients(MLIRContext *context) {
  attach<gradientOfSum>(context);
  attach<gradientOfProd>(context);
  attach<gradientOfExtreme<MaxOp>>(context);
  attach<gradientOfExtreme<MinOp>>(context);
}

} // namespace tinygrad::tg
