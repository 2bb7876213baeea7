//===- Decompositions.cpp - what decompositions are built of ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;

namespace tinygrad::tg {

FailureOr<SmallVector<OpFoldResult>> getSizes(Operation *op, OpBuilder &builder,
                                              Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.hasStaticShape())
    return SmallVector<OpFoldResult>(
        getAsIndexOpFoldResult(op->getContext(), type.getShape()));
  SymbolicShapes shapes(op);
  SmallVector<OpFoldResult> sizes;
  for (auto [axis, size] : llvm::enumerate(shapes.getShape(tensor))) {
    if (!size)
      return op->emitOpError("expected sizes that follow from the function's "
                             "variables, but axis ")
             << axis << " is unknown";
    OpFoldResult index = buildIndex(builder, op->getLoc(), size, shapes);
    // A `?` stays one in the type, even where its size turns out constant.
    if (type.isDynamicDim(axis))
      index = getValueOrCreateConstantIndexOp(builder, op->getLoc(), index);
    sizes.push_back(index);
  }
  return sizes;
}

Value expand(OpBuilder &builder, Location loc, Value tensor,
             ArrayRef<OpFoldResult> sizes) {
  return builder.createOrFold<ExpandOp>(loc, tensor, sizes);
}

Value reshape(OpBuilder &builder, Location loc, Value tensor,
              ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> staticSizes;
  SmallVector<Value> dynamicSizes;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
  if (dynamicSizes.empty() && type.getShape() == ArrayRef(staticSizes))
    return tensor;
  return ReshapeOp::create(builder, loc, tensor, sizes);
}

Value castTo(OpBuilder &builder, Location loc, Value tensor, Type element) {
  if (getElementTypeOrSelf(tensor.getType()) == element)
    return tensor;
  return CastOp::create(builder, loc,
                        withElementType(tensor.getType(), element), tensor,
                        Saturate::finite);
}

static TypedAttr getNumber(Type element, double value) {
  if (auto type = dyn_cast<FloatType>(element)) {
    APFloat number(value);
    bool losesInfo;
    number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return FloatAttr::get(type, number);
  }
  return IntegerAttr::get(element, APInt(element.getIntOrFloatBitWidth(),
                                         static_cast<int64_t>(value),
                                         /*isSigned=*/true,
                                         /*implicitTrunc=*/true));
}

Value splat(OpBuilder &builder, Location loc, Type element, double value,
            ArrayRef<OpFoldResult> sizes) {
  SmallVector<int64_t> ones(sizes.size(), 1);
  Value one = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get(ones, element),
                             getNumber(element, value)));
  return expand(builder, loc, one, sizes);
}

Value spread(OpBuilder &builder, Location loc, Value line,
             ArrayRef<int64_t> axes, ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> shape(sizes.size(), builder.getIndexAttr(1));
  for (int64_t axis : axes)
    shape[axis] = sizes[axis];
  return expand(builder, loc, reshape(builder, loc, line, shape), sizes);
}

OpFoldResult multiply(OpBuilder &builder, Location loc, OpFoldResult a,
                      OpFoldResult b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y && isa<Attribute>(a) && isa<Attribute>(b))
    return builder.getIndexAttr(*x * *y);
  if (isa<Attribute>(a) && x == 1)
    return b;
  if (isa<Attribute>(b) && y == 1)
    return a;
  Value product = arith::MulIOp::create(
      builder, loc, getValueOrCreateConstantIndexOp(builder, loc, a),
      getValueOrCreateConstantIndexOp(builder, loc, b));
  return product;
}

OpFoldResult divide(OpBuilder &builder, Location loc, OpFoldResult size,
                    int64_t by) {
  if (by == 1)
    return size;
  if (std::optional<int64_t> constant = getConstantIntValue(size);
      constant && isa<Attribute>(size))
    return builder.getIndexAttr(*constant / by);
  Value quotient = arith::FloorDivSIOp::create(
      builder, loc, cast<Value>(size),
      arith::ConstantIndexOp::create(builder, loc, by));
  return quotient;
}

Value splatSize(OpBuilder &builder, Location loc, Type element,
                ArrayRef<OpFoldResult> counts, ArrayRef<OpFoldResult> sizes) {
  OpFoldResult count = builder.getIndexAttr(1);
  for (OpFoldResult size : counts)
    count = multiply(builder, loc, count, size);
  if (isa<Attribute>(count))
    return splat(builder, loc, element, double(*getConstantIntValue(count)),
                 sizes);
  // A size as a tensor: the last of 0, 1, …, size.
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value length = arith::AddIOp::create(builder, loc, cast<Value>(count), one);
  Value numbers = ArangeOp::create(
      builder, loc, length, getNumber(element, 0.0), getNumber(element, 1.0));
  Value last = ShrinkOp::create(builder, loc, numbers, count,
                                OpFoldResult(builder.getIndexAttr(1)));
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  return expand(builder, loc, reshape(builder, loc, last, ones), sizes);
}

Value mean(OpBuilder &builder, Location loc, Value tensor,
           ArrayRef<int64_t> axes, ArrayRef<OpFoldResult> sizes, bool keepdim,
           int64_t correction) {
  Type element = getElementTypeOrSelf(tensor.getType());
  Value sum = SumOp::create(builder, loc, tensor, axes, keepdim);
  SmallVector<OpFoldResult> counts, rest;
  int64_t count = 1;
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    if (!llvm::is_contained(axes, static_cast<int64_t>(axis))) {
      rest.push_back(size);
      continue;
    }
    if (keepdim)
      rest.push_back(builder.getIndexAttr(1));
    counts.push_back(size);
    count *= getConstantIntValue(size).value_or(1);
  }
  bool isConstant = llvm::all_of(
      counts, [](OpFoldResult size) { return isa<Attribute>(size); });
  Value number;
  if (isConstant) {
    number = splat(builder, loc, element,
                   double(std::max<int64_t>(0, count - correction)), rest);
  } else {
    number = splatSize(builder, loc, element, counts, rest);
    if (correction)
      number = MaximumOp::create(
          builder, loc,
          SubOp::create(builder, loc, number,
                        splat(builder, loc, element, double(correction), rest)),
          splat(builder, loc, element, 0, rest));
  }
  return DivOp::create(builder, loc, sum, number);
}

FailureOr<Exponentials> buildExponentials(Operation *op, OpBuilder &builder,
                                          Value input, int64_t axis) {
  Location loc = op->getLoc();
  FailureOr<SmallVector<OpFoldResult>> sizes = getSizes(op, builder, input);
  if (failed(sizes))
    return failure();
  input = castTo(builder, loc, input,
                 getSumType(getElementTypeOrSelf(input.getType())));
  Value largest = MaxOp::create(builder, loc, input, axis, /*keepdim=*/true);
  Value shifted =
      SubOp::create(builder, loc, input, expand(builder, loc, largest, *sizes));
  Value exponential = ExpOp::create(builder, loc, shifted);
  Value sum = SumOp::create(builder, loc, exponential, axis, /*keepdim=*/true);
  return Exponentials{std::move(*sizes), shifted, exponential, sum};
}

} // namespace tinygrad::tg
