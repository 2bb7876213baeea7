//===- FunctionFolds.cpp - folds of functions of elements -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As in ElementwiseFolds.cpp a fold never changes a bit of the result, so most
// functions fold constants only.
//
//===----------------------------------------------------------------------===//

#include "Chains.h"
#include "ConstantScalars.h"
#include "TinyGrad/Dialect/Tensor/IR/Functions.h"
#include "TinyGrad/Support/FloatFormat.h"
#include "TinyGrad/Support/IntegerSemantics.h"
#include "TinyGrad/Support/ScalarMath.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

// Each operation rounds; none are contracted to a fused one.
#pragma STDC FP_CONTRACT OFF

namespace tinygrad::tg {

//===----------------------------------------------------------------------===//
// One element
//===----------------------------------------------------------------------===//

static std::optional<math::MathFn> getMathFn(Operation *op) {
  using math::MathFn;
  return TypeSwitch<Operation *, std::optional<MathFn>>(op)
      .Case([](TanOp) { return MathFn::Tan; })
      .Case([](AsinOp) { return MathFn::Asin; })
      .Case([](AcosOp) { return MathFn::Acos; })
      .Case([](AtanOp) { return MathFn::Atan; })
      .Case([](SinhOp) { return MathFn::Sinh; })
      .Case([](CoshOp) { return MathFn::Cosh; })
      .Case([](AsinhOp) { return MathFn::Asinh; })
      .Case([](AcoshOp) { return MathFn::Acosh; })
      .Case([](AtanhOp) { return MathFn::Atanh; })
      .Case([](Expm1Op) { return MathFn::Expm1; })
      .Case([](Log1pOp) { return MathFn::Log1p; })
      .Case([](RsqrtOp) { return MathFn::Rsqrt; })
      .Case([](ErfOp) { return MathFn::Erf; })
      .Case([](SigmoidOp) { return MathFn::Sigmoid; })
      .Case([](SiluOp) { return MathFn::Silu; })
      .Case([](GeluOp op) {
        return op.getTanh() ? MathFn::GeluTanh : MathFn::Gelu;
      })
      .Default(std::optional<MathFn>());
}

static double evaluateMath(math::MathFn fn, double x, DType type) {
  if (type == DType::F64)
    return math::evaluate(fn, x);
  return math::evaluate(fn, static_cast<float>(x));
}

static double evaluatePower(double x, double y, DType type) {
  if (type == DType::F64)
    return math::evaluatePow(x, y);
  return math::evaluatePow(static_cast<float>(x), static_cast<float>(y));
}

/// a * b + c rounded once to `type`, or at least to odd in double, which a
/// second rounding does not spoil.
static double multiplyAdd(double a, double b, double c, DType type) {
  if (type == DType::F64)
    return std::fma(a, b, c);
  double product = a * b; // Exact.
  double sum = product + c;
  double part = sum - product;
  double lost = (product - (sum - part)) + (c - part);
  if (lost == 0 || !std::isfinite(sum))
    return sum;
  uint64_t bits;
  std::memcpy(&bits, &sum, sizeof bits);
  if (bits & 1)
    return sum;
  return std::nextafter(sum, lost > 0 ? HUGE_VAL : -HUGE_VAL);
}

static std::optional<double> evaluateFloat(Operation *op, DType type,
                                           ArrayRef<double> x) {
  if (std::optional<math::MathFn> fn = getMathFn(op))
    return evaluateMath(*fn, x[0], type);
  auto least = [](double a, double b) {
    return a < b || (a == b && std::signbit(a)) ? a : b;
  };
  return TypeSwitch<Operation *, std::optional<double>>(op)
      .Case([&](FloorOp) { return std::floor(x[0]); })
      .Case([&](CeilOp) { return std::ceil(x[0]); })
      .Case([&](RoundOp) { return std::nearbyint(x[0]); })
      .Case([&](SignOp) {
        return std::isnan(x[0]) ? x[0] : double((x[0] > 0) - (x[0] < 0));
      })
      .Case([&](PowOp) { return evaluatePower(x[0], x[1], type); })
      .Case([&](CopysignOp) { return std::copysign(x[0], x[1]); })
      .Case([&](MulAccOp) { return multiplyAdd(x[0], x[1], x[2], type); })
      .Case([&](ClampOp) -> double {
        if (std::isnan(x[0]) || std::isnan(x[1]) || std::isnan(x[2]))
          return NAN;
        return least(-least(-x[0], -x[1]), x[2]);
      })
      .Default(std::optional<double>());
}

template <class T> static T evaluateInteger(Operation *op, ArrayRef<T> x) {
  return TypeSwitch<Operation *, T>(op)
      .Case([&](SignOp) { return static_cast<T>((x[0] > 0) - (x[0] < 0)); })
      .Case([&](PowOp) { return power(x[0], x[1]); })
      .Case([&](MulAccOp) { return wrapAdd(wrapMul(x[0], x[1]), x[2]); })
      .Case([&](ClampOp) { return std::min(std::max(x[0], x[1]), x[2]); })
      .Default(T());
}

template <class T>
static uint64_t evaluateAs(Operation *op, ArrayRef<Scalar> operands) {
  SmallVector<T, 3> values;
  for (const Scalar &operand : operands)
    values.push_back(static_cast<T>(operand.bits));
  return static_cast<uint64_t>(evaluateInteger<T>(op, values));
}

static std::optional<uint64_t> evaluateInteger(Operation *op, DType type,
                                               ArrayRef<Scalar> operands) {
  switch (type) {
  case DType::Bool: // mulacc only
    return (operands[0].bits & operands[1].bits) | operands[2].bits;
  case DType::Int8:
    return evaluateAs<int8_t>(op, operands);
  case DType::Int16:
    return evaluateAs<int16_t>(op, operands);
  case DType::Int32:
    return evaluateAs<int32_t>(op, operands);
  case DType::Int64:
    return evaluateAs<int64_t>(op, operands);
  case DType::UInt8:
    return evaluateAs<uint8_t>(op, operands);
  case DType::UInt16:
    return evaluateAs<uint16_t>(op, operands);
  case DType::UInt32:
    return evaluateAs<uint32_t>(op, operands);
  case DType::UInt64:
    return evaluateAs<uint64_t>(op, operands);
  default:
    return std::nullopt;
  }
}

static std::optional<uint64_t>
evaluateFunction(Operation *op, ArrayRef<Scalar> operands, DType) {
  DType type = operands[0].type;
  if (!isFloat(type))
    return evaluateInteger(op, type, operands);
  SmallVector<double, 3> x;
  for (const Scalar &operand : operands)
    x.push_back(decodeFloat(operand.bits, type));
  if (isa<IsNanOp>(op))
    return std::isnan(x[0]);
  if (isa<IsInfOp>(op))
    return std::isinf(x[0]);
  if (isa<IsFiniteOp>(op))
    return std::isfinite(x[0]);
  uint64_t sign = uint64_t(1) << (getBitWidth(type) - 1);
  if (isa<CopysignOp>(op))
    return (operands[0].bits & ~sign) | (operands[1].bits & sign);
  std::optional<double> value = evaluateFloat(op, type, x);
  // A NaN has no bits to rely on.
  if (!value || std::isnan(*value))
    return std::nullopt;
  uint64_t bits = encodeFloat(*value, type);
  if (std::isnan(decodeFloat(bits, type)))
    return std::nullopt;
  return bits;
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

#define FOLD_CONSTANTS(OP)                                                     \
  OpFoldResult OP::fold(FoldAdaptor adaptor) {                                 \
    return foldConstants(*this, adaptor.getOperands(), evaluateFunction);      \
  }
FOLD_CONSTANTS(TanOp)
FOLD_CONSTANTS(AsinOp)
FOLD_CONSTANTS(AcosOp)
FOLD_CONSTANTS(AtanOp)
FOLD_CONSTANTS(SinhOp)
FOLD_CONSTANTS(CoshOp)
FOLD_CONSTANTS(AsinhOp)
FOLD_CONSTANTS(AcoshOp)
FOLD_CONSTANTS(AtanhOp)
FOLD_CONSTANTS(Expm1Op)
FOLD_CONSTANTS(Log1pOp)
FOLD_CONSTANTS(RsqrtOp)
FOLD_CONSTANTS(ErfOp)
FOLD_CONSTANTS(SigmoidOp)
FOLD_CONSTANTS(SiluOp)
FOLD_CONSTANTS(GeluOp)
FOLD_CONSTANTS(IsNanOp)
FOLD_CONSTANTS(IsInfOp)
FOLD_CONSTANTS(IsFiniteOp)
#undef FOLD_CONSTANTS

// What is already whole is not rounded again, and a sign is its own sign.
#define FOLD_IDEMPOTENT(OP)                                                    \
  OpFoldResult OP::fold(FoldAdaptor adaptor) {                                 \
    if (getPrevious<OP>(*this, getInput()))                                    \
      return replacement(*this, getInput());                                   \
    return foldConstants(*this, adaptor.getOperands(), evaluateFunction);      \
  }
FOLD_IDEMPOTENT(FloorOp)
FOLD_IDEMPOTENT(CeilOp)
FOLD_IDEMPOTENT(RoundOp)
FOLD_IDEMPOTENT(SignOp)
#undef FOLD_IDEMPOTENT

OpFoldResult PowOp::fold(FoldAdaptor adaptor) {
  // x^1 and 1^y; x^0 where the ones are there to be had.
  if (isNumber(getRhs(), 1) || isNumber(getLhs(), 1))
    return replacement(*this, getLhs());
  if (isNumber(getRhs(), 0))
    if (OpFoldResult one = makeSplat(*this, 1))
      return one;
  return foldConstants(*this, adaptor.getOperands(), evaluateFunction);
}

OpFoldResult CopysignOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return replacement(*this, getLhs());
  return foldConstants(*this, adaptor.getOperands(), evaluateFunction);
}

OpFoldResult MulAccOp::fold(FoldAdaptor adaptor) {
  // Not for floats: 0 times infinity, and -0 plus 0.
  bool isFloating = isa<FloatType>(getType().getElementType());
  if (!isFloating && (isNumber(getA(), 0) || isNumber(getB(), 0)))
    return replacement(*this, getC());
  return foldConstants(*this, adaptor.getOperands(), evaluateFunction);
}

OpFoldResult ClampOp::fold(FoldAdaptor adaptor) {
  // Bounds that every number keeps.
  Type element = getType().getElementType();
  if (isExtreme(getLow(), getLowest(element)) &&
      isExtreme(getHigh(), getHighest(element)))
    return replacement(*this, getInput());
  return foldConstants(*this, adaptor.getOperands(), evaluateFunction);
}

} // namespace tinygrad::tg
