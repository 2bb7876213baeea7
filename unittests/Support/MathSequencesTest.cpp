//===- MathSequencesTest.cpp - accuracy and special values ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/MathErrors.h"
#include "gtest/gtest.h"

#include <random>

using namespace tinygrad::math;

static const double inf = std::numeric_limits<double>::infinity();

static float f32(MathFn fn, double x) { return evaluate(fn, float(x)); }
static double f64(MathFn fn, double x) { return evaluate(fn, x); }

// Every 4099th f32 pattern; scripts/check-math tries all of them.
TEST(MathSequences, F32WithinOneUlp) {
  for (const MathFnInfo &info : mathFns) {
    WorstError worst;
    for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += 4099)
      worst.add(errorAt(info.fn, floatOfBits(uint32_t(bits))));
    EXPECT_LE(worst.ulps, 1.0) << info.name << " at " << worst.input;
  }
}

TEST(MathSequences, F64WithinTwoUlps) {
  std::mt19937_64 random(7);
  for (const MathFnInfo &info : mathFns) {
    WorstError worst;
    for (int i = 0; i < 20000; ++i) {
      double any = doubleOfBits(random());
      worst.add(errorAt(info.fn, any));
      double moderate = std::ldexp(double(random()), -64 + int(random() % 12));
      worst.add(errorAt(info.fn, i & 1 ? moderate : -moderate));
    }
    EXPECT_LE(worst.ulps, 2.0) << info.name << " at " << worst.input;
  }
}

template <class T> static void checkSpecials() {
  auto at = [](MathFn fn, double x) { return evaluate(fn, T(x)); };
  for (const MathFnInfo &info : mathFns) {
    EXPECT_TRUE(std::isnan(at(info.fn, NAN))) << info.name;
    EXPECT_FALSE(std::signbit(at(info.fn, -NAN))) << info.name;
  }
  EXPECT_EQ(at(MathFn::Exp, 0), 1);
  EXPECT_EQ(at(MathFn::Exp, -0.0), 1);
  EXPECT_EQ(at(MathFn::Exp, -inf), 0);
  EXPECT_EQ(at(MathFn::Exp, inf), T(inf));
  EXPECT_EQ(at(MathFn::Exp2, -inf), 0);
  EXPECT_EQ(at(MathFn::Exp2, inf), T(inf));
  for (MathFn fn : {MathFn::Log, MathFn::Log2}) {
    EXPECT_EQ(at(fn, 1), 0);
    EXPECT_FALSE(std::signbit(at(fn, 1)));
    EXPECT_EQ(at(fn, 0), T(-inf));
    EXPECT_EQ(at(fn, -0.0), T(-inf));
    EXPECT_EQ(at(fn, inf), T(inf));
    EXPECT_TRUE(std::isnan(at(fn, -1)));
    EXPECT_TRUE(std::isnan(at(fn, -inf)));
  }
  for (MathFn fn : {MathFn::Sin, MathFn::Cos})
    for (double x : {inf, -inf})
      EXPECT_TRUE(std::isnan(at(fn, x)));
  EXPECT_EQ(at(MathFn::Cos, 0), 1);
  for (MathFn fn : {MathFn::Sin, MathFn::Tanh, MathFn::Erf})
    for (double x : {0.0, -0.0}) {
      EXPECT_EQ(at(fn, x), 0);
      EXPECT_EQ(std::signbit(at(fn, x)), std::signbit(x));
    }
  for (MathFn fn : {MathFn::Tanh, MathFn::Erf}) {
    EXPECT_EQ(at(fn, inf), 1);
    EXPECT_EQ(at(fn, -inf), -1);
  }
  // Powers of two are exact, denormal ones too.
  using Limits = std::numeric_limits<T>;
  for (int k = Limits::min_exponent - Limits::digits; k < Limits::max_exponent;
       ++k) {
    EXPECT_EQ(at(MathFn::Exp2, k), std::ldexp(T(1), k));
    EXPECT_EQ(at(MathFn::Log2, std::ldexp(1.0, k)), k);
  }
}

TEST(MathSequences, F32Specials) { checkSpecials<float>(); }
TEST(MathSequences, F64Specials) { checkSpecials<double>(); }

// Arguments where a short reduction by pi/2 fails.
TEST(MathSequences, HugeArguments) {
  EXPECT_EQ(f32(MathFn::Sin, 0x1.fffffep127f), float(-0.5218765233336585));
  EXPECT_EQ(f32(MathFn::Cos, 0x1.fffffep127f), float(0.8530210398303042));
  EXPECT_NEAR(f64(MathFn::Sin, 1e22), -0.8522008497671888, 1e-15);
  EXPECT_NEAR(f64(MathFn::Cos, 1e22), 0.5232147853951389, 1e-15);
  // The double nearest to a multiple of pi/2.
  double nearest = std::ldexp(6381956970095103.0, 797);
  EXPECT_NEAR(f64(MathFn::Cos, nearest) / -4.68716592425462761112e-19, 1,
              1e-15);
}

TEST(MathSequences, DenormalResults) {
  EXPECT_EQ(f32(MathFn::Exp, -103), std::exp(-103.0f));
  EXPECT_EQ(f32(MathFn::Exp, -104), 0);
  EXPECT_EQ(f32(MathFn::Sin, 0x1p-149), 0x1p-149f);
  EXPECT_EQ(f32(MathFn::Tanh, -0x1.8p-148), -0x1.8p-148f);
}
