//===- DTypeTest.cpp - facts about element types ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/DTypeMLIR.h"
#include "TinyGrad/Support/HostTensor.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace tinygrad;

TEST(DType, NamesParse) {
  for (DType type : allDTypes) {
    EXPECT_EQ(parseDType(getName(type)), type);
    EXPECT_EQ(parseDType(getMLIRName(type)), type);
  }
  EXPECT_EQ(parseDType("half"), DType::F16);
  EXPECT_EQ(parseDType("Float"), DType::F32);
  EXPECT_EQ(parseDType("ULONG"), DType::UInt64);
  EXPECT_EQ(parseDType(""), std::nullopt);
  EXPECT_EQ(parseDType("float3"), std::nullopt);
}

TEST(DType, MLIRTypesMatch) {
  mlir::MLIRContext context;
  for (DType type : allDTypes)
    EXPECT_EQ(getDType(getMLIRType(type, &context)), type);
  EXPECT_EQ(getDType(mlir::IndexType::get(&context)), std::nullopt);
  EXPECT_EQ(getDType(mlir::IntegerType::get(&context, 7)), std::nullopt);
  EXPECT_EQ(
      getDType(mlir::IntegerType::get(&context, 8, mlir::IntegerType::Signed)),
      std::nullopt);
  EXPECT_EQ(getDType(mlir::IntegerType::get(&context, 1,
                                            mlir::IntegerType::Unsigned)),
            std::nullopt);
}

TEST(DType, Groups) {
  unsigned floats = 0, integers = 0, unsignedOnes = 0;
  for (DType type : allDTypes) {
    floats += isFloat(type);
    integers += isInteger(type);
    unsignedOnes += isUnsigned(type);
  }
  EXPECT_EQ(floats, 6u);
  EXPECT_EQ(integers, 8u);
  EXPECT_EQ(unsignedOnes, 4u);
  EXPECT_FALSE(isInteger(DType::Bool));
}

TEST(DType, IntegerRanges) {
  EXPECT_EQ(getIntMin(DType::Bool), 0);
  EXPECT_EQ(getIntMax(DType::Bool), 1);
  EXPECT_EQ(getIntMin(DType::Int8), -128);
  EXPECT_EQ(getIntMax(DType::Int8), 127);
  EXPECT_EQ(getIntMax(DType::UInt16), 65535);
  EXPECT_EQ(getIntMin(DType::Int64), INT64_MIN);
  EXPECT_EQ(getIntMax(DType::Int64), INT64_MAX);
  EXPECT_EQ(static_cast<uint64_t>(getIntMax(DType::UInt64)), UINT64_MAX);
}

TEST(DType, LeastUpperType) {
  EXPECT_EQ(leastUpperDType({DType::Int8, DType::UInt8}), DType::Int16);
  EXPECT_EQ(leastUpperDType({DType::Int32, DType::UInt32}), DType::Int64);
  EXPECT_EQ(leastUpperDType({DType::Int64, DType::UInt64}), DType::UInt64);
  EXPECT_EQ(leastUpperDType({DType::UInt64, DType::F8E5M2}), DType::F8E5M2);
  EXPECT_EQ(leastUpperDType({DType::F8E4M3FN, DType::F8E5M2}), DType::F16);
  EXPECT_EQ(leastUpperDType({DType::F16, DType::BF16}), DType::F32);
  EXPECT_EQ(leastUpperDType({DType::Bool, DType::BF16, DType::Int64}),
            DType::BF16);
  EXPECT_EQ(leastUpperDType({DType::Bool}), DType::Bool);
  EXPECT_EQ(leastUpperFloat(DType::Int64), DType::F32);
  EXPECT_EQ(leastUpperFloat(DType::F8E5M2), DType::F8E5M2);
  for (DType a : allDTypes)
    for (DType b : allDTypes) {
      DType c = leastUpperDType({a, b});
      EXPECT_EQ(c, leastUpperDType({b, a}));
      EXPECT_EQ(c, leastUpperDType({a, b, c}));
    }
}

TEST(DType, LosslessCasts) {
  EXPECT_TRUE(isLosslessCast(DType::Bool, DType::F8E5M2));
  EXPECT_TRUE(isLosslessCast(DType::UInt8, DType::F16));
  EXPECT_TRUE(isLosslessCast(DType::Int16, DType::F32));
  EXPECT_TRUE(isLosslessCast(DType::UInt32, DType::F64));
  EXPECT_TRUE(isLosslessCast(DType::UInt32, DType::Int64));
  EXPECT_TRUE(isLosslessCast(DType::F8E4M3FN, DType::F16));
  EXPECT_TRUE(isLosslessCast(DType::BF16, DType::F32));
  EXPECT_FALSE(isLosslessCast(DType::BF16, DType::F16));
  EXPECT_FALSE(isLosslessCast(DType::Int32, DType::F32));
  EXPECT_FALSE(isLosslessCast(DType::Int64, DType::F64));
  EXPECT_FALSE(isLosslessCast(DType::Int8, DType::UInt16));
  EXPECT_FALSE(isLosslessCast(DType::UInt8, DType::Int8));
  EXPECT_FALSE(isLosslessCast(DType::F32, DType::Int64));
  EXPECT_FALSE(isLosslessCast(DType::F32, DType::Bool));
}

TEST(DType, SumAccumulator) {
  EXPECT_EQ(getSumAccDType(DType::Bool), DType::Int32);
  EXPECT_EQ(getSumAccDType(DType::Int8), DType::Int32);
  EXPECT_EQ(getSumAccDType(DType::UInt16), DType::UInt32);
  EXPECT_EQ(getSumAccDType(DType::Int64), DType::Int64);
  EXPECT_EQ(getSumAccDType(DType::BF16), DType::F32);
  EXPECT_EQ(getSumAccDType(DType::F64), DType::F64);
}

TEST(HostTensor, ElementCounts) {
  EXPECT_EQ(getNumElements({}), 1);
  EXPECT_EQ(getNumElements({3, 0, 4}), 0);
  EXPECT_EQ(getNumElements({-1}), std::nullopt);
  int64_t big = int64_t(1) << 31;
  EXPECT_EQ(getNumElements({big, big}, 1), big * big);
  EXPECT_EQ(getNumElements({big, big}, 8), std::nullopt);
  EXPECT_EQ(getNumElements({0, big, big, big}, 1), std::nullopt);
  EXPECT_EQ(HostTensor::zeros(DType::BF16, {2, 3})->bytes.size(), 12u);
  EXPECT_EQ(HostTensor::zeros(DType::Bool, {5})->getNumElements(), 5);
}

TEST(HostTensor, Elements) {
  HostTensor f16 = *HostTensor::zeros(DType::F16, {2});
  f16.setFloat(1, 1.0009765625 + 1e-9);
  EXPECT_EQ(f16.getFloat(1), 1.0009765625);
  EXPECT_EQ(f16.getFloat(0), 0);
  HostTensor i16 = *HostTensor::zeros(DType::Int16, {2});
  i16.setInt(0, 40000);
  EXPECT_EQ(i16.getInt(0), 40000 - 65536);
  EXPECT_EQ(i16.getBits(0), 40000u);
  HostTensor flag = *HostTensor::zeros(DType::Bool, {1});
  flag.setInt(0, 256);
  EXPECT_EQ(flag.getInt(0), 1);
  flag.setBits(0, 7);
  EXPECT_EQ(flag.getInt(0), 1);
}
