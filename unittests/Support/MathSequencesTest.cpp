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

// Inputs where an earlier sequence or polynomial of f32 was more than one unit
// in the last place off, and the worst ones that scripts/check-math finds now.
TEST(MathSequences, F32HardInputs) {
  struct Case {
    MathFn fn;
    std::initializer_list<float> inputs;
  };
  for (const Case &c : std::initializer_list<Case>{
           {MathFn::Exp, {0x1.ab8dfp+4f}},
           {MathFn::Exp2, {-0x1.fbe9f6p-2f}},
           {MathFn::Erf, {0x1.12006p+0f}},
           {MathFn::Tanh,
            {0x1.f28a7ep-1f, 0x1.f4071cp-1f, 0x1.f49306p-1f, 0x1.022fd6p+0f}},
           {MathFn::Sigmoid, {-0x1.5e8a0cp+6f}},
           {MathFn::Silu,
            {-0x1.61796p+6f, -0x1.5beb06p+6f, -0x1.6178ep+6f, -0x1.5ebb76p+6f,
             -0x1.5ebb2ep+6f, -0x1.566916p+6f, -0x1.6f79eep+6f}},
           {MathFn::Gelu,
            {-0x1.fff55p-6f, -0x1.fff578p-6f, 0x1.fff578p-6f, -0x1.f9a71cp-6f,
             -0x1.fff5ap-6f, -0x1.da756ap+0f, -0x1.dbf402p+0f, -0x1.dbf1c8p+0f,
             -0x1.dbc402p+0f, -0x1.dc3492p+0f, -0x1.dc65d8p+0f, -0x1.da41aap+0f,
             0x1.0012dcp-5f, 0x1.f1bafep-15f}},
           {MathFn::GeluTanh,
            {-0x1.5fbd1ep+1f, -0x1.60bf7p+1f, -0x1.60b1bep+1f, -0x1.5f9838p+1f,
             -0x1.434accp+3f}}})
    for (float x : c.inputs)
      for (float signedX : {x, -x})
        EXPECT_LE(errorAt(c.fn, signedX).ulps, 1.0)
            << int(c.fn) << " at " << signedX;
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

/// Whether two values are the same, or both NaN; zeros have their sign.
template <class T> static bool isSame(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

template <class T> static void checkMoreSpecials() {
  auto at = [](MathFn fn, double x) { return evaluate(fn, T(x)); };
  for (MathFn fn : {MathFn::Tan, MathFn::Asin, MathFn::Atan, MathFn::Sinh,
                    MathFn::Asinh, MathFn::Atanh, MathFn::Expm1, MathFn::Log1p,
                    MathFn::Silu, MathFn::Gelu, MathFn::GeluTanh})
    for (double x : {0.0, -0.0})
      EXPECT_TRUE(isSame<T>(at(fn, x), x)) << int(fn);
  // Smallest numbers, where these are the identity.
  T least = std::numeric_limits<T>::denorm_min();
  for (MathFn fn : {MathFn::Tan, MathFn::Asin, MathFn::Atan, MathFn::Sinh,
                    MathFn::Asinh, MathFn::Atanh, MathFn::Expm1, MathFn::Log1p})
    for (T x : {least, -least, 3 * least})
      EXPECT_EQ(evaluate(fn, x), x) << int(fn);
  const T halfPi = std::acos(T(0)), pi = std::acos(T(-1));
  struct Case {
    MathFn fn;
    double x;
    T want;
  };
  for (const Case &c : std::initializer_list<Case>{
           {MathFn::Tan, inf, T(NAN)},      {MathFn::Asin, 1, halfPi},
           {MathFn::Asin, -1, -halfPi},     {MathFn::Asin, 1.5, T(NAN)},
           {MathFn::Asin, -inf, T(NAN)},    {MathFn::Acos, 1, 0},
           {MathFn::Acos, -1, pi},          {MathFn::Acos, 0, halfPi},
           {MathFn::Acos, -2, T(NAN)},      {MathFn::Atan, inf, halfPi},
           {MathFn::Atan, -inf, -halfPi},   {MathFn::Atan, 1e30, halfPi},
           {MathFn::Sinh, inf, T(inf)},     {MathFn::Sinh, -inf, T(-inf)},
           {MathFn::Sinh, -1000, T(-inf)},  {MathFn::Cosh, inf, T(inf)},
           {MathFn::Cosh, -inf, T(inf)},    {MathFn::Cosh, 0, 1},
           {MathFn::Asinh, inf, T(inf)},    {MathFn::Asinh, -inf, T(-inf)},
           {MathFn::Acosh, 1, 0},           {MathFn::Acosh, inf, T(inf)},
           {MathFn::Acosh, 0.5, T(NAN)},    {MathFn::Acosh, -inf, T(NAN)},
           {MathFn::Atanh, 1, T(inf)},      {MathFn::Atanh, -1, T(-inf)},
           {MathFn::Atanh, 2, T(NAN)},      {MathFn::Expm1, -inf, -1},
           {MathFn::Expm1, -50, -1},        {MathFn::Expm1, inf, T(inf)},
           {MathFn::Log1p, -1, T(-inf)},    {MathFn::Log1p, -1.5, T(NAN)},
           {MathFn::Log1p, inf, T(inf)},    {MathFn::Rsqrt, 0.0, T(inf)},
           {MathFn::Rsqrt, -0.0, T(-inf)},  {MathFn::Rsqrt, inf, 0},
           {MathFn::Rsqrt, -1, T(NAN)},     {MathFn::Rsqrt, 0.25, 2},
           {MathFn::Sigmoid, 0, T(0.5)},    {MathFn::Sigmoid, inf, 1},
           {MathFn::Sigmoid, -inf, 0},      {MathFn::Silu, inf, T(inf)},
           {MathFn::Silu, -inf, T(-0.0)},   {MathFn::Gelu, inf, T(inf)},
           {MathFn::Gelu, -inf, T(-0.0)},   {MathFn::Gelu, 100, 100},
           {MathFn::GeluTanh, inf, T(inf)}, {MathFn::GeluTanh, -inf, T(-0.0)}})
    EXPECT_TRUE(isSame<T>(at(c.fn, c.x), c.want))
        << int(c.fn) << " at " << c.x << ": " << at(c.fn, c.x);
  // Even and odd functions.
  for (double x : {0.1, 0.3, 0.7, 0.99})
    for (MathFn fn : {MathFn::Tan, MathFn::Asin, MathFn::Atan, MathFn::Sinh,
                      MathFn::Asinh, MathFn::Atanh})
      EXPECT_EQ(at(fn, -x), -at(fn, x)) << int(fn);
  // Powers of four have exact inverse roots, denormal ones too.
  using Limits = std::numeric_limits<T>;
  for (int k = (Limits::min_exponent - Limits::digits) / 2;
       2 * k < Limits::max_exponent; ++k)
    EXPECT_EQ(at(MathFn::Rsqrt, std::ldexp(1.0, 2 * k)),
              T(std::ldexp(1.0, -k)));
}

TEST(MathSequences, F32MoreSpecials) { checkMoreSpecials<float>(); }
TEST(MathSequences, F64MoreSpecials) { checkMoreSpecials<double>(); }

// Angles where the quotient of sine and cosine in f32 is more than one unit in
// the last place off.
TEST(MathSequences, F32Tangents) {
  for (float x : {0x1.23ee6cp+26f, 0x1.921fb4p+0f, 0x1p127f, 0.7853982f})
    EXPECT_EQ(evaluate(MathFn::Tan, x), float(std::tan(double(x)))) << x;
}

// C's special cases of pow, against the C library, which has them.
template <class T> static void checkPowerSpecials() {
  using Limits = std::numeric_limits<T>;
  const T numbers[] = {T(0),
                       T(-0.0),
                       T(1),
                       T(-1),
                       T(2),
                       T(-2),
                       T(0.5),
                       T(-0.5),
                       T(3),
                       T(-3),
                       T(inf),
                       T(-inf),
                       T(NAN),
                       T(1.5),
                       T(-1.5),
                       Limits::max(),
                       -Limits::max(),
                       Limits::min(),
                       Limits::denorm_min(),
                       -Limits::denorm_min(),
                       T(1e20),
                       T(-1e20),
                       T(8388609),
                       T(16777217),
                       T(4503599627370495.5),
                       T(4503599627370497.0),
                       T(9007199254740991.0),
                       T(-9007199254740991.0),
                       1 + Limits::epsilon(),
                       1 - Limits::epsilon() / 2};
  for (T x : numbers)
    for (T y : numbers) {
      T got = evaluatePow(x, y), want = std::pow(x, y);
      if (std::isnan(want) || want == 0 || std::isinf(want))
        EXPECT_TRUE(isSame(got, want)) << x << "^" << y << " is " << got;
      else
        EXPECT_LE(std::fabs(got - want), std::fabs(want) * Limits::epsilon())
            << x << "^" << y;
    }
}

TEST(MathSequences, F32PowerSpecials) { checkPowerSpecials<float>(); }
TEST(MathSequences, F64PowerSpecials) { checkPowerSpecials<double>(); }

TEST(MathSequences, PowersWithinOneUlp) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double worstF32 = 0, worstF64 = 0;
  for (int i = 0; i < 200000; ++i) {
    double x = std::exp(uniform(random) * (i % 3 ? 1 : 40));
    double y = uniform(random) * 80 / std::max(std::fabs(std::log(x)), 0.1);
    float xf = float(x), yf = float(y);
    worstF32 = std::max(worstF32, ulpError(evaluatePow(xf, yf),
                                           std::pow(double(xf), double(yf))));
    worstF64 =
        std::max(worstF64, ulpError(evaluatePow(x, y),
                                    std::pow((long double)x, (long double)y)));
  }
  EXPECT_LE(worstF32, 0.51);
  EXPECT_LE(worstF64, 1.0);
  // What is a number of the type comes out as it is.
  for (int base = 1; base < 20; ++base)
    for (int exponent = 0; exponent < 10; ++exponent)
      EXPECT_EQ(evaluatePow(double(base), double(exponent)),
                std::pow(double(base), double(exponent)));
  EXPECT_EQ(evaluatePow(0.1, 1.0), 0.1);
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
  // The last ones before 0, and those of numbers that are denormal.
  for (MathFn fn :
       {MathFn::Sigmoid, MathFn::Silu, MathFn::Gelu, MathFn::GeluTanh}) {
    for (float x = -150; x < -9; x += 0.0371f)
      EXPECT_LE(errorAt(fn, x).ulps, 1.0) << int(fn) << " at " << x;
    for (float x : {0x1p-149f, -0x1p-149f, 0x1.8p-148f, -0x1.fffffcp-127f,
                    0x1p-126f, 0x1.fffffep127f, -0x1.fffffep127f})
      EXPECT_LE(errorAt(fn, x).ulps, 1.0) << int(fn) << " at " << x;
  }
}
