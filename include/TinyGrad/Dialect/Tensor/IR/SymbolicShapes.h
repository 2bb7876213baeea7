//===- SymbolicShapes.h - sizes as expressions -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_SYMBOLICSHAPES_H
#define TINYGRAD_DIALECT_TENSOR_IR_SYMBOLICSHAPES_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <string>

namespace mlir {
class OpBuilder;
} // namespace mlir

namespace tinygrad::tg {

/// A variable of a function: a size or index that is bound at run time.
struct Variable {
  mlir::StringAttr name;
  int64_t min; ///< Smallest value, inclusive.
  int64_t max; ///< Largest value, inclusive.
};

/// The sizes of the tensors of one function as affine expressions over the
/// function's variables: symbol i stands for variable i, in the order of their
/// names (the order of the sorted dictionary `tg.variables`). Works inside
/// `tg.kernel` regions too, where a block argument has its input's shape.
///
/// Sizes may multiply variables, so the expressions are semi-affine.
class SymbolicShapes {
public:
  /// `scope` is the function (any op with a `tg.variables` attribute), or an op
  /// inside it; the nearest ancestor that is a function counts.
  explicit SymbolicShapes(mlir::Operation *scope);

  mlir::MLIRContext *getContext() const { return context; }

  llvm::ArrayRef<Variable> getVariables() const { return variables; }
  /// The number of the variable called `name`, or std::nullopt.
  std::optional<unsigned> findVariable(llvm::StringRef name) const;

  /// The sizes of `tensor`, which live as long as this object. A `?` that
  /// nothing explains (no `tg.dims`, an op without a known shape) is a null
  /// expression.
  llvm::ArrayRef<mlir::AffineExpr> getShape(mlir::Value tensor);

  /// The expression of an index value or constant: `tg.variable`, constants,
  /// and arith's addi, subi, muli, floordivsi, ceildivsi, remsi, minsi, maxsi
  /// where they can be expressed. Null when it cannot.
  mlir::AffineExpr getIndexExpr(mlir::Value index);
  mlir::AffineExpr getIndexExpr(mlir::OpFoldResult index);

  /// Smallest and largest value over all bindings; std::nullopt when unknown.
  std::optional<int64_t> getLowerBound(mlir::AffineExpr expr) const;
  std::optional<int64_t> getUpperBound(mlir::AffineExpr expr) const;

  /// Whether the two are equal for every binding: true or false when proven.
  std::optional<bool> areEqual(mlir::AffineExpr a, mlir::AffineExpr b) const;

  /// The number of elements of a shape.
  mlir::AffineExpr getNumElements(llvm::ArrayRef<mlir::AffineExpr> shape) const;

  /// `expr` for a message, with the variables' names: "n * 8 + 1"; "?" when it
  /// is null.
  std::string print(mlir::AffineExpr expr) const;

private:
  mlir::MLIRContext *context;
  mlir::Operation *function;
  llvm::SmallVector<Variable> variables;
  /// Memory of the shapes, so that what getShape returned stays valid.
  llvm::BumpPtrAllocator storage;
  llvm::DenseMap<mlir::Value, llvm::ArrayRef<mlir::AffineExpr>> shapes;

  llvm::SmallVector<mlir::AffineExpr> computeShape(mlir::Value tensor);
  /// An index value's expression and its number of nodes.
  std::pair<mlir::AffineExpr, unsigned> getSizedExpr(mlir::Value index,
                                                     unsigned depth);
  mlir::AffineExpr combine(mlir::Operation *op, mlir::AffineExpr lhs,
                           mlir::AffineExpr rhs) const;

  llvm::DenseMap<mlir::Value, std::pair<mlir::AffineExpr, unsigned>> indexExprs;
};

/// Proves for every tensor op in `function` that its sizes follow from the
/// variables and fit for all values within the variables' bounds: what the op's
/// own verifier can only check where sizes are constant. Reports all that
/// fails.
mlir::LogicalResult verifyShapes(mlir::Operation *function);

/// `expr`, over the variables of `shapes`, as an index: an attribute, or a
/// value that `tg.variable` and arith ops compute. Null when `expr` is null.
mlir::OpFoldResult buildIndex(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::AffineExpr expr,
                              const SymbolicShapes &shapes);

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_IR_SYMBOLICSHAPES_H
