//===- Tensor.h - the tg dialect -------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_TENSOR_H
#define TINYGRAD_DIALECT_TENSOR_IR_TENSOR_H

#include "TinyGrad/Dialect/Tensor/IR/SizeVerifier.h"
#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace tinygrad::tg {

/// How an op's reduce axes are combined.
enum class Combiner { Sum, Prod, Max, Min };

/// Where an op reads one operand, for a point of its iteration space.
struct OperandAccess {
  /// From (result axes, reduce axes)[variables] to the operand's axes.
  mlir::AffineMap map;
  /// The read happens only where each of these is >= 0 …
  llvm::SmallVector<mlir::AffineExpr> constraints;
  /// … and elsewhere the element is this value, of the operand's element type
  /// as tg has it (null without constraints).
  mlir::TypedAttr otherwise;
};

/// `type` with another element type.
mlir::Type withElementType(mlir::Type type, mlir::Type element);

/// Whether `type` is one of the element types of tg.
bool isElementType(mlir::Type type);

/// Whether `type` is a ranked tensor without an encoding whose constant sizes
/// multiply to less than 2^63 bytes.
bool isTensorType(mlir::Type type);

/// Width in bits of an element type (8 for a float of 8 bits, 1 for `i1`).
unsigned getElementWidth(mlir::Type element);

/// The element type in which values of type `element` are summed
/// (f32 for narrower floats, 32 bits for narrower integers and i1).
mlir::Type getSumType(mlir::Type element);

/// The type of a scalar of tg type `element` in arith: the signless type.
mlir::Type getScalarType(mlir::Type element);

namespace detail {
llvm::SmallVector<mlir::AffineExpr> elementwiseShape(mlir::Operation *op,
                                                     SymbolicShapes &shapes);
OperandAccess elementwiseAccess(mlir::Operation *op, SymbolicShapes &shapes);
} // namespace detail

} // namespace tinygrad::tg

#include "TinyGrad/Dialect/Tensor/IR/TensorDialect.h.inc"
#include "TinyGrad/Dialect/Tensor/IR/TensorEnums.h.inc"
#include "TinyGrad/Dialect/Tensor/IR/TensorInterfaces.h.inc"
#define GET_ATTRDEF_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorAttrs.h.inc"
#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorCoreOps.h.inc"

namespace tinygrad::tg {

/// A scalar constant of tg type `element`; a number that the type lacks is
/// rounded or wrapped.
mlir::Value buildScalar(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Type element, int64_t value);

/// The value of a number attribute of a tg element type (ui8 too) as a scalar.
mlir::Value buildScalar(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::TypedAttr value);

/// What `tg.cast` does to one scalar, as arith ops: from and to are element
/// types of tg. Ops that LLVM leaves undefined carry `uop.total`, those that
/// round to fp8 `uop.saturate`.
mlir::Value buildScalarCast(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value value, mlir::Type from, mlir::Type to,
                            Saturate saturate = Saturate::finite);

/// The element that never wins a maximum (or a minimum), as a number attribute:
/// an infinity, or the type's smallest (largest) value.
mlir::TypedAttr getLowest(mlir::Type element);
mlir::TypedAttr getHighest(mlir::Type element);

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_IR_TENSOR_H
