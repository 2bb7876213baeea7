//===- MathSequences.h - one IEEE sequence per math function ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exp, exp2, log, log2, sin, cos, tanh and erf for f32 and f64, each as one
// fixed, branch-free sequence of IEEE operations, explicit fma and integer
// operations. The sequence is a template over a builder `B`: evaluated on
// numbers (ScalarMath.h) it is what the reference interpreter and the folders
// compute; emitted as `arith` and `math.fma` (uop-decompose-math) it is what
// compiled kernels compute. Both therefore agree bit for bit.
//
// What a builder gives:
//
//   static constexpr int bits;               // 32 or 64
//   Float, Int, Wide, Bit                    // handles: float, integer of the
//                                            // same width, 64-bit integer, i1
//   Float constF(double);  Int constI(int64_t);  Wide constW(uint64_t)
//   Float addF(Float, Float), subF, mulF, divF; fmaF(a, b, c); negF(a), absF(a)
//   Bit   ltF(Float, Float), leF, eqF (ordered); isNaN(Float)
//   T     addI(T, T), subI, mulI, andI, orI, xorI, shlI, shrI (logical),
//         sarI (arithmetic)                  // T is Int or Wide
//   Bit   ltI(T, T) (signed), ultI(T, T), eqI(T, T)
//   T     select(Bit, T, T)                  // T is Float, Int or Wide
//   Int   bitsOf(Float);  Float fromBits(Int);  Float toFloat(Int) (signed)
//   Wide  widen(Int) (zero extending);  Int narrow(Wide)
//
// f32 sequences stay within f32 and i32, apart from the reduction of sin and
// cos, which multiplies 64-bit integers. Errors: at most 1 ULP for every f32
// input (scripts/check-math tries all of them), at most 2 ULP for f64.
// NaN inputs give the positive quiet NaN.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_MATHSEQUENCES_H
#define TINYGRAD_SUPPORT_MATHSEQUENCES_H

#include "TinyGrad/Support/MathConstants.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tinygrad::math {

/// The functions that have a sequence.
enum class MathFn { Exp, Exp2, Log, Log2, Sin, Cos, Tanh, Erf };

