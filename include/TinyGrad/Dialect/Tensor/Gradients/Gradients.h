//===- Gradients.h - reverse-mode differentiation ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_GRADIENTS_GRADIENTS_H
#define TINYGRAD_DIALECT_TENSOR_GRADIENTS_GRADIENTS_H

#include "TinyGrad/Dialect/Tensor/Gradients/GradientBuilder.h"
#include "mlir/IR/DialectRegistry.h"

namespace tinygrad::tg {

/// Attaches the gradients of tg's ops, which are external models of
/// `DifferentiableOpInterface`.
void registerGradientModels(mlir::DialectRegistry &registry);

/// The ops through which the floats of `outputs` depend on those of `inputs`,
/// in program order. Only the block of `user` is looked at.
llvm::SmallVector<mlir::Operation *> findDependence(mlir::ValueRange outputs,
                                                    mlir::ValueRange inputs,
                                                    mlir::Operation *user);

/// Builds the gradients with respect to `inputs` of the scalar whose gradients
/// with respect to `outputs` are `seeds`. All values are in the block of
/// `user`, which errors name. An answer is null for an input that no output
/// depends on.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
buildGradients(GradientBuilder &builder, mlir::ValueRange outputs,
               mlir::ValueRange seeds, mlir::ValueRange inputs,
               mlir::Operation *user);

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_GRADIENTS_GRADIENTS_H
