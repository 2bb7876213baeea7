//===- MathSingleConstants.h - numbers of the f32 sequences -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Polynomials and bounds of MathSingles.h, lowest power first; each number is
// one of f32. scripts/fit-math.py fits them.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_MATHSINGLECONSTANTS_H
#define TINYGRAD_SUPPORT_MATHSINGLECONSTANTS_H

#include <array>

namespace tinygrad::math {

struct MathSingleConstants {
  // Beyond these the exponentials are 0 or infinity, tanh and erf 1.
  static constexpr double expLeast = -104, expMost = 89;
  static constexpr double exp2Least = -151, exp2Most = 129;
  static constexpr double tanhOne = 10, erfOne = 4;

  /// e^r on |r| <= ln2 / 2.
  static constexpr std::array<double, 7> exp = {1,
                                                1,
                                                0x1.fffffcp-2,
                                                0x1.55548ap-3,
                                                0x1.55585p-5,
                                                0x1.123ec2p-7,
                                                0x1.6ac31ep-10};
  /// e^2r and -e^-r there.
  static constexpr std::array<double, 7> expOfDouble = {1,
                                                        2,
                                                        0x1.fffffcp+0,
                                                        0x1.55548ap+0,
                                                        0x1.55585p-1,
                                                        0x1.123ec2p-2,
                                                        0x1.6ac31ep-4};
  static constexpr std::array<double, 7> minusExpOfMinus = {-1,
                                                            1,
                                                            -0x1.fffffcp-2,
                                                            0x1.55548ap-3,
                                                            -0x1.55585p-5,
                                                            0x1.123ec2p-7,
                                                            -0x1.6ac31ep-10};
  /// (e^r - 1 - r) / r^2 there.
  static constexpr std::array<double, 5> expTail = {
      0x1.fffffcp-2, 0x1.55548ap-3, 0x1.55585p-5, 0x1.123ec2p-7,
      0x1.6ac31ep-10};
  /// 2^f on |f| <= 1/2.
  static constexpr std::array<double, 7> exp2 = {1,
                                                 0x1.62e43p-1,
                                                 0x1.ebfbdcp-3,
                                                 0x1.c6aee6p-5,
                                                 0x1.3b2d5p-7,
                                                 0x1.5f3f32p-10,
                                                 0x1.41fb48p-13};

  static constexpr double tanhSplit = 1.0, erfSplit = 0.9;
  /// (tanh x - x) / x^3 in x^2, on |x| <= 1.
  static constexpr std::array<double, 7> tanhSmall = {
      -0x1.555538p-2, 0x1.110b3cp-3, -0x1.b94ff6p-5, 0x1.5f958p-6,
      -0x1.02ecaep-7, 0x1.29166ap-9, -0x1.6cbf62p-12};

  /// (erf x - x) / x in x^2, on |x| < erfSplit.
  static constexpr std::array<double, 7> erfSmall = {
      0x1.06eba8p-3, -0x1.81274p-2,   0x1.ce2d6p-4,  -0x1.b80062p-6,
      0x1.543f2ap-8, -0x1.a583bcp-11, 0x1.4d2864p-14};
  /// -log erfc(erfCenter + u), on erfSplit <= erfCenter + u <= erfOne.
  static constexpr double erfCenter = 0x1.ff5p-1;
  static constexpr std::array<double, 7> erfLarge = {
      0x1.d8979ep+0,  0x1.517f82p+1,  0x1.af95ccp-1,  0x1.54c6b2p-5,
      -0x1.46eee2p-7, 0x1.ecf91ap-10, -0x1.a13f1ap-13};

  /// 2 sqrt(2/pi) in few bits, that times 0.044715, and what they lack.
  static constexpr double geluScale = 0x1.98845p+0,
                          geluScaleTail = 0x1.9ea1b2p-23;
  static constexpr double geluCubic = 0x1.2444f2p-4,
                          geluCubicTail = 0x1.49b16ap-29;

  /// M(a) = e^(a^2/2) (1 - Phi(a)) (a + K), on a <= geluMost, is geluFirst and
  /// u times the rest in u = 1 / (a + K) - geluCenter. K is such that geluFirst
  /// is almost a number of f32.
  static constexpr double geluK = 0x1.c1cp+0, geluMost = 14.4;
  static constexpr double geluCenter = 0.1875, geluFirst = 0x1.1ce8b4p-1;
  /// About the derivative of log(M(a) / (a + K)) by -log(a + K).
  static constexpr double geluSlope = 1.3;
  static constexpr std::array<double, 12> geluRest = {
      0x1.e308b4p-1, 0x1.18e056p-2,  -0x1.c4105ap+0, -0x1.b99e1ep-2,
      0x1.8a4c4cp+2, -0x1.0dedc8p+2, -0x1.53c85p+4,  0x1.9c8688p+5,
      0x1.5a93a4p+2, -0x1.a5f5fcp+7, 0x1.6ec8a2p+8,  -0x1.b0f6eap+7};
};

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_MATHSINGLECONSTANTS_H
