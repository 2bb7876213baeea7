//===- Patterns.h - the patterns of convert-linalg-to-tg ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_PATTERNS_H
#define TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace tinygrad::tg {

/// Structured ops, softmax, pack and unpack.
void populateStructuredOpPatterns(mlir::RewritePatternSet &patterns);
/// Parts of tensors: taken, written, padded, gathered and scattered.
void populateSliceOpPatterns(mlir::RewritePatternSet &patterns);
/// The other ops of the tensor dialect.
void populateTensorOpPatterns(mlir::RewritePatternSet &patterns);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_PATTERNS_H
