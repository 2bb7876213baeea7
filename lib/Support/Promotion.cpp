//===- Promotion.cpp - how element types combine ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lattice is that of today's tinygrad (0.12 and later). Between the
// integers and the floats it has the float of unknown width that a Python
// number is; a signed integer and UInt64 have only that in common.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/DType.h"

using namespace tinygrad;

static constexpr uint32_t bit(DType type) {
  return uint32_t(1) << static_cast<unsigned>(type);
}

/// The Python float's place: above all integers, below all floats.
static constexpr uint32_t weakFloat = uint32_t(1) << numDTypes;
static constexpr uint32_t allFloats =
    bit(DType::F8E4M3FN) | bit(DType::F8E5M2) | bit(DType::F16) |
    bit(DType::BF16) | bit(DType::F32) | bit(DType::F64);

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
  case DType::UInt64:
    return weakFloat | bit(DType::F8E4M3FN) | bit(DType::F8E5M2);
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

DType tinygrad::leastUpperDType(const DType *types, size_t count,
                                DType defaultFloat) {
  uint32_t common = weakFloat | allFloats;
  if (count)
    common = ~uint32_t(0);
  for (size_t i = 0; i < count; ++i)
    common &= atOrAbove(types[i]);
  uint32_t integers = common & ~(weakFloat | allFloats);
  if (!integers && (common & weakFloat))
    return defaultFloat;
  for (DType type : allDTypes)
    if (common & bit(type))
      return type;
  return DType::F64;
}

DType tinygrad::leastUpperDType(std::initializer_list<DType> types,
                                DType defaultFloat) {
  return leastUpperDType(types.begin(), types.size(), defaultFloat);
}

DType tinygrad::leastUpperFloat(DType type, DType defaultFloat) {
  return isFloat(type) ? type : leastUpperDType({type, defaultFloat});
}

DType tinygrad::promoteWithNumber(DType type, WeakType number,
                                  DType defaultFloat, DType defaultInt) {
  if (number == WeakType::Float)
    return isFloat(type) ? type : defaultFloat;
  return isBool(type) ? defaultInt : type;
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
