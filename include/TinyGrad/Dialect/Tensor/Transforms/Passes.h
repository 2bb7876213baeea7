//===- Passes.h - passes of tg -----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_TRANSFORMS_PASSES_H
#define TINYGRAD_DIALECT_TENSOR_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace tinygrad::tg {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h.inc"
} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_TRANSFORMS_PASSES_H
