//===- GradientBuilder.cpp - what gradient rules build with -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Gradients/GradientBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;

namespace tinygrad::tg {

SmallVector<OpFoldResult> GradientBuilder::getSizes(Value tensor) {
  auto type = mlir::cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(builder.getContext(), type.getShape());
  if (type.hasStaticShape())
    return sizes;
  for (auto [axis, size] : llvm::enumerate(shapes.getShape(tensor))) {
    if (!type.isDynamicDim(axis))
      continue;
    OpFoldResult value = buildIndex(builder, loc, size, shapes);
    if (!value) {
      if (!failed)
        emitError(loc) << "expected sizes that follow from the function's "
                          "variables, but axis "
                       << axis << " of " << type << " is unknown";
      failed = true;
      value = index(1);
    }
    // A `?` stays one in the type, even where its size turns out constant.
    sizes[axis] = getValueOrCreateConstantIndexOp(builder, loc, value);
  }
  return sizes;
}

Value GradientBuilder::splat(double number, Value like) {
  auto type = mlir::cast<RankedTensorType>(like.getType());
  auto element = mlir::cast<FloatType>(type.getElementType());
  APFloat value(number);
  bool losesInfo;
  value.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  auto constant = [&](RankedTensorType constantType) {
    return create<ConstantOp>(DenseElementsAttr::get(constantType, value));
  };
  if (type.hasStaticShape())
    return constant(type);
  SmallVector<int64_t> ones(type.getRank(), 1);
  return expandLike(constant(RankedTensorType::get(ones, element)), like);
}

Value GradientBuilder::cast(Value tensor, Type element) {
  if (getElementTypeOrSelf(tensor.getType()) == element)
    return tensor;
  return create<CastOp>(withElementType(tensor.getType(), element), tensor,
                        Saturate::finite);
}

Value GradientBuilder::compare(CmpPredicate predicate, Value lhs, Value rhs) {
  Type type = withElementType(lhs.getType(), builder.getI1Type());
  return create<CmpOp>(type, predicate, lhs, rhs);
}

Value GradientBuilder::reshapeLike(Value tensor, Value like) {
  if (tensor.getType() ==
          withElementType(like.getType(),
                          getElementTypeOrSelf(tensor.getType())) &&
      mlir::cast<RankedTensorType>(like.getType()).hasStaticShape())
    return tensor;
  return builder.createOrFold<ReshapeOp>(loc, tensor, getSizes(like));
}

Value GradientBuilder::expandLike(Value tensor, Value like) {
  return builder.createOrFold<ExpandOp>(loc, tensor, getSizes(like));
}

Value GradientBuilder::unreduce(Value result, Value input,
                                ArrayRef<int64_t> axes) {
  SmallVector<OpFoldResult> sizes = getSizes(input), kept = sizes;
  for (int64_t axis : axes)
    kept[axis] = index(1);
  if (mlir::cast<RankedTensorType>(result.getType()).getRank() !=
      static_cast<int64_t>(kept.size()))
    result = builder.createOrFold<ReshapeOp>(loc, result, kept);
  return builder.createOrFold<ExpandOp>(loc, result, sizes);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

template <class OpT, class Fold>
static OpFoldResult combine(OpBuilder &builder, Location loc, OpFoldResult a,
                            OpFoldResult b, Fold fold) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y && mlir::isa<Attribute>(a) && mlir::isa<Attribute>(b))
    return builder.getIndexAttr(fold(*x, *y));
  return builder.createOrFold<OpT>(
      loc, getValueOrCreateConstantIndexOp(builder, loc, a),
      getValueOrCreateConstantIndexOp(builder, loc, b));
}

OpFoldResult GradientBuilder::add(OpFoldResult a, OpFoldResult b) {
  return combine<arith::AddIOp>(builder, loc, a, b, std::plus<int64_t>());
}
OpFoldResult GradientBuilder::sub(OpFoldResult a, OpFoldResult b) {
  return combine<arith::SubIOp>(builder, loc, a, b, std::minus<int64_t>());
}
OpFoldResult GradientBuilder::mul(OpFoldResult a, OpFoldResult b) {
  return combine<arith::MulIOp>(builder, loc, a, b, std::multiplies<int64_t>());
}

} // namespace tinygrad::tg
