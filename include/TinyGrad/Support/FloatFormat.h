//===- FloatFormat.h - narrow floats as bits --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion between numbers and the bits of any floating-point DType, with one
// rounding to nearest even.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_FLOATFORMAT_H
#define TINYGRAD_SUPPORT_FLOATFORMAT_H

#include "TinyGrad/Support/DType.h"

namespace tinygrad {

/// What overflow does in a cast to fp8. The order is that of `tg::Saturate`.
enum class Saturation {
  Finite, ///< A finite number gives the largest value; an infinity stays one
          ///< (NaN in F8E4M3FN, which has none).
  All,    ///< Infinities give the largest value, too.
  None,   ///< Overflow gives infinity (NaN in F8E4M3FN).
};

/// The bits of `value` in `type`, which is a float type. Types other than fp8
/// overflow to infinity. A NaN gives the quiet NaN with its sign.
uint64_t encodeFloat(double value, DType type,
                     Saturation saturation = Saturation::Finite);

/// The number that `bits` stand for in `type`; exact.
double decodeFloat(uint64_t bits, DType type);

/// `value` rounded to `type`.
double roundToFloat(double value, DType type,
                    Saturation saturation = Saturation::Finite);

/// An integer as a float of `type`, rounded once (through double it would be
/// rounded twice).
double intToFloat(int64_t value, DType type,
                  Saturation saturation = Saturation::Finite);
double uintToFloat(uint64_t value, DType type,
                   Saturation saturation = Saturation::Finite);

} // namespace tinygrad

#endif // TINYGRAD_SUPPORT_FLOATFORMAT_H
