//===- Scalars.cpp - one element of a tensor in arith -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tinygrad::tg {

Type getScalarType(Type element) {
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || integer.isSignless())
    return element;
  return IntegerType::get(element.getContext(), integer.getWidth());
}

Value buildScalar(OpBuilder &builder, Location loc, Type element,
                  int64_t value) {
  Type type = getScalarType(element);
  TypedAttr attribute;
  if (auto floating = dyn_cast<FloatType>(type)) {
    APFloat number(static_cast<double>(value));
    bool losesInfo;
    number.convert(floating.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    attribute = FloatAttr::get(type, number);
  } else {
    unsigned width = type.getIntOrFloatBitWidth();
    attribute = IntegerAttr::get(type, APInt(width, value, /*isSigned=*/true,
                                             /*implicitTrunc=*/true));
  }
  return arith::ConstantOp::create(builder, loc, attribute);
}

Value buildScalar(OpBuilder &builder, Location loc, TypedAttr value) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    value =
        IntegerAttr::get(getScalarType(value.getType()), integer.getValue());
  return arith::ConstantOp::create(builder, loc, value);
}

static void markTotal(Value value) {
  value.getDefiningOp()->setAttr("uop.total",
                                 UnitAttr::get(value.getContext()));
}

/// A conversion to fp8 says what overflow does.
static Value markSaturate(Value value, Saturate saturate) {
  if (isa<Float8E4M3FNType, Float8E5M2Type>(value.getType()))
    value.getDefiningOp()->setAttr(
        "uop.saturate",
        StringAttr::get(value.getContext(), stringifySaturate(saturate)));
  return value;
}

/// Infinities become the largest numbers of f8E5M2 here: upstream folds a
/// truncation of what was extended from f8E5M2, whatever the mark says.
static Value clampInfinities(OpBuilder &builder, Location loc, Value value) {
  auto bound = [&](bool negative) -> Value {
    auto type = cast<FloatType>(value.getType());
    APFloat largest = APFloat::getLargest(APFloat::Float8E5M2(), negative);
    bool losesInfo;
    largest.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    return arith::ConstantOp::create(builder, loc,
                                     FloatAttr::get(type, largest));
  };
  value = arith::MinimumFOp::create(builder, loc, value, bound(false));
  return arith::MaximumFOp::create(builder, loc, value, bound(true));
}

static Value castFloatToFloat(OpBuilder &builder, Location loc, Value value,
                              FloatType to, Saturate saturate) {
  auto from = cast<FloatType>(value.getType());
  // Between two types of one width: through f32, which holds both.
  if (from.getWidth() == to.getWidth()) {
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
    from = builder.getF32Type();
  }
  if (from.getWidth() < to.getWidth())
    return arith::ExtFOp::create(builder, loc, to, value);
  if (isa<Float8E5M2Type>(to) && saturate == Saturate::all)
    value = clampInfinities(builder, loc, value);
  return markSaturate(arith::TruncFOp::create(builder, loc, to, value),
                      saturate);
}

static Value castToBool(OpBuilder &builder, Location loc, Value value,
                        Type from) {
  Value zero = buildScalar(builder, loc, from, 0);
  if (isa<FloatType>(from))
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, value,
                                 zero);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               zero);
}

Value buildScalarCast(OpBuilder &builder, Location loc, Value value, Type from,
                      Type to, Saturate saturate) {
  if (from == to)
    return value;
  if (to.isInteger(1))
    return castToBool(builder, loc, value, from);
  Type scalar = getScalarType(to);
  bool isSigned = !from.isUnsignedInteger() && !from.isInteger(1);

  if (auto floating = dyn_cast<FloatType>(to)) {
    if (isa<FloatType>(from))
      return castFloatToFloat(builder, loc, value, floating, saturate);
    Value result;
    if (isSigned)
      result = arith::SIToFPOp::create(builder, loc, scalar, value);
    else
      result = arith::UIToFPOp::create(builder, loc, scalar, value);
    return markSaturate(result, saturate);
  }

  unsigned width = scalar.getIntOrFloatBitWidth();
  if (isa<FloatType>(from)) {
    // Narrow integers, signed or not, go through i32 and wrap.
    Type wide = width < 32 ? builder.getI32Type() : scalar;
    Value result;
    if (to.isUnsignedInteger() && width >= 32)
      result = arith::FPToUIOp::create(builder, loc, wide, value);
    else
      result = arith::FPToSIOp::create(builder, loc, wide, value);
    markTotal(result);
    return width < 32 ? arith::TruncIOp::create(builder, loc, scalar, result)
                      : result;
  }

  unsigned fromWidth = value.getType().getIntOrFloatBitWidth();
  if (fromWidth == width)
    return value;
  if (fromWidth > width)
    return arith::TruncIOp::create(builder, loc, scalar, value);
  if (isSigned)
    return arith::ExtSIOp::create(builder, loc, scalar, value);
  return arith::ExtUIOp::create(builder, loc, scalar, value);
}

static TypedAttr getExtreme(Type element, bool lowest) {
  if (auto floating = dyn_cast<FloatType>(element)) {
    // f8E4M3FN has no infinity; its largest numbers serve as well.
    const llvm::fltSemantics &semantics = floating.getFloatSemantics();
    return FloatAttr::get(element,
                          APFloat::semanticsHasInf(semantics)
                              ? APFloat::getInf(semantics, lowest)
                              : APFloat::getLargest(semantics, lowest));
  }
  unsigned width = element.getIntOrFloatBitWidth();
  if (element.isUnsignedInteger() || width == 1)
    return IntegerAttr::get(element, lowest ? APInt::getMinValue(width)
                                            : APInt::getMaxValue(width));
  return IntegerAttr::get(element, lowest ? APInt::getSignedMinValue(width)
                                          : APInt::getSignedMaxValue(width));
}

TypedAttr getLowest(Type element) { return getExtreme(element, true); }
TypedAttr getHighest(Type element) { return getExtreme(element, false); }

} // namespace tinygrad::tg
