//===- NarrowFloats.h - floats as matrix units read them ----- -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TEST_TILEEMULATOR_NARROWFLOATS_H
#define TINYGRAD_TEST_TILEEMULATOR_NARROWFLOATS_H

#include <cmath>
#include <cstdint>
#include <cstring>

namespace tinygrad::test {

/// 0 of the same sign for a denormal number.
inline float flush(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value)
                                                : value;
}

inline float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

inline float fromBF16(uint16_t bits) {
  return flush(fromBits(static_cast<uint32_t>(bits) << 16));
}

} // namespace tinygrad::test

#endif // TINYGRAD_TEST_TILEEMULATOR_NARROWFLOATS_H
