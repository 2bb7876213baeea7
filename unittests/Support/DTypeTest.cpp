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

TEST(DType, NamesOfOthers) {
  EXPECT_EQ(getAlias(DType::UInt8), "uchar");
  EXPECT_EQ(getAlias(DType::BF16), "");
  EXPECT_EQ(getCName(DType::UInt64), "unsigned long");
  EXPECT_EQ(getCName(DType::F16), "half");
  EXPECT_EQ(getStructFormat(DType::Bool), '?');
  EXPECT_EQ(getStructFormat(DType::F16), 'e');
  EXPECT_EQ(getStructFormat(DType::BF16), 0);
  EXPECT_EQ(getStructFormat(DType::F8E5M2), 0);
}

TEST(DType, NumpyNamesBothWays) {
  for (DType type : allDTypes) {
    EXPECT_EQ(parseNumpyDType(getNumpyName(type)), type);
    EXPECT_EQ(parseDType(getNumpyName(type)), type);
    EXPECT_EQ(getByteSize(getStorageDType(type)), getByteSize(type));
  }
  EXPECT_EQ(getNumpyName(DType::F8E4M3FN), "float8_e4m3fn");
  EXPECT_EQ(getNumpyName(DType::Bool), "bool");
  EXPECT_EQ(parseNumpyDType("<f4"), DType::F32);
  EXPECT_EQ(parseNumpyDType("=u8"), DType::UInt64);
  EXPECT_EQ(parseNumpyDType("|b1"), DType::Bool);
  // In NumPy's codes digits are bytes: not MLIR's i8.
  EXPECT_EQ(parseNumpyDType("i8"), DType::Int64);
  EXPECT_EQ(parseDType("i8"), DType::Int8);
  for (const char *name : {"", "<", "|f4", ">f4", "f3", "<float32", "float",
                           "Float32", "float8_e4m3", "complex64", "V2"})
    EXPECT_EQ(parseNumpyDType(name), std::nullopt) << name;
}

TEST(DType, NumpyKeepsNarrowFloatsAsBits) {
  EXPECT_EQ(getStorageDType(DType::BF16), DType::UInt16);
  EXPECT_EQ(getStorageDType(DType::F8E4M3FN), DType::UInt8);
  EXPECT_EQ(getStorageDType(DType::F16), DType::F16);
  EXPECT_EQ(getNumpyValueDType(DType::BF16), DType::F32);
  EXPECT_EQ(getNumpyValueDType(DType::F8E5M2), DType::F32);
  EXPECT_EQ(getNumpyValueDType(DType::UInt16), DType::UInt16);
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

TEST(DType, ExtremesAsBits) {
  EXPECT_EQ(getMinBits(DType::Bool), 0u);
  EXPECT_EQ(getMaxBits(DType::Bool), 1u);
  EXPECT_EQ(getMinBits(DType::Int8), 0x80u);
  EXPECT_EQ(getMaxBits(DType::Int8), 0x7fu);
  EXPECT_EQ(getMinBits(DType::Int64), uint64_t(1) << 63);
  EXPECT_EQ(getMaxBits(DType::UInt64), UINT64_MAX);
  EXPECT_EQ(getMinBits(DType::F8E4M3FN), 0xfeu);
  EXPECT_EQ(getMaxBits(DType::F8E4M3FN), 0x7eu);
  EXPECT_EQ(getMinBits(DType::F8E5M2), 0xfcu);
  EXPECT_EQ(getMaxBits(DType::F16), 0x7c00u);
  EXPECT_EQ(getMinBits(DType::BF16), 0xff80u);
  EXPECT_EQ(getMaxBits(DType::F32), 0x7f800000u);
  EXPECT_EQ(getMinBits(DType::F64), 0xfff0000000000000u);
}

TEST(DType, FloatFacts) {
  for (DType type : allDTypes)
    EXPECT_EQ(findFloatInfo(type).has_value(), isFloat(type));
  EXPECT_EQ(findFloatInfo(DType::F8E4M3FN)->exponentBits, 4u);
  EXPECT_EQ(findFloatInfo(DType::F8E5M2)->mantissaBits, 2u);
  EXPECT_EQ(findFloatInfo(DType::F32)->getEpsilon(), 0x1p-23);
  EXPECT_EQ(findFloatInfo(DType::F64)->getEpsilon(), 0x1p-52);
}

TEST(DType, Priorities) {
  unsigned expected[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15};
  for (DType type : allDTypes)
    EXPECT_EQ(getPriority(type), expected[static_cast<unsigned>(type)]);
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
