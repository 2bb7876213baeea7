//===- SimplifyHelpers.cpp - what the rules ask and make --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimplifyHelpers.h"
#include "../IR/ConstantScalars.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tinygrad::tg::simplify {

static Type getElement(Value tensor) {
  return getElementTypeOrSelf(tensor.getType());
}

/// The one element of a splat.
static TypedAttr getSplat(Value tensor) {
  DenseElementsAttr elements;
  if (!matchPattern(tensor, m_Constant(&elements)) || !elements.isSplat())
    return {};
  return cast<TypedAttr>(elements.getSplatValue<Attribute>());
}

bool isInteger(Value tensor) {
  auto type = dyn_cast<IntegerType>(getElement(tensor));
  return type && type.getWidth() != 1;
}

bool isUnsigned(Value tensor) { return getElement(tensor).isUnsignedInteger(); }

bool isFloat(Value tensor) { return isa<FloatType>(getElement(tensor)); }

bool isFoldedConstant(Value tensor) {
  auto constant = tensor.getDefiningOp<ConstantOp>();
  return constant && isFoldable(constant.getValue());
}

bool hasStaticShape(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).hasStaticShape();
}

bool isNumber(Value tensor, int64_t number) {
  TypedAttr splat = getSplat(tensor);
  if (auto value = dyn_cast_or_null<FloatAttr>(splat))
    return value.getValueAsDouble() == static_cast<double>(number);
  auto value = dyn_cast_or_null<IntegerAttr>(splat);
  return value &&
         value.getValue() == APInt(value.getValue().getBitWidth(), number,
                                   /*isSigned=*/true, /*implicitTrunc=*/true);
}

bool hasExactReciprocal(Value tensor) {
  auto value = dyn_cast_or_null<FloatAttr>(getSplat(tensor));
  APFloat inverse(0.0);
  return value && value.getValue().getExactInverse(&inverse);
}

std::optional<unsigned> getLog2(Value tensor) {
  auto value = dyn_cast_or_null<IntegerAttr>(getSplat(tensor));
  if (!value || !isInteger(tensor) || !value.getValue().isPowerOf2())
    return std::nullopt;
  // The smallest signed number has one bit, too.
  if (!isUnsigned(tensor) && value.getValue().isNegative())
    return std::nullopt;
  return value.getValue().logBase2();
}

static Value makeConstant(OpBuilder &builder, Location loc, Value like,
                          Attribute element) {
  auto type = cast<RankedTensorType>(like.getType());
  return ConstantOp::create(builder, loc,
                            DenseElementsAttr::get(type, element));
}

Value makeSplat(OpBuilder &builder, Location loc, Value like, double number) {
  return makeConstant(builder, loc, like,
                      FloatAttr::get(getElement(like), number));
}

Value makeReciprocal(OpBuilder &builder, Location loc, Value constant) {
  return builder.createOrFold<ReciprocalOp>(loc, constant);
}

static Value makeInteger(OpBuilder &builder, Location loc, Value like,
                         const APInt &number) {
  return makeConstant(builder, loc, like,
                      IntegerAttr::get(getElement(like), number));
}

Value makeLog2(OpBuilder &builder, Location loc, Value power) {
  unsigned width = getElementWidth(getElement(power));
  return makeInteger(builder, loc, power, APInt(width, *getLog2(power)));
}

Value makeLowBits(OpBuilder &builder, Location loc, Value power) {
  unsigned width = getElementWidth(getElement(power));
  return makeInteger(builder, loc, power,
                     APInt::getLowBitsSet(width, *getLog2(power)));
}

} // namespace tinygrad::tg::simplify
