//===- MatrixUnitPatterns.h - a processor's dot products --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_CONVERSION_UOPTOLLVM_MATRIXUNITPATTERNS_H
#define TINYGRAD_CONVERSION_UOPTOLLVM_MATRIXUNITPATTERNS_H

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace tinygrad {

/// `uop.mma` by the units of a processor becomes their intrinsics.
void populateMatrixUnitPatterns(const mlir::LLVMTypeConverter &converter,
                                mlir::RewritePatternSet &patterns);

} // namespace tinygrad

#endif // TINYGRAD_CONVERSION_UOPTOLLVM_MATRIXUNITPATTERNS_H
