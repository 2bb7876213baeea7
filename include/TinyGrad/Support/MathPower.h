//===- MathPower.h - x to the power of y -------------------------*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In f64, over a builder as in MathSequences.h.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_MATHPOWER_H
#define TINYGRAD_SUPPORT_MATHPOWER_H

#include "TinyGrad/Support/MathPieces.h"

namespace tinygrad::math {

template <class B> class MathPower : MathPieces<B> {
public:
  using Float = typename B::Float;
  using Int = typename B::Int;
  using Bit = typename B::Bit;
  using C = MathConstants<B::bits>;

  explicit MathPower(B &builder) : MathPieces<B>(builder) {}

  /// e^(y log x) with the logarithm in two parts, and C's special cases.
  Float pow(Float x, Float y) {
    Pair log = logInTwoParts(b.absF(x));
    Pair product = twoProduct(y, log.hi);
    Float low = b.fmaF(y, log.lo, product.lo);
    // Where the result overflows or vanishes, the parts are of no use.
    Float bounded = clamp(product.hi, -kMost, kMost);
    Bit inside = b.eqF(bounded, product.hi);
    Scaled e = expParts(bounded, b.select(inside, low, b.constF(0.0)));
    return specials(x, y, scale(b.addF(e.hi, e.lo), e.exponent));
  }

  /// The same to a little more than the precision of f32.
  Float powForF32(Float x, Float y) {
    Float product = b.mulF(y, logForF32(b.absF(x)));
    Scaled e = expParts(clamp(product, -kMost, kMost));
    return specials(x, y, scale(b.addF(e.hi, e.lo), e.exponent));
  }

private:
  using Base = MathPieces<B>;
  using Pair = typename Base::Pair;
  using Scaled = typename Base::Scaled;
  using Base::addPairs;
  using Base::b;
  using Base::clamp;
  using Base::divPairs;
  using Base::expParts;
  using Base::horner;
  using Base::infinity;
  using Base::mulPairs;
  using Base::normalize;
  using Base::notANumber;
  using Base::quickTwoSum;
  using Base::scale;
  using Base::twoProduct;
  using Base::twoSum;

  /// e to this is infinite, to less than minus this zero.
  static constexpr double kMost = 800;

  /// log m = 2 atanh(s) for s = (m - 1) / (m + 1).
  Pair logInTwoParts(Float x) {
    auto [k, m] = normalize(x);
    Float one = b.constF(1.0);
    Pair s = divPairs({b.subF(m, one), b.constF(0.0)}, twoSum(m, one));
    Pair w = mulPairs(s, s);
    // atanh(s) = s + s w (1/3 + w T(w))
    Float tail = b.mulF(w.hi, horner(w.hi, C::atanhTail));
    Pair factor = quickTwoSum(b.constF(C::third), tail);
    factor.lo = b.addF(factor.lo, b.constF(C::thirdTail));
    Pair cubic = mulPairs(mulPairs(s, w), factor);
    Pair half = addPairs(s, cubic);
    Pair shift = {b.mulF(k, b.constF(C::ln2Hi)), b.mulF(k, b.constF(C::ln2Lo))};
    return addPairs(shift,
                    {b.addF(half.hi, half.hi), b.addF(half.lo, half.lo)});
  }

  Float logForF32(Float x) {
    auto [k, m] = normalize(x);
    Float one = b.constF(1.0);
    Float s = b.divF(b.subF(m, one), b.addF(m, one));
    Float w = b.mulF(s, s);
    Float tail = b.fmaF(w, horner(w, C::atanhTail), b.constF(C::third));
    Float twice = b.addF(s, s);
    Float log = b.fmaF(b.mulF(twice, w), tail, twice);
    return b.fmaF(k, b.constF(C::ln2), log);
  }

  Float specials(Float x, Float y, Float r) {
    Float zero = b.constF(0.0), one = b.constF(1.0), inf = infinity();
    Float ax = b.absF(x), ay = b.absF(y);
    // Whole numbers, and odd ones: above 2^52 there are no others.
    Bit fraction = b.ltF(ay, b.constF(0x1p52));
    Float shifted = b.addF(ay, b.constF(0x1p52));
    Bit rounds = b.eqF(b.subF(shifted, b.constF(0x1p52)), ay);
    Bit whole = b.orB(b.notB(fraction), rounds);
    Int lastBit =
        b.andI(b.bitsOf(b.select(fraction, shifted, ay)), b.constI(1));
    Bit odd = b.andB(b.andB(whole, b.ltF(ay, b.constF(0x1p53))),
                     b.eqI(lastBit, b.constI(1)));

    // Powers of 0 and infinity, and infinite powers, are 0 or infinite.
    Bit up = b.ltF(zero, y);
    Bit xIsZero = b.eqF(ax, zero), xIsInf = b.eqF(ax, inf);
    Float ofZero = b.select(up, zero, inf), ofInf = b.select(up, inf, zero);
    r = b.select(xIsZero, ofZero, b.select(xIsInf, ofInf, r));
    Float toInf = b.select(b.ltF(one, ax), ofInf, ofZero);
    toInf = b.select(b.eqF(ax, one), one, toInf);
    r = b.select(b.eqF(ay, inf), toInf, r);

    // The sign bit of x counts in an odd power.
    Int sign = b.andI(b.bitsOf(x), b.constI(C::signBit));
    sign = b.select(odd, sign, b.constI(0));
    r = b.fromBits(b.orI(b.bitsOf(r), sign));
    Bit negative = b.andB(b.ltF(x, zero), b.ltF(ax, inf));
    Bit undefined = b.andB(negative, b.notB(whole));
    undefined = b.orB(undefined, b.orB(b.isNaN(x), b.isNaN(y)));
    // Exact, where a logarithm and back need not be.
    r = b.select(b.eqF(y, one), x, r);
    r = b.select(undefined, notANumber(), r);
    return b.select(b.orB(b.eqF(x, one), b.eqF(y, zero)), one, r);
  }
};

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_MATHPOWER_H
