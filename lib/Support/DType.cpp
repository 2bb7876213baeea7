//===- DType.cpp - facts about element types --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/DType.h"

#include "TinyGrad/Support/FloatFormat.h"

#include <limits>

using namespace tinygrad;

namespace {
struct Facts {
  std::string_view name;
  std::string_view alias;
  std::string_view cName;
  std::string_view mlirName;
  std::string_view numpyName;
  std::string_view numpyCode; // Without the byte order; empty: not NumPy's.
  char structFormat;
  unsigned bits;
};
} // namespace

// Indexed by DType.
static constexpr Facts factsTable[numDTypes] = {
    {"bool", "", "bool", "i1", "bool", "b1", '?', 1},
    {"int8", "char", "signed char", "i8", "int8", "i1", 'b', 8},
    {"uint8", "uchar", "unsigned char", "ui8", "uint8", "u1", 'B', 8},
    {"int16", "short", "short", "i16", "int16", "i2", 'h', 16},
    {"uint16", "ushort", "unsigned short", "ui16", "uint16", "u2", 'H', 16},
    {"int32", "int", "int", "i32", "int32", "i4", 'i', 32},
    {"uint32", "uint", "unsigned int", "ui32", "uint32", "u4", 'I', 32},
    {"int64", "long", "long", "i64", "int64", "i8", 'q', 64},
    {"uint64", "ulong", "unsigned long", "ui64", "uint64", "u8", 'Q', 64},
    {"fp8e4m3", "", "float8_e4m3", "f8E4M3FN", "float8_e4m3fn", "", '\0', 8},
    {"fp8e5m2", "", "float8_e5m2", "f8E5M2", "float8_e5m2", "", '\0', 8},
    {"float16", "half", "half", "f16", "float16", "f2", 'e', 16},
    {"bfloat16", "", "__bf16", "bf16", "bfloat16", "", '\0', 16},
    {"float32", "float", "float", "f32", "float32", "f4", 'f', 32},
    {"float64", "double", "double", "f64", "float64", "f8", 'd', 64},
};

static const Facts &factsOf(DType type) {
  return factsTable[static_cast<unsigned>(type)];
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string_view tinygrad::getName(DType type) { return factsOf(type).name; }
std::string_view tinygrad::getAlias(DType type) { return factsOf(type).alias; }
std::string_view tinygrad::getCName(DType type) { return factsOf(type).cName; }
std::string_view tinygrad::getMLIRName(DType type) {
  return factsOf(type).mlirName;
}
std::string_view tinygrad::getNumpyName(DType type) {
  return factsOf(type).numpyName;
}
char tinygrad::getStructFormat(DType type) {
  return factsOf(type).structFormat;
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

/// The first type of which `matches` holds.
template <class Predicate>
static std::optional<DType> findType(Predicate matches) {
  for (DType type : allDTypes)
    if (matches(factsOf(type)))
      return type;
  return std::nullopt;
}

std::optional<DType> tinygrad::parseDType(std::string_view name) {
  if (name.empty())
    return std::nullopt;
  return findType([&](const Facts &facts) {
    return equalsIgnoringCase(name, facts.name) ||
           equalsIgnoringCase(name, facts.alias) || name == facts.mlirName ||
           name == facts.numpyName;
  });
}

std::optional<DType> tinygrad::parseNumpyDType(std::string_view name) {
  std::string_view code = name;
  bool hasOrder =
      !code.empty() && (code[0] == '<' || code[0] == '=' || code[0] == '|');
  if (hasOrder)
    code.remove_prefix(1);
  if (code.empty())
    return std::nullopt;
  return findType([&](const Facts &facts) {
    bool isMultiByte = facts.bits > 8;
    bool hasBadOrder = name[0] == '|' && isMultiByte;
    return (!hasOrder && name == facts.numpyName) ||
           (!hasBadOrder && code == facts.numpyCode);
  });
}

DType tinygrad::getNumpyValueDType(DType type) {
  bool isNumpys = !factsOf(type).numpyCode.empty();
  return isNumpys ? type : DType::F32;
}

DType tinygrad::getStorageDType(DType type) {
  if (!factsOf(type).numpyCode.empty())
    return type;
  return getBitWidth(type) == 8 ? DType::UInt8 : DType::UInt16;
}

//===----------------------------------------------------------------------===//
// Sizes and ranges
//===----------------------------------------------------------------------===//

unsigned tinygrad::getBitWidth(DType type) { return factsOf(type).bits; }

unsigned tinygrad::getByteSize(DType type) {
  return (getBitWidth(type) + 7) / 8;
}

unsigned tinygrad::getPriority(DType type) {
  // tinygrad's 9 is its weak float.
  unsigned position = static_cast<unsigned>(type);
  return isFloat(type) ? position + 1 : position;
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

static uint64_t getExtremeBits(DType type, double infinity, int64_t extreme) {
  // Saturating takes the infinity to the largest number where there is none.
  Saturation saturation =
      type == DType::F8E4M3FN ? Saturation::All : Saturation::None;
  if (isFloat(type))
    return encodeFloat(infinity, type, saturation);
  return static_cast<uint64_t>(extreme) &
         (UINT64_MAX >> (64 - getBitWidth(type)));
}

uint64_t tinygrad::getMinBits(DType type) {
  return getExtremeBits(type, -std::numeric_limits<double>::infinity(),
                        getIntMin(type));
}

uint64_t tinygrad::getMaxBits(DType type) {
  return getExtremeBits(type, std::numeric_limits<double>::infinity(),
                        getIntMax(type));
}

std::optional<FloatInfo> tinygrad::findFloatInfo(DType type) {
  switch (type) {
  case DType::F8E4M3FN:
    return FloatInfo{4, 3, 448, 0x1p-6, 0x1p-9};
  case DType::F8E5M2:
    return FloatInfo{5, 2, 57344, 0x1p-14, 0x1p-16};
  case DType::F16:
    return FloatInfo{5, 10, 65504, 0x1p-14, 0x1p-24};
  case DType::BF16:
    return FloatInfo{8, 7, 0x1.fep127, 0x1p-126, 0x1p-133};
  case DType::F32:
    return FloatInfo{8, 23, 0x1.fffffep127, 0x1p-126, 0x1p-149};
  case DType::F64:
    return FloatInfo{11, 52, 0x1.fffffffffffffp1023, 0x1p-1022, 0x1p-1074};
  default:
    return std::nullopt;
  }
}

FloatInfo tinygrad::getFloatInfo(DType type) {
  std::optional<FloatInfo> info = findFloatInfo(type);
  return info ? *info : *findFloatInfo(DType::F64);
}
