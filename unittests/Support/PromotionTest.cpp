//===- PromotionTest.cpp - how element types combine ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/HostTensor.h"
#include "TinyGrad/Support/IntegerSemantics.h"
#include "gtest/gtest.h"

#include <cmath>
#include <sstream>

using namespace tinygrad;

/// Calls `visit` with each word of row `a` and column `b` of a table.
template <class Visit> static void forEachCell(const char *table, Visit visit) {
  std::istringstream words(table);
  for (DType a : allDTypes)
    for (DType b : allDTypes) {
      std::string word;
      words >> word;
      visit(a, b, word);
    }
}

/// "-" stands for the default float.
static DType typeOf(const std::string &word, DType defaultFloat) {
  if (word == "-")
    return defaultFloat;
  if (word == "e4")
    return DType::F8E4M3FN;
  if (word == "e5")
    return DType::F8E5M2;
  return *parseDType(word);
}

// What tinygrad gives for each pair; in the order of allDTypes.
static constexpr char upper[] = R"(
  i1   i8   ui8  i16  ui16 i32  ui32 i64  ui64 e4   e5   f16  bf16 f32  f64
  i8   i8   i16  i16  i32  i32  i64  i64  -    e4   e5   f16  bf16 f32  f64
  ui8  i16  ui8  i16  ui16 i32  ui32 i64  ui64 e4   e5   f16  bf16 f32  f64
  i16  i16  i16  i16  i32  i32  i64  i64  -    e4   e5   f16  bf16 f32  f64
  ui16 i32  ui16 i32  ui16 i32  ui32 i64  ui64 e4   e5   f16  bf16 f32  f64
  i32  i32  i32  i32  i32  i32  i64  i64  -    e4   e5   f16  bf16 f32  f64
  ui32 i64  ui32 i64  ui32 i64  ui32 i64  ui64 e4   e5   f16  bf16 f32  f64
  i64  i64  i64  i64  i64  i64  i64  i64  -    e4   e5   f16  bf16 f32  f64
  ui64 -    ui64 -    ui64 -    ui64 -    ui64 e4   e5   f16  bf16 f32  f64
  e4   e4   e4   e4   e4   e4   e4   e4   e4   e4   f16  f16  bf16 f32  f64
  e5   e5   e5   e5   e5   e5   e5   e5   e5   f16  e5   f16  bf16 f32  f64
  f16  f16  f16  f16  f16  f16  f16  f16  f16  f16  f16  f16  f32  f32  f64
  bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 f32  bf16 f32  f64
  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f64
  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64
)";

TEST(Promotion, EveryPair) {
  for (DType defaultFloat : {DType::F32, DType::BF16})
    forEachCell(upper, [&](DType a, DType b, const std::string &word) {
      EXPECT_EQ(leastUpperDType({a, b}, defaultFloat),
                typeOf(word, defaultFloat))
          << getName(a).data() << ' ' << getName(b).data();
    });
}

TEST(Promotion, AnyNumberOfTypes) {
  EXPECT_EQ(leastUpperDType({}), DType::F32);
  EXPECT_EQ(leastUpperDType({}, DType::F64), DType::F64);
  EXPECT_EQ(leastUpperDType({DType::Bool, DType::BF16, DType::Int64}),
            DType::BF16);
  // A float decides what a signed and an unsigned long alone leave open.
  EXPECT_EQ(leastUpperDType({DType::Int64, DType::UInt64, DType::F16}),
            DType::F16);
  for (DType a : allDTypes) {
    EXPECT_EQ(leastUpperDType({a}), a);
    for (DType b : allDTypes)
      EXPECT_EQ(leastUpperDType({a, b, leastUpperDType({a, b})}),
                leastUpperDType({b, a}));
  }
}

TEST(Promotion, LeastUpperFloat) {
  for (DType type : allDTypes)
    for (DType defaultFloat : {DType::F32, DType::F16, DType::F8E5M2})
      EXPECT_EQ(leastUpperFloat(type, defaultFloat),
                isFloat(type) ? type : defaultFloat);
}

TEST(Promotion, NumbersTakeTheTensorsType) {
  using W = WeakType;
  EXPECT_EQ(promoteWithNumber(DType::Int8, W::Int), DType::Int8);
  EXPECT_EQ(promoteWithNumber(DType::F16, W::Int), DType::F16);
  EXPECT_EQ(promoteWithNumber(DType::BF16, W::Float), DType::BF16);
  EXPECT_EQ(promoteWithNumber(DType::Int64, W::Float), DType::F32);
  EXPECT_EQ(promoteWithNumber(DType::Bool, W::Int), DType::Int32);
  EXPECT_EQ(promoteWithNumber(DType::Bool, W::Float), DType::F32);
  EXPECT_EQ(promoteWithNumber(DType::Bool, W::Int, DType::F16, DType::Int64),
            DType::Int64);
  EXPECT_EQ(promoteWithNumber(DType::UInt8, W::Float, DType::F16), DType::F16);
}

