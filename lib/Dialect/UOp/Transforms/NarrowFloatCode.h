//===- NarrowFloatCode.h - conversions as integer code ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_NARROWFLOATCODE_H
#define TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_NARROWFLOATCODE_H

#include "ElementOps.h"
#include "TinyGrad/Support/FloatFormat.h"

namespace tinygrad::uop {

/// An f32 value as `to` (f16, bf16 or fp8), rounded once to nearest even by
/// integer code. The same bits as encodeFloat.
mlir::Value emitEncode(ElementOps &ops, mlir::Value x, mlir::FloatType to,
                       Saturation saturation);

/// A value of f16, bf16 or fp8 as f32, exactly, by integer code.
mlir::Value emitDecode(ElementOps &ops, mlir::Value x);

/// An f64 value as f32, rounded to odd: rounding the result again, to a type of
/// at most 22 bits, is the same as rounding once.
mlir::Value emitRoundToOdd(ElementOps &ops, mlir::Value x);

/// A 64-bit integer as f64, rounded to odd.
mlir::Value emitIntToOddF64(ElementOps &ops, mlir::Value x, bool isSigned);

} // namespace tinygrad::uop

#endif // TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_NARROWFLOATCODE_H
