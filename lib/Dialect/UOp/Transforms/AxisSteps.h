//===- AxisSteps.h - how an index moves along vector axes ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_AXISSTEPS_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_AXISSTEPS_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>

namespace tinygrad::uop {

/// An index as one affine expression over values that are not results of
/// affine.apply.
struct IndexForm {
  mlir::AffineExpr expr;
  unsigned numDims = 0;
  llvm::SmallVector<mlir::Value> operands; ///< Of the dims, then the symbols.

  mlir::AffineExpr getLeaf(unsigned operand) const;
  mlir::AffineMap getMap() const;
};

/// The form of the index `value`, composed through affine.apply.
IndexForm getIndexForm(mlir::Value value);

/// For each vector axis the constant by which an index grows with it, or
/// nothing where it does not grow by a constant.
using AxisSteps = llvm::SmallVector<std::optional<int64_t>, 4>;

/// Vector axes as the analysis sees them: `getAxis` says which axis a value is,
/// `getDependence` on which axes any other value depends.
struct AxisQuery {
  llvm::ArrayRef<int64_t> sizes;
  llvm::function_ref<std::optional<unsigned>(mlir::Value)> getAxis;
  llvm::function_ref<llvm::SmallBitVector(mlir::Value)> getDependence;
};

/// The steps of `expr`, a part of `form`.
AxisSteps getSteps(const IndexForm &form, mlir::AffineExpr expr,
                   const AxisQuery &query);

/// `expr` at the origin of all axes.
mlir::AffineExpr getOrigin(const IndexForm &form, mlir::AffineExpr expr,
                           const AxisQuery &query);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_AXISSTEPS_H
