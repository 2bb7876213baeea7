//===- MathPieces.h - what several math sequences need ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers in two parts, exponentials and logarithms before their last rounding,
// and the reduction of large arguments, over a builder as in MathSequences.h.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_MATHPIECES_H
#define TINYGRAD_SUPPORT_MATHPIECES_H

#include "TinyGrad/Support/MathConstants.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tinygrad::math {

template <class B> class MathPieces {
public:
  using Float = typename B::Float;
  using Int = typename B::Int;
  using Wide = typename B::Wide;
  using Bit = typename B::Bit;
  using C = MathConstants<B::bits>;

  explicit MathPieces(B &builder) : b(builder) {}

  /// 2^exponent * (hi + lo), where lo is small beside hi, and exact but for its
  /// own rounding.
  struct Scaled {
    Float hi, lo;
    Int exponent;
  };

  /// hi + lo, where lo is at most about the last place of hi.
  struct Pair {
    Float hi, lo;
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

  Float infinity() { return b.fromBits(b.constI(C::infBits)); }
  Float notANumber() { return b.fromBits(b.constI(C::nanBits)); }

  Int clampMin(Int n, int64_t least) {
    Int bound = b.constI(least);
    return b.select(b.ltI(n, bound), bound, n);
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
  // Numbers in two parts
  //===--------------------------------------------------------------------===//

  /// x + y as a rounded sum and what it lacks.
  Pair twoSum(Float x, Float y) {
    Float sum = b.addF(x, y);
    Float t = b.subF(sum, x);
    return {sum, b.addF(b.subF(x, b.subF(sum, t)), b.subF(y, t))};
  }
  /// The same where |x| >= |y| or x is 0.
  Pair quickTwoSum(Float x, Float y) {
    Float sum = b.addF(x, y);
    return {sum, b.subF(y, b.subF(sum, x))};
  }
  Pair twoProduct(Float x, Float y) {
    Float product = b.mulF(x, y);
    return {product, b.fmaF(x, y, b.negF(product))};
  }
  Pair addPairs(Pair x, Pair y) {
    Pair sum = twoSum(x.hi, y.hi);
    return quickTwoSum(sum.hi, b.addF(sum.lo, b.addF(x.lo, y.lo)));
  }
  Pair mulPairs(Pair x, Pair y) {
    Pair product = twoProduct(x.hi, y.hi);
    Float cross = b.fmaF(x.hi, y.lo, b.mulF(x.lo, y.hi));
    return quickTwoSum(product.hi, b.addF(product.lo, cross));
  }
  /// x / y by one division, for y whose reciprocal is a normal number.
  Pair divPairs(Pair x, Pair y) {
    Float inverse = b.divF(b.constF(1.0), y.hi);
    Float quotient = b.mulF(x.hi, inverse);
    Float rest = b.addF(b.fmaF(b.negF(quotient), y.hi, x.hi), x.lo);
    rest = b.fmaF(b.negF(quotient), y.lo, rest);
    return quickTwoSum(quotient, b.mulF(rest, inverse));
  }
  /// The root of a number that is neither 0 nor negative.
  Pair sqrtPair(Pair x) {
    Float root = b.sqrtF(x.hi);
    Float rest = b.addF(b.fmaF(b.negF(root), root, x.hi), x.lo);
    return {root, b.divF(rest, b.addF(root, root))};
  }
  Float sumOf(Pair x) { return b.addF(x.hi, x.lo); }

  //===--------------------------------------------------------------------===//
  // Exponential
  //===--------------------------------------------------------------------===//

  /// x = exponent * ln2 + hi + lo with |hi| at most about ln2 / 2; `low` is
  /// what x lacks to an exact argument.
  Scaled reduceByLn2(Float x, Float low) {
    Float magic = b.constF(C::roundMagic);
    Float shifted = b.fmaF(x, b.constF(C::log2e), magic);
    Int n = b.subI(b.bitsOf(shifted), b.constI(C::roundMagicBits));
    Float k = b.subF(shifted, magic);
    // k ln2Hi is exact, and so is its difference from x.
    Float hi = b.fmaF(k, b.constF(-C::ln2Hi), x);
    Float lo = b.fmaF(k, b.constF(-C::ln2Lo), low);
    Float r = b.addF(hi, lo);
    return {r, b.addF(b.subF(hi, r), lo), n};
  }

  Scaled expParts(Float x, Float low) {
    Scaled r = reduceByLn2(x, low);
    return expOfReduced(r.hi, r.lo, r.exponent);
  }
  /// The same with lo at most about the last place of hi.
  Scaled expTwoParts(Float x, Float low) {
    Scaled e = expParts(x, low);
    Pair parts = quickTwoSum(e.hi, e.lo);
    return {parts.hi, parts.lo, e.exponent};
  }
  Scaled expParts(Float x) { return expParts(x, b.constF(0.0)); }

  /// e^(hi + lo) - 1 - hi for |hi| up to about ln2 / 2.
  Float expTail(Float hi, Float lo) {
    return b.fmaF(b.mulF(hi, hi), horner(hi, C::exp), lo);
  }

  /// e^(hi + lo) = 1 + hi + (lo + hi^2 Q(hi)) for |hi| up to about ln2 / 2.
  Scaled expOfReduced(Float hi, Float lo, Int n) {
    Float one = b.constF(1.0);
    Float tail = expTail(hi, lo);
    Float sum = b.addF(one, hi);
    Float err = b.subF(hi, b.subF(sum, one));
    return {sum, b.addF(err, tail), n};
  }

  //===--------------------------------------------------------------------===//
  // Logarithm
  //===--------------------------------------------------------------------===//

  /// x = 2^exponent * mantissa with the mantissa in [sqrt(1/2), sqrt(2)).
  struct Normalized {
    Float exponent, mantissa;
  };

  /// Of a positive number; meaningless but harmless for others.
  Normalized normalize(Float x) {
    Bit denormal = b.ltF(x, b.constF(C::minNormal));
    Float scaled = b.mulF(x, b.constF(C::denormalScale));
    Int bits = b.bitsOf(b.select(denormal, scaled, x));
    Int shift = b.constI(C::mantissa);
    Int k = b.sarI(b.subI(bits, b.constI(C::sqrtHalfBits)), shift);
    Float m = b.fromBits(b.subI(bits, b.shlI(k, shift)));
    Float kf = b.toFloat(k);
    kf = b.select(denormal, b.subF(kf, b.constF(C::mantissa + 1)), kf);
    return {kf, m};
  }

  LogParts logParts(Float x) {
    auto [kf, m] = normalize(x);
    Float f = b.subF(m, b.constF(1.0));
    // f^3 R(f) - f^2 / 2, with what rounding took from f^2 kept apart.
    Float square = b.mulF(f, f);
    Float squareErr = b.fmaF(f, f, b.negF(square));
    Float minusHalf = b.constF(-0.5);
    Float rest =
        b.fmaF(square, b.mulF(f, horner(f, C::log)), b.mulF(square, minusHalf));
    return {kf, f, rest, b.mulF(squareErr, minusHalf)};
  }

  /// log(x + low) where k is larger by `more`; `low` is small beside x.
  Float logOf(Float x, Float low, Float more) {
    LogParts p = logParts(x);
    Float k = b.addF(p.k, more);
    // k ln2Hi is exact, and never smaller than f unless it is zero.
    Float big = b.mulF(k, b.constF(C::ln2Hi));
    Float sum = b.addF(big, p.f);
    Float err = b.subF(p.f, b.subF(sum, big));
    Float rest = b.addF(p.rest, b.fmaF(k, b.constF(C::ln2Lo), p.restErr));
    Pair total = twoSum(sum, b.divF(low, x));
    return b.addF(total.hi, b.addF(total.lo, b.addF(err, rest)));
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
  // Arguments of sine, cosine and tangent
  //===--------------------------------------------------------------------===//

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

protected:
  B &b;
};

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_MATHPIECES_H