template <class B> class MathSequences {
public:
  using Float = typename B::Float;
  using Int = typename B::Int;
  using Wide = typename B::Wide;
  using Bit = typename B::Bit;
  using C = MathConstants<B::bits>;

  explicit MathSequences(B &builder) : b(builder) {}

  Float apply(MathFn fn, Float x) {
    switch (fn) {
    case MathFn::Exp:
      return exp(x);
    case MathFn::Exp2:
      return exp2(x);
    case MathFn::Log:
      return log(x);
    case MathFn::Log2:
      return log2(x);
    case MathFn::Sin:
      return sin(x);
    case MathFn::Cos:
      return cos(x);
    case MathFn::Tanh:
      return tanh(x);
    case MathFn::Erf:
      return erf(x);
    }
    return x;
  }

  Float exp(Float x) {
    Scaled s = expParts(clamp(x, C::expMin, C::expMax));
    return orNaN(x, scale(b.addF(s.hi, s.lo), s.exponent));
  }

  /// 2^x = 2^k e^((x - k) ln 2): the product with ln 2 is kept in two parts.
  Float exp2(Float x) {
    Float xc = clamp(x, C::exp2Min, C::exp2Max);
    Float shifted = b.addF(xc, b.constF(C::roundMagic));
    Int k = b.subI(b.bitsOf(shifted), b.constI(C::roundMagicBits));
    Float f = b.subF(xc, b.subF(shifted, b.constF(C::roundMagic)));
    Float hi = b.mulF(f, b.constF(C::ln2));
    Float err = b.fmaF(f, b.constF(C::ln2), b.negF(hi));
    Float lo = b.fmaF(f, b.constF(C::ln2Tail), err);
    Scaled s = expOfReduced(hi, lo, k);
    return orNaN(x, scale(b.addF(s.hi, s.lo), s.exponent));
  }

  Float log(Float x) {
    LogParts p = logParts(x);
    // k ln2Hi is exact, and never smaller than f unless it is zero.
    Float big = b.mulF(p.k, b.constF(C::ln2Hi));
    Float sum = b.addF(big, p.f);
    Float err = b.subF(p.f, b.subF(sum, big));
    Float low = b.fmaF(p.k, b.constF(C::ln2Lo), p.restErr);
    low = b.addF(err, b.addF(low, p.rest));
    return logSpecials(x, b.addF(sum, low));
  }

  Float log2(Float x) {
    LogParts p = logParts(x);
    Float log2e = b.constF(C::log2e);
    Float hi = b.mulF(p.f, log2e);
    Float lo = b.fmaF(p.f, log2e, b.negF(hi));
    lo = b.fmaF(p.f, b.constF(C::log2eTail), lo);
    lo = b.fmaF(p.rest, log2e, b.fmaF(p.restErr, log2e, lo));
    Float sum = b.addF(p.k, hi);
    Float err = b.subF(hi, b.subF(sum, p.k));
    return logSpecials(x, b.addF(sum, b.addF(err, lo)));
  }

  Float sin(Float x) { return sinOrCos(x, /*isCos=*/false); }
  Float cos(Float x) { return sinOrCos(x, /*isCos=*/true); }

  /// x + x^3 T(x^2) near zero, else 1 - 2 / (e^(2|x|) + 1) with the exponential
  /// and the quotient in two parts.
  Float tanh(Float x) {
    Float one = b.constF(1.0), two = b.constF(2.0);
    Float ax = b.absF(x);
    Float z = b.mulF(ax, ax);
    Float small = b.fmaF(b.mulF(ax, z), horner(z, C::tanhSmall), ax);

    Float t = clampMax(ax, C::tanhOne);
    Scaled e = expParts(b.mulF(two, t));
    Float factor = powerOfTwo(e.exponent);
    Float exp = b.addF(e.hi, e.lo);
    Float expErr = b.subF(e.lo, b.subF(exp, e.hi));
    Float eHi = b.mulF(exp, factor), eLo = b.mulF(expErr, factor);
    Float dHi = b.addF(eHi, one);
    Float dLo = b.addF(b.subF(one, b.subF(dHi, eHi)), eLo);
    Float q = b.divF(two, dHi);
    Float rem = b.fmaF(b.negF(q), dHi, two);
    rem = b.fmaF(b.negF(q), dLo, rem);
    Float qLo = b.mulF(rem, b.mulF(q, b.constF(0.5)));
    Float main = b.subF(one, q);
    Float err = b.subF(b.subF(one, main), q);
    Float large = b.addF(main, b.subF(err, qLo));

    Bit isSmall = b.ltF(ax, b.constF(C::tanhSplit));
    return orNaN(x, withSignOf(x, b.select(isSmall, small, large)));
  }

  /// x + x P(x^2) near zero, else 1 - e^-G(|x|) where G fits -log erfc.
  Float erf(Float x) {
    Float one = b.constF(1.0);
    Float ax = b.absF(x);
    Float small = b.fmaF(ax, horner(b.mulF(ax, ax), C::erfSmall), ax);

    Float t = clampMax(ax, C::erfOne);
    Float u = b.subF(t, b.constF(C::erfCenter));
    Scaled e = expParts(b.negF(horner(u, C::erfLarge)));
    Float erfc = b.mulF(b.addF(e.hi, e.lo), powerOfTwo(e.exponent));
    Float large = b.subF(one, erfc);

    Bit isSmall = b.ltF(ax, b.constF(C::erfSplit));
    return orNaN(x, withSignOf(x, b.select(isSmall, small, large)));
  }

private:
  /// 2^exponent * (hi + lo), where lo is small beside hi, and exact but for its
  /// own rounding.
  struct Scaled {
    Float hi, lo;
    Int exponent;
  };

  /// x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)), and
  /// log(1 + f) = f + (rest + restErr).
  struct LogParts {
    Float k, f, rest, restErr;
  };

  /// |x| = quadrant * pi/2 + hi + lo, with |hi| at most about pi/4.
  struct Reduced {
    Float hi, lo;
    Int quadrant; // meaningful modulo 4
  };

  //===--------------------------------------------------------------------===//
  // Small pieces
  //===--------------------------------------------------------------------===//

  /// Coefficients come lowest power first.
  template <std::size_t N>
  Float horner(Float x, const std::array<double, N> &coefficients) {
    Float r = b.constF(coefficients[N - 1]);
    for (std::size_t i = N - 1; i-- > 0;)
      r = b.fmaF(r, x, b.constF(coefficients[i]));
    return r;
  }

  Float clampMax(Float x, double hi) {
    Float bound = b.constF(hi);
    return b.select(b.ltF(bound, x), bound, x);
  }

  Float clamp(Float x, double lo, double hi) {
    Float bound = b.constF(lo);
    return clampMax(b.select(b.ltF(x, bound), bound, x), hi);
  }

  Float orNaN(Float x, Float r) {
    return b.select(b.isNaN(x), b.fromBits(b.constI(C::nanBits)), r);
  }

  Float withSignOf(Float sign, Float magnitude) {
    Int s = b.andI(b.bitsOf(sign), b.constI(C::signBit));
    return b.fromBits(b.orI(b.bitsOf(magnitude), s));
  }

  /// 2^n for n in the range of normal numbers.
  Float powerOfTwo(Int n) {
    Int biased = b.addI(n, b.constI(C::bias));
    return b.fromBits(b.shlI(biased, b.constI(C::mantissa)));
  }

  /// r * 2^n in two exact steps, so that only a denormal result rounds.
  Float scale(Float r, Int n) {
    Int half = b.sarI(n, b.constI(1));
    Float first = b.mulF(r, powerOfTwo(half));
    return b.mulF(first, powerOfTwo(b.subI(n, half)));
  }

  //===--------------------------------------------------------------------===//
  // Exponential
  //===--------------------------------------------------------------------===//

  Scaled expParts(Float x) {
    Float magic = b.constF(C::roundMagic);
    Float shifted = b.fmaF(x, b.constF(C::log2e), magic);
    Int n = b.subI(b.bitsOf(shifted), b.constI(C::roundMagicBits));
    Float k = b.subF(shifted, magic);
    // k ln2Hi is exact, and so is its difference from x.
    Float hi = b.fmaF(k, b.constF(-C::ln2Hi), x);
    Float lo = b.mulF(k, b.constF(-C::ln2Lo));
    Float r = b.addF(hi, lo);
    return expOfReduced(r, b.addF(b.subF(hi, r), lo), n);
  }

  /// e^(hi + lo) = 1 + hi + (lo + hi^2 Q(hi)) for |hi| up to about ln2 / 2.
  Scaled expOfReduced(Float hi, Float lo, Int n) {
    Float one = b.constF(1.0);
    Float tail = b.fmaF(b.mulF(hi, hi), horner(hi, C::exp), lo);
    Float sum = b.addF(one, hi);
    Float err = b.subF(hi, b.subF(sum, one));
    return {sum, b.addF(err, tail), n};
  }

  //===--------------------------------------------------------------------===//
  // Logarithm
  //===--------------------------------------------------------------------===//

  LogParts logParts(Float x) {
    Bit denormal = b.ltF(x, b.constF(C::minNormal));
    Float scaled = b.mulF(x, b.constF(C::denormalScale));
    Int bits = b.bitsOf(b.select(denormal, scaled, x));
    Int shift = b.constI(C::mantissa);
    Int k = b.sarI(b.subI(bits, b.constI(C::sqrtHalfBits)), shift);
    Float m = b.fromBits(b.subI(bits, b.shlI(k, shift)));
    Float kf = b.toFloat(k);
    kf = b.select(denormal, b.subF(kf, b.constF(C::mantissa + 1)), kf);
    Float f = b.subF(m, b.constF(1.0));
    // f^3 R(f) - f^2 / 2, with what rounding took from f^2 kept apart.
    Float square = b.mulF(f, f);
    Float squareErr = b.fmaF(f, f, b.negF(square));
    Float minusHalf = b.constF(-0.5);
    Float rest =
        b.fmaF(square, b.mulF(f, horner(f, C::log)), b.mulF(square, minusHalf));
    return {kf, f, rest, b.mulF(squareErr, minusHalf)};
  }

  Float logSpecials(Float x, Float r) {
    Float zero = b.constF(0.0);
    Float inf = b.fromBits(b.constI(C::infBits));
    r = b.select(b.eqF(x, inf), inf, r);
    r = b.select(b.eqF(x, zero), b.negF(inf), r);
    // A NaN is not at least zero, either.
    return b.select(b.leF(zero, x), r, b.fromBits(b.constI(C::nanBits)));
  }

  //===--------------------------------------------------------------------===//
  // Sine and cosine
  //===--------------------------------------------------------------------===//

  Float sinOrCos(Float x, bool isCos) {
    Float one = b.constF(1.0);
    Float ax = b.absF(x);
    Reduced r = reduceByHalfPi(ax);
    Float z = b.mulF(r.hi, r.hi);

    // sin(hi + lo) = hi + (lo cos(hi) + hi^3 S(hi^2))
    Float cosApprox = b.fmaF(z, b.constF(-0.5), one);
    Float sinTail = b.mulF(r.lo, cosApprox);
    Float cube = b.mulF(b.mulF(z, horner(z, C::sin)), r.hi);
    Float sine = b.addF(r.hi, b.addF(cube, sinTail));

    // cos(hi + lo) = 1 - hi^2/2 + (hi^4 C(hi^2) - hi lo), where the rounding
    // error of the first difference is exact and added back.
    Float halfZ = b.mulF(z, b.constF(0.5));
    Float main = b.subF(one, halfZ);
    Float err = b.subF(b.subF(one, main), halfZ);
    // What rounding took from hi^2.
    Float zErr = b.fmaF(r.hi, r.hi, b.negF(z));
    Float small = b.fmaF(r.hi, r.lo, b.mulF(zErr, b.constF(0.5)));
    Float quart = b.fmaF(b.mulF(z, z), horner(z, C::cos), b.negF(small));
    Float cosine = b.addF(main, b.addF(err, quart));

    Int q = r.quadrant;
    if (isCos)
      q = b.addI(q, b.constI(1));
    Bit useCos = b.eqI(b.andI(q, b.constI(1)), b.constI(1));
    Int bits = b.bitsOf(b.select(useCos, cosine, sine));
    Int sign = b.shlI(b.andI(q, b.constI(2)), b.constI(B::bits - 2));
    if (!isCos)
      sign = b.xorI(sign, b.andI(b.bitsOf(x), b.constI(C::signBit)));
    Float result = b.fromBits(b.xorI(bits, sign));
    Bit finite = b.ltF(ax, b.fromBits(b.constI(C::infBits)));
    return b.select(finite, result, b.fromBits(b.constI(C::nanBits)));
  }

  /// Multiplies by 2/pi in integers (Payne and Hanek): the exponent selects the
  /// bits of 2/pi whose product with the mantissa reaches below the binary
  /// point of |x| * 2/pi modulo 4. Right for every finite |x|.
  Reduced reduceByHalfPi(Float ax) {
    Int bits = b.bitsOf(ax);
    Int exponent = b.shrI(bits, b.constI(C::mantissa));
    Int firstBit = b.subI(exponent, b.constI(C::reduceMinExponent));
    Int zero = b.constI(0);
    firstBit = b.select(b.ltI(firstBit, zero), zero, firstBit);
    Int fraction = b.andI(bits, b.constI(C::mantissaMask));
    Int m = b.orI(fraction, b.constI(C::mantissaMask + 1));

    std::array<Int, 3> window = twoOverPiBits(firstBit);
    std::array<Float, 3> parts;
    Int quadrant;
    if constexpr (B::bits == 32)
      quadrant = multiply32(m, window, parts);
    else
      quadrant = multiply64(m, window, parts);

    // The parts are exact and do not overlap; add them up in two floats.
    Float h = b.addF(parts[0], parts[1]);
    Float l = b.subF(parts[1], b.subF(h, parts[0]));
    l = b.addF(l, parts[2]);
    Float fHi = b.addF(h, l);
    Float fLo = b.subF(l, b.subF(fHi, h));
    Float halfPi = b.constF(C::halfPi);
    Float hi = b.mulF(fHi, halfPi);
    Float err = b.fmaF(fHi, halfPi, b.negF(hi));
    Float tail = b.fmaF(fHi, b.constF(C::halfPiTail), b.mulF(fLo, halfPi));
    Float lo = b.addF(err, tail);

    // Below pi/4 the argument is its own remainder, to the last bit.
    Bit small = b.ltF(ax, b.constF(0.785));
    return {b.select(small, ax, hi), b.select(small, b.constF(0.0), lo),
            b.select(small, zero, quadrant)};
  }

  /// The 3 * bits bits of 2/pi from `firstBit` on, most significant word first.
  std::array<Int, 3> twoOverPiBits(Int firstBit) {
    constexpr std::size_t words = C::twoOverPi.size();
    Int index = b.shrI(firstBit, b.constI(C::wordShift));
    Int offset = b.andI(firstBit, b.constI(B::bits - 1));
    // Four words are needed: drop 2^level words where that bit of the index is
    // set, from the highest level down.
    std::array<Int, words> w;
    for (std::size_t i = 0; i < words; ++i)
      w[i] = b.constI(static_cast<int64_t>(C::twoOverPi[i]));
    std::size_t live = words;
    for (int level = C::indexBits - 1; level >= 0; --level) {
      std::size_t step = std::size_t(1) << level;
      Int bit = b.andI(index, b.constI(int64_t(step)));
      Bit keep = b.eqI(bit, b.constI(0));
      std::size_t needed = 4 + step - 1;
      for (std::size_t i = 0; i < needed; ++i)
        if (i + step < live)
          w[i] = b.select(keep, w[i], w[i + step]);
      live = needed < live ? needed : live;
    }
    // Shift right in two steps, so that an offset of zero shifts by the width.
    Int right = b.subI(b.constI(B::bits - 1), offset);
    std::array<Int, 3> window;
    for (std::size_t i = 0; i < 3; ++i) {
      Int low = b.shrI(b.shrI(w[i + 1], b.constI(1)), right);
      window[i] = b.orI(b.shlI(w[i], offset), low);
    }
    return window;
  }

  /// Rounds a fixed-point number, whose two top bits are whole, to a whole
  /// quadrant; leaves the signed remainder with two bits of sign.
  Int splitQuadrant(Wide top, Wide &remainder) {
    Wide up = b.addI(b.shrI(top, b.constW(61)), b.constW(1));
    remainder = b.sarI(b.shlI(top, b.constW(2)), b.constW(2));
    return b.narrow(b.shrI(up, b.constW(1)));
  }

  /// m (24 bits) times the window (96 bits), modulo 2^96, without the last 32
  /// bits: 2 whole bits and 62 bits of fraction.
  Int multiply32(Int m, const std::array<Int, 3> &window,
                 std::array<Float, 3> &parts) {
    Wide wm = b.widen(m);
    Wide top = b.shlI(b.mulI(wm, b.widen(window[0])), b.constW(32));
    top = b.addI(top, b.mulI(wm, b.widen(window[1])));
    Wide low = b.mulI(wm, b.widen(window[2]));
    top = b.addI(top, b.shrI(low, b.constW(32)));
    Wide rem;
    Int quadrant = splitQuadrant(top, rem);
    Int p0 = b.narrow(b.sarI(rem, b.constW(41)));
    Wide mid = b.andI(b.shrI(rem, b.constW(20)), b.constW(0x1fffff));
    Int p2 = b.narrow(b.andI(rem, b.constW(0xfffff)));
    parts[0] = b.mulF(b.toFloat(p0), b.constF(0x1p-21));
    parts[1] = b.mulF(b.toFloat(b.narrow(mid)), b.constF(0x1p-42));
    parts[2] = b.mulF(b.toFloat(p2), b.constF(0x1p-62));
    return quadrant;
  }

  /// The high 64 bits of m * w, m below 2^53, by 32-bit halves.
  Wide multiplyHigh(Wide m, Wide w) {
    Wide half = b.constW(32), mask = b.constW(0xffffffff);
    Wide mh = b.shrI(m, half), ml = b.andI(m, mask);
    Wide wh = b.shrI(w, half), wl = b.andI(w, mask);
    Wide t = b.shrI(b.mulI(ml, wl), half);
    Wide u = b.addI(b.mulI(mh, wl), t);
    Wide v = b.addI(b.mulI(ml, wh), b.andI(u, mask));
    Wide r = b.addI(b.mulI(mh, wh), b.shrI(u, half));
    return b.addI(r, b.shrI(v, half));
  }

  /// m (53 bits) times the window (192 bits), modulo 2^192, without the last 64
  /// bits: 2 whole bits and 126 bits of fraction.
  Int multiply64(Int m, const std::array<Int, 3> &window,
                 std::array<Float, 3> &parts) {
    Wide wm = b.widen(m), w1 = b.widen(window[1]);
    Wide carried = multiplyHigh(wm, b.widen(window[2]));
    Wide low = b.addI(b.mulI(wm, w1), carried);
    Wide carry = b.select(b.ultI(low, carried), b.constW(1), b.constW(0));
    Wide top = b.addI(b.mulI(wm, b.widen(window[0])), multiplyHigh(wm, w1));
    top = b.addI(top, carry);
    Wide rem;
    Int quadrant = splitQuadrant(top, rem);
    Int p0 = b.narrow(b.sarI(rem, b.constW(11)));
    Wide mid = b.shlI(b.andI(rem, b.constW(0x7ff)), b.constW(40));
    mid = b.orI(mid, b.shrI(low, b.constW(24)));
    Int p2 = b.narrow(b.andI(low, b.constW(0xffffff)));
    parts[0] = b.mulF(b.toFloat(p0), b.constF(0x1p-51));
    parts[1] = b.mulF(b.toFloat(b.narrow(mid)), b.constF(0x1p-102));
    parts[2] = b.mulF(b.toFloat(p2), b.constF(0x1p-126));
    return quadrant;
  }

  B &b;
};

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_MATHSEQUENCES_H
