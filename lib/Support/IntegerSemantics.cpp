//===- IntegerSemantics.cpp - conversions to integers -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/IntegerSemantics.h"

#include <cmath>

using namespace tinygrad;

int64_t tinygrad::wrapToInt(int64_t value, DType type) {
  if (type == DType::Bool)
    return value != 0;
  unsigned unused = 64 - getBitWidth(type);
  uint64_t shifted = static_cast<uint64_t>(value) << unused;
  if (isUnsigned(type))
    return static_cast<int64_t>(shifted >> unused);
  return static_cast<int64_t>(shifted) >> unused;
}

int64_t tinygrad::floatToInt(double value, DType type) {
  if (type == DType::Bool)
    return value != 0;
  if (std::isnan(value))
    return 0;
  if (getBitWidth(type) < 32)
    return wrapToInt(floatToInt(value, DType::Int32), type);
  if (isUnsigned(type)) {
    if (value <= 0)
      return 0;
    if (value >= std::ldexp(1.0, getBitWidth(type)))
      return getIntMax(type);
    return static_cast<int64_t>(static_cast<uint64_t>(value));
  }
  double limit = std::ldexp(1.0, getBitWidth(type) - 1);
  if (value >= limit)
    return getIntMax(type);
  if (value <= -limit)
    return getIntMin(type);
  return static_cast<int64_t>(value);
}
