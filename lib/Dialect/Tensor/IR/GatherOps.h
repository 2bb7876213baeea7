//===- GatherOps.h - finding elements by their places -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_GATHEROPS_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_GATHEROPS_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {

/// 0, 1, … size - 1 of an integer type.
mlir::Value buildPlaces(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::OpFoldResult size, mlir::Type element);

/// An index as i32 or i64: the type holds each index and all places of an axis
/// of `size`. What does not fit i64 becomes negative, and so lies outside too.
mlir::Value widenIndex(mlir::Operation *op, mlir::OpBuilder &builder,
                       mlir::Value index, mlir::OpFoldResult size);

/// The elements of `input` at `index` along `axis`, as `tg.gather` defines it:
/// a sum over the axis whose one term `uop-simplify-index` finds without a
/// loop.
mlir::Value pickAlongAxis(mlir::Operation *op, mlir::OpBuilder &builder,
                          mlir::Value input, mlir::Value index, int64_t axis,
                          llvm::ArrayRef<mlir::OpFoldResult> inputSizes,
                          llvm::ArrayRef<mlir::OpFoldResult> indexSizes);

/// Index and input of a gather or scatter have one rank, and but for `axis` one
/// shape.
mlir::LogicalResult verifyIndexed(mlir::Operation *op,
                                  mlir::RankedTensorType input,
                                  mlir::RankedTensorType index, int64_t axis);
mlir::LogicalResult verifyIndexed(mlir::Operation *op, SizeVerifier &verifier,
                                  mlir::Value input, mlir::Value index,
                                  int64_t axis);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_GATHEROPS_H
