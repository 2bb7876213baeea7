//===- Passes.h - passes of jit -----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_TRANSFORMS_PASSES_H
#define TINYGRAD_DIALECT_JIT_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace tinygrad::jit {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h.inc"
} // namespace tinygrad::jit

#endif // TINYGRAD_DIALECT_JIT_TRANSFORMS_PASSES_H
