//===- MathActivations.h - sigmoid, silu and gelu ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Over a builder as in MathSequences.h. In f64 sums and products are kept in
// two parts up to the last rounding; those of f32 are computed in f64, where
// plain operations and short polynomials are precise enough.
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
    if constexpr (isShort) {
      Float xc = clamp(x, -kFarForF32, kFarForF32);
      return finish(x,
                    [&](auto &w) { return w.shortLogistic(b, b.widenF(xc)); });
    } else {
      Scaled s = logistic({clamp(x, -kFar, kFar), b.constF(0.0)});
      return orNaN(x, scale(b.addF(s.hi, s.lo), s.exponent));
    }
  }

  /// x / (1 + e^-x); -0 at minus infinity.
  Float silu(Float x) {
    if constexpr (isShort) {
      Float xc = clampLeast(x, -kFarForF32);
      return finish(x, [&](auto &w) {
        auto wide = b.widenF(xc);
        return w.times(wide, w.shortLogistic(b, wide));
      });
    } else {
      Float xc = clampLeast(x, -kFar);
      return orNaN(x, scaledProduct(xc, logistic({xc, b.constF(0.0)})));
    }
  }

  /// x / (1 + e^-z) for z = 2 sqrt(2/pi) (x + 0.044715 x^3).
  Float geluTanh(Float x) {
    if constexpr (isShort) {
      Float xc = clampLeast(x, -15);
      return finish(x, [&](auto &w) {
        auto wide = b.widenF(xc);
        return w.times(wide, w.shortLogistic(b, w.shortGeluArgument(wide)));
      });
    } else {
      Float xc = clampLeast(x, -25);
      // From here on 1 + e^-z is 1.
      Float inner = clampMax(xc, 25);
      Pair square = twoProduct(inner, inner);
      Float cubic = b.constF(C::geluCubic);
      Pair product = twoProduct(square.hi, cubic);
      Pair factor = twoSum(b.constF(C::geluScale), product.hi);
      Float low = b.fmaF(square.lo, cubic,
                         b.mulF(square.hi, b.constF(C::geluCubicTail)));
      low = b.addF(b.addF(low, b.constF(C::geluScaleTail)), product.lo);
      factor.lo = b.addF(factor.lo, low);
      Pair z = mulPairs({inner, b.constF(0.0)}, factor);
      return orNaN(x, scaledProduct(xc, logistic(z)));
    }
  }

  /// x Phi(x), where, but near zero, 1 - Phi(a) = e^(-a^2/2) G((a - 4) / (a +
  /// 4)) / (1 + 2a).
  Float gelu(Float x) {
    if constexpr (isShort) {
      Float xc = clampLeast(x, -15);
      return finish(x, [&](auto &w) {
        auto wide = b.widenF(xc);
        return w.times(wide, w.shortNormal(b, wide));
      });
    } else {
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
  }

  //===--------------------------------------------------------------------===//
  // In f64 for results of f32, whose builder is `narrow`
  //===--------------------------------------------------------------------===//

  Float times(Float x, Float y) { return b.mulF(x, y); }

  /// 1 / (1 + e^-z)
  template <class Narrow> Float shortLogistic(Narrow &narrow, Float z) {
    Float one = b.constF(1.0);
    Float e = shortExp(clampLeast(b.negF(b.absF(z)), -300));
    Float inverse = shortReciprocal(narrow, b.addF(one, e));
    Float below = b.mulF(e, inverse);
    return b.select(b.ltF(z, b.constF(0.0)), below, inverse);
  }

  Float shortGeluArgument(Float x) {
    Float square = b.mulF(x, x);
    Float factor =
        b.fmaF(square, b.constF(C::geluCubic), b.constF(C::geluScale));
    return b.mulF(x, factor);
  }

  /// The distribution function of the normal distribution.
  template <class Narrow> Float shortNormal(Narrow &narrow, Float x) {
    Float one = b.constF(1.0), four = b.constF(4.0);
    Float a = clampMax(b.absF(x), 15);
    Float e = shortExp(b.mulF(b.mulF(a, a), b.constF(-0.5)));
    Float d1 = b.addF(a, four), d2 = b.fmaF(a, b.constF(2.0), one);
    Float inverse = shortReciprocal(narrow, b.mulF(d1, d2));
    Float u = b.mulF(b.subF(a, four), b.mulF(inverse, d2));
    Float tail =
        b.mulF(b.mulF(e, b.mulF(inverse, d1)), horner(u, C::geluShort));
    return b.select(b.ltF(x, b.constF(0.0)), tail, b.subF(one, tail));
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

  /// Whether results are of f32.
  static constexpr bool isShort = B::bits == 32;
  // Beyond these a logistic function is 0 or 1, and the tail of the normal
  // distribution 0.
  static constexpr double kFarForF32 = 150, kFar = 800, kGeluMost = 40;

  Float clampLeast(Float x, double least) {
    Float bound = b.constF(least);
    return b.select(b.ltF(x, bound), bound, x);
  }

  template <class Fn> Float finish(Float x, Fn fn) {
    auto wide = b.wider();
    MathActivations<typename B::Wider> w(wide);
    return orNaN(x, b.narrowF(fn(w)));
  }

  /// e^x for x from -300 to 300.
  Float shortExp(Float x) {
    Float magic = b.constF(C::roundMagic);
    Float shifted = b.fmaF(x, b.constF(C::log2e), magic);
    Int n = b.subI(b.bitsOf(shifted), b.constI(C::roundMagicBits));
    Float r = b.fmaF(b.subF(shifted, magic), b.constF(-C::ln2), x);
    return b.mulF(horner(r, C::expShort), powerOfTwo(n));
  }

  /// 1 / x from a division of f32 and one step of Newton's, for an x whose
  /// reciprocal f32 has.
  template <class Narrow> Float shortReciprocal(Narrow &narrow, Float x) {
    Float first =
        narrow.widenF(narrow.divF(narrow.constF(1.0), narrow.narrowF(x)));
    Float rest = b.fmaF(b.negF(x), first, b.constF(1.0));
    return b.fmaF(first, rest, first);
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
