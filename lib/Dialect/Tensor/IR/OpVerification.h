//===- OpVerification.h - what several verifiers check ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_OPVERIFICATION_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_OPVERIFICATION_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace tinygrad::tg {

/// `size` as it is written in IR: a number or `?`.
std::string printSize(int64_t size);

/// One entry of `list` per axis (`rank`), each constant one not negative, and
/// as many index operands as there are entries that are not constant.
mlir::LogicalResult verifyIndexList(mlir::Operation *op, llvm::StringRef name,
                                    llvm::ArrayRef<int64_t> list,
                                    mlir::ValueRange dynamic, int64_t rank);

/// The same for a list of sizes, which must be those of `type`.
mlir::LogicalResult verifySizes(mlir::Operation *op, llvm::StringRef name,
                                llvm::ArrayRef<int64_t> sizes,
                                mlir::ValueRange dynamic,
                                mlir::RankedTensorType type);

/// Distinct axes from 0 to rank - 1.
mlir::LogicalResult verifyAxes(mlir::Operation *op,
                               llvm::ArrayRef<int64_t> axes, int64_t rank);

/// A number of type `element`, which is an element type of tg.
mlir::LogicalResult verifyScalar(mlir::Operation *op, llvm::StringRef name,
                                 mlir::TypedAttr value, mlir::Type element);

/// The element type of a sum's result: that of the elements, or 32 bits.
mlir::Type getSumResultType(mlir::Type element);

/// Two operands of one element type, and a result of the type of their sums.
mlir::LogicalResult verifySameElements(mlir::Operation *op,
                                       mlir::RankedTensorType lhs,
                                       mlir::RankedTensorType rhs,
                                       mlir::RankedTensorType result);

/// The result's size on each axis is `expected[axis]`; ShapedType::kDynamic
/// stands for a size that is not constant.
mlir::LogicalResult verifyShape(mlir::Operation *op,
                                llvm::ArrayRef<int64_t> expected,
                                mlir::RankedTensorType result);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_OPVERIFICATION_H
