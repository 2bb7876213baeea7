//===- FunctionAttributes.h - tg.variables, tg.dims, … ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_FUNCTIONATTRIBUTES_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_FUNCTIONATTRIBUTES_H

#include "mlir/IR/Attributes.h"
#include "mlir/Support/LLVM.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace tinygrad::tg {

/// Verifies an attribute with tg's prefix on an op: `tg.variables`.
mlir::LogicalResult verifyFunctionAttribute(mlir::Operation *op,
                                            mlir::NamedAttribute attribute);

/// Verifies an attribute of a function's argument: `tg.dims`, `tg.name`.
mlir::LogicalResult verifyArgumentAttribute(mlir::Operation *op,
                                            unsigned argument,
                                            mlir::NamedAttribute attribute);

/// Verifies an attribute of a function's result: `tg.name`, `tg.updates`.
mlir::LogicalResult verifyResultAttribute(mlir::Operation *op, unsigned result,
                                          mlir::NamedAttribute attribute);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_FUNCTIONATTRIBUTES_H
