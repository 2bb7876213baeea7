//===- FunctionElements.cpp - functions on one element ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Functions.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorFunctionsOps.cpp.inc"

namespace tinygrad::tg {

/// The element type of an op's first operand.
static Type getOperandElement(Operation *op) {
  return getElementTypeOrSelf(op->getOperand(0).getType());
}

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

// An op that is one op of math, and its cost.
#define FLOAT_UNARY(OP, SCALAR, COST)                                          \
  Value OP::buildElement(OpBuilder &builder, Location loc,                     \
                         ValueRange elements, ValueRange) {                    \
    return SCALAR::create(builder, loc, elements[0]);                          \
  }                                                                            \
  int64_t OP::getElementCost() { return COST; }

FLOAT_UNARY(TanOp, math::TanOp, 50)
FLOAT_UNARY(AsinOp, math::AsinOp, 80)
FLOAT_UNARY(AcosOp, math::AcosOp, 80)
FLOAT_UNARY(AtanOp, math::AtanOp, 80)
FLOAT_UNARY(SinhOp, math::SinhOp, 80)
FLOAT_UNARY(CoshOp, math::CoshOp, 80)
FLOAT_UNARY(AsinhOp, math::AsinhOp, 100)
FLOAT_UNARY(AcoshOp, math::AcoshOp, 100)
FLOAT_UNARY(AtanhOp, math::AtanhOp, 100)
FLOAT_UNARY(Expm1Op, math::ExpM1Op, 60)
FLOAT_UNARY(Log1pOp, math::Log1pOp, 80)
FLOAT_UNARY(RsqrtOp, math::RsqrtOp, 20)
FLOAT_UNARY(ErfOp, math::ErfOp, 40)
FLOAT_UNARY(FloorOp, math::FloorOp, 1)
FLOAT_UNARY(CeilOp, math::CeilOp, 1)
FLOAT_UNARY(RoundOp, math::RoundEvenOp, 1)
#undef FLOAT_UNARY

/// `uop.activation` by its name: what it becomes is another room's business.
static Value buildActivation(OpBuilder &builder, Location loc,
                             StringRef function, Value element) {
  OperationState state(loc, "uop.activation");
  state.addOperands(element);
  state.addTypes(element.getType());
  Attribute attribute = parseAttribute(
      ("#uop<activation <" + function + ">>").str(), builder.getContext());
  state.addAttribute("function", attribute);
  return builder.create(state)->getResult(0);
}

Value SigmoidOp::buildElement(OpBuilder &builder, Location loc,
                              ValueRange elements, ValueRange) {
  return buildActivation(builder, loc, "sigmoid", elements[0]);
}
int64_t SigmoidOp::getElementCost() { return 30; }

Value SiluOp::buildElement(OpBuilder &builder, Location loc,
                           ValueRange elements, ValueRange) {
  return buildActivation(builder, loc, "silu", elements[0]);
}
int64_t SiluOp::getElementCost() { return 30; }

Value GeluOp::buildElement(OpBuilder &builder, Location loc,
                           ValueRange elements, ValueRange) {
  return buildActivation(builder, loc, getTanh() ? "gelu_tanh" : "gelu",
                         elements[0]);
}
int64_t GeluOp::getElementCost() { return 40; }

Value SignOp::buildElement(OpBuilder &builder, Location loc,
                           ValueRange elements, ValueRange) {
  Type element = getOperandElement(*this);
  Value x = elements[0];
  Value zero = buildScalar(builder, loc, element, 0);
  Value one = buildScalar(builder, loc, element, 1);
  if (element.isUnsignedInteger()) {
    Value any =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, x, zero);
    return arith::SelectOp::create(builder, loc, any, one, zero);
  }
  Value minusOne = buildScalar(builder, loc, element, -1);
  Value below, above, otherwise = zero;
  if (isa<FloatType>(element)) {
    auto compare = [&](arith::CmpFPredicate predicate) {
      return arith::CmpFOp::create(builder, loc, predicate, x, zero);
    };
    below = compare(arith::CmpFPredicate::OLT);
    above = compare(arith::CmpFPredicate::OGT);
    // What is unordered is a NaN, and stays one.
    otherwise = arith::SelectOp::create(
        builder, loc, compare(arith::CmpFPredicate::UNO), x, zero);
  } else {
    below =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, x, zero);
    above =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt, x, zero);
  }
  Value result =
      arith::SelectOp::create(builder, loc, below, minusOne, otherwise);
  return arith::SelectOp::create(builder, loc, above, one, result);
}
int64_t SignOp::getElementCost() { return 4; }

Value IsNanOp::buildElement(OpBuilder &builder, Location loc,
                            ValueRange elements, ValueRange) {
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                               elements[0], elements[0]);
}
int64_t IsNanOp::getElementCost() { return 1; }

/// Compares a magnitude with infinity; null for a type without infinities.
static Value compareWithInfinity(OpBuilder &builder, Location loc,
                                 arith::CmpFPredicate predicate, Value x) {
  auto type = cast<FloatType>(x.getType());
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (!APFloat::semanticsHasInf(semantics))
    return {};
  Value infinity = arith::ConstantOp::create(
      builder, loc, FloatAttr::get(type, APFloat::getInf(semantics)));
  Value magnitude = math::AbsFOp::create(builder, loc, x);
  return arith::CmpFOp::create(builder, loc, predicate, magnitude, infinity);
}

