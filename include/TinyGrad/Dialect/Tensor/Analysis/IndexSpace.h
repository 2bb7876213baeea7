//===- IndexSpace.h - the axes of one kernel ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_ANALYSIS_INDEXSPACE_H
#define TINYGRAD_DIALECT_TENSOR_ANALYSIS_INDEXSPACE_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {

/// An access of one operand, as seen from a kernel's axes.
struct ComposedAccess {
  llvm::SmallVector<mlir::AffineExpr> index;
  /// Each must be >= 0 for the operand to be read; those that always hold are
  /// left out.
  llvm::SmallVector<mlir::AffineExpr> constraints;
  /// The operand is read nowhere.
  bool never = false;
  mlir::TypedAttr otherwise;
};

/// The iteration axes of a kernel: dimension i of an expression is axis i, from
/// 0 to its size less 1; symbols are the function's variables. Knows enough of
/// the bounds to cancel the divisions that reshapes bring.
///
/// MLIR's simplifyAffineExpr knows no bounds, and affine.delinearize_index
/// would hide the expressions that scheduling compares; hence this class.
class IndexSpace {
public:
  explicit IndexSpace(SymbolicShapes &shapes) : shapes(shapes) {}

  SymbolicShapes &getShapes() const { return shapes; }
  llvm::ArrayRef<mlir::AffineExpr> getSizes() const { return sizes; }

  /// Adds an axis and returns its index expression: the constant 0 where the
  /// size is 1, so that expressions mention no axis that never moves.
  mlir::AffineExpr addAxis(mlir::AffineExpr size);

  /// An equal expression in a canonical order of terms. Two indices that this
  /// proves equal become one expression.
  mlir::AffineExpr simplify(mlir::AffineExpr expr) const;

  /// Inclusive bounds over all axes and variables, where known.
  std::optional<std::pair<int64_t, int64_t>>
  getBounds(mlir::AffineExpr expr) const;

  /// Whether `expr` >= 0 everywhere (true), nowhere (false), or it depends.
  std::optional<bool> isNonNegative(mlir::AffineExpr expr) const;

  /// Where `op` reads operand `operandNo` for the result element `index` and
  /// the reduce axes `reduceIndex`.
  ComposedAccess access(IndexMapOpInterface op, unsigned operandNo,
                        llvm::ArrayRef<mlir::AffineExpr> index,
                        llvm::ArrayRef<mlir::AffineExpr> reduceIndex) const;

  /// How a loop goes through what is scanned along axis number `scanAxis` for
  /// the element `index`, of `elements` along it: which of the first
  /// `numOutputAxes` axes does, alone, and whether from the end.
  std::optional<std::pair<unsigned, bool>>
  findScan(llvm::ArrayRef<mlir::AffineExpr> index, unsigned scanAxis,
           mlir::AffineExpr elements, unsigned numOutputAxes) const;

private:
  SymbolicShapes &shapes;
  llvm::SmallVector<mlir::AffineExpr> sizes;
};

/// The axes that `expr` depends on, in ascending order.
llvm::SmallVector<unsigned> getUsedAxes(mlir::AffineExpr expr);

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_ANALYSIS_INDEXSPACE_H
