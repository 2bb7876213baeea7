//===- Passes.h - passes of uop -----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace tinygrad::uop {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

/// Math functions become IEEE sequences.
void populateDecomposeMathPatterns(mlir::RewritePatternSet &patterns);

/// Ops marked `uop.total` get a result for all operands.
void populateTotalOpPatterns(mlir::RewritePatternSet &patterns);

/// The same, and narrow floats are computed in f32.
/// fma with one rounding, and roundings to whole numbers, where the target
/// lacks them.
void populateMissingFloatOpPatterns(mlir::RewritePatternSet &patterns,
                                    const DecomposeDTypesPassOptions &options);
void populateDecomposeDTypesPatterns(mlir::RewritePatternSet &patterns,
                                     const DecomposeDTypesPassOptions &options);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_H
