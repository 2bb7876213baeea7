//===- Import.h - programs of other dialects --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_PIPELINES_IMPORT_H
#define TINYGRAD_PIPELINES_IMPORT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tinygrad {

/// Whether a function holds ops of linalg, tosa or tensor, or arith and math
/// ops on tensors: what `convert-tosa-to-tg` and `convert-linalg-to-tg` make tg
/// ops of.
bool needsImport(mlir::func::FuncOp function);

/// Converts such a function in place, with what it calls inlined. Failures are
/// diagnostics.
mlir::LogicalResult importFunction(mlir::func::FuncOp function);

} // namespace tinygrad

#endif // TINYGRAD_PIPELINES_IMPORT_H
