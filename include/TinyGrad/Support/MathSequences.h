//===- MathSequences.h - one IEEE sequence per math function ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of MathFn and pow for f32 and f64, each as one fixed,
// branch-free sequence of IEEE operations, explicit fma and integer operations.
// The sequence is a template over a builder `B`: evaluated on numbers
// (ScalarMath.h) it is what the reference interpreter and the folders compute;
// emitted as `arith` and `math.fma` (uop-decompose-math) it is what compiled
// kernels compute. Both therefore agree bit for bit.
//
// What a builder gives:
//
//   static constexpr int bits;               // 32 or 64
//   Float, Int, Wide, Bit                    // handles: float, integer of the
//                                            // same width, 64-bit integer, i1
//   Float constF(double);  Int constI(int64_t);  Wide constW(uint64_t)
//   Float addF(Float, Float), subF, mulF, divF; fmaF(a, b, c); negF(a),
//         absF(a), sqrtF(a)
//   Bit   ltF(Float, Float), leF, eqF (ordered); isNaN(Float)
//   T     addI(T, T), subI, mulI, andI, orI, xorI, shlI, shrI (logical),
//         sarI (arithmetic)                  // T is Int or Wide
//   Bit   ltI(T, T) (signed), ultI(T, T), eqI(T, T)
//   Bit   andB(Bit, Bit), orB, eqB; notB(Bit)
//   T     select(Bit, T, T)                  // T is Float, Int or Wide
//   Int   bitsOf(Float);  Float fromBits(Int);  Float toFloat(Int) (signed)
//   Wide  widen(Int) (zero extending);  Int narrow(Wide)
//   Wider wider(); Wider::Float widenF(Float); Float narrowF(Wider::Float)
//                                            // 32 bits only: f64 and back
//
// f32 stays within f32 and i32 in exp, exp2, tanh, erf and the activations,
// which have sequences of their own (MathSingles.h), and in log, log2, sin, cos
// and rsqrt, apart from the reduction of large angles, which multiplies 64-bit
// integers. The other functions of f32 are computed in f64 and rounded once:
// tan after that reduction, the rest as those of f64 (MathInverses.h,
// MathPower.h). Errors: at most 1 ULP for every f32 input (scripts/check-math
// tries all of them), at most 2 ULP for f64. NaN inputs give the positive quiet
// NaN.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_MATHSEQUENCES_H
#define TINYGRAD_SUPPORT_MATHSEQUENCES_H

#include "TinyGrad/Support/MathActivations.h"
#include "TinyGrad/Support/MathInverses.h"
#include "TinyGrad/Support/MathPieces.h"
#include "TinyGrad/Support/MathPower.h"
#include "TinyGrad/Support/MathSingles.h"

