//===- VectorMath.h - the math sequences on many numbers at once -*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder that evaluates MathSequences.h on vectors of numbers, with
// clang's vector types: the operations of ScalarMath.h, lane by lane.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SCRIPTS_CHECKMATH_VECTORMATH_H
#define TINYGRAD_SCRIPTS_CHECKMATH_VECTORMATH_H

#include "TinyGrad/Support/MathSequences.h"

#include <type_traits>

namespace tinygrad::math {

template <class T, int N> using Lanes = T __attribute__((ext_vector_type(N)));

template <class T, int N> struct VectorMath {
  static constexpr int bits = sizeof(T) * 8;
  using IntLane = std::conditional_t<bits == 32, int32_t, int64_t>;
  using UIntLane = std::make_unsigned_t<IntLane>;
  using Float = Lanes<T, N>;
  using Int = Lanes<IntLane, N>;
  using Wide = std::conditional_t<bits == 32, Lanes<uint64_t, N>, Int>;
  using WideLane = std::conditional_t<bits == 32, uint64_t, int64_t>;
  using Bit = Lanes<bool, N>;

  Float constF(double v) { return Float(static_cast<T>(v)); }
  Int constI(int64_t v) { return Int(static_cast<IntLane>(v)); }
  Wide constW(uint64_t v) { return Wide(static_cast<WideLane>(v)); }

  Float addF(Float x, Float y) { return x + y; }
  Float subF(Float x, Float y) { return x - y; }
  Float mulF(Float x, Float y) { return x * y; }
  Float divF(Float x, Float y) { return x / y; }
  Float fmaF(Float x, Float y, Float z) {
    return __builtin_elementwise_fma(x, y, z);
  }
  Float negF(Float x) { return -x; }
  Float absF(Float x) { return __builtin_elementwise_abs(x); }
  Float sqrtF(Float x) { return __builtin_elementwise_sqrt(x); }
  Bit ltF(Float x, Float y) { return bit(x < y); }
  Bit leF(Float x, Float y) { return bit(x <= y); }
  Bit eqF(Float x, Float y) { return bit(x == y); }
  Bit isNaN(Float x) { return bit(x != x); }

  template <class I> I addI(I x, I y) { return I(u(x) + u(y)); }
  template <class I> I subI(I x, I y) { return I(u(x) - u(y)); }
  template <class I> I mulI(I x, I y) { return I(u(x) * u(y)); }
  template <class I> I andI(I x, I y) { return x & y; }
  template <class I> I orI(I x, I y) { return x | y; }
  template <class I> I xorI(I x, I y) { return x ^ y; }
  template <class I> I shlI(I x, I n) { return I(u(x) << u(n)); }
  template <class I> I shrI(I x, I n) { return I(u(x) >> u(n)); }
  template <class I> I sarI(I x, I n) { return I(s(x) >> s(n)); }
  template <class I> Bit ltI(I x, I y) { return bit(s(x) < s(y)); }
  template <class I> Bit ultI(I x, I y) { return bit(u(x) < u(y)); }
  template <class I> Bit eqI(I x, I y) { return bit(x == y); }
  template <class V> V select(Bit c, V x, V y) {
    using Mask = decltype(x == y);
    return __builtin_convertvector(c, Mask) != 0 ? x : y;
  }
  Bit andB(Bit x, Bit y) { return x & y; }
  Bit orB(Bit x, Bit y) { return x | y; }
  Bit eqB(Bit x, Bit y) { return ~(x ^ y); }
  Bit notB(Bit x) { return ~x; }

  Int bitsOf(Float x) { return Int(x); }
  Float fromBits(Int x) { return Float(x); }
  Float toFloat(Int x) { return __builtin_convertvector(x, Float); }
  Wide widen(Int x) { return __builtin_convertvector(u(x), Wide); }
  Int narrow(Wide x) { return __builtin_convertvector(x, Int); }

  using Wider = VectorMath<double, N>;
  Wider wider() { return {}; }
  typename Wider::Float widenF(Float x) {
    return __builtin_convertvector(x, typename Wider::Float);
  }
  Float narrowF(typename Wider::Float x) {
    return __builtin_convertvector(x, Float);
  }

private:
  static Lanes<UIntLane, N> u(Int x) { return Lanes<UIntLane, N>(x); }
  static Int s(Int x) { return x; }
  template <class W = Wide>
  static std::enable_if_t<!std::is_same_v<W, Int>, W> u(W x) {
    return x;
  }
  template <class W = Wide>
  static std::enable_if_t<!std::is_same_v<W, Int>, Lanes<int64_t, N>> s(W x) {
    return Lanes<int64_t, N>(x);
  }
  template <class M> static Bit bit(M mask) {
    return __builtin_convertvector(mask, Bit);
  }
};

/// The values of `fn` at each of `x`.
template <class T, int N> Lanes<T, N> evaluateLanes(MathFn fn, Lanes<T, N> x) {
  VectorMath<T, N> builder;
  return MathSequences<VectorMath<T, N>>(builder).apply(fn, x);
}

} // namespace tinygrad::math

#endif // TINYGRAD_SCRIPTS_CHECKMATH_VECTORMATH_H
