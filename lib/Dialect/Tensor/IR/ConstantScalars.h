//===- ConstantScalars.h - elementwise ops on constants ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_CONSTANTSCALARS_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_CONSTANTSCALARS_H

#include "TinyGrad/Support/DType.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

namespace tinygrad::tg {

/// One element of a constant: its type and bits.
struct Scalar {
  DType type;
  uint64_t bits;
};

/// The result's bits for one element of each operand, with the very bits that
/// the reference interpreter gives; std::nullopt when there are none to rely on
/// (a NaN that arithmetic makes may have either sign).
std::optional<uint64_t> evaluateElement(mlir::Operation *op,
                                        llvm::ArrayRef<Scalar> operands,
                                        DType result);

using ElementEvaluator = llvm::function_ref<std::optional<uint64_t>(
    mlir::Operation *op, llvm::ArrayRef<Scalar> operands, DType result)>;

/// Folds an elementwise op whose operands are all constant: splats of any size
/// and small tensors; null when it cannot.
mlir::OpFoldResult foldConstants(mlir::Operation *op,
                                 llvm::ArrayRef<mlir::Attribute> operands,
                                 ElementEvaluator evaluate = evaluateElement);

/// The bits of a constant's elements, one if it is a splat.
std::optional<llvm::SmallVector<uint64_t>>
getElementBits(mlir::Attribute constant);

/// Elements of `type` with these bits (one: a splat).
mlir::DenseElementsAttr makeElements(mlir::RankedTensorType type,
                                     llvm::ArrayRef<uint64_t> bits);

/// The one element of a splat.
std::optional<Scalar> getSplat(mlir::Attribute constant);

/// The one element of `tensor`: of a splat, or a splat under reshapes and
/// expands, which a dynamic shape keeps from being one constant.
std::optional<Scalar> getUniform(mlir::Value tensor);

/// Whether all elements have the bits that their type gives `value`.
bool isNumber(mlir::Value tensor, double value);

/// Whether all elements are `extreme`, as a number attribute.
bool isExtreme(mlir::Value tensor, mlir::TypedAttr extreme);

/// A splat of the result's type, or null when its shape is not constant.
mlir::OpFoldResult makeSplat(mlir::Operation *op, int64_t value);

/// Largest number of elements that folding computes one by one.
inline constexpr int64_t kMostFoldedElements = 64;

/// Whether elementwise ops fold these elements: few of them, or a splat.
bool isFoldable(mlir::Attribute elements);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_CONSTANTSCALARS_H
