//===- Combining.h - how elements are combined ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_COMBINING_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_COMBINING_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {

/// A combiner on elements of one type, as ops: what decompositions of running
/// and scattered combinations need.
class Combining {
public:
  /// Sums and products of narrow floats are in f32. With `keepIntegers` those
  /// of integers wrap in their own type, otherwise sums are in that of
  /// `tg.sum`.
  Combining(Combiner combiner, mlir::Type element, bool keepIntegers);

  /// The element type in which to combine.
  mlir::Type getType() const { return type; }
  /// What changes nothing.
  mlir::TypedAttr getIdentity() const { return identity; }

  /// A tensor of identities.
  mlir::Value buildIdentity(mlir::OpBuilder &builder, mlir::Location loc,
                            llvm::ArrayRef<mlir::OpFoldResult> sizes) const;
  /// Two tensors of `getType()`, element by element.
  mlir::Value combine(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value a, mlir::Value b) const;
  /// A tensor of `getType()` over one axis, which goes away.
  /// An axis that may have no elements gives identities.
  mlir::Value reduce(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value tensor, int64_t axis, bool mayBeEmpty) const;

private:
  Combiner combiner;
  mlir::Type type;
  mlir::TypedAttr identity;
};

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_COMBINING_H
