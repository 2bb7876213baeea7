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

/// tinygrad's name: "float32", "bool", "fp8e4m3".
std::string_view getName(DType type);

/// The element type's name in MLIR: "f32", "i1", "ui8", "f8E4M3FN".
std::string_view getMLIRName(DType type);

/// The type called `name`: tinygrad's names and aliases ("half", "uchar"), in
/// any case of letters, and MLIR's names.
std::optional<DType> parseDType(std::string_view name);

/// Bits of the value: 1 for bool.
unsigned getBitWidth(DType type);

/// Bytes in memory: 1 for bool.
unsigned getByteSize(DType type);

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

/// What tinygrad calls finfo, and the largest finite value.
struct FloatInfo {
  unsigned exponentBits;
  unsigned mantissaBits;
  double max;
  double smallestNormal;
  double smallestDenormal;
};
/// Facts of a floating-point type; those of F64 for any other.
FloatInfo getFloatInfo(DType type);

/// The smallest type to which all of `types` promote; F32 of no types.
DType leastUpperDType(std::initializer_list<DType> types);

/// A float type stays; another type promotes with `defaultFloat`.
DType leastUpperFloat(DType type, DType defaultFloat = DType::F32);

/// Whether each value of `from` is a value of `to`, by tinygrad's table.
bool isLosslessCast(DType from, DType to);

/// The type in which sums accumulate: 32 bits at least.
DType getSumAccDType(DType type, DType floatAcc = DType::F32);

} // namespace tinygrad

#endif // TINYGRAD_SUPPORT_DTYPE_H
