//===- Normalization.h - what the norms have in common ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_NORMALIZATION_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_NORMALIZATION_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {

/// A norm's parameter, which may be absent: of the element type of `input` or
/// of the computation, with the sizes of `input` on `axes`.
mlir::LogicalResult verifyParameter(mlir::Operation *op, llvm::StringRef name,
                                    mlir::Value parameter, mlir::Value input,
                                    llvm::ArrayRef<int64_t> axes);

/// The same for sizes that are variables.
mlir::LogicalResult
verifyParameterSizes(SizeVerifier &verifier, mlir::Operation *op,
                     llvm::StringRef name, mlir::Value parameter,
                     mlir::Value input, llvm::ArrayRef<int64_t> axes);

/// An epsilon that is a number and not negative.
mlir::LogicalResult verifyEpsilon(mlir::Operation *op, llvm::APFloat epsilon);

/// Builds the parts of a norm over a float tensor of `sizes`.
struct NormBuilder {
  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::ArrayRef<mlir::OpFoldResult> sizes;
  mlir::Type element; ///< Of the computation.

  /// `x` less its mean over `axes`.
  mlir::Value center(mlir::Value x, llvm::ArrayRef<int64_t> axes);
  /// `x` times 1 / sqrt(mean(x * x) + epsilon) over `axes`.
  mlir::Value scaleToOne(mlir::Value x, llvm::ArrayRef<int64_t> axes,
                         const llvm::APFloat &epsilon);
  /// 1 / sqrt(variance + epsilon), for a tensor of any sizes.
  mlir::Value invert(mlir::Value variance,
                     llvm::ArrayRef<mlir::OpFoldResult> shape,
                     const llvm::APFloat &epsilon);
  /// A parameter along `axes`, in the type of the computation.
  mlir::Value place(mlir::Value parameter, llvm::ArrayRef<int64_t> axes);
  /// `x` times `scale` plus `bias`, where they are given.
  mlir::Value transform(mlir::Value x, mlir::Value scale, mlir::Value bias,
                        llvm::ArrayRef<int64_t> axes);
};

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_NORMALIZATION_H
