//===- FP8Test.cpp - conversions to fp8, exhaustively -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle searches the list of all values for the nearest one, and LLVM's
// APFloat is a second one.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/FloatFormat.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

#include <cmath>
#include <vector>

using namespace tinygrad;

static const double inf = std::numeric_limits<double>::infinity();
static constexpr DType fp8s[] = {DType::F8E4M3FN, DType::F8E5M2};
static constexpr Saturation modes[] = {Saturation::Finite, Saturation::All,
                                       Saturation::None};

namespace {
/// One fp8 type by its definition: magnitudes as a sorted list.
struct Oracle {
  DType type;
  std::vector<double> magnitudes; ///< Value of the bits 0, 1, 2, …

  explicit Oracle(DType type) : type(type) {
    int mantissa = type == DType::F8E4M3FN ? 3 : 2;
    int bias = type == DType::F8E4M3FN ? 7 : 15;
    unsigned count = type == DType::F8E4M3FN ? 0x7f : 0x7c;
    for (unsigned bits = 0; bits < count; ++bits) {
      int exponent = static_cast<int>(bits >> mantissa);
      double digits = bits & ((1u << mantissa) - 1);
      if (exponent)
        digits += 1 << mantissa;
      magnitudes.push_back(
          std::ldexp(digits, (exponent ? exponent : 1) - bias - mantissa));
    }
  }

  uint64_t infinity() const { return type == DType::F8E4M3FN ? 0x7f : 0x7c; }
  uint64_t largest() const { return magnitudes.size() - 1; }

  /// The bits for |x|; the step above the largest value is where overflow is.
  uint64_t encodeMagnitude(double x, Saturation mode) const {
    if (std::isinf(x))
      return mode == Saturation::All ? largest() : infinity();
    double top = magnitudes[largest()];
    double step = top - magnitudes[largest() - 1];
    // The even neighbour of an odd last value is the one beyond it.
    bool tieOverflows = largest() & 1;
    double beyond = top + step / 2;
    if (x > beyond || (x == beyond && tieOverflows))
      return mode == Saturation::None ? infinity() : largest();
    uint64_t low = 0;
    while (low < largest() && magnitudes[low + 1] <= x)
      ++low;
    if (low == largest())
      return low;
    double down = x - magnitudes[low], up = magnitudes[low + 1] - x;
    if (down != up)
      return down < up ? low : low + 1;
    return low & 1 ? low + 1 : low;
  }

  uint64_t encode(double x, Saturation mode) const {
    uint64_t sign = std::signbit(x) ? 0x80 : 0;
    if (std::isnan(x))
      return sign | (type == DType::F8E4M3FN ? 0x7f : 0x7e);
    return sign | encodeMagnitude(std::fabs(x), mode);
  }
};
} // namespace

TEST(FP8, EveryPatternToFloat) {
  for (DType type : fp8s) {
    Oracle oracle(type);
    for (uint64_t bits = 0; bits < 256; ++bits) {
      double value = decodeFloat(bits, type);
      uint64_t magnitude = bits & 0x7f;
      EXPECT_EQ(std::signbit(value), bits >= 0x80);
      if (magnitude <= oracle.largest())
        EXPECT_EQ(std::fabs(value), oracle.magnitudes[magnitude]);
      else if (type == DType::F8E5M2 && magnitude == 0x7c)
        EXPECT_TRUE(std::isinf(value));
      else
        EXPECT_TRUE(std::isnan(value));
    }
  }
}

TEST(FP8, EveryPatternBack) {
  for (DType type : fp8s)
    for (uint64_t bits = 0; bits < 256; ++bits)
      for (Saturation mode : modes) {
        double value = decodeFloat(bits, type);
        uint64_t expected = bits;
        if (std::isnan(value)) // All NaNs become the quiet one.
          expected = (bits & 0x80) | (type == DType::F8E4M3FN ? 0x7f : 0x7e);
        if (std::isinf(value) && mode == Saturation::All)
          expected = (bits & 0x80) | 0x7b;
        EXPECT_EQ(encodeFloat(value, type, mode), expected);
      }
}

