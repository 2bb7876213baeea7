//===- IntegerSemanticsTest.cpp - operations that never trap ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/IntegerSemantics.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace tinygrad;

TEST(IntegerSemantics, DivisionSigns) {
  EXPECT_EQ(cDiv(-7, 2), -3);
  EXPECT_EQ(cMod(-7, 2), -1);
  EXPECT_EQ(floorDiv(-7, 2), -4);
  EXPECT_EQ(floorMod(-7, 2), 1);
  EXPECT_EQ(floorDiv(7, -2), -4);
  EXPECT_EQ(floorMod(7, -2), -1);
  EXPECT_EQ(floorDiv(-8, 2), -4);
  EXPECT_EQ(floorMod(-8, 2), 0);
  EXPECT_EQ(floorDiv<uint8_t>(250, 7), 35);
  EXPECT_EQ(floorMod<uint8_t>(250, 7), 5);
}

// Every pair of i8, against the definition by floor.
TEST(IntegerSemantics, AllPairsOfBytes) {
  for (int a = -128; a < 128; ++a)
    for (int b = -128; b < 128; ++b) {
      int8_t x = int8_t(a), y = int8_t(b);
      if (b == 0) {
        EXPECT_EQ(floorDiv(x, y), -1);
        EXPECT_EQ(cDiv(x, y), -1);
        EXPECT_EQ(floorMod(x, y), x);
        EXPECT_EQ(cMod(x, y), x);
        continue;
      }
      int8_t q = int8_t(std::floor(double(a) / b));
      EXPECT_EQ(floorDiv(x, y), q);
      EXPECT_EQ(floorMod(x, y), int8_t(a - b * std::floor(double(a) / b)));
      EXPECT_EQ(cDiv(x, y), int8_t(a / b));
      EXPECT_EQ(cMod(x, y), int8_t(a % b));
    }
}

// Every pair of i8, against one factor after the other.
TEST(IntegerSemantics, PowersOfBytes) {
  for (int a = -128; a < 128; ++a) {
    uint8_t product = 1;
    for (int b = 0; b < 128; ++b, product = uint8_t(product * a))
      EXPECT_EQ(power(int8_t(a), int8_t(b)), int8_t(product));
    for (int b = -128; b < 0; ++b) {
      int want = a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
      EXPECT_EQ(power(int8_t(a), int8_t(b)), want);
    }
  }
  EXPECT_EQ(power<uint8_t>(3, 255), 171); // 3^255 = 3^-1 modulo 256.
  EXPECT_EQ(power<uint64_t>(3, 41), UINT64_C(18026252303461234787));
}

TEST(IntegerSemantics, WidestTypes) {
  EXPECT_EQ(cDiv<int64_t>(INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(floorDiv<int64_t>(INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(cMod<int64_t>(INT64_MIN, -1), 0);
  EXPECT_EQ(cDiv<uint64_t>(5, 0), UINT64_MAX);
  EXPECT_EQ(cMod<uint64_t>(5, 0), 5u);
  EXPECT_EQ(cDiv<uint64_t>(UINT64_MAX, UINT64_MAX), 1u);
  EXPECT_EQ(wrapMul<int64_t>(INT64_MAX, 2), -2);
  EXPECT_EQ(wrapMul<uint16_t>(65535, 65535), 1);
}

TEST(IntegerSemantics, Shifts) {
  EXPECT_EQ(shiftLeft<int8_t>(1, 7), -128);
  EXPECT_EQ(shiftLeft<int8_t>(1, 8), 0);
  EXPECT_EQ(shiftLeft<int8_t>(1, -1), 0);
  EXPECT_EQ(shiftRight<int8_t>(-128, 3), -16);
  EXPECT_EQ(shiftRight<int8_t>(-128, 8), -1);
  EXPECT_EQ(shiftRight<int8_t>(127, -1), 0);
  EXPECT_EQ(shiftRight<uint8_t>(255, 7), 1);
  EXPECT_EQ(shiftRight<uint8_t>(255, 8), 0);
  EXPECT_EQ(shiftRight<int64_t>(-1, 64), -1);
  EXPECT_EQ(shiftLeft<uint64_t>(3, 63), uint64_t(1) << 63);
}

TEST(IntegerSemantics, Wrapping) {
  EXPECT_EQ(wrapToInt(200, DType::Int8), -56);
  EXPECT_EQ(wrapToInt(-1, DType::UInt8), 255);
  EXPECT_EQ(wrapToInt(256, DType::Bool), 1);
  EXPECT_EQ(wrapToInt(int64_t(1) << 32, DType::UInt32), 0);
  EXPECT_EQ(wrapToInt(-1, DType::UInt64), -1);
}

TEST(IntegerSemantics, FloatsSaturate) {
  EXPECT_EQ(floatToInt(3e9, DType::Int32), INT32_MAX);
  EXPECT_EQ(floatToInt(-3e9, DType::Int32), INT32_MIN);
  EXPECT_EQ(floatToInt(-2.9, DType::Int32), -2);
  EXPECT_EQ(floatToInt(2147483647.5, DType::Int32), INT32_MAX);
  EXPECT_EQ(floatToInt(NAN, DType::Int64), 0);
  EXPECT_EQ(floatToInt(1e30, DType::Int64), INT64_MAX);
  EXPECT_EQ(floatToInt(-INFINITY, DType::Int64), INT64_MIN);
  EXPECT_EQ(floatToInt(-5, DType::UInt32), 0);
  EXPECT_EQ(floatToInt(4294967295.5, DType::UInt32), int64_t(UINT32_MAX));
  EXPECT_EQ(floatToInt(1e19, DType::UInt64), int64_t(uint64_t(1e19)));
  EXPECT_EQ(floatToInt(1e20, DType::UInt64), -1);
}

TEST(IntegerSemantics, FloatsToNarrowTypesGoThroughI32) {
  EXPECT_EQ(floatToInt(300, DType::UInt8), 44);
  EXPECT_EQ(floatToInt(-1, DType::UInt8), 255);
  EXPECT_EQ(floatToInt(1e10, DType::Int8), -1);
  EXPECT_EQ(floatToInt(-1e10, DType::Int16), 0);
  EXPECT_EQ(floatToInt(NAN, DType::UInt16), 0);
  EXPECT_EQ(floatToInt(0.5, DType::Bool), 1);
  EXPECT_EQ(floatToInt(-0.0, DType::Bool), 0);
  EXPECT_EQ(floatToInt(NAN, DType::Bool), 1);
}
