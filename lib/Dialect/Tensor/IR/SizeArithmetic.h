//===- SizeArithmetic.h - arithmetic on sizes -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants stay constants, and the rest becomes arith ops that SymbolicShapes
// reads. Upstream's affine::makeComposedFoldedAffineApply would do the same
// with ops that it does not read.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_SIZEARITHMETIC_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_SIZEARITHMETIC_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {

class SizeArithmetic {
public:
  SizeArithmetic(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::OpFoldResult constant(int64_t value) {
    return builder.getIndexAttr(value);
  }
  mlir::OpFoldResult add(mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult subtract(mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult multiply(mlir::OpFoldResult a, mlir::OpFoldResult b);
  /// Rounded up; `b` is at least 1.
  mlir::OpFoldResult divide(mlir::OpFoldResult a, int64_t b);
  mlir::OpFoldResult product(llvm::ArrayRef<mlir::OpFoldResult> sizes);

private:
  mlir::Value getValue(mlir::OpFoldResult size);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// The largest size that `size` of `op` may have; std::nullopt if unknown.
std::optional<int64_t> getUpperBound(mlir::Operation *op,
                                     mlir::OpFoldResult size);

/// Whether `size` of `op` may be 0.
bool mayBeZero(mlir::Operation *op, mlir::OpFoldResult size);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_SIZEARITHMETIC_H
