//===- MathConstants.h - numbers of the math sequences ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What MathSequences.h needs to know of f32 and f64. The polynomials are
// minimax fits of the relative error of the whole function, lowest power first,
// with coefficients rounded to the width one after another.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_MATHCONSTANTS_H
#define TINYGRAD_SUPPORT_MATHCONSTANTS_H

#include <array>
#include <cstdint>

namespace tinygrad::math {

template <int Bits> struct MathConstants;

template <> struct MathConstants<32> {
  static constexpr int mantissa = 23;
  static constexpr int bias = 127;
  static constexpr int64_t signBit = 0x80000000;
  static constexpr int64_t mantissaMask = 0x7fffff;
  static constexpr int64_t infBits = 0x7f800000;
  static constexpr int64_t nanBits = 0x7fc00000;
  static constexpr double minNormal = 0x1p-126;
  static constexpr double denormalScale = 0x1p24;
  static constexpr double rootScale = 0x1p40;
  static constexpr int64_t sqrtHalfBits = 0x3f3504f3;
  /// Adding 1.5 * 2^mantissa rounds to a whole number, kept in the low bits.
  static constexpr double roundMagic = 0x1.8p23;
  static constexpr int64_t roundMagicBits = 0x4b400000;

  static constexpr double log2e = 0x1.715476p+0, log2eTail = 0x1.4ae0cp-26;
  static constexpr double ln2 = 0x1.62e43p-1, ln2Tail = -0x1.05c61p-29;
  /// 15 bits, so that the product with an exponent is exact.
  static constexpr double ln2Hi = 0x1.62e4p-1, ln2Lo = 0x1.7f7d1cp-20;
  static constexpr double halfPi = 0x1.921fb6p+0, halfPiTail = -0x1.777a5cp-25;

  /// 2/pi after 31 bits of whole part, and how to find a bit in it.
  static constexpr int reduceMinExponent = 120;
  static constexpr int wordShift = 5, indexBits = 3;
  static constexpr std::array<uint64_t, 8> twoOverPi = {
      0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1,
      0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};

  /// (log(1 + f) - f + f^2/2) / f^3 on [sqrt(1/2) - 1, sqrt(2) - 1].
  static constexpr std::array<double, 9> log = {
      0x1.555548p-2,  -0x1.000072p-2, 0x1.99a544p-3,
      -0x1.552e42p-3, 0x1.23025p-3,   -0x1.011126p-3,
      0x1.f0217cp-4,  -0x1.be9eb4p-4, 0x1.b34d28p-5};
  /// (sin r - r) / r^3 in r^2, on |r| <= pi/4.
  static constexpr std::array<double, 3> sin = {-0x1.555546p-3, 0x1.11077ep-7,
                                                -0x1.9956b2p-13};
  /// (cos r - 1 + r^2/2) / r^4 in r^2, on |r| <= pi/4.
  static constexpr std::array<double, 3> cos = {0x1.55554ap-5, -0x1.6c0c1ap-10,
                                                0x1.99e0eep-16};
};

template <> struct MathConstants<64> {
  static constexpr int mantissa = 52;
  static constexpr int bias = 1023;
  static constexpr int64_t signBit = INT64_MIN;
  static constexpr int64_t mantissaMask = 0xfffffffffffff;
  static constexpr int64_t infBits = 0x7ff0000000000000;
  static constexpr int64_t nanBits = 0x7ff8000000000000;
  static constexpr double minNormal = 0x1p-1022;
  static constexpr double denormalScale = 0x1p53;
  static constexpr double rootScale = 0x1p100;
  static constexpr int64_t sqrtHalfBits = 0x3fe6a09e667f3bcd;
  static constexpr double roundMagic = 0x1.8p52;
  static constexpr int64_t roundMagicBits = 0x4338000000000000;

  static constexpr double expMin = -746, expMax = 711;
  static constexpr double exp2Min = -1077, exp2Max = 1026;
  static constexpr double tanhOne = 20, erfOne = 5.95;
  static constexpr double tanhSplit = 0.55, erfSplit = 0.9;
  static constexpr double erfCenter = 1.0;

  static constexpr double log2e = 0x1.71547652b82fep+0;
  static constexpr double log2eTail = 0x1.777d0ffda0d24p-56;
  static constexpr double ln2 = 0x1.62e42fefa39efp-1;
  static constexpr double ln2Tail = 0x1.abc9e3b39803fp-56;
  /// 41 bits, so that the product with an exponent is exact.
  static constexpr double ln2Hi = 0x1.62e42fefa4p-1;
  static constexpr double ln2Lo = -0x1.8432a1b0e2634p-43;
  static constexpr double halfPi = 0x1.921fb54442d18p+0;
  static constexpr double halfPiTail = 0x1.1a62633145c07p-54;

  /// 2/pi after 63 bits of whole part, and how to find a bit in it.
  static constexpr int reduceMinExponent = 1013;
  static constexpr int wordShift = 6, indexBits = 5;
  static constexpr std::array<uint64_t, 20> twoOverPi = {
      0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
      0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
      0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
      0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
      0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
      0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
      0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

  /// (e^f - 1 - f) / f^2 on |f| <= ln2 / 2.
  static constexpr std::array<double, 11> exp = {0x1p-1,
                                                 0x1.555555555555cp-3,
                                                 0x1.5555555555501p-5,
                                                 0x1.111111110eb9ap-7,
                                                 0x1.6c16c16c30d2ap-10,
                                                 0x1.a01a01b3cb38ep-13,
                                                 0x1.a01a0134e2836p-16,
                                                 0x1.71ddef5ce69c9p-19,
                                                 0x1.27e5b6407bff6p-22,
                                                 0x1.af6d42f5dfd8fp-26,
                                                 0x1.1e3c2bf8d4edcp-29};
  /// (log(1 + f) - f + f^2/2) / f^3 on [sqrt(1/2) - 1, sqrt(2) - 1].
  static constexpr std::array<double, 20> log = {
      0x1.555555555556bp-2,  -0x1.ffffffffffe7ap-3, 0x1.9999999994d61p-3,
      -0x1.555555556b2ccp-3, 0x1.24924927609d6p-3,  -0x1.fffffff3a2f04p-4,
      0x1.c71c702c76fdp-4,   -0x1.99999a9f67593p-4, 0x1.745d590a80d88p-4,
      -0x1.5555771d94317p-4, 0x1.3b0d746c1a176p-4,  -0x1.2489408510ed5p-4,
      0x1.116a2ca31c1c9p-4,  -0x1.00d04c33b91dap-4, 0x1.dc96776c1acd1p-5,
      -0x1.b4552d396acdap-5, 0x1.bba7f3133157fp-5,  -0x1.0112e0b692fefp-4,
      0x1.d2d7aed6080f3p-5,  -0x1.8ddf62da72927p-6};
  /// (sin r - r) / r^3 in r^2, on |r| <= pi/4.
  static constexpr std::array<double, 6> sin = {
      -0x1.5555555555549p-3, 0x1.111111110f8a5p-7,  -0x1.a01a019c15e67p-13,
      0x1.71de357ae3689p-19, -0x1.ae5e686b8104p-26, 0x1.5d9393cc3cc94p-33};
  /// (cos r - 1 + r^2/2) / r^4 in r^2, on |r| <= pi/4.
  static constexpr std::array<double, 6> cos = {
      0x1.555555555554cp-5,   -0x1.6c16c16c1521ep-10, 0x1.a01a019cbf387p-16,
      -0x1.27e4f8128e9e4p-22, 0x1.1ee9f1325fd17p-29,  -0x1.8fb11e14f7893p-37};
  /// (tanh x - x) / x^3 in x^2, on |x| < tanhSplit.
  static constexpr std::array<double, 11> tanhSmall = {
      -0x1.555555555554fp-2,  0x1.1111111110788p-3,  -0x1.ba1ba1b97c379p-5,
      0x1.664f4859231ecp-6,   -0x1.226e2f0a48188p-7, 0x1.d6d299ef8e057p-9,
      -0x1.7d8fbdcf9a10fp-10, 0x1.3482f5efe6c85p-11, -0x1.e9683f2412662p-13,
      0x1.5d5e3ee314ccep-14,  -0x1.46d92576eb321p-16};
  /// (erf x - x) / x in x^2, on |x| < erfSplit.
  static constexpr std::array<double, 12> erfSmall = {
      0x1.06eba8214db69p-3,  -0x1.812746b037a27p-2,  0x1.ce2f21a045b7p-4,
      -0x1.b82ce313611dbp-6, 0x1.565bcd2da8319p-8,   -0x1.c02db93482d8bp-11,
      0x1.f9a3af165ae1dp-14, -0x1.f4db09a4cd059p-17, 0x1.ba3c72d475ce8p-20,
      -0x1.6130a988b082p-23, 0x1.00038c2e0e701p-26,  -0x1.1bf5cdf6dea2cp-30};
  /// -log erfc(erfCenter + u), on erfSplit <= erfCenter + u <= erfOne.
  static constexpr std::array<double, 20> erfLarge = {
      0x1.d97fbf27aa2a1p0,    0x1.51c9b0006c23dp1,    0x1.afabc11a28f3fp-1,
      0x1.5477f09ca8fa2p-5,   -0x1.48c9d40c16446p-7,  0x1.033f699742f94p-9,
      -0x1.f1b4bb9b2db8dp-13, -0x1.b8be8df75d78fp-16, 0x1.c75b364a02171p-16,
      -0x1.41633678557dep-17, 0x1.0f23665fb622p-19,   -0x1.c16310255f6d3p-24,
      -0x1.0d339224e9e0ap-23, 0x1.20dd50bb411efp-24,  -0x1.6af72f87bd6f3p-26,
      0x1.44c295924fbdep-28,  -0x1.a447646d3042bp-31, 0x1.77c53a10a8e3bp-34,
      -0x1.9f6d2cb12a0a9p-38, 0x1.aaef92be875edp-43};

  static constexpr double piHi = 0x1.921fb54442d18p+1;
  static constexpr double piLo = 0x1.1a62633145c07p-53;
  static constexpr double third = 0x1.5555555555555p-2;
  static constexpr double thirdTail = 0x1.5555555555555p-56;
  /// 2 sqrt(2/pi), and that times 0.044715.
  static constexpr double geluScale = 0x1.9884533d43651p+0;
  static constexpr double geluScaleTail = -0x1.cbc0d30ebfd15p-54;
  static constexpr double geluCubic = 0x1.2444f2a4d8b4bp-4;
  static constexpr double geluCubicTail = -0x1.6c843a29d1c70p-61;

  /// (asin s - s) / s^3 in s^2, on s <= 1/2.
  static constexpr std::array<double, 13> asin = {
      0x1.5555555555560p-3, 0x1.33333333308f6p-4, 0x1.6db6db707b823p-5,
      0x1.f1c71b1ba0c98p-6, 0x1.6e8bd188289e5p-6, 0x1.1c4acb2f22b65p-6,
      0x1.ca0ca4d039201p-7, 0x1.76157e7ed8302p-7, 0x1.5e488eb9ffaa4p-7,
      0x1.0800decc7f45ep-8, 0x1.57800bd22a442p-6, -0x1.47b0bee0b7eb2p-6,
      0x1.0669548fade22p-5};
  /// (atan t - t) / t^3 in t^2, on t <= tan(pi/8).
  static constexpr std::array<double, 12> atan = {
      -0x1.5555555555555p-2, 0x1.9999999999811p-3,  -0x1.2492492481071p-3,
      0x1.c71c71bc255dap-4,  -0x1.745d15537dd36p-4, 0x1.3b137a49a46fap-4,
      -0x1.110d14347d3f3p-4, 0x1.e17d41a571be3p-5,  -0x1.abc01a3ced750p-5,
      0x1.71e7ee2cab725p-5,  -0x1.1457098b5148ep-5, 0x1.f9fa1f8e1f572p-7};
  /// (sinh t - t) / t^3 in t^2, on t < 0.36.
  static constexpr std::array<double, 6> sinhSmall = {
      0x1.5555555555555p-3,  0x1.1111111111113p-7,  0x1.a01a01a018303p-13,
      0x1.71de3a606496ap-19, 0x1.ae6414e4cc270p-26, 0x1.61e32ac8e0cc8p-33};
  /// (atanh(s) / s - 1 - s^2/3) / s^4 in s^2, on s <= 3 - 2 sqrt(2).
  static constexpr std::array<double, 8> atanhTail = {
      0x1.999999999999ap-3, 0x1.2492492492529p-3, 0x1.c71c71c6e88d1p-4,
      0x1.745d177c62b1fp-4, 0x1.3b1395156f606p-4, 0x1.1118ef5211469p-4,
      0x1.df74a7b47f741p-5, 0x1.e0825ab6b562cp-5};
  /// (Phi(x) - 1/2) / x in x^2, on |x| <= 0.7.
  static constexpr std::array<double, 10> normalSmall = {
      0x1.9884533d43651p-2,   -0x1.1058377e2cee0p-4,  0x1.46d0429769158p-7,
      -0x1.37403f6b9a8d9p-10, 0x1.e42b0d4cc949dp-14,  -0x1.3ce8f983818e2p-17,
      0x1.6589c6c37df66p-21,  -0x1.62125d5cb8837p-25, 0x1.36bf94dcd8ec4p-29,
      -0x1.bc10276c50658p-34};
  /// e^(a^2/2) (1 - Phi(a)) (1 + 2a) in (a - 4) / (a + 4), on a <= 40.
  static constexpr std::array<double, 25> gelu = {
      0x1.b30b52fe27788p-1,   -0x1.78fbb7ec2d8ecp-6,  -0x1.8ac5bd7636598p-4,
      0x1.0800fd0f640cbp-3,   -0x1.862fda1beb0cbp-4,  0x1.6b6ea911e09d4p-5,
      -0x1.5877b9b5e96f1p-7,  -0x1.3d35c179f6547p-10, 0x1.9d653c43c8507p-10,
      -0x1.2c88925a21ac7p-13, -0x1.ac9028653045cp-13, 0x1.3da913ce7ecc6p-15,
      0x1.08b99abeb455ap-15,  -0x1.94e2ee2c9a86dp-18, -0x1.8b2521fd6df5bp-18,
      0x1.4178bd31a3367p-21,  0x1.41d644823544fp-20,  0x1.0c4b4f84e1f3dp-24,
      -0x1.f032f7fbc6d46p-23, -0x1.f716916c77a52p-25, 0x1.1fede3e0ff5a5p-25,
      0x1.3e0261ced148fp-26,  -0x1.632304a52ed54p-30, -0x1.7fb7245bf5db9p-29,
      -0x1.2d7a3f0d53820p-31};
  /// What the first of them lacks.
  static constexpr double geluTail = -0x1.f0eba5d3660c6p-55;
};

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_MATHCONSTANTS_H
