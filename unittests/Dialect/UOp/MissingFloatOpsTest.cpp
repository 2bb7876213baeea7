//===- MissingFloatOpsTest.cpp - fma and roundings in other ops -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposedCode.h"

#include "TinyGrad/Support/FloatFormat.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <random>

using namespace tinygrad;
using uop::DecomposedCode;

static const char *const kWithout =
    "uop-decompose-dtypes{fma=false roundings=false}";

/// Whether two numbers are the same, or both NaN; zeros have their sign.
template <class T> static bool isSame(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

template <class T> static T ofBits(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Pairs of which x * y + x is hard: near ties, with cancellation, of any size.
template <class T>
static void fillPairs(std::vector<T> &x, std::vector<T> &y, int maxExponent) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 200000; ++i) {
    int exponent = int(random() % (2 * maxExponent)) - maxExponent;
    T a = std::ldexp(T(random() % 4096 + 4096) / 4096, exponent);
    if (i % 3 == 0)
      a = std::ldexp(T(random() >> 11), exponent - 53);
    T b;
    switch (i % 4) {
    case 0: // Cancels all but the product's last bits.
      b = -1 +
          std::ldexp(T(int(random() % 3) - 1), -std::numeric_limits<T>::digits);
      break;
    case 1: // A product of about half a last place.
      b = std::ldexp(T(random() % 8192), -std::numeric_limits<T>::digits - 13);
      break;
    case 2:
      b = std::ldexp(T(random() >> 11), -53 - int(random() % 8));
      break;
    default:
      b = std::ldexp(T(random() >> 11), int(random() % 40) - 73);
    }
    x.push_back(random() & 1 ? a : -a);
    y.push_back(random() & 1 ? b : -b);
  }
}

template <class T>
static void expectFused(const std::vector<T> &x, const std::vector<T> &y) {
  std::string element = sizeof(T) == 4 ? "f32" : "f64";
  std::string type = "vector<8x" + element + ">";
  DecomposedCode code;
  std::string error = code.compile({"%r = math.fma %x, %y, %x : " + type,
                                    element, element, 8, true, kWithout});
  ASSERT_EQ(error, "");
  std::vector<T> got(x.size());
  code.run(x.data(), y.data(), got.data(), x.size());
  size_t wrong = 0, first = 0;
  for (size_t i = 0; i < x.size(); ++i)
    if (!isSame(got[i], std::fma(x[i], y[i], x[i])) && !wrong++)
      first = i;
  EXPECT_EQ(wrong, 0u) << "first: " << x[first] << " * " << y[first] << " is "
                       << got[first];
}

TEST(MissingFloatOps, FmaOfF32) {
  std::vector<float> x, y;
  fillPairs(x, y, 100);
  // Every size and class of number, infinities and denormal ones too.
  std::mt19937_64 random(6);
  for (int i = 0; i < 200000; ++i) {
    x.push_back(ofBits<float>(random() >> 32));
    y.push_back(ofBits<float>(random() >> 32));
  }
  for (float a : {0.0f, -0.0f, 1.0f, INFINITY, -INFINITY, NAN, 0x1p-149f,
                  0x1p-126f, 0x1.fffffep127f})
    for (float b :
         {0.0f, -0.0f, -1.0f, INFINITY, NAN, 0x1p-149f, -0x1p-24f, 0x1.8p-24f})
      x.push_back(a), y.push_back(b);
  x.resize(x.size() / 8 * 8);
  y.resize(x.size());
  expectFused(x, y);
}

TEST(MissingFloatOps, FmaOfF64) {
  std::vector<double> x, y;
  // Products and what they lack are normal numbers.
  fillPairs(x, y, 800);
  for (double a :
       {0.0, -0.0, 1.0, double(INFINITY), -double(INFINITY), double(NAN),
        0x1p1000, 0x1.fffffffffffffp1023, -0x1.ffffffe000001p1023})
    for (double b : {0.0, -0.0, -1.0, double(INFINITY), double(NAN), 0x1p100,
                     -0x1p-53, 0x1.8p-53})
      x.push_back(a), y.push_back(b);
  x.resize(x.size() / 8 * 8);
  y.resize(x.size());
  expectFused(x, y);
}

