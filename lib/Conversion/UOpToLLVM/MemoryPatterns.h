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

/// Makes a type of floats that is only moved, as scalars and in vectors, an
/// integer of the same width.
template <typename Float>
void addFloatAsBits(mlir::LLVMTypeConverter &converter) {
  converter.addConversion([](Float type) -> mlir::Type {
    return mlir::IntegerType::get(type.getContext(),
                                  type.getIntOrFloatBitWidth());
  });
  converter.addConversion(
      [&converter](mlir::VectorType type) -> std::optional<mlir::Type> {
        auto element = llvm::dyn_cast<Float>(type.getElementType());
        if (!element)
          return std::nullopt;
        return converter.convertType(type.clone(mlir::IntegerType::get(
            type.getContext(), element.getIntOrFloatBitWidth())));
      });
}

/// Patterns for loads, stores and gathers of `memref` and `vector` on them.
void populateBarePointerPatterns(const mlir::LLVMTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);

} // namespace tinygrad

#endif // TINYGRAD_CONVERSION_UOPTOLLVM_MEMORYPATTERNS_H
