//===- Decompositions.h - what decompositions are built of ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders that composite ops share: sizes of tensors that may depend on
// variables, explicit broadcasting, and numbers spread over a shape.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_DECOMPOSITIONS_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_DECOMPOSITIONS_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {

/// The sizes of `tensor` as indices; an error on `op` when one is unknown.
mlir::FailureOr<llvm::SmallVector<mlir::OpFoldResult>>
getSizes(mlir::Operation *op, mlir::OpBuilder &builder, mlir::Value tensor);

/// Expands the axes of size 1 to `sizes`.
mlir::Value expand(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value tensor,
                   llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The same elements under another shape; `tensor` itself where it has it.
mlir::Value reshape(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value tensor,
                    llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// `tensor` with its elements converted; itself where it has the type.
mlir::Value castTo(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value tensor, mlir::Type element);

/// A tensor of `sizes` each of whose elements is `value`, rounded to `element`.
mlir::Value splat(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Type element, double value,
                  llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Puts `line`, a tensor of the sizes on `axes` (ascending), along these axes
/// of a tensor of `sizes` and repeats it along the others.
mlir::Value spread(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value line, llvm::ArrayRef<int64_t> axes,
                   llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The product of two sizes, and a size over a number that divides it.
mlir::OpFoldResult multiply(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::OpFoldResult a, mlir::OpFoldResult b);
mlir::OpFoldResult divide(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::OpFoldResult size, int64_t by);

/// A tensor of `sizes` each of whose elements is the product of `counts`.
mlir::Value splatSize(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Type element,
                      llvm::ArrayRef<mlir::OpFoldResult> counts,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The sum of a float tensor of `sizes` over `axes`, which are kept as 1 or
/// dropped, divided by the number of elements less `correction`, but not less
/// than 0.
mlir::Value mean(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Value tensor, llvm::ArrayRef<int64_t> axes,
                 llvm::ArrayRef<mlir::OpFoldResult> sizes, bool keepdim = true,
                 int64_t correction = 0);

/// What softmax and log_softmax along an axis are made of, in the type of their
/// sums.
struct Exponentials {
  llvm::SmallVector<mlir::OpFoldResult> sizes;
  mlir::Value shifted;     ///< The elements less the largest.
  mlir::Value exponential; ///< e to the power of those.
  mlir::Value sum;         ///< Of the exponentials; the axis is kept.
};

/// Builds them of `input`; an error on `op` when a size is unknown.
mlir::FailureOr<Exponentials> buildExponentials(mlir::Operation *op,
                                                mlir::OpBuilder &builder,
                                                mlir::Value input,
                                                int64_t axis);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_DECOMPOSITIONS_H
