//===- MathErrors.h - how far a math sequence is from the truth -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors in units in the last place, against the C library in a wider type.
// Only tests and check-math use this: nothing computed depends on a libm.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_MATHERRORS_H
#define TINYGRAD_SUPPORT_MATHERRORS_H

#include "TinyGrad/Support/ScalarMath.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace tinygrad::math {

struct MathFnInfo {
  MathFn fn;
  const char *name;
};

inline constexpr MathFnInfo mathFns[] = {
    {MathFn::Exp, "exp"},         {MathFn::Exp2, "exp2"},
    {MathFn::Log, "log"},         {MathFn::Log2, "log2"},
    {MathFn::Sin, "sin"},         {MathFn::Cos, "cos"},
    {MathFn::Tan, "tan"},         {MathFn::Tanh, "tanh"},
    {MathFn::Erf, "erf"},         {MathFn::Rsqrt, "rsqrt"},
    {MathFn::Expm1, "expm1"},     {MathFn::Log1p, "log1p"},
    {MathFn::Asin, "asin"},       {MathFn::Acos, "acos"},
    {MathFn::Atan, "atan"},       {MathFn::Sinh, "sinh"},
    {MathFn::Cosh, "cosh"},       {MathFn::Asinh, "asinh"},
    {MathFn::Acosh, "acosh"},     {MathFn::Atanh, "atanh"},
    {MathFn::Sigmoid, "sigmoid"}, {MathFn::Silu, "silu"},
    {MathFn::Gelu, "gelu"},       {MathFn::GeluTanh, "gelu_tanh"},
};

inline float floatOfBits(uint32_t bits) {
  float r;
  std::memcpy(&r, &bits, sizeof r);
  return r;
}

inline double doubleOfBits(uint64_t bits) {
  double r;
  std::memcpy(&r, &bits, sizeof r);
  return r;
}

/// 1 / (1 + e^-x), precise where it is small.
template <class T> T libraryLogistic(T x) {
  T e = std::exp(-std::fabs(x));
  return (x < 0 ? e : 1) / (1 + e);
}

template <class T> T libraryGeluArgument(T x) {
  const T scale = 2 * std::sqrt(2 / std::acos(T(-1)));
  return scale * (x + T(44715) / T(1000000) * x * x * x);
}

template <class T> T libraryValue(MathFn fn, T x) {
  switch (fn) {
  case MathFn::Exp:
    return std::exp(x);
  case MathFn::Exp2:
    return std::exp2(x);
  case MathFn::Log:
    return std::log(x);
  case MathFn::Log2:
    return std::log2(x);
  case MathFn::Sin:
    return std::sin(x);
  case MathFn::Cos:
    return std::cos(x);
  case MathFn::Tan:
    return std::tan(x);
  case MathFn::Tanh:
    return std::tanh(x);
  case MathFn::Erf:
    return std::erf(x);
  case MathFn::Rsqrt:
    return 1 / std::sqrt(x);
  case MathFn::Expm1:
    return std::expm1(x);
  case MathFn::Log1p:
    return std::log1p(x);
  case MathFn::Asin:
    return std::asin(x);
  case MathFn::Acos:
    return std::acos(x);
  case MathFn::Atan:
    return std::atan(x);
  case MathFn::Sinh:
    return std::sinh(x);
  case MathFn::Cosh:
    return std::cosh(x);
  case MathFn::Asinh:
    return std::asinh(x);
  case MathFn::Acosh:
    return std::acosh(x);
  case MathFn::Atanh:
    return std::atanh(x);
  case MathFn::Sigmoid:
    return libraryLogistic(x);
  case MathFn::Silu:
    return x < -11300 ? T(-0.0) : x * libraryLogistic(x);
  case MathFn::Gelu:
    return x < -120 ? T(-0.0) : x * (std::erfc(-x / std::sqrt(T(2))) / 2);
  case MathFn::GeluTanh:
    return x < -50 ? T(-0.0) : x * libraryLogistic(libraryGeluArgument(x));
  }
  return x;
}

struct ErrorAt {
  double ulps;
  double input;
};

/// |got - want| in units of the last place of `want` rounded to T. A wrong
/// class (NaN, infinity, sign of zero) is an infinite error.
template <class T, class Wide> double ulpError(T got, Wide want) {
  const double bad = std::numeric_limits<double>::infinity();
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : bad;
  T rounded = static_cast<T>(want);
  if (std::isinf(got) || std::isinf(rounded)) {
    if (got == rounded)
      return 0;
    // One side overflowed: half an ulp over the largest number at most.
    if (std::signbit(got) != std::signbit(rounded) || std::isinf(want))
      return bad;
    got = std::isinf(got) ? std::copysign(std::numeric_limits<T>::max(), got)
                          : got;
  }
  if (want == 0)
    return got == 0 && std::signbit(got) == std::signbit(want) ? 0 : bad;
  int exponent =
      std::ilogb(rounded == 0 ? std::numeric_limits<T>::denorm_min() : rounded);
  int lowest = std::numeric_limits<T>::min_exponent - 1;
  exponent = exponent < lowest ? lowest : exponent;
  Wide ulp = std::ldexp(Wide(1), exponent - std::numeric_limits<T>::digits + 1);
  return static_cast<double>(std::fabs(static_cast<Wide>(got) - want) / ulp);
}

inline ErrorAt errorAt(MathFn fn, float x) {
  double want = libraryValue(fn, static_cast<double>(x));
  return {ulpError(evaluate(fn, x), want), x};
}

inline ErrorAt errorAt(MathFn fn, double x) {
  long double want = libraryValue(fn, static_cast<long double>(x));
  return {ulpError(evaluate(fn, x), want), x};
}

struct WorstError {
  double ulps = -1;
  double input = 0;
  void add(ErrorAt e) {
    if (e.ulps > ulps || e.ulps != e.ulps) {
      ulps = e.ulps;
      input = e.input;
    }
  }
  void add(const WorstError &e) { add(ErrorAt{e.ulps, e.input}); }
};

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_MATHERRORS_H
