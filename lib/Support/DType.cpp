//===- DType.cpp - facts about element types --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/DType.h"

#include <cstddef>

using namespace tinygrad;

namespace {
struct Facts {
  std::string_view name;
  std::string_view alias;
  std::string_view mlirName;
  unsigned bits;
};
} // namespace

// Indexed by DType.
static constexpr Facts factsTable[numDTypes] = {
    {"bool", "", "i1", 1},
    {"int8", "char", "i8", 8},
    {"uint8", "uchar", "ui8", 8},
    {"int16", "short", "i16", 16},
    {"uint16", "ushort", "ui16", 16},
    {"int32", "int", "i32", 32},
    {"uint32", "uint", "ui32", 32},
    {"int64", "long", "i64", 64},
    {"uint64", "ulong", "ui64", 64},
    {"fp8e4m3", "float8_e4m3fn", "f8E4M3FN", 8},
    {"fp8e5m2", "float8_e5m2", "f8E5M2", 8},
    {"float16", "half", "f16", 16},
    {"bfloat16", "", "bf16", 16},
    {"float32", "float", "f32", 32},
    {"float64", "double", "f64", 64},
};

static const Facts &factsOf(DType type) {
  return factsTable[static_cast<unsigned>(type)];
}

std::string_view tinygrad::getName(DType type) { return factsOf(type).name; }

std::string_view tinygrad::getMLIRName(DType type) {
  return factsOf(type).mlirName;
}

static bool equalsIgnoringCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size())
    return false;
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; };
  for (size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i]))
      return false;
  return true;
}

std::optional<DType> tinygrad::parseDType(std::string_view name) {
  if (name.empty())
    return std::nullopt;
  for (DType type : allDTypes) {
    const Facts &facts = factsOf(type);
    if (equalsIgnoringCase(name, facts.name) ||
        equalsIgnoringCase(name, facts.alias) || name == facts.mlirName)
      return type;
  }
  return std::nullopt;
}

unsigned tinygrad::getBitWidth(DType type) { return factsOf(type).bits; }

unsigned tinygrad::getByteSize(DType type) {
  return (getBitWidth(type) + 7) / 8;
}

int64_t tinygrad::getIntMin(DType type) {
  if (!isSigned(type))
    return 0;
  return INT64_MIN >> (64 - getBitWidth(type));
}

int64_t tinygrad::getIntMax(DType type) {
  unsigned magnitudeBits = getBitWidth(type) - (isSigned(type) ? 1 : 0);
  return static_cast<int64_t>(UINT64_MAX >> (64 - magnitudeBits));
}

FloatInfo tinygrad::getFloatInfo(DType type) {
  switch (type) {
  case DType::F8E4M3FN:
    return {4, 3, 448, 0x1p-6, 0x1p-9};
  case DType::F8E5M2:
    return {5, 2, 57344, 0x1p-14, 0x1p-16};
  case DType::F16:
    return {5, 10, 65504, 0x1p-14, 0x1p-24};
  case DType::BF16:
    return {8, 7, 0x1.fep127, 0x1p-126, 0x1p-133};
  case DType::F32:
    return {8, 23, 0x1.fffffep127, 0x1p-126, 0x1p-149};
  default:
    return {11, 52, 0x1.fffffffffffffp1023, 0x1p-1022, 0x1p-1074};
  }
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

static constexpr uint32_t bit(DType type) {
  return uint32_t(1) << static_cast<unsigned>(type);
}

/// The types directly above `type` in the promotion lattice.
static uint32_t directlyAbove(DType type) {
  switch (type) {
  case DType::Bool:
    return bit(DType::Int8) | bit(DType::UInt8);
  case DType::Int8:
    return bit(DType::Int16);
  case DType::UInt8:
    return bit(DType::Int16) | bit(DType::UInt16);
  case DType::Int16:
    return bit(DType::Int32);
  case DType::UInt16:
    return bit(DType::Int32) | bit(DType::UInt32);
  case DType::Int32:
    return bit(DType::Int64);
  case DType::UInt32:
    return bit(DType::Int64) | bit(DType::UInt64);
  case DType::Int64:
    return bit(DType::UInt64);
  case DType::UInt64:
    return bit(DType::F8E4M3FN) | bit(DType::F8E5M2);
  case DType::F8E4M3FN:
  case DType::F8E5M2:
    return bit(DType::F16) | bit(DType::BF16);
  case DType::F16:
  case DType::BF16:
    return bit(DType::F32);
  case DType::F32:
    return bit(DType::F64);
  case DType::F64:
    return 0;
  }
  return 0;
}

/// `type` and all types above it. Types are numbered upwards, so one sweep
/// does.
static uint32_t atOrAbove(DType type) {
  uint32_t set = bit(type);
  for (DType other : allDTypes)
    if (set & bit(other))
      set |= directlyAbove(other);
  return set;
}

DType tinygrad::leastUpperDType(std::initializer_list<DType> types) {
  if (types.size() == 0)
    return DType::F32;
  uint32_t common = ~uint32_t(0);
  for (DType type : types)
    common &= atOrAbove(type);
  for (DType type : allDTypes)
    if (common & bit(type))
      return type;
  return DType::F64;
}

DType tinygrad::leastUpperFloat(DType type, DType defaultFloat) {
  return isFloat(type) ? type : leastUpperDType({type, defaultFloat});
}

bool tinygrad::isLosslessCast(DType from, DType to) {
  if (from == to || from == DType::Bool)
    return true;
  // tinygrad's table has no cast to bf16, fp8 or bool.
  if (to == DType::BF16 || isFP8(to) || to == DType::Bool)
    return false;
  if (isFloat(to)) {
    // The digits of an integer must fit the mantissa.
    if (isInteger(from))
      return getBitWidth(from) <= getFloatInfo(to).mantissaBits;
    if (to == DType::F16)
      return isFP8(from);
    return getBitWidth(from) < getBitWidth(to);
  }
  if (!isInteger(from) || (isSigned(from) && isUnsigned(to)))
    return false;
  return getBitWidth(from) < getBitWidth(to);
}

DType tinygrad::getSumAccDType(DType type, DType floatAcc) {
  if (isUnsigned(type))
    return leastUpperDType({type, DType::UInt32});
  if (!isFloat(type))
    return leastUpperDType({type, DType::Int32});
  return leastUpperDType({type, floatAcc});
}
