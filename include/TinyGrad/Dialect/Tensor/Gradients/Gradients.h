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

/// What counts where one input depends on another: for a partial derivative
/// inputs are independent, for a total one that dependence counts, too.
enum class Derivative { Partial, Total };

/// Builds the gradients with respect to `inputs` of the scalar whose gradients
/// with respect to `outputs` are `seeds` (null: the scalar does not depend on
/// it). All values are in the block of `user`, which errors name. An answer is
/// null for an input that no output depends on.
///
/// A rule may build its op from others and ask for their gradients so.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
buildGradients(GradientBuilder &builder, mlir::ValueRange outputs,
               mlir::ValueRange seeds, mlir::ValueRange inputs,
               mlir::Operation *user, Derivative kind = Derivative::Partial);

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_GRADIENTS_GRADIENTS_H