namespace tinygrad::math {

/// The functions of one argument that have a sequence.
enum class MathFn {
  Exp,
  Exp2,
  Log,
  Log2,
  Sin,
  Cos,
  Tan,
  Tanh,
  Erf,
  Rsqrt,
  Expm1,
  Log1p,
  Asin,
  Acos,
  Atan,
  Sinh,
  Cosh,
  Asinh,
  Acosh,
  Atanh,
  Sigmoid,
  Silu,
  Gelu,
  GeluTanh
};

template <class B> class MathSequences : MathPieces<B> {
  /// f32 computes in the class of f64.
  template <class> friend class MathSequences;

public:
  using Float = typename B::Float;
  using Int = typename B::Int;
  using Wide = typename B::Wide;
  using Bit = typename B::Bit;
  using C = MathConstants<B::bits>;

  explicit MathSequences(B &builder) : MathPieces<B>(builder) {}

  Float apply(MathFn fn, Float x) {
    switch (fn) {
    case MathFn::Log:
      return log(x);
    case MathFn::Log2:
      return log2(x);
    case MathFn::Sin:
      return sin(x);
    case MathFn::Cos:
      return cos(x);
    case MathFn::Tan:
      return tan(x);
    case MathFn::Rsqrt:
      return rsqrt(x);
    default:
      if constexpr (B::bits == 64)
        return applyDouble(fn, x);
      else
        return applySingle(fn, x);
    }
  }

  Float pow(Float x, Float y) {
    if constexpr (B::bits == 64) {
      return MathPower<B>(b).pow(x, y);
    } else {
      auto wide = b.wider();
      MathPower<typename B::Wider> power(wide);
      return b.narrowF(power.powForF32(b.widenF(x), b.widenF(y)));
    }
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

  /// The quotient of sine and cosine, or of -cosine and sine.
  Float tan(Float x) {
    Float ax = b.absF(x);
    Reduced r = reduceByHalfPi(ax);
    Bit odd = b.eqI(b.andI(r.quadrant, b.constI(1)), b.constI(1));
    Float tangent = tanOfReduced(r, odd);
    Int sign = b.andI(b.bitsOf(x), b.constI(C::signBit));
    Int flip = b.shlI(b.andI(r.quadrant, b.constI(1)), b.constI(B::bits - 1));
    Int bits = b.xorI(b.bitsOf(tangent), b.xorI(sign, flip));
    return b.select(b.ltF(ax, infinity()), b.fromBits(bits), notANumber());
  }

  /// 1 / sqrt(x), where what rounding took from the root and from the quotient
  /// is made good. A denormal x is scaled, since what is taken from its root
  /// would be smaller than any number.
  Float rsqrt(Float x) {
    Float one = b.constF(1.0), half = b.constF(0.5);
    Bit denormal = b.ltF(x, b.constF(C::minNormal * C::denormalScale));
    Float scaled = b.mulF(x, b.constF(C::rootScale * C::rootScale));
    Float y = b.select(denormal, scaled, x);
    Float root = b.sqrtF(y);
    Float inverse = b.divF(one, root);
    Float rootErr = b.fmaF(b.negF(root), root, y);
    Float slope = b.mulF(b.mulF(rootErr, inverse), b.mulF(half, inverse));
    Float err = b.subF(b.fmaF(b.negF(inverse), root, one), slope);
    Float result = b.fmaF(inverse, err, inverse);
    result = b.select(denormal, b.mulF(result, b.constF(C::rootScale)), result);
    // 1 / 0 and 1 / inf have no error to make good.
    Float plain = b.divF(one, b.sqrtF(x));
    Bit special = b.orB(b.eqF(x, b.constF(0.0)), b.eqF(x, infinity()));
    result = b.select(special, plain, result);
    return b.select(b.leF(b.constF(0.0), x), result, notANumber());
  }

  /// x + x^3 T(x^2) near zero, else 1 - 2 / (e^(2|x|) + 1) with the exponential
  /// and the quotient in two parts.
  Float tanh(Float x) {
    Float one = b.constF(1.0), two = b.constF(2.0);
    Float ax = b.absF(x);
    Float z = b.mulF(ax, ax);
    Float small = b.fmaF(b.mulF(ax, z), this->horner(z, C::tanhSmall), ax);

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
    Float small = b.fmaF(ax, this->horner(b.mulF(ax, ax), C::erfSmall), ax);

    Float t = clampMax(ax, C::erfOne);
    Float u = b.subF(t, b.constF(C::erfCenter));
    Scaled e = expParts(b.negF(this->horner(u, C::erfLarge)));
    Float erfc = b.mulF(b.addF(e.hi, e.lo), powerOfTwo(e.exponent));
    Float large = b.subF(one, erfc);

    Bit isSmall = b.ltF(ax, b.constF(C::erfSplit));
    return orNaN(x, withSignOf(x, b.select(isSmall, small, large)));
  }

private:
  using Base = MathPieces<B>;
  using Pair = typename Base::Pair;
  using Scaled = typename Base::Scaled;
  using LogParts = typename Base::LogParts;
  using Reduced = typename Base::Reduced;
  using Base::b;
  using Base::clamp;
  using Base::clampMax;
  using Base::divPairs;
  using Base::expOfReduced;
  using Base::expParts;
  using Base::infinity;
  using Base::logParts;
  using Base::logSpecials;
  using Base::notANumber;
  using Base::orNaN;
  using Base::powerOfTwo;
  using Base::quickTwoSum;
  using Base::reduceByHalfPi;
  using Base::scale;
  using Base::sumOf;
  using Base::withSignOf;

  /// The functions that f32 has other sequences for, or takes from f64.
  Float applyDouble(MathFn fn, Float x) {
    MathActivations<B> activations(b);
    switch (fn) {
    case MathFn::Exp:
      return exp(x);
    case MathFn::Exp2:
      return exp2(x);
    case MathFn::Tanh:
      return tanh(x);
    case MathFn::Erf:
      return erf(x);
    case MathFn::Sigmoid:
      return activations.sigmoid(x);
    case MathFn::Silu:
      return activations.silu(x);
    case MathFn::Gelu:
      return activations.gelu(x);
    case MathFn::GeluTanh:
      return activations.geluTanh(x);
    default:
      return applyInverse(MathInverses<B>(b), fn, x);
    }
  }

  Float applySingle(MathFn fn, Float x) {
    MathSingles<B> singles(b);
    switch (fn) {
    case MathFn::Exp:
      return singles.exp(x);
    case MathFn::Exp2:
      return singles.exp2(x);
    case MathFn::Tanh:
      return singles.tanh(x);
    case MathFn::Erf:
      return singles.erf(x);
    case MathFn::Sigmoid:
      return singles.sigmoid(x);
    case MathFn::Silu:
      return singles.silu(x);
    case MathFn::Gelu:
      return singles.gelu(x);
    case MathFn::GeluTanh:
      return singles.geluTanh(x);
    default:
      auto wide = b.wider();
      MathInverses<typename B::Wider> inverses(wide);
      return b.narrowF(applyInverse(inverses, fn, b.widenF(x)));
    }
  }

  template <class Inverses, class WideFloat>
  static WideFloat applyInverse(Inverses inverses, MathFn fn, WideFloat x) {
    switch (fn) {
    case MathFn::Expm1:
      return inverses.expm1(x);
    case MathFn::Log1p:
      return inverses.log1p(x);
    case MathFn::Asin:
      return inverses.asin(x);
    case MathFn::Acos:
      return inverses.acos(x);
    case MathFn::Atan:
      return inverses.atan(x);
    case MathFn::Sinh:
      return inverses.sinh(x);
    case MathFn::Cosh:
      return inverses.cosh(x);
    case MathFn::Asinh:
      return inverses.asinh(x);
    case MathFn::Acosh:
      return inverses.acosh(x);
    case MathFn::Atanh:
      return inverses.atanh(x);
    default:
      return x;
    }
  }

  //===--------------------------------------------------------------------===//
  // Sine and cosine
  //===--------------------------------------------------------------------===//

  /// sin(hi + lo) = hi + (lo cos(hi) + hi^3 S(hi^2))
  Pair sinOfReduced(const Reduced &r) {
    Float z = b.mulF(r.hi, r.hi);
    Float cosApprox = b.fmaF(z, b.constF(-0.5), b.constF(1.0));
    Float sinTail = b.mulF(r.lo, cosApprox);
    Float cube = b.mulF(b.mulF(z, this->horner(z, C::sin)), r.hi);
    return {r.hi, b.addF(cube, sinTail)};
  }

  /// cos(hi + lo) = 1 - hi^2/2 + (hi^4 C(hi^2) - hi lo), where the rounding
  /// error of the first difference is exact and added back.
  Pair cosOfReduced(const Reduced &r) {
    Float one = b.constF(1.0);
    Float z = b.mulF(r.hi, r.hi);
    Float halfZ = b.mulF(z, b.constF(0.5));
    Float main = b.subF(one, halfZ);
    Float err = b.subF(b.subF(one, main), halfZ);
    // What rounding took from hi^2.
    Float zErr = b.fmaF(r.hi, r.hi, b.negF(z));
    Float small = b.fmaF(r.hi, r.lo, b.mulF(zErr, b.constF(0.5)));
    Float quart = b.fmaF(b.mulF(z, z), this->horner(z, C::cos), b.negF(small));
    return {main, b.addF(err, quart)};
  }

  Pair choose(Bit c, Pair x, Pair y) {
    return {b.select(c, x.hi, y.hi), b.select(c, x.lo, y.lo)};
  }

  /// The quotient of sine and cosine, or of cosine and sine. Both of f32 would
  /// bring more than their last place along, so it is computed in f64.
  Float tanOfReduced(const Reduced &r, Bit isCot) {
    if constexpr (B::bits == 32) {
      auto wider = b.wider();
      MathSequences<typename B::Wider> wide(wider);
      auto angle = wider.addF(b.widenF(r.hi), b.widenF(r.lo));
      return b.narrowF(wide.shortTan(angle, isCot));
    } else {
      Pair sine = sinOfReduced(r), cosine = cosOfReduced(r);
      sine = quickTwoSum(sine.hi, sine.lo);
      cosine = quickTwoSum(cosine.hi, cosine.lo);
      return sumOf(
          divPairs(choose(isCot, cosine, sine), choose(isCot, sine, cosine)));
    }
  }

  /// tan r, or 1 / tan r, for |r| <= pi/4, a few last places off.
  Float shortTan(Float r, Bit isCot) {
    Float z = b.mulF(r, r);
    Float sine = b.fmaF(b.mulF(z, r), this->horner(z, C::sin), r);
    Float cosine = b.fmaF(z, b.constF(-0.5), b.constF(1.0));
    cosine = b.fmaF(b.mulF(z, z), this->horner(z, C::cos), cosine);
    return b.divF(b.select(isCot, cosine, sine), b.select(isCot, sine, cosine));
  }

  Float sinOrCos(Float x, bool isCos) {
    Float ax = b.absF(x);
    Reduced r = reduceByHalfPi(ax);
    Float sine = sumOf(sinOfReduced(r)), cosine = sumOf(cosOfReduced(r));

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
};

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_MATHSEQUENCES_H
