//===- Fnuz.h - fp8 types that tg lacks, in simpler ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_FRONTEND_FNUZ_H
#define TINYGRAD_LIB_FRONTEND_FNUZ_H

#include "TinyGrad/Frontend/Types.h"
#include "mlir/IR/Builders.h"

namespace tinygrad::frontend {

/// The numbers (f32) that bits (ui8) of the type stand for: exact.
mlir::Value decodeFnuz(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value bits, ElementType type);

/// The bits (ui8) nearest to numbers (f32), of two equally near ones the even;
/// the largest number instead of overflow, NaN for what is not finite.
mlir::Value encodeFnuz(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value numbers, ElementType type);

} // namespace tinygrad::frontend

#endif // TINYGRAD_LIB_FRONTEND_FNUZ_H
