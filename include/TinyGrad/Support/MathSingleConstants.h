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

  static constexpr double tanhSplit = 0.9, erfSplit = 0.9;
  /// (tanh x - x) / x^3 in x^2, on |x| <= 1.
  static constexpr std::array<double, 7> tanhSmall = {
      -0x1.55553cp-2, 0x1.110bfp-3, -0x1.b9634ep-5, 0x1.600fc6p-6,
      -0x1.0471d8p-7, 0x1.2dd41p-9, -0x1.784410p-12};

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
  static constexpr double geluK = 0x1.7b4p+0, geluMost = 14.4;
  static constexpr double geluCenter = 0.1875, geluFirst = 0x1.0ab406p-1;
  /// About the derivative of log(M(a) / (a + K)) by -log(a + K).
  static constexpr double geluSlope = 1.2;
  static constexpr std::array<double, 11> geluRest = {
      0x1.570ea8p-1,  -0x1.15e392p-3, -0x1.445c16p+0, 0x1.c06c56p-1,
      0x1.af837ep+1,  -0x1.cbf52p+2,  -0x1.8bb918p+1, 0x1.25bf16p+5,
      -0x1.1e34aep+6, 0x1.078a7cp+6,  -0x1.8db126p+4};
};

} // namespace tinygrad::math

#endif // TINYGRAD_SUPPORT_MATHSINGLECONSTANTS_H
