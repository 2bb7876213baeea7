//===- UOp.h - the uop dialect ----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_IR_UOP_H
#define TINYGRAD_DIALECT_UOP_IR_UOP_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "TinyGrad/Dialect/UOp/IR/UOpDialect.h.inc"
#include "TinyGrad/Dialect/UOp/IR/UOpEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "TinyGrad/Dialect/UOp/IR/UOpAttrs.h.inc"
#include "TinyGrad/Dialect/UOp/IR/UOpInterfaces.h.inc"
#define GET_OP_CLASSES
#include "TinyGrad/Dialect/UOp/IR/UOpOps.h.inc"

namespace tinygrad::uop {

/// Whether `range` becomes a dimension of vectors.
inline bool isVectorAxis(RangeOp range) {
  return range.getAxis() == AxisType::Upcast ||
         range.getAxis() == AxisType::Unroll;
}

/// Whether each point of `range` is a thread of a workgroup, by itself or as a
/// lane of a matrix unit. (Those that share a reduce are `GroupReduce`.)
inline bool isThreadAxis(RangeOp range) {
  return range.getAxis() == AxisType::Local ||
         range.getAxis() == AxisType::Warp;
}

/// What `closer` closes, as far as they are ranges still.
llvm::SmallVector<RangeOp> getClosedRanges(RangeCloserOpInterface closer);

/// The value that leaves any other unchanged when combined by `kind`, as an
/// attribute of type `element` (a float or signless integer type).
mlir::TypedAttr getIdentity(ReduceKind kind, mlir::Type element);

/// Builds `lhs kind rhs` from arith ops; scalars or vectors of one type.
mlir::Value buildCombine(mlir::OpBuilder &builder, mlir::Location loc,
                         ReduceKind kind, mlir::Value lhs, mlir::Value rhs);

/// The reduce of `value` alone: itself, but that a float sum starts from +0.
mlir::Value buildSingle(mlir::OpBuilder &builder, mlir::Location loc,
                        ReduceKind kind, mlir::Value value);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_IR_UOP_H