Value IsInfOp::buildElement(OpBuilder &builder, Location loc,
                            ValueRange elements, ValueRange) {
  if (Value result = compareWithInfinity(
          builder, loc, arith::CmpFPredicate::OEQ, elements[0]))
    return result;
  return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
}
int64_t IsInfOp::getElementCost() { return 2; }

Value IsFiniteOp::buildElement(OpBuilder &builder, Location loc,
                               ValueRange elements, ValueRange) {
  if (Value result = compareWithInfinity(
          builder, loc, arith::CmpFPredicate::OLT, elements[0]))
    return result;
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::ORD,
                               elements[0], elements[0]);
}
int64_t IsFiniteOp::getElementCost() { return 2; }

//===----------------------------------------------------------------------===//
// Of two and three elements
//===----------------------------------------------------------------------===//

/// Whether bit `n` of `value` is set.
static Value testBit(OpBuilder &builder, Location loc, Value value, Type type,
                     unsigned n) {
  Value mask = arith::ConstantOp::create(
      builder, loc,
      IntegerAttr::get(getScalarType(type),
                       APInt::getOneBitSet(type.getIntOrFloatBitWidth(), n)));
  Value bit = arith::AndIOp::create(builder, loc, value, mask);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, bit,
                               buildScalar(builder, loc, type, 0));
}

/// The product of the squares of `base` that the bits of `exponent` choose.
static Value buildIntegerPower(OpBuilder &builder, Location loc, Value base,
                               Value exponent, Type type) {
  Value one = buildScalar(builder, loc, type, 1);
  Value square = base, result;
  bool isUnsigned = type.isUnsignedInteger();
  unsigned bits = type.getIntOrFloatBitWidth() - (isUnsigned ? 0 : 1);
  for (unsigned n = 0; n != bits; ++n) {
    if (n > 0)
      square = arith::MulIOp::create(builder, loc, square, square);
    Value chosen = arith::SelectOp::create(
        builder, loc, testBit(builder, loc, exponent, type, n), square, one);
    result =
        result ? arith::MulIOp::create(builder, loc, result, chosen) : chosen;
  }
  if (isUnsigned)
    return result;
  // 1 / base^n rounded towards zero, which is 0 but for 1 and -1.
  Value zero = buildScalar(builder, loc, type, 0);
  Value minusOne = buildScalar(builder, loc, type, -1);
  auto equals = [&](Value value) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, base,
                                 value);
  };
  Value sign = arith::SelectOp::create(
      builder, loc, testBit(builder, loc, exponent, type, 0), minusOne, one);
  Value inverse =
      arith::SelectOp::create(builder, loc, equals(minusOne), sign, zero);
  inverse = arith::SelectOp::create(builder, loc, equals(one), one, inverse);
  Value isNegative = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, exponent, zero);
  return arith::SelectOp::create(builder, loc, isNegative, inverse, result);
}

Value PowOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  Type element = getOperandElement(*this);
  if (isa<FloatType>(element))
    return math::PowFOp::create(builder, loc, elements[0], elements[1]);
  return buildIntegerPower(builder, loc, elements[0], elements[1], element);
}
int64_t PowOp::getElementCost() {
  Type element = getOperandElement(*this);
  return isa<FloatType>(element) ? 100 : 4 * element.getIntOrFloatBitWidth();
}

Value CopysignOp::buildElement(OpBuilder &builder, Location loc,
                               ValueRange elements, ValueRange) {
  Type element = getOperandElement(*this);
  unsigned width = element.getIntOrFloatBitWidth();
  Type bits = builder.getIntegerType(width);
  auto part = [&](Value value, const APInt &mask) -> Value {
    value = arith::BitcastOp::create(builder, loc, bits, value);
    Value kept =
        arith::ConstantOp::create(builder, loc, IntegerAttr::get(bits, mask));
    return arith::AndIOp::create(builder, loc, value, kept);
  };
  Value magnitude = part(elements[0], APInt::getSignedMaxValue(width));
  Value sign = part(elements[1], APInt::getSignMask(width));
  Value result = arith::OrIOp::create(builder, loc, magnitude, sign);
  return arith::BitcastOp::create(builder, loc, element, result);
}
int64_t CopysignOp::getElementCost() { return 3; }

Value MulAccOp::buildElement(OpBuilder &builder, Location loc,
                             ValueRange elements, ValueRange) {
  Type element = getOperandElement(*this);
  Value a = elements[0], b = elements[1], c = elements[2];
  if (isa<FloatType>(element))
    return math::FmaOp::create(builder, loc, a, b, c);
  if (element.isInteger(1))
    return arith::OrIOp::create(builder, loc,
                                arith::AndIOp::create(builder, loc, a, b), c);
  return arith::AddIOp::create(builder, loc,
                               arith::MulIOp::create(builder, loc, a, b), c);
}
int64_t MulAccOp::getElementCost() { return 2; }

Value ClampOp::buildElement(OpBuilder &builder, Location loc,
                            ValueRange elements, ValueRange) {
  Type element = getOperandElement(*this);
  Value x = elements[0], low = elements[1], high = elements[2];
  if (isa<FloatType>(element)) {
    x = arith::MaximumFOp::create(builder, loc, x, low);
    return arith::MinimumFOp::create(builder, loc, x, high);
  }
  if (element.isUnsignedInteger()) {
    x = arith::MaxUIOp::create(builder, loc, x, low);
    return arith::MinUIOp::create(builder, loc, x, high);
  }
  x = arith::MaxSIOp::create(builder, loc, x, low);
  return arith::MinSIOp::create(builder, loc, x, high);
}
int64_t ClampOp::getElementCost() { return 2; }

} // namespace tinygrad::tg