TEST(Promotion, SumAccumulators) {
  const char *expected[] = {"i32", "i32",  "ui32", "i32",  "ui32",
                            "i32", "ui32", "i64",  "ui64", "f32",
                            "f32", "f32",  "f32",  "f32",  "f64"};
  for (DType type : allDTypes)
    EXPECT_EQ(getMLIRName(getSumAccDType(type)),
              expected[static_cast<unsigned>(type)]);
  EXPECT_EQ(getSumAccDType(DType::F16, DType::F16), DType::F16);
  EXPECT_EQ(getSumAccDType(DType::F16, DType::BF16), DType::F32);
  EXPECT_EQ(getSumAccDType(DType::F32, DType::F64), DType::F64);
  EXPECT_EQ(getSumAccDType(DType::Int16, DType::F64), DType::Int32);
}

//===----------------------------------------------------------------------===//
// Lossless casts
//===----------------------------------------------------------------------===//

// What tinygrad says: rows from, columns to.
static constexpr char lossless[] = R"(
  x x x x x x x x x x x x x x x
  . x . x . x . x . . . x . x x
  . . x x x x x x x . . x . x x
  . . . x . x . x . . . . . x x
  . . . . x x x x x . . . . x x
  . . . . . x . x . . . . . . x
  . . . . . . x x x . . . . . x
  . . . . . . . x . . . . . . .
  . . . . . . . . x . . . . . .
  . . . . . . . . . x . x . x x
  . . . . . . . . . . x x . x x
  . . . . . . . . . . . x . x x
  . . . . . . . . . . . . x x x
  . . . . . . . . . . . . . x x
  . . . . . . . . . . . . . . x
)";

TEST(LosslessCast, Table) {
  forEachCell(lossless, [&](DType from, DType to, const std::string &word) {
    EXPECT_EQ(isLosslessCast(from, to), word == "x")
        << getName(from).data() << " to " << getName(to).data();
  });
}

/// Element 0 of `x` as an element of `type`, by the rules of tg.cast.
static HostTensor cast(const HostTensor &x, DType type) {
  HostTensor r = *HostTensor::zeros(type, {1});
  if (!isFloat(x.dtype) && !isFloat(type))
    r.setInt(0, x.getInt(0));
  else if (!isFloat(type))
    r.setInt(0, floatToInt(x.getFloat(0), type));
  else if (isFloat(x.dtype))
    r.setFloat(0, x.getFloat(0));
  else if (isUnsigned(x.dtype))
    r.setFloat(0, uintToFloat(x.getInt(0), type));
  else
    r.setFloat(0, intToFloat(x.getInt(0), type));
  return r;
}

/// Whether both hold the same number: between integers and floats by value.
static bool holdSame(const HostTensor &a, const HostTensor &b) {
  // A ui64 is read as its bits: only numbers that are not negative compare.
  if (!isFloat(a.dtype) && !isFloat(b.dtype))
    return a.getInt(0) == b.getInt(0) &&
           (a.getInt(0) >= 0 ||
            (a.dtype == DType::UInt64) == (b.dtype == DType::UInt64));
  auto number = [](const HostTensor &x) -> double {
    return isFloat(x.dtype) ? x.getFloat(0) : double(x.getInt(0));
  };
  return number(a) == number(b) ||
         (std::isnan(number(a)) && std::isnan(number(b)));
}

/// Whether each value of `from`, of at most 16 bits, is a value of `to`.
static bool keepsEveryValue(DType from, DType to) {
  HostTensor x = *HostTensor::zeros(from, {1});
  for (uint64_t bits = 0; bits < uint64_t(1) << getBitWidth(from); ++bits) {
    x.setBits(0, bits);
    HostTensor there = cast(x, to), back = cast(there, from);
    if (!holdSame(x, there) || !holdSame(x, back))
      return false;
  }
  return true;
}

// Tests that no cast of the table loses a value, and that the table leaves out
// no other cast than those to bf16.
TEST(LosslessCast, EveryNarrowValue) {
  for (DType from : allDTypes) {
    if (getBitWidth(from) > 16)
      continue;
    for (DType to : allDTypes) {
      bool leftOut =
          to == DType::BF16 && (isFP8(from) || getBitWidth(from) == 8);
      EXPECT_EQ(keepsEveryValue(from, to), isLosslessCast(from, to) || leftOut)
          << getName(from).data() << " to " << getName(to).data();
    }
  }
}

// Tests the rows of wide types at the values where a digit is lost.
TEST(LosslessCast, WideValues) {
  for (DType from : {DType::Int32, DType::UInt32, DType::Int64, DType::UInt64})
    for (DType to : allDTypes) {
      bool keeps = true;
      HostTensor x = *HostTensor::zeros(from, {1});
      for (int64_t value : {getIntMin(from), getIntMax(from),
                            getIntMax(from) - 1, getIntMax(from) / 2}) {
        x.setInt(0, value);
        HostTensor back = cast(cast(x, to), from);
        keeps &= back.getBits(0) == x.getBits(0) && holdSame(x, cast(x, to));
      }
      EXPECT_EQ(keeps, isLosslessCast(from, to))
          << getName(from).data() << " to " << getName(to).data();
    }
}
