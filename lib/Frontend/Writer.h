//===- Writer.h - writes one node after another ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_FRONTEND_WRITER_H
#define TINYGRAD_LIB_FRONTEND_WRITER_H

#include "MatchSamples.h"
#include "TinyGrad/Support/DTypeMLIR.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tinygrad::frontend {

/// Writes nodes at the builder's place, operands before what uses them.
class Writer {
public:
  Writer(const DefaultTypes &defaults, mlir::MLIRContext *context)
      : builder(context), loc(mlir::UnknownLoc::get(context)),
        defaults(defaults) {}

  /// The op of a node; `self` is the value of a leaf.
  mlir::Value create(const Node &node, mlir::Value self);
  mlir::RankedTensorType getType(const Node &node) {
    return getType(node, getMLIRType(strengthen(node.type, defaults),
                                     builder.getContext()));
  }

  /// Gives what is written from now on the place of a node.
  void setPlace(const Node &node);

  mlir::OpBuilder builder;
  mlir::Location loc;
  /// Of the nodes written so far, by position.
  mlir::SmallVector<mlir::Value> values;
  /// Set where sizes depend on variables, whose values `variables` are.
  const SymbolicSizes *symbols = nullptr;
  mlir::SmallVector<mlir::Value> variables;

private:
  mlir::RankedTensorType getType(const Node &node, mlir::Type element);
  /// The type in which the op computes its result.
  mlir::RankedTensorType getComputedType(const Node &node) {
    return isFnuz(node.type) ? getType(node, builder.getF32Type())
                             : getType(node);
  }
  mlir::Value operand(const Node &node, unsigned index);
  /// The numbers that an op computed as the elements of its type.
  mlir::Value encode(const Node &node, mlir::Value numbers);
  mlir::TypedAttr getNumber(mlir::Type element, double number,
                            int64_t integer) {
    if (mlir::isa<mlir::FloatType>(element))
      return mlir::FloatAttr::get(element, number);
    return mlir::IntegerAttr::get(
        element, mlir::APInt(element.getIntOrFloatBitWidth(), uint64_t(integer),
                             /*isSigned=*/false, /*implicitTrunc=*/true));
  }
  mlir::OpFoldResult getFoldResult(int64_t value, const AffineSize *affine);
  mlir::SmallVector<mlir::OpFoldResult> getSizes(const Node &node);
  mlir::SmallVector<mlir::OpFoldResult> getAttributes(const Node &node);

  mlir::Value createElementwise(const Node &node);
  mlir::Value createMovement(const Node &node);
  mlir::Value createReduce(const Node &node);
  mlir::Value createScan(const Node &node);
  mlir::Value createConv(const Node &node);
  mlir::Value createSplat(const Node &node, const Node &splat);
  /// The constant that is all of `node`, or null.
  const Node *getSplat(const Node &node);

  const DefaultTypes &defaults;
};

} // namespace tinygrad::frontend

#endif // TINYGRAD_LIB_FRONTEND_WRITER_H
