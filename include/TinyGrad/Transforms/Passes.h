//===- Passes.h - passes of no single room -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TRANSFORMS_PASSES_H
#define TINYGRAD_TRANSFORMS_PASSES_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tinygrad {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "TinyGrad/Transforms/Passes.h.inc"
} // namespace tinygrad

#endif // TINYGRAD_TRANSFORMS_PASSES_H
