//===- MathSingles.h - exponentials and their kin in f32 --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of f32 that kernels are full of, over a builder as in
// MathSequences.h, with as few operations as one unit in the last place allows:
// f32 and i32 only. Where a rounding would cost too much, what it took is kept
// and added before the last one. Powers of two are made in the exponent's bits;
// results that may be denormal are computed 2^64 times larger, so that the last
// product alone rounds them.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_MATHSINGLES_H
#define TINYGRAD_SUPPORT_MATHSINGLES_H

#include "TinyGrad/Support/MathPieces.h"
#include "TinyGrad/Support/MathSingleConstants.h"

namespace tinygrad::math {

template <class B> class MathSingles : MathPieces<B> {
public:
  using Float = typename B::Float;
  using Int = typename B::Int;
  using Bit = typename B::Bit;
  using C = MathConstants<32>;
  using S = MathSingleConstants;

  static_assert(B::bits == 32);

  explicit MathSingles(B &builder) : MathPieces<B>(builder) {}

  /// e^x = 2^n (1 + r + r^2 Q(r))
  Float exp(Float x) {
    Float xc = clamp(x, S::expLeast, S::expMost);
    Ends ends = endsOf(x);
    Float shifted = b.fmaF(xc, b.constF(C::log2e), ends.magic);
    Float n = b.subF(shifted, ends.magic);
    Float r = b.fmaF(n, b.constF(-C::ln2Hi), xc);
    r = b.fmaF(n, b.constF(-C::ln2Lo), r);
    return orNaN(x, timesPower(horner(r, S::exp), shifted, ends));
  }

  /// 2^x = 2^n (1 + f P(f)) for f = x - n.
  Float exp2(Float x) {
    Float xc = clamp(x, S::exp2Least, S::exp2Most);
    Ends ends = endsOf(x);
    Float shifted = b.addF(xc, ends.magic);
    Float f = b.subF(xc, b.subF(shifted, ends.magic));
    return orNaN(x, timesPower(horner(f, S::exp2), shifted, ends));
  }

  /// x + x^3 T(x^2) near zero, else 1 - 2 / (e^(2|x|) + 1).
  Float tanh(Float x) {
    Float one = b.constF(1.0);
    Float ax = b.absF(x);
    Float z = b.mulF(ax, ax);
    Float small = b.fmaF(b.mulF(ax, z), horner(z, S::tanhSmall), ax);

    // 2|x| = n ln2 + 2r
    Float t = clampMax(ax, S::tanhOne);
    Float magic = b.constF(kMagic);
    Float shifted = b.fmaF(t, b.constF(2 * C::log2e), magic);
    Float n = b.subF(shifted, magic);
    Float r = b.fmaF(n, b.constF(-C::ln2Hi / 2), t);
    r = b.fmaF(n, b.constF(-C::ln2Lo / 2), r);
    Float e = horner(r, S::expOfDouble);
    Float bottom = b.fmaF(e, powerOf(shifted), one);
    Float large = b.subF(one, b.divF(b.constF(2.0), bottom));

    Bit isSmall = b.ltF(ax, b.constF(S::tanhSplit));
    return orNaN(x, withSignOf(x, b.select(isSmall, small, large)));
  }

  /// x + x P(x^2) near zero, else 1 - e^-G(|x|) where G fits -log erfc.
  Float erf(Float x) {
    Float one = b.constF(1.0);
    Float ax = b.absF(x);
    Float small = b.fmaF(ax, horner(b.mulF(ax, ax), S::erfSmall), ax);

    Float u = b.subF(clampMax(ax, S::erfOne), b.constF(S::erfCenter));
    Float g = horner(u, S::erfLarge);
    Float magic = b.constF(kMagic);
    Float shifted = b.fmaF(g, b.constF(-C::log2e), magic);
    Float n = b.subF(shifted, magic);
    // -g = n ln2 - r; a large n makes the error of ln2 harmless.
    Float r = b.fmaF(n, b.constF(C::ln2), g);
    Float large = b.fmaF(horner(r, S::minusExpOfMinus), powerOf(shifted), one);

    Bit isSmall = b.ltF(ax, b.constF(S::erfSplit));
    return orNaN(x, withSignOf(x, b.select(isSmall, small, large)));
  }

  /// 1 / (1 + e^-x)
  Float sigmoid(Float x) {
    Float z = b.negF(clampMax(b.absF(x), 104));
    Logistic p = logistic(reduce(z, b.constF(0.0)), b.ltF(x, b.constF(0.0)));
    Float sum = b.addF(p.value, p.low);
    return orNaN(x, b.mulF(b.mulF(sum, p.power), p.unscale));
  }

  /// x / (1 + e^-x); -0 at minus infinity.
  Float silu(Float x) {
    Float z = b.negF(clampMax(b.absF(x), 120));
    Logistic p = logistic(reduce(z, b.constF(0.0)), b.ltF(x, b.constF(0.0)));
    return orNaN(x, timesLogistic(clampLeast(x, -120), 120, p));
  }

  /// x / (1 + e^-z) for z = 2 sqrt(2/pi) (x + 0.044715 x^3).
  Float geluTanh(Float x) {
    // From here on one of 1 and e^-z is lost in the sum.
    Float a = clampMax(b.absF(x), 11.5);
    Float square = b.mulF(a, a);
    Float squareLow = b.fmaF(a, a, b.negF(square));
    // -z / a, whose larger constant has few bits so that the sum's error is
    // exact.
    Float cubic = b.constF(-S::geluCubic), scale = b.constF(-S::geluScale);
    Float factor = b.fmaF(square, cubic, scale);
    Float low = b.fmaF(square, cubic, b.subF(scale, factor));
    low = b.addF(low, b.fmaF(square, b.constF(-S::geluCubicTail),
                             b.constF(-S::geluScaleTail)));
    low = b.fmaF(squareLow, cubic, low);
    Float sum = b.addF(factor, low);
    low = b.addF(b.subF(factor, sum), low);
    factor = sum;
    Float z = b.mulF(a, factor);
    low = b.fmaF(a, low, b.fmaF(a, factor, b.negF(z)));
    Logistic p = logistic(reduce(z, low), b.ltF(x, b.constF(0.0)));
    return orNaN(x, timesLogistic(clampLeast(x, -11.5), 11.5, p));
  }

  /// x Phi(x) = max(x, 0) - |x| (1 - Phi(|x|)), where 1 - Phi(a) is
  /// e^(-a^2/2) M(a) / (a + K).
  Float gelu(Float x) {
    Float k = b.constF(S::geluK);
    Float a = clampMax(b.absF(x), S::geluMost);
    // s = 1 / (a + K) and what it lacks, relatively.
    Float bottom = b.addF(a, k);
    Float s = b.divF(b.constF(1.0), bottom);

    // e^(-a^2/2), where s M is made good by that part of it that hangs on s.
    Float minusHalf = b.mulF(a, b.constF(-0.5));
    Float h = b.mulF(a, minusHalf);
    Reduced e = reduce(h, b.fmaF(a, minusHalf, b.negF(h)));
    Float r = e.r;
    Float tail = b.mulF(b.mulF(r, r), horner(r, S::expTail));

    Float bottomLow = b.subF(a, b.subF(bottom, k));
    Float lack = b.fmaF(b.negF(s), bottom, b.constF(1.0));
    lack = b.fmaF(b.negF(s), bottomLow, lack);
    e.low = b.fmaF(lack, b.constF(S::geluSlope), e.low);

    // M = m + mLow
    Float u = b.subF(s, b.constF(S::geluCenter));
    Float rest = horner(u, S::geluRest);
    Float first = b.constF(S::geluFirst);
    Float m = b.fmaF(u, rest, first);
    Float mLow = b.fmaF(u, rest, b.subF(first, m));
    Float g = b.mulF(s, m);
    Float gLow = b.fmaF(s, mLow, b.fmaF(s, m, b.negF(g)));

    // w + gLow = (g + gLow) (1 + r + tail) (1 + e.low)
    Float w = b.fmaF(g, r, g);
    gLow = b.fmaF(gLow, r, gLow);
    gLow = b.addF(b.fmaF(g, r, b.subF(g, w)), gLow);
    gLow = b.fmaF(g, tail, gLow);
    gLow = b.fmaF(e.low, b.addF(w, gLow), gLow);

    Float scaled = b.mulF(a, e.power);
    Float product = b.fmaF(scaled, w, b.mulF(scaled, gLow));
    Float most = clampLeast(x, -0.0);
    return orNaN(x, b.fmaF(product, b.constF(-kUnscale), most));
  }

private:
  using Base = MathPieces<B>;
  using Base::b;
  using Base::clamp;
  using Base::clampMax;
  using Base::horner;
  using Base::orNaN;
  using Base::withSignOf;

  static constexpr double kMagic = C::roundMagic + C::bias;
  static constexpr double kScale = 0x1p64, kUnscale = 0x1p-64;

  Float clampLeast(Float x, double least) {
    Float bound = b.constF(least);
    return b.select(b.ltF(x, bound), bound, x);
  }

  /// The power of two whose exponent lies in the low bits of a rounded number,
  /// bias included.
  Float powerOf(Float shifted) {
    return b.fromBits(b.shlI(b.bitsOf(shifted), b.constI(C::mantissa)));
  }

  /// How a result comes by its power of two: from a number nearer to 1 than it
  /// by 2^64, on both sides.
  struct Ends {
    Float magic, factor;
  };
  Ends endsOf(Float x) {
    // Selects of vectors take the sign bit as it is; of -0 either side is
    // right, and of a NaN neither counts.
    Bit negative = b.ltI(b.bitsOf(x), b.constI(0));
    return {b.select(negative, b.constF(C::roundMagic + 64),
                     b.constF(C::roundMagic - 64)),
            b.select(negative, b.constF(kUnscale), b.constF(kScale))};
  }
  Float timesPower(Float y, Float shifted, Ends ends) {
    Int n = b.shlI(b.bitsOf(shifted), b.constI(C::mantissa));
    Float scaled = b.fromBits(b.addI(b.bitsOf(y), n));
    return b.mulF(scaled, ends.factor);
  }

  /// h + low = n ln2 + r + low, where the new low is small beside 1 only, and
  /// power is 2^(n + 64).
  struct Reduced {
    Float r, low, power;
  };
  /// For h from -130 to 0 and `low` at most about its last place.
  Reduced reduce(Float h, Float low) {
    Float magic = b.constF(kMagic + 64);
    Float shifted = b.fmaF(h, b.constF(C::log2e), magic);
    Float n = b.subF(shifted, magic);
    // This is exact, but for some h near the middle of 0 and ln2.
    Float r = b.fmaF(n, b.constF(-C::ln2), h);
    return {r, b.fmaF(n, b.constF(-C::ln2Tail), low), powerOf(shifted)};
  }

  /// 1 / (1 + e^-z) = (value + low) power unscale, with the last two 1 where z
  /// is not negative.
  struct Logistic {
    Float value, low, power, unscale;
  };
  /// Of -|z| = n ln2 + e.r + e.low.
  Logistic logistic(Reduced e, Bit negative) {
    Float one = b.constF(1.0), unscale = b.constF(kUnscale);
    // Far from zero the lower part is small beside 1 only, not beside r.
    Float r = b.addF(e.r, e.low);
    e = {r, b.addF(b.subF(e.r, r), e.low), e.power};
    // e^(r + low) - 1 - r = r^2 Q(r) + low (1 + r)
    Float tail = b.fmaF(e.r, horner(e.r, S::expTail), e.low);
    tail = b.fmaF(e.r, tail, e.low);
    Float exp = b.fmaF(e.power, b.addF(e.r, tail), e.power);
    Float expLow = b.fmaF(e.power, e.r, b.subF(e.power, exp));
    expLow = b.fmaF(e.power, tail, expLow);
    Float bottom = b.fmaF(exp, unscale, one);
    Float bottomLow = b.fmaF(exp, unscale, b.subF(one, bottom));
    bottomLow = b.fmaF(expLow, unscale, bottomLow);
    Float q = b.divF(one, bottom);
    Float lack = b.fmaF(b.negF(q), bottom, one);
    lack = b.fmaF(b.negF(q), bottomLow, lack);
    // (q + above) (1 + r + tail), where q (1 + r) is taken in two parts.
    Float above = b.mulF(q, lack), below = b.fmaF(q, e.r, q);
    Float belowLow = b.fmaF(q, tail, b.fmaF(above, e.r, above));
    belowLow = b.addF(b.fmaF(q, e.r, b.subF(q, below)), belowLow);
    return {b.select(negative, below, q), b.select(negative, belowLow, above),
            b.select(negative, e.power, one), b.select(negative, unscale, one)};
  }
  /// For x from -most; from most on nothing is lower, and infinity times it
  /// would be a NaN.
  Float timesLogistic(Float x, double most, Logistic p) {
    Float product = b.fmaF(x, p.value, b.mulF(clampMax(x, most), p.low));
    return b.mulF(b.mulF(product, p.power), p.unscale);
  }
};

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_MATHSINGLES_H
