//===- SimplifyHelpers.h - what the rules ask and make ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_TRANSFORMS_SIMPLIFYHELPERS_H
#define TINYGRAD_LIB_DIALECT_TENSOR_TRANSFORMS_SIMPLIFYHELPERS_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace tinygrad::tg::simplify {

bool isInteger(mlir::Value tensor); ///< Of any width but truth values.
bool isUnsigned(mlir::Value tensor);
bool isFloat(mlir::Value tensor);
/// Whether operations on the constant alone are folded: one of few elements, or
/// a splat. Rules that would leave such an operation behind ask for it, since
/// other rules may turn the operation back, without end.
bool isFoldedConstant(mlir::Value tensor);
bool hasStaticShape(mlir::Value tensor);
/// Whether every element is `number`; -0 is 0.
bool isNumber(mlir::Value tensor, int64_t number);
/// Whether every element is one power of two, and so is its reciprocal, neither
/// a denormal.
bool hasExactReciprocal(mlir::Value tensor);
/// The logarithm of the positive power of two that every element is.
std::optional<unsigned> getLog2(mlir::Value tensor);

mlir::Value makeSplat(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value like, double number);
/// 1 / `constant`, rounded.
mlir::Value makeReciprocal(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value constant);
/// From a power of two its logarithm, or itself less 1.
mlir::Value makeLog2(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value power);
mlir::Value makeLowBits(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value power);

} // namespace tinygrad::tg::simplify

namespace tinygrad::tg {

/// The fast rewrites, by the names of the pass's options.
struct FastRewrites {
  bool zeroSums = false, zeroProducts = false, selfDifferences = false;
  bool selfQuotients = false, reciprocals = false, regroup = false;
  bool expandedSums = false;
};

void populateElementwiseSimplifications(mlir::RewritePatternSet &patterns);
void populateMovementSimplifications(mlir::RewritePatternSet &patterns);
void populateReduceSimplifications(mlir::RewritePatternSet &patterns);
void populateFastRewrites(mlir::RewritePatternSet &patterns,
                          const FastRewrites &options);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_TRANSFORMS_SIMPLIFYHELPERS_H