// Tests all patterns of f16 and bf16 in the three modes.
TEST(FP8, EveryHalfAndBrain) {
  for (DType type : fp8s) {
    Oracle oracle(type);
    for (DType from : {DType::F16, DType::BF16})
      for (uint64_t bits = 0; bits < 0x10000; ++bits)
        for (Saturation mode : modes) {
          double x = decodeFloat(bits, from);
          ASSERT_EQ(encodeFloat(x, type, mode), oracle.encode(x, mode)) << x;
        }
  }
}

// Tests the midpoints between all neighbours, the point where overflow starts
// among them, and what lies one unit of f16, bf16, f32 and f64 beside them.
TEST(FP8, MidpointsAndTheirNeighbours) {
  for (DType type : fp8s) {
    Oracle oracle(type);
    std::vector<double> points;
    for (uint64_t i = 0; i < oracle.largest(); ++i)
      points.push_back((oracle.magnitudes[i] + oracle.magnitudes[i + 1]) / 2);
    double top = oracle.magnitudes[oracle.largest()];
    double step = top - oracle.magnitudes[oracle.largest() - 1];
    points.insert(points.end(), {top, top + step / 2, top + step});
    for (double point : points)
      for (DType grid : {DType::F16, DType::BF16, DType::F32, DType::F64}) {
        uint64_t bits = encodeFloat(point, grid);
        for (int64_t delta : {-1, 0, 1})
          for (Saturation mode : modes)
            for (double sign : {1, -1}) {
              double x = sign * decodeFloat(bits + delta, grid);
              ASSERT_EQ(encodeFloat(x, type, mode), oracle.encode(x, mode))
                  << x;
            }
      }
  }
}

TEST(FP8, Extremes) {
  for (DType type : fp8s) {
    Oracle oracle(type);
    for (double x : {inf, 1e300, 0x1.fffffffffffffp1023, 0x1p-1074, 0x1p-10,
                     0x1.0000000000001p-10, 0x1p-17, 0.0})
      for (Saturation mode : modes) {
        EXPECT_EQ(encodeFloat(x, type, mode), oracle.encode(x, mode)) << x;
        EXPECT_EQ(encodeFloat(-x, type, mode), oracle.encode(-x, mode)) << x;
      }
  }
}

//===----------------------------------------------------------------------===//
// Against APFloat, which knows the mode `none` only
//===----------------------------------------------------------------------===//

static const llvm::fltSemantics &semanticsOf(DType type) {
  switch (type) {
  case DType::F8E4M3FN:
    return llvm::APFloat::Float8E4M3FN();
  case DType::F8E5M2:
    return llvm::APFloat::Float8E5M2();
  case DType::F16:
    return llvm::APFloat::IEEEhalf();
  default:
    return llvm::APFloat::BFloat();
  }
}

static void expectAPFloatAgrees(double x, DType type) {
  llvm::APFloat number(x);
  bool losesInfo;
  number.convert(semanticsOf(type), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  uint64_t bits = encodeFloat(x, type, Saturation::None);
  if (std::isnan(x)) {
    EXPECT_TRUE(std::isnan(decodeFloat(bits, type)));
    return;
  }
  ASSERT_EQ(bits, number.bitcastToAPInt().getZExtValue()) << x;
}

// Tests narrowing to f16, bf16 and fp8 where it is hard: at each midpoint, and
// one unit of f32 and of f64 beside it.
TEST(NarrowFloats, MidpointsAgreeWithAPFloat) {
  for (DType type : {DType::F8E4M3FN, DType::F8E5M2, DType::F16, DType::BF16}) {
    double max = getFloatInfo(type).max;
    for (uint64_t bits = 0; decodeFloat(bits, type) < max; ++bits) {
      double low = decodeFloat(bits, type), high = decodeFloat(bits + 1, type);
      double middle = (low + high) / 2;
      for (double x : {low, middle, std::nextafter(middle, 0.0),
                       std::nextafter(middle, inf)})
        expectAPFloatAgrees(x, type);
      // bf16's denormal midpoints are numbers of f32 as well.
      float narrow = static_cast<float>(middle);
      ASSERT_EQ(narrow, middle);
      expectAPFloatAgrees(-std::nextafter(narrow, 0.0f), type);
      expectAPFloatAgrees(-std::nextafter(narrow, 3e38f), type);
    }
    for (double x : {max * 1.01, max * 1.1, 1e300, inf, -inf, double(NAN)})
      expectAPFloatAgrees(x, type);
  }
}