/// Of narrow types, against an exact sum in double.
TEST(MissingFloatOps, FmaOfNarrowTypes) {
  struct Narrow {
    const char *name;
    DType type;
  };
  for (const Narrow &narrow :
       {Narrow{"f16", DType::F16}, Narrow{"bf16", DType::BF16},
        Narrow{"f8E4M3FN", DType::F8E4M3FN}, Narrow{"f8E5M2", DType::F8E5M2}}) {
    DecomposedCode code;
    std::string type = std::string("vector<8x") + narrow.name + ">";
    std::string error =
        code.compile({"%r = math.fma %x, %y, %x : " + type, narrow.name,
                      narrow.name, 8, true, "uop-decompose-dtypes"});
    ASSERT_EQ(error, "");
    bool isByte = isFP8(narrow.type);
    std::mt19937_64 random(8);
    std::vector<uint16_t> wide[3];
    std::vector<uint8_t> bytes[3];
    constexpr size_t count = 65536;
    for (size_t i = 0; i < count; ++i)
      for (int k = 0; k < 2; ++k) {
        // Every pair of bytes.
        uint64_t bits = isByte ? (k ? i >> 8 : i & 255) : random() & 0xffff;
        wide[k].push_back(uint16_t(bits));
        bytes[k].push_back(uint8_t(bits));
      }
    wide[2].resize(count);
    bytes[2].resize(count);
    if (isByte)
      code.run(bytes[0].data(), bytes[1].data(), bytes[2].data(), count);
    else
      code.run(wide[0].data(), wide[1].data(), wide[2].data(), count);
    size_t wrong = 0;
    for (size_t i = 0; i < count; ++i) {
      double x = decodeFloat(wide[0][i], narrow.type);
      double y = decodeFloat(wide[1][i], narrow.type);
      // The product is exact, and so is what rounding takes from the sum: the
      // smaller number less what of it arrived. To odd, so that the second
      // rounding is the only one.
      double product = x * y, once = product + x;
      bool larger = std::fabs(product) >= std::fabs(x);
      double lost = larger ? x - (once - product) : product - (once - x);
      uint64_t sum;
      std::memcpy(&sum, &once, sizeof sum);
      if (std::isfinite(once) && lost != 0 && !(sum & 1))
        once = std::nextafter(once, lost > 0 ? HUGE_VAL : -HUGE_VAL);
      uint64_t want = encodeFloat(once, narrow.type);
      uint64_t got = isByte ? bytes[2][i] : wide[2][i];
      bool bothNaN = std::isnan(decodeFloat(want, narrow.type)) &&
                     std::isnan(decodeFloat(got, narrow.type));
      wrong += want != got && !bothNaN;
    }
    EXPECT_EQ(wrong, 0u) << narrow.name;
  }
}

template <class T, class Fn> static void expectRounding(const char *op, Fn fn) {
  std::string element = sizeof(T) == 4 ? "f32" : "f64";
  std::string type = "vector<8x" + element + ">";
  DecomposedCode code;
  std::string error =
      code.compile({std::string("%r = math.") + op + " %x : " + type, element,
                    element, 8, false, kWithout});
  ASSERT_EQ(error, "");
  std::vector<T> x;
  for (T whole : {T(0), T(1), T(2), T(3), T(4194304), T(8388607), T(8388608),
                  T(16777217), T(4503599627370495), T(9007199254740993)})
    for (T part : {T(0), T(0.25), T(0.5), T(0.75)})
      for (T sign : {T(1), T(-1)})
        x.push_back(sign * (whole + part));
  for (T special : {T(INFINITY), T(-INFINITY), T(NAN), T(1e-40), T(-1e-40),
                    std::nextafter(T(0.5), T(0)), std::nextafter(T(0.5), T(1)),
                    -std::nextafter(T(1), T(0))})
    x.push_back(special);
  std::mt19937_64 random(9);
  for (int i = 0; i < 4096; ++i)
    x.push_back(std::ldexp(T(int64_t(random())), -int(random() % 80)));
  x.resize(x.size() / 8 * 8);
  std::vector<T> got(x.size());
  code.run(x.data(), nullptr, got.data(), x.size());
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_TRUE(isSame(got[i], T(fn(x[i]))))
        << op << " of " << x[i] << " is " << got[i];
}

TEST(MissingFloatOps, Roundings) {
  expectRounding<float>("floor", [](float x) { return std::floor(x); });
  expectRounding<float>("ceil", [](float x) { return std::ceil(x); });
  expectRounding<float>("trunc", [](float x) { return std::trunc(x); });
  expectRounding<float>("roundeven", [](float x) { return std::nearbyint(x); });
  expectRounding<double>("floor", [](double x) { return std::floor(x); });
  expectRounding<double>("ceil", [](double x) { return std::ceil(x); });
  expectRounding<double>("trunc", [](double x) { return std::trunc(x); });
  expectRounding<double>("roundeven",
                         [](double x) { return std::nearbyint(x); });
}
