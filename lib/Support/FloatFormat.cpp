//===- FloatFormat.cpp - narrow floats as bits ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/FloatFormat.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace tinygrad;

namespace {
/// A format of at most 16 bits.
struct Format {
  int exponentBits;
  int mantissaBits;
  uint64_t maxFinite;
  uint64_t infinity; // The NaN where there is no infinity.
  uint64_t nan;

  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  uint64_t signBit() const {
    return uint64_t(1) << (exponentBits + mantissaBits);
  }
};
} // namespace

static Format formatOf(DType type) {
  switch (type) {
  case DType::F8E4M3FN:
    return {4, 3, 0x7e, 0x7f, 0x7f};
  case DType::F8E5M2:
    return {5, 2, 0x7b, 0x7c, 0x7e};
  case DType::BF16:
    return {8, 7, 0x7f7f, 0x7f80, 0x7fc0};
  default:
    return {5, 10, 0x7bff, 0x7c00, 0x7e00};
  }
}

template <class Bits, class T> static Bits bitsOf(T value) {
  static_assert(sizeof(Bits) == sizeof(T));
  Bits bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

static double roundHalfToEven(double value) {
  double down = std::floor(value), rest = value - down;
  bool up = rest > 0.5 || (rest == 0.5 && std::fmod(down, 2) != 0);
  return up ? down + 1 : down;
}

uint64_t tinygrad::encodeFloat(double value, DType type,
                               Saturation saturation) {
  if (type == DType::F64)
    return bitsOf<uint64_t>(value);
  if (type == DType::F32)
    return bitsOf<uint32_t>(static_cast<float>(value));

  Format format = formatOf(type);
  uint64_t sign = std::signbit(value) ? format.signBit() : 0;
  if (std::isnan(value))
    return sign | format.nan;
  bool saturates = isFP8(type) && saturation != Saturation::None;
  if (std::isinf(value)) {
    bool toMax = isFP8(type) && saturation == Saturation::All;
    return sign | (toMax ? format.maxFinite : format.infinity);
  }
  if (value == 0)
    return sign;
  // Count in units of the last place; denormals share the smallest unit.
  int exponent = std::ilogb(value), smallest = 1 - format.bias();
  exponent = exponent < smallest ? smallest : exponent;
  int unit = exponent - format.mantissaBits;
  double count = roundHalfToEven(std::ldexp(std::fabs(value), -unit));
  // A mantissa that overflows carries into the exponent by itself.
  double bits =
      std::ldexp(double(exponent + format.bias() - 1), format.mantissaBits) +
      count;
  if (bits > double(format.maxFinite))
    return sign | (saturates ? format.maxFinite : format.infinity);
  return sign | static_cast<uint64_t>(bits);
}

double tinygrad::decodeFloat(uint64_t bits, DType type) {
  if (type == DType::F64) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  if (type == DType::F32) {
    uint32_t low = static_cast<uint32_t>(bits);
    float value;
    std::memcpy(&value, &low, sizeof value);
    return value;
  }
  Format format = formatOf(type);
  double sign = bits & format.signBit() ? -1 : 1;
  uint64_t magnitude = bits & (format.signBit() - 1);
  if (magnitude > format.maxFinite) {
    bool isInf = type != DType::F8E4M3FN && magnitude == format.infinity;
    double value = isInf ? std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
    return std::copysign(value, sign);
  }
  uint64_t mantissa = magnitude & ((uint64_t(1) << format.mantissaBits) - 1);
  int exponent = static_cast<int>(magnitude >> format.mantissaBits);
  if (exponent == 0)
    exponent = 1;
  else
    mantissa |= uint64_t(1) << format.mantissaBits;
  return sign * std::ldexp(double(mantissa),
                           exponent - format.bias() - format.mantissaBits);
}

double tinygrad::roundToFloat(double value, DType type, Saturation saturation) {
  if (type == DType::F64)
    return value;
  if (type == DType::F32)
    return static_cast<float>(value);
  return decodeFloat(encodeFloat(value, type, saturation), type);
}

double tinygrad::uintToFloat(uint64_t value, DType type,
                             Saturation saturation) {
  if (type == DType::F64)
    return static_cast<double>(value);
  if (type == DType::F32)
    return static_cast<float>(value);
  // A narrow float keeps at most 11 bits: of the low bits of a number of more
  // than 53 it matters only whether any is set.
  if (value >> 53)
    value = (value & ~uint64_t(0xfff)) | ((value & 0xfff) != 0 ? 0x800 : 0);
  return roundToFloat(static_cast<double>(value), type, saturation);
}

double tinygrad::intToFloat(int64_t value, DType type, Saturation saturation) {
  if (value >= 0)
    return uintToFloat(static_cast<uint64_t>(value), type, saturation);
  return -uintToFloat(-static_cast<uint64_t>(value), type, saturation);
}
