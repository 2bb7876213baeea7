//===- ScalarOps.h - arith and math ops as elementwise tg ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_SCALAROPS_H
#define TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_SCALAROPS_H

#include "../TensorBuilder/TensorBuilder.h"

namespace tinygrad::tg {

/// The result of an op of arith or math, scalar or elementwise on tensors, over
/// `operands`, tensors of one shape that stand for its operands. An index is an
/// i64. Fails with the reason where tg has no op that means the same.
mlir::FailureOr<mlir::Value> convertScalarOp(mlir::OpResult result,
                                             mlir::ValueRange operands,
                                             TensorBuilder &b,
                                             std::string &reason);

/// A scalar that a function computes, as a tensor without axes: from constants,
/// from elements of tensors, and from sizes. Fails with a reason.
mlir::FailureOr<mlir::Value>
evaluateScalar(mlir::Value scalar, TensorBuilder &b, std::string &reason);

/// The element type of tg that stands for a scalar type; null if there is none.
mlir::Type convertScalarType(mlir::Type type);

/// A scalar constant as an attribute of its converted type, or null.
mlir::TypedAttr getScalarConstant(mlir::Value value);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_SCALAROPS_H
