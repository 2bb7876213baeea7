//===- KernelIndices.h - a kernel's indices as expressions -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads index values of a kernel as affine expressions over its ranges,
// variables and opaque values, each with its bounds, and writes expressions
// back. Ranges and opaque values are dimensions, variables are symbols; their
// positions hold for the whole kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_ANALYSIS_KERNELINDICES_H
#define TINYGRAD_DIALECT_UOP_ANALYSIS_KERNELINDICES_H

#include "TinyGrad/Dialect/UOp/Analysis/IndexSimplifier.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/IR/Builders.h"

namespace tinygrad::uop {

class KernelIndices {
public:
  explicit KernelIndices(KernelOp kernel);

  IndexSimplifier &getSimplifier() { return simplifier; }

  /// `value`, of type index, over the kernel's leaves; composes affine.apply
  /// and arith's ops where they are affine (divisors constants or variables of
  /// known sign, shifts by constants).
  mlir::AffineExpr getExpr(mlir::Value value);
  /// Whether the expression of `value` is the value itself.
  bool isLeaf(mlir::Value value);
  /// The bounds of `value`, by its expression.
  Interval getBounds(mlir::Value value);
  /// The number of iterations of `range` at most; the size if it is constant.
  int64_t getMaxSize(RangeOp range);

  /// Calls `visit` with the values that `expr` is computed from, but variables.
  void forEachLeaf(mlir::AffineExpr expr,
                   llvm::function_ref<void(mlir::Value)> visit);
  /// `expr` where `branch` gives another expression for some of these values.
  mlir::AffineExpr
  substitute(mlir::AffineExpr expr,
             llvm::function_ref<mlir::AffineExpr(mlir::Value)> branch);

  /// A value equal to `expr`: a leaf, a constant or an affine.apply.
  mlir::Value materialize(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::AffineExpr expr);

private:
  mlir::AffineExpr compute(mlir::Value value);
  mlir::AffineExpr computeBinary(mlir::Operation *op);
  mlir::AffineExpr floorDivide(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
  mlir::AffineExpr truncateDivide(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
  mlir::AffineExpr addLeaf(mlir::Value value);

  IndexSimplifier simplifier;
  llvm::SmallVector<mlir::Value> dims, symbols;
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> exprs;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_ANALYSIS_KERNELINDICES_H
