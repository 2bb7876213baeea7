//===- MathInverses.h - inverse and hyperbolic functions ----------*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// expm1, log1p, the inverse trigonometric and the hyperbolic functions and
// their inverses, in f64, over a builder as in MathSequences.h.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_MATHINVERSES_H
#define TINYGRAD_SUPPORT_MATHINVERSES_H

#include "TinyGrad/Support/MathPieces.h"

namespace tinygrad::math {

template <class B> class MathInverses : MathPieces<B> {
public:
  using Float = typename B::Float;
  using Int = typename B::Int;
  using Bit = typename B::Bit;
  using C = MathConstants<B::bits>;

  explicit MathInverses(B &builder) : MathPieces<B>(builder) {}

  /// e^x - 1 = 2^n ((1 - 2^-n) + (e^r - 1)) for x = n ln2 + r.
  Float expm1(Float x) {
    Scaled r = reduceByLn2(clamp(x, -40, C::expMax), b.constF(0.0));
    Float tail = expTail(r.hi, r.lo);
    // 2^-100 is as good as less.
    Int shown =
        b.select(b.ltI(b.constI(100), r.exponent), b.constI(100), r.exponent);
    Float inverse = powerOfTwo(b.subI(b.constI(0), shown));
    Pair rest = twoSum(b.constF(1.0), b.negF(inverse));
    Pair sum = twoSum(rest.hi, r.hi);
    Float low = b.addF(sum.lo, b.addF(rest.lo, tail));
    return orNaN(x, keepZero(x, scale(b.addF(sum.hi, low), r.exponent)));
  }

  Float log1p(Float x) { return log1pSpecials(x, log1pOf({x, b.constF(0.0)})); }

  /// s + s^3 A(s^2), of x up to 1/2, else of sqrt((1 - x) / 2), twice which is
  /// what pi/2 less.
  Float asin(Float x) {
    Arc arc = arcParts(x);
    Float small = b.addF(arc.s, arc.cubic);
    Pair rest = twoSum(b.constF(C::halfPi), b.mulF(arc.s, b.constF(-2.0)));
    Float tail = b.mulF(b.addF(arc.sLo, arc.cubic), b.constF(2.0));
    tail = b.subF(b.constF(C::halfPiTail), tail);
    Float large = b.addF(rest.hi, b.addF(rest.lo, tail));
    return insideOne(x, withSignOf(x, b.select(arc.isSmall, small, large)));
  }

  Float acos(Float x) {
    Arc arc = arcParts(x);
    Bit negative = b.ltF(x, b.constF(0.0));
    Float zero = b.constF(0.0);
    // pi/2 - x, 2 asin of the root, or pi less that.
    Float base = b.select(arc.isSmall, b.constF(C::halfPi),
                          b.select(negative, b.constF(C::piHi), zero));
    Float baseTail = b.select(arc.isSmall, b.constF(C::halfPiTail),
                              b.select(negative, b.constF(C::piLo), zero));
    Float main = b.addF(arc.s, b.select(arc.isSmall, zero, arc.s));
    Float rest = b.addF(arc.sLo, arc.cubic);
    rest = b.addF(rest, b.select(arc.isSmall, zero, rest));
    Bit subtract = b.notB(b.eqB(arc.isSmall, negative));
    main = b.select(subtract, b.negF(main), main);
    rest = b.select(subtract, b.negF(rest), rest);
    Pair sum = twoSum(base, main);
    return insideOne(x, b.addF(sum.hi, b.addF(sum.lo, b.addF(baseTail, rest))));
  }

  /// atan t is that of (t - c) / (1 + c t) and the angle of c, for the c among
  /// 0, 1 and infinity that keeps the quotient below tan(pi/8).
  Float atan(Float x) {
    Float zero = b.constF(0.0), one = b.constF(1.0);
    Float t = b.absF(x);
    Bit beyond = b.ltF(b.constF(2.414213562373095), t);
    Bit middle = b.ltF(b.constF(0.41421356237309503), t);
    Pair difference = twoSum(t, b.constF(-1.0)), sum = twoSum(t, one);
    Pair top = {
        b.select(beyond, b.constF(-1.0), b.select(middle, difference.hi, t)),
        b.select(beyond, zero, b.select(middle, difference.lo, zero))};
    Pair bottom = {b.select(beyond, t, b.select(middle, sum.hi, one)),
                   b.select(beyond, zero, b.select(middle, sum.lo, zero))};
    // The quotient of an infinity or of numbers near it is 0, as far as shows.
    Bit huge = b.ltF(b.constF(0x1p100), t);
    Pair q = divPairs(top, {b.select(huge, one, bottom.hi), bottom.lo});
    q = {b.select(huge, zero, q.hi), b.select(huge, zero, q.lo)};
    Float z = b.mulF(q.hi, q.hi);
    Float cubic = b.mulF(b.mulF(q.hi, z), horner(z, C::atan));
    Float angle = b.select(beyond, b.constF(C::halfPi),
                           b.select(middle, b.constF(C::halfPi / 2), zero));
    Float angleTail =
        b.select(beyond, b.constF(C::halfPiTail),
                 b.select(middle, b.constF(C::halfPiTail / 2), zero));
    Pair total = twoSum(angle, q.hi);
    Float low = b.addF(b.addF(angleTail, q.lo), cubic);
    return orNaN(x, withSignOf(x, b.addF(total.hi, b.addF(total.lo, low))));
  }

  /// t + t^3 S(t^2) near zero, else (e^t - e^-t) / 2.
  Float sinh(Float x) {
    Float t = b.absF(x);
    Float z = b.mulF(t, t);
    Float small = b.fmaF(b.mulF(t, z), horner(z, C::sinhSmall), t);
    Bit isSmall = b.ltF(t, b.constF(0.35));
    Float large = halfOfSum(t, /*isDifference=*/true);
    return orNaN(x, withSignOf(x, b.select(isSmall, small, large)));
  }

  Float cosh(Float x) {
    return orNaN(x, halfOfSum(b.absF(x), /*isDifference=*/false));
  }

  /// log(1 + t + t^2 / (1 + sqrt(1 + t^2))), and log(2t) of a large t.
  Float asinh(Float x) {
    Float one = b.constF(1.0);
    Float t = b.absF(x);
    Bit large = b.ltF(b.constF(kLarge), t);
    Float safe = b.select(large, one, t);
    Pair square = twoProduct(safe, safe);
    Pair under = twoSum(one, square.hi);
    Pair root = sqrtPair({under.hi, b.addF(under.lo, square.lo)});
    Pair more = divPairs(square, {b.addF(one, root.hi), root.lo});
    Pair sum = twoSum(safe, more.hi);
    Float result = log1pOrDouble(t, large, {sum.hi, b.addF(sum.lo, more.lo)});
    result = b.select(b.eqF(t, infinity()), t, result);
    // Below this t is its own result.
    result = b.select(b.ltF(t, b.constF(0x1p-100)), t, result);
    return orNaN(x, withSignOf(x, result));
  }

  /// log(1 + t + sqrt(t (t + 2))) for t = x - 1, and log(2x) of a large x.
  Float acosh(Float x) {
    Float one = b.constF(1.0);
    Bit large = b.ltF(b.constF(kLarge), x);
    Bit inside = b.ltF(one, x);
    Float safe = b.select(b.andB(inside, b.notB(large)), x, b.constF(2.0));
    Float t = b.subF(safe, one);
    Pair root =
        sqrtPair(mulPairs({t, b.constF(0.0)}, twoSum(t, b.constF(2.0))));
    Pair sum = twoSum(root.hi, t);
    Float result = log1pOrDouble(x, large, {sum.hi, b.addF(sum.lo, root.lo)});
    result = b.select(b.eqF(x, infinity()), x, result);
    result = b.select(inside, result, b.constF(0.0));
    return b.select(b.leF(one, x), result, notANumber());
  }

  /// log(1 + 2t / (1 - t)) / 2
  Float atanh(Float x) {
    Float one = b.constF(1.0);
    Float t = b.absF(x);
    Float safe = b.select(b.ltF(t, one), t, b.constF(0.0));
    Pair ratio = divPairs({b.addF(safe, safe), b.constF(0.0)},
                          twoSum(one, b.negF(safe)));
    Float result = b.mulF(log1pOf(ratio), b.constF(0.5));
    result = b.select(b.ltF(t, b.constF(0x1p-100)), t, result);
    result = b.select(b.eqF(t, one), infinity(), result);
    return insideOne(x, withSignOf(x, result));
  }

private:
  using Base = MathPieces<B>;
  using Pair = typename Base::Pair;
  using Scaled = typename Base::Scaled;
  using Base::b;
  using Base::clamp;
  using Base::clampMax;
  using Base::divPairs;
  using Base::expTail;
  using Base::expTwoParts;
  using Base::horner;
  using Base::infinity;
  using Base::logOf;
  using Base::mulPairs;
  using Base::notANumber;
  using Base::orNaN;
  using Base::powerOfTwo;
  using Base::reduceByLn2;
  using Base::scale;
  using Base::sqrtPair;
  using Base::twoProduct;
  using Base::twoSum;
  using Base::withSignOf;

  /// Where the square of a number no longer changes by adding 1.
  static constexpr double kLarge = 0x1p30;

  /// A sine s whose angle is s + sLo + cubic.
  struct Arc {
    Float s, sLo, cubic;
    Bit isSmall;
  };

  Arc arcParts(Float x) {
    Float t = b.absF(x), zero = b.constF(0.0), half = b.constF(0.5);
    Bit isSmall = b.leF(t, half);
    Float complement = b.mulF(b.subF(b.constF(1.0), t), half);
    Float z = b.select(isSmall, b.mulF(t, t), complement);
    // There is no root to correct at 1, and none is asked for beyond.
    Bit hasRoot = b.ltF(zero, complement);
    Pair root = sqrtPair({b.select(hasRoot, complement, half), zero});
    Float s = b.select(isSmall, t, b.select(hasRoot, root.hi, zero));
    Float sLo = b.select(isSmall, zero, b.select(hasRoot, root.lo, zero));
    return {s, sLo, b.mulF(b.mulF(s, z), horner(z, C::asin)), isSmall};
  }

  Float insideOne(Float x, Float result) {
    return b.select(b.leF(b.absF(x), b.constF(1.0)), result, notANumber());
  }

  /// A zero for a zero, with its sign.
  Float keepZero(Float x, Float result) {
    return b.select(b.eqF(x, b.constF(0.0)), x, result);
  }

  /// log(1 + x) for x > -1.
  Float log1pOf(Pair x) {
    Pair u = twoSum(b.constF(1.0), x.hi);
    return logOf(u.hi, b.addF(u.lo, x.lo), b.constF(0.0));
  }

  /// log(2t) where t is large, else log(1 + x).
  Float log1pOrDouble(Float t, Bit large, Pair x) {
    Float zero = b.constF(0.0), one = b.constF(1.0);
    Pair u = twoSum(one, x.hi);
    Float low = b.addF(u.lo, x.lo);
    return logOf(b.select(large, t, u.hi), b.select(large, zero, low),
                 b.select(large, one, zero));
  }

  Float log1pSpecials(Float x, Float result) {
    result = keepZero(x, result);
    result = b.select(b.eqF(x, infinity()), x, result);
    result = b.select(b.eqF(x, b.constF(-1.0)), b.negF(infinity()), result);
    return b.select(b.leF(b.constF(-1.0), x), result, notANumber());
  }

  /// (e^t + e^-t) / 2 or (e^t - e^-t) / 2 for t >= 0.
  Float halfOfSum(Float t, bool isDifference) {
    Scaled e = expTwoParts(clampMax(t, C::expMax), b.constF(0.0));
    Pair inverse = divPairs({b.constF(1.0), b.constF(0.0)}, {e.hi, e.lo});
    Int shown =
        b.select(b.ltI(b.constI(50), e.exponent), b.constI(50), e.exponent);
    Float factor = powerOfTwo(b.mulI(shown, b.constI(-2)));
    if (isDifference)
      factor = b.negF(factor);
    Pair sum = twoSum(e.hi, b.mulF(inverse.hi, factor));
    Float low = b.addF(sum.lo, b.fmaF(inverse.lo, factor, e.lo));
    return scale(b.addF(sum.hi, low), b.subI(e.exponent, b.constI(1)));
  }
};

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_MATHINVERSES_H
