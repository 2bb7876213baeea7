//===- MathActivations.h - sigmoid, silu and gelu ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In f64, over a builder as in MathSequences.h: sums and products are kept in
// two parts up to the last rounding. Those of f32 are in MathSingles.h.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_MATHACTIVATIONS_H
#define TINYGRAD_SUPPORT_MATHACTIVATIONS_H

#include "TinyGrad/Support/MathPieces.h"

namespace tinygrad::math {

template <class B> class MathActivations : MathPieces<B> {
public:
  using Float = typename B::Float;
  using Int = typename B::Int;
  using Bit = typename B::Bit;
  using C = MathConstants<B::bits>;

  explicit MathActivations(B &builder) : MathPieces<B>(builder) {}

  /// 1 / (1 + e^-x)
  Float sigmoid(Float x) {
    Scaled s = logistic({clamp(x, -kFar, kFar), b.constF(0.0)});
    return orNaN(x, scale(b.addF(s.hi, s.lo), s.exponent));
  }

  /// x / (1 + e^-x); -0 at minus infinity.
  Float silu(Float x) {
    Float xc = clampLeast(x, -kFar);
    return orNaN(x, scaledProduct(xc, logistic({xc, b.constF(0.0)})));
  }

  /// x / (1 + e^-z) for z = 2 sqrt(2/pi) (x + 0.044715 x^3).
  Float geluTanh(Float x) {
    Float xc = clampLeast(x, -25);
    // From here on 1 + e^-z is 1.
    Float inner = clampMax(xc, 25);
    Pair square = twoProduct(inner, inner);
    Float cubic = b.constF(C::geluCubic);
    Pair product = twoProduct(square.hi, cubic);
    Pair factor = twoSum(b.constF(C::geluScale), product.hi);
    Float low =
        b.fmaF(square.lo, cubic, b.mulF(square.hi, b.constF(C::geluCubicTail)));
    low = b.addF(b.addF(low, b.constF(C::geluScaleTail)), product.lo);
    factor.lo = b.addF(factor.lo, low);
    Pair z = mulPairs({inner, b.constF(0.0)}, factor);
    return orNaN(x, scaledProduct(xc, logistic(z)));
  }

  /// x Phi(x), where, but near zero, 1 - Phi(a) = e^(-a^2/2) G((a - 4) / (a +
  /// 4)) / (1 + 2a).
  Float gelu(Float x) {
    Float xc = clampLeast(x, -kGeluMost);
    Scaled tail = normalTail(clampMax(b.absF(xc), kGeluMost));
    Float below = scaledProduct(xc, tail);
    Float factor = powerOfTwo(clampMin(tail.exponent, -200));
    Float high = b.mulF(tail.hi, factor);
    Pair phi = quickTwoSum(b.constF(1.0), b.negF(high));
    phi.lo = b.subF(phi.lo, b.mulF(tail.lo, factor));
    Float above = scaledProduct(xc, {phi.hi, phi.lo, b.constI(0)});
    Float result = b.select(b.ltF(xc, b.constF(0.0)), below, above);
    // Near zero Phi(x) is 1/2 and a small odd part.
    Float odd = b.mulF(x, horner(b.mulF(x, x), C::normalSmall));
    Pair middle = quickTwoSum(b.constF(0.5), odd);
    Float small = scaledProduct(x, {middle.hi, middle.lo, b.constI(0)});
    Bit isSmall = b.ltF(b.absF(x), b.constF(0.35));
    return orNaN(x, b.select(isSmall, small, result));
  }

private:
  using Base = MathPieces<B>;
  using Pair = typename Base::Pair;
  using Scaled = typename Base::Scaled;
  using Base::b;
  using Base::clamp;
  using Base::clampMax;
  using Base::clampMin;
  using Base::divPairs;
  using Base::expTwoParts;
  using Base::horner;
  using Base::infinity;
  using Base::mulPairs;
  using Base::orNaN;
  using Base::powerOfTwo;
  using Base::quickTwoSum;
  using Base::scale;
  using Base::twoProduct;
  using Base::twoSum;

  // Beyond these a logistic function is 0 or 1, and the tail of the normal
  // distribution 0.
  static constexpr double kFar = 800, kGeluMost = 40;

  Float clampLeast(Float x, double least) {
    Float bound = b.constF(least);
    return b.select(b.ltF(x, bound), bound, x);
  }

  /// 1 / (1 + e^-z), relatively precise where it is small.
  Scaled logistic(Pair z) {
    Float zero = b.constF(0.0), one = b.constF(1.0);
    Bit negative = b.ltF(z.hi, zero);
    Float least = clampLeast(b.negF(b.absF(z.hi)), -kFar);
    Scaled e = expTwoParts(least, b.select(negative, z.lo, b.negF(z.lo)));
    Float factor = powerOfTwo(clampMin(e.exponent, -200));
    Pair bottom = quickTwoSum(one, b.mulF(e.hi, factor));
    bottom.lo = b.fmaF(e.lo, factor, bottom.lo);
    Pair top = {b.select(negative, e.hi, one), b.select(negative, e.lo, zero)};
    Pair q = divPairs(top, bottom);
    return {q.hi, q.lo, b.select(negative, e.exponent, b.constI(0))};
  }

  /// 1 - Phi(a) for 0 <= a <= kGeluMost.
  Scaled normalTail(Float a) {
    Float minusHalf = b.constF(-0.5);
    Pair square = twoProduct(a, a);
    Scaled e =
        expTwoParts(b.mulF(square.hi, minusHalf), b.mulF(square.lo, minusHalf));
    Pair u = divPairs(twoSum(a, b.constF(-4.0)), twoSum(a, b.constF(4.0)));
    // The polynomial, and its slope for the lower part of u.
    constexpr std::size_t degree = C::gelu.size() - 1;
    Float g = b.constF(C::gelu[degree]), slope = b.constF(0.0);
    for (std::size_t i = degree - 1; i > 0; --i) {
      slope = b.fmaF(slope, u.hi, g);
      g = b.fmaF(g, u.hi, b.constF(C::gelu[i]));
    }
    slope = b.fmaF(slope, u.hi, g);
    Pair product = twoProduct(g, u.hi);
    Pair top = quickTwoSum(b.constF(C::gelu[0]), product.hi);
    Float low = b.fmaF(slope, u.lo, b.addF(product.lo, b.constF(C::geluTail)));
    top.lo = b.addF(top.lo, low);
    Pair bottom = twoSum(b.constF(1.0), b.addF(a, a));
    Pair tail = mulPairs({e.hi, e.lo}, divPairs(top, bottom));
    return {tail.hi, tail.lo, e.exponent};
  }

  Float scaledProduct(Float x, Scaled s) {
    Pair product = twoProduct(x, s.hi);
    Float low = b.fmaF(x, s.lo, product.lo);
    Float result = scale(b.addF(product.hi, low), s.exponent);
    // Infinity has no error to add, and a zero would lose its sign.
    Bit same = b.orB(b.eqF(x, infinity()), b.eqF(x, b.constF(0.0)));
    return b.select(same, x, result);
  }
};

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_MATHACTIVATIONS_H
