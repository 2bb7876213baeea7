//===- DType.h - facts about element types ----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows the element types: names, sizes, ranges, groups and
// how types combine. Promotion, lossless casts and accumulation types are
// tinygrad's. Needs no LLVM, so that the runtime may use it.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_DTYPE_H
#define TINYGRAD_SUPPORT_DTYPE_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace tinygrad {

/// In the order of tinygrad's priorities: of two candidates promotion takes the
/// earlier.
enum class DType : uint8_t {
  Bool,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  F8E4M3FN,
  F8E5M2,
  F16,
  BF16,
  F32,
  F64,
};

inline constexpr unsigned numDTypes = 15;

inline constexpr DType allDTypes[numDTypes] = {
    DType::Bool,   DType::Int8,   DType::UInt8, DType::Int16,  DType::UInt16,
    DType::Int32,  DType::UInt32, DType::Int64, DType::UInt64, DType::F8E4M3FN,
    DType::F8E5M2, DType::F16,    DType::BF16,  DType::F32,    DType::F64};

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// tinygrad's name: "float32", "bool", "fp8e4m3".
std::string_view getName(DType type);

/// tinygrad's short name ("half", "uchar"); empty where it has none.
std::string_view getAlias(DType type);

/// What tinygrad calls the type in C: "unsigned char", "half", "__bf16".
std::string_view getCName(DType type);

/// The element type's name in MLIR: "f32", "i1", "ui8", "f8E4M3FN".
std::string_view getMLIRName(DType type);

/// NumPy's name; bf16 and fp8, which NumPy has not, as ml_dtypes calls them:
/// "bfloat16", "float8_e4m3fn", "float8_e5m2".
std::string_view getNumpyName(DType type);

/// The code of Python's `struct` ('f', 'B', '?'); 0 for bf16 and fp8.
char getStructFormat(DType type);

/// The type called `name`: tinygrad's names and aliases ("half", "uchar"), in
/// any case of letters, MLIR's names and NumPy's.
std::optional<DType> parseDType(std::string_view name);

/// The type that NumPy or ml_dtypes calls `name`, exactly: by its name, or by
/// type codes in this machine's byte order ("<f4", "|b1", "i2").
std::optional<DType> parseNumpyDType(std::string_view name);

/// The type that NumPy computes in, as tinygrad hands over values: f32 for bf16
/// and fp8.
DType getNumpyValueDType(DType type);

/// The type that NumPy keeps the bits in: ui16 for bf16, ui8 for fp8.
DType getStorageDType(DType type);

//===----------------------------------------------------------------------===//
// Sizes, groups and ranges
//===----------------------------------------------------------------------===//

/// Bits of the value: 1 for bool.
unsigned getBitWidth(DType type);

/// Bytes in memory: 1 for bool.
unsigned getByteSize(DType type);

/// Where the type stands in promotion, as tinygrad counts: 0 for bool.
unsigned getPriority(DType type);

constexpr bool isBool(DType type) { return type == DType::Bool; }
constexpr bool isFloat(DType type) { return type >= DType::F8E4M3FN; }
constexpr bool isFP8(DType type) {
  return type == DType::F8E4M3FN || type == DType::F8E5M2;
}
constexpr bool isInteger(DType type) {
  return type >= DType::Int8 && type <= DType::UInt64;
}
constexpr bool isUnsigned(DType type) {
  return type == DType::UInt8 || type == DType::UInt16 ||
         type == DType::UInt32 || type == DType::UInt64;
}
constexpr bool isSigned(DType type) {
  return isInteger(type) && !isUnsigned(type);
}

/// Smallest and largest value of an integer type or bool; the largest of UInt64
/// is given as its bits.
int64_t getIntMin(DType type);
int64_t getIntMax(DType type);

/// The bits of the smallest and the largest value, what tinygrad calls min and
/// max: infinities for floats, but -448 and 448 for F8E4M3FN, which has none.
uint64_t getMinBits(DType type);
uint64_t getMaxBits(DType type);

/// What tinygrad calls finfo, and the range of finite values.
struct FloatInfo {
  unsigned exponentBits;
  unsigned mantissaBits;
  double max;
  double smallestNormal;
  double smallestDenormal;

  /// Distance from 1 to the next larger number.
  double getEpsilon() const {
    return 1.0 / static_cast<double>(uint64_t(1) << mantissaBits);
  }
};
/// Facts of a floating-point type; nothing for any other.
std::optional<FloatInfo> findFloatInfo(DType type);
/// The same of a type that is known to be one (F64's for any other).
FloatInfo getFloatInfo(DType type);

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// The smallest type to which all of `types` promote; `defaultFloat` of no
/// types, and of a signed integer with UInt64, which no integer type holds.
DType leastUpperDType(const DType *types, size_t count,
                      DType defaultFloat = DType::F32);
DType leastUpperDType(std::initializer_list<DType> types,
                      DType defaultFloat = DType::F32);

/// A float type stays; another type promotes with `defaultFloat`.
DType leastUpperFloat(DType type, DType defaultFloat = DType::F32);

/// What a Python number is before it meets a tensor.
enum class WeakType { Int, Float };

/// The type of a tensor of `type` combined with a number of the front end: a
/// number takes the tensor's type unless it is a float and the tensor is not,
/// or an integer and the tensor is bool.
DType promoteWithNumber(DType type, WeakType number,
                        DType defaultFloat = DType::F32,
                        DType defaultInt = DType::Int32);

/// Whether each value of `from` is a value of `to`, by tinygrad's table, which
/// leaves out casts to bf16.
bool isLosslessCast(DType from, DType to);

/// The type in which sums accumulate: 32 bits at least. `floatAcc` is what
/// tinygrad's SUM_DTYPE says.
DType getSumAccDType(DType type, DType floatAcc = DType::F32);

} // namespace tinygrad

#endif // TINYGRAD_SUPPORT_DTYPE_H
