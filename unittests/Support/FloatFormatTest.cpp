//===- FloatFormatTest.cpp - rounding to narrow floats ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/FloatFormat.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace tinygrad;

static const double inf = std::numeric_limits<double>::infinity();
static constexpr DType narrow[] = {DType::F8E4M3FN, DType::F8E5M2, DType::F16,
                                   DType::BF16};

static uint64_t patterns(DType type) {
  return uint64_t(1) << getBitWidth(type);
}

TEST(FloatFormat, EveryPatternSurvives) {
  for (DType type : narrow)
    for (uint64_t bits = 0; bits < patterns(type); ++bits) {
      double value = decodeFloat(bits, type);
      if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(roundToFloat(value, type)));
        continue;
      }
      // The finite mode has no infinity to give back in f8E4M3FN only.
      EXPECT_EQ(encodeFloat(value, type), bits) << getName(type).data();
    }
}

// Between each two neighbours: the midpoint goes to the even one, anything
// beside it to the nearer one.
TEST(FloatFormat, RoundsToNearestEven) {
  for (DType type : narrow) {
    double max = getFloatInfo(type).max;
    for (uint64_t bits = 0; decodeFloat(bits, type) < max; ++bits) {
      double low = decodeFloat(bits, type), high = decodeFloat(bits + 1, type);
      double middle = (low + high) / 2;
      uint64_t even = bits & 1 ? bits + 1 : bits;
      EXPECT_EQ(encodeFloat(middle, type), even);
      EXPECT_EQ(encodeFloat(std::nextafter(middle, 0), type), bits);
      EXPECT_EQ(encodeFloat(std::nextafter(middle, inf), type), bits + 1);
      uint64_t sign = patterns(type) / 2;
      EXPECT_EQ(encodeFloat(-middle, type), even | sign);
    }
  }
}

TEST(FloatFormat, Facts) {
  for (DType type : narrow) {
    FloatInfo info = getFloatInfo(type);
    EXPECT_EQ(decodeFloat(1, type), info.smallestDenormal);
    EXPECT_EQ(decodeFloat(uint64_t(1) << info.mantissaBits, type),
              info.smallestNormal);
    EXPECT_EQ(1 + info.exponentBits + info.mantissaBits, getBitWidth(type));
  }
  EXPECT_EQ(decodeFloat(0x7e, DType::F8E4M3FN), 448);
  EXPECT_EQ(decodeFloat(0x7b, DType::F8E5M2), 57344);
  EXPECT_EQ(decodeFloat(0x7bff, DType::F16), 65504);
}

TEST(FloatFormat, WideOverflow) {
  EXPECT_EQ(roundToFloat(65519.99, DType::F16), 65504);
  EXPECT_EQ(roundToFloat(65520, DType::F16), inf);
  EXPECT_EQ(roundToFloat(-1e40, DType::BF16), -inf);
  EXPECT_EQ(roundToFloat(1e39, DType::F32), inf);
  EXPECT_EQ(roundToFloat(0x1p-1074, DType::F64), 0x1p-1074);
}

TEST(FloatFormat, SaturationModes) {
  using S = Saturation;
  DType e4 = DType::F8E4M3FN, e5 = DType::F8E5M2;
  for (S mode : {S::Finite, S::All}) {
    EXPECT_EQ(roundToFloat(1e9, e4, mode), 448);
    EXPECT_EQ(roundToFloat(-465, e4, mode), -448);
    EXPECT_EQ(roundToFloat(61440, e5, mode), 57344);
  }
  EXPECT_EQ(roundToFloat(inf, e5, S::Finite), inf);
  EXPECT_EQ(encodeFloat(inf, e4, S::Finite), 0x7fu);
  EXPECT_EQ(encodeFloat(-inf, e4, S::Finite), 0xffu);
  EXPECT_EQ(roundToFloat(-inf, e4, S::All), -448);
  EXPECT_EQ(roundToFloat(inf, e5, S::All), 57344);
  EXPECT_EQ(roundToFloat(464, e4, S::None), 448);
  EXPECT_TRUE(std::isnan(roundToFloat(464.5, e4, S::None)));
  EXPECT_EQ(roundToFloat(61439, e5, S::None), 57344);
  EXPECT_EQ(roundToFloat(-61440, e5, S::None), -inf);
  for (S mode : {S::Finite, S::All, S::None}) {
    EXPECT_TRUE(std::isnan(roundToFloat(NAN, e4, mode)));
    EXPECT_TRUE(std::isnan(roundToFloat(NAN, e5, mode)));
    EXPECT_EQ(roundToFloat(1e9, DType::F16, mode), inf);
  }
}

TEST(FloatFormat, IntegersRoundOnce) {
  // 2^53 + 2^45 is halfway between two bf16 numbers; one more decides.
  int64_t half = (int64_t(1) << 62) + (int64_t(1) << 54);
  EXPECT_EQ(intToFloat(half, DType::BF16), 0x1p62);
  EXPECT_EQ(intToFloat(half + 1, DType::BF16), 0x1.02p62);
  EXPECT_EQ(intToFloat(-half - 1, DType::BF16), -0x1.02p62);
  EXPECT_EQ(uintToFloat(UINT64_MAX, DType::F32), 0x1p64);
  EXPECT_EQ(intToFloat(16777217, DType::F32), 16777216);
  EXPECT_EQ(intToFloat(449, DType::F8E4M3FN), 448);
  EXPECT_EQ(intToFloat(INT64_MIN, DType::F16), -inf);
}
