//===- MemoryPatterns.h - 1-D accesses to bare pointers --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_CONVERSION_UOPTOLLVM_MEMORYPATTERNS_H
#define TINYGRAD_CONVERSION_UOPTOLLVM_MEMORYPATTERNS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/PatternMatch.h"

namespace tinygrad {

/// Makes static 1-D memrefs pointers in `converter`.
void addBarePointerConversion(mlir::LLVMTypeConverter &converter);

/// Patterns for loads, stores and gathers of `memref` and `vector` on them.
void populateBarePointerPatterns(const mlir::LLVMTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);

} // namespace tinygrad

#endif // TINYGRAD_CONVERSION_UOPTOLLVM_MEMORYPATTERNS_H
