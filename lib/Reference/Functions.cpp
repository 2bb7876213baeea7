//===- Functions.cpp - functions of elements in the interpreter -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Math functions run their sequences (MathSequences.h), f64 that of f64 and
// every other type that of f32; all else is written out here.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Functions.h"
#include "Evaluators.h"

#include "TinyGrad/Support/IntegerSemantics.h"
#include "TinyGrad/Support/ScalarMath.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

// Each operation rounds; none are contracted to a fused one.
#pragma STDC FP_CONTRACT OFF

namespace tinygrad::reference {

using math::MathFn;

/// Applies `element(result, i)` to each position, after a check that all
/// operands have one shape.
template <class Fn> static Result forEach(const Call &call, Fn element) {
  const Shape &shape = call.operand(0).shape;
  for (const TensorPtr &operand : call.operands)
    if (operand->shape != shape)
      return call.error() << "expects operands of one shape, but got "
                          << toString(shape) << " and "
                          << toString(operand->shape);
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  for (int64_t i = 0, n = result->getNumElements(); i < n; ++i)
    element(*result, i);
  return result;
}

template <class Fn> static Result floatUnary(const Call &call, Fn fn) {
  const HostTensor &x = call.operand(0);
  return forEach(call, [&](HostTensor &r, int64_t i) {
    r.setFloat(i, fn(x.getFloat(i)));
  });
}

template <class Fn> static Result classify(const Call &call, Fn fn) {
  const HostTensor &x = call.operand(0);
  return forEach(
      call, [&](HostTensor &r, int64_t i) { r.setInt(i, fn(x.getFloat(i))); });
}

static Result mathFunction(const Call &call, MathFn fn) {
  if (call.operand(0).dtype == DType::F64)
    return floatUnary(call, [&](double x) { return math::evaluate(fn, x); });
  return floatUnary(call, [&](double x) -> double {
    return math::evaluate(fn, static_cast<float>(x));
  });
}

static double roundHalfToEven(double x) {
  double down = std::floor(x), rest = x - down;
  if (rest == 0.5)
    down += std::fmod(down, 2) != 0;
  else if (rest > 0.5)
    down += 1;
  return std::isfinite(x) ? std::copysign(down, x) : x;
}

static Result sign(const Call &call) {
  const HostTensor &x = call.operand(0);
  if (isFloat(x.dtype))
    return floatUnary(call, [](double value) -> double {
      if (std::isnan(value) || value == 0)
        return value == 0 ? 0 : value;
      return value < 0 ? -1 : 1;
    });
  return forEach(call, [&](HostTensor &r, int64_t i) {
    int64_t value = x.getInt(i);
    bool negative = lessThan(value, 0, x.dtype);
    r.setInt(i, value == 0 ? 0 : negative ? -1 : 1);
  });
}

/// One factor after the other would take too long for a large exponent, and
/// gives the same: products wrap.
static int64_t wrappedPower(int64_t base, uint64_t exponent) {
  uint64_t result = 1, factor = static_cast<uint64_t>(base);
  for (; exponent; exponent /= 2, factor *= factor)
    if (exponent % 2)
      result *= factor;
  return static_cast<int64_t>(result);
}

static Result power(const Call &call) {
  const HostTensor &a = call.operand(0), &b = call.operand(1);
  if (a.dtype == DType::F64)
    return forEach(call, [&](HostTensor &r, int64_t i) {
      r.setFloat(i, math::evaluatePow(a.getFloat(i), b.getFloat(i)));
    });
  if (isFloat(a.dtype))
    return forEach(call, [&](HostTensor &r, int64_t i) {
      r.setFloat(i, math::evaluatePow(static_cast<float>(a.getFloat(i)),
                                      static_cast<float>(b.getFloat(i))));
    });
  return forEach(call, [&](HostTensor &r, int64_t i) {
    int64_t base = a.getInt(i), exponent = b.getInt(i);
    if (!isUnsigned(a.dtype) && exponent < 0) {
      bool odd = exponent % 2 != 0;
      r.setInt(i, base == 1 ? 1 : base == -1 ? (odd ? -1 : 1) : 0);
      return;
    }
    r.setInt(i, wrappedPower(base, static_cast<uint64_t>(exponent)));
  });
}

static Result copySign(const Call &call) {
  const HostTensor &a = call.operand(0), &b = call.operand(1);
  uint64_t sign = uint64_t(1) << (getBitWidth(a.dtype) - 1);
  return forEach(call, [&](HostTensor &r, int64_t i) {
    r.setBits(i, (a.getBits(i) & ~sign) | (b.getBits(i) & sign));
  });
}

/// a * b + c of types that f64 multiplies exactly. The sum is rounded to odd:
/// if it is inexact, down or up to whichever neighbour has an odd last bit, so
/// that rounding it to the type is the only rounding that counts.
static double multiplyAdd(double a, double b, double c) {
  double product = a * b, sum = product + c;
  if (!std::isfinite(sum))
    return sum;
  // The larger of the two less the sum is exact, and so is all of it.
  bool productIsLarger = std::fabs(product) >= std::fabs(c);
  double larger = productIsLarger ? product : c;
  double smaller = productIsLarger ? c : product;
  double lost = smaller - (sum - larger);
  if (lost == 0)
    return sum;
  double other = std::nextafter(sum, lost > 0 ? HUGE_VAL : -HUGE_VAL);
  uint64_t bits;
  std::memcpy(&bits, &sum, sizeof bits);
  return bits & 1 ? sum : other;
}

static Result multiplyAccumulate(const Call &call) {
  const HostTensor &a = call.operand(0), &b = call.operand(1);
  const HostTensor &c = call.operand(2);
  if (a.dtype == DType::F64)
    return forEach(call, [&](HostTensor &r, int64_t i) {
      r.setFloat(i, std::fma(a.getFloat(i), b.getFloat(i), c.getFloat(i)));
    });
  if (isFloat(a.dtype))
    return forEach(call, [&](HostTensor &r, int64_t i) {
      r.setFloat(i, multiplyAdd(a.getFloat(i), b.getFloat(i), c.getFloat(i)));
    });
  bool isBool = a.dtype == DType::Bool;
  return forEach(call, [&](HostTensor &r, int64_t i) {
    int64_t product = wrapMul(a.getInt(i), b.getInt(i));
    r.setInt(i, isBool ? product | c.getInt(i) : wrapAdd(product, c.getInt(i)));
  });
}

static Result clamp(const Call &call) {
  const HostTensor &x = call.operand(0), &low = call.operand(1);
  const HostTensor &high = call.operand(2);
  if (isFloat(x.dtype))
    return forEach(call, [&](HostTensor &r, int64_t i) {
      double bounded = maximum(x.getFloat(i), low.getFloat(i));
      r.setFloat(i, minimum(bounded, high.getFloat(i)));
    });
  return forEach(call, [&](HostTensor &r, int64_t i) {
    int64_t value = x.getInt(i);
    if (lessThan(value, low.getInt(i), x.dtype))
      value = low.getInt(i);
    if (lessThan(high.getInt(i), value, x.dtype))
      value = high.getInt(i);
    r.setInt(i, value);
  });
}

std::optional<Result> evaluateFunction(const Call &call) {
  using namespace tg;
  auto math = [&](MathFn fn) { return mathFunction(call, fn); };
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](TanOp) { return math(MathFn::Tan); })
      .Case([&](AsinOp) { return math(MathFn::Asin); })
      .Case([&](AcosOp) { return math(MathFn::Acos); })
      .Case([&](AtanOp) { return math(MathFn::Atan); })
      .Case([&](SinhOp) { return math(MathFn::Sinh); })
      .Case([&](CoshOp) { return math(MathFn::Cosh); })
      .Case([&](AsinhOp) { return math(MathFn::Asinh); })
      .Case([&](AcoshOp) { return math(MathFn::Acosh); })
      .Case([&](AtanhOp) { return math(MathFn::Atanh); })
      .Case([&](Expm1Op) { return math(MathFn::Expm1); })
      .Case([&](Log1pOp) { return math(MathFn::Log1p); })
      .Case([&](RsqrtOp) { return math(MathFn::Rsqrt); })
      .Case([&](ErfOp) { return math(MathFn::Erf); })
      .Case([&](SigmoidOp) { return math(MathFn::Sigmoid); })
      .Case([&](SiluOp) { return math(MathFn::Silu); })
      .Case([&](GeluOp op) {
        return math(op.getTanh() ? MathFn::GeluTanh : MathFn::Gelu);
      })
      .Case([&](FloorOp) {
        return floatUnary(call, [](double x) { return std::floor(x); });
      })
      .Case([&](CeilOp) {
        return floatUnary(call, [](double x) { return std::ceil(x); });
      })
      .Case([&](RoundOp) { return floatUnary(call, roundHalfToEven); })
      .Case([&](SignOp) { return sign(call); })
      .Case([&](IsNanOp) {
        return classify(call, [](double x) { return std::isnan(x); });
      })
      .Case([&](IsInfOp) {
        return classify(call, [](double x) { return std::isinf(x); });
      })
      .Case([&](IsFiniteOp) {
        return classify(call, [](double x) { return std::isfinite(x); });
      })
      .Case([&](PowOp) { return power(call); })
      .Case([&](CopysignOp) { return copySign(call); })
      .Case([&](MulAccOp) { return multiplyAccumulate(call); })
      .Case([&](ClampOp) { return clamp(call); })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
