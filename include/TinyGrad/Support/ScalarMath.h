//===- ScalarMath.h - the math sequences on numbers -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder that evaluates MathSequences.h at once, on float or double.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_SCALARMATH_H
#define TINYGRAD_SUPPORT_SCALARMATH_H

#include "TinyGrad/Support/MathSequences.h"

#include <cmath>
#include <cstring>
#include <type_traits>

namespace tinygrad::math {

template <class T> struct ScalarMath {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
  static constexpr int bits = sizeof(T) * 8;
  using Float = T;
  using Int = std::conditional_t<bits == 32, int32_t, int64_t>;
  using Wide = uint64_t;
  using Bit = bool;

  Float constF(double v) { return static_cast<T>(v); }
  Int constI(int64_t v) { return static_cast<Int>(v); }
  Wide constW(uint64_t v) { return v; }

  // One operation a function: no compiler may contract across them.
  Float addF(Float x, Float y) { return x + y; }
  Float subF(Float x, Float y) { return x - y; }
  Float mulF(Float x, Float y) { return x * y; }
  Float divF(Float x, Float y) { return x / y; }
  Float fmaF(Float x, Float y, Float z) { return std::fma(x, y, z); }
  Float negF(Float x) { return -x; }
  Float absF(Float x) { return std::fabs(x); }
  Float sqrtF(Float x) { return std::sqrt(x); }
  Bit ltF(Float x, Float y) { return x < y; }
  Bit leF(Float x, Float y) { return x <= y; }
  Bit eqF(Float x, Float y) { return x == y; }
  Bit isNaN(Float x) { return x != x; }

  // Integer arithmetic wraps, so it is done on unsigned numbers.
  template <class I> using U = std::make_unsigned_t<I>;
  template <class I> I addI(I x, I y) {
    return static_cast<I>(U<I>(x) + U<I>(y));
  }
  template <class I> I subI(I x, I y) {
    return static_cast<I>(U<I>(x) - U<I>(y));
  }
  template <class I> I mulI(I x, I y) {
    return static_cast<I>(U<I>(x) * U<I>(y));
  }
  template <class I> I andI(I x, I y) { return x & y; }
  template <class I> I orI(I x, I y) { return x | y; }
  template <class I> I xorI(I x, I y) { return x ^ y; }
  template <class I> I shlI(I x, I n) { return static_cast<I>(U<I>(x) << n); }
  template <class I> I shrI(I x, I n) { return static_cast<I>(U<I>(x) >> n); }
  template <class I> I sarI(I x, I n) {
    return static_cast<I>(std::make_signed_t<I>(x) >> n);
  }
  template <class I> Bit ltI(I x, I y) {
    return std::make_signed_t<I>(x) < std::make_signed_t<I>(y);
  }
  template <class I> Bit ultI(I x, I y) { return U<I>(x) < U<I>(y); }
  template <class I> Bit eqI(I x, I y) { return x == y; }
  template <class V> V select(Bit c, V x, V y) { return c ? x : y; }
  Bit andB(Bit x, Bit y) { return x && y; }
  Bit orB(Bit x, Bit y) { return x || y; }
  Bit eqB(Bit x, Bit y) { return x == y; }
  Bit notB(Bit x) { return !x; }

  Int bitsOf(Float x) {
    Int r;
    std::memcpy(&r, &x, sizeof r);
    return r;
  }
  Float fromBits(Int x) {
    Float r;
    std::memcpy(&r, &x, sizeof r);
    return r;
  }
  Float toFloat(Int x) { return static_cast<Float>(x); }
  Wide widen(Int x) { return static_cast<U<Int>>(x); }
  Int narrow(Wide x) { return static_cast<Int>(x); }

  using Wider = ScalarMath<double>;
  Wider wider() { return {}; }
  double widenF(Float x) { return x; }
  Float narrowF(double x) { return static_cast<Float>(x); }
};

/// The value of `fn` at `x`, for float or double.
template <class T> T evaluate(MathFn fn, T x) {
  ScalarMath<T> builder;
  return MathSequences<ScalarMath<T>>(builder).apply(fn, x);
}

/// x to the power of y, for float or double.
template <class T> T evaluatePow(T x, T y) {
  ScalarMath<T> builder;
  return MathSequences<ScalarMath<T>>(builder).pow(x, y);
}

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_SCALARMATH_H
