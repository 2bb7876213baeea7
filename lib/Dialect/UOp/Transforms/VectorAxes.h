//===- VectorAxes.h - values over upcast and unroll axes -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_VECTORAXES_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_VECTORAXES_H

#include "AxisSteps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace tinygrad::uop {

/// Numbers of vector axes, increasing.
using Axes = llvm::SmallVector<unsigned, 4>;

/// A value with one vector dimension per axis in `axes`; a scalar without any.
struct Expanded {
  mlir::Value value;
  Axes axes;
};

/// The upcast and unroll axes of a kernel in the order of the dimensions that
/// they become, and which value depends on which.
///
/// The order is that of the ids, but axes along which more loads and stores
/// are contiguous come later: the last dimension becomes the lanes of vector
/// registers.
class VectorAxes {
public:
  explicit VectorAxes(KernelOp kernel);

  unsigned size() const { return ranges.size(); }
  int64_t getSize(unsigned axis) const { return sizes[axis]; }
  llvm::ArrayRef<RangeOp> getRanges() const { return ranges; }
  std::optional<unsigned> getAxis(mlir::Value value) const;
  llvm::SmallBitVector getDependence(mlir::Value value) const;
  Axes getAxes(mlir::ValueRange values) const;
  mlir::Type getType(mlir::Type element, llvm::ArrayRef<unsigned> axes) const;

  /// Calls `body` with what the analysis of indices asks.
  template <typename Body> auto query(Body body) const {
    auto axis = [this](mlir::Value v) { return getAxis(v); };
    auto dependence = [this](mlir::Value v) { return getDependence(v); };
    return body(AxisQuery{sizes, axis, dependence});
  }

private:
  void setOrder(llvm::ArrayRef<RangeOp> order);
  void analyze(KernelOp kernel);
  llvm::SmallVector<int64_t> scoreContiguity(KernelOp kernel) const;

  llvm::SmallVector<RangeOp> ranges;
  llvm::SmallVector<int64_t> sizes;
  llvm::DenseMap<mlir::Value, unsigned> axisOf;
  llvm::DenseMap<mlir::Value, llvm::SmallBitVector> dependence;
};

/// Builds values over axes.
class AxisBuilder {
public:
  AxisBuilder(mlir::OpBuilder &builder, const VectorAxes &axes)
      : builder(builder), axes(axes) {}

  /// `source` with a dimension for each of `target`, a superset of its axes.
  mlir::Value broadcast(mlir::Location loc, const Expanded &source,
                        llvm::ArrayRef<unsigned> target);
  /// `source` at position `at` of `axis`.
  Expanded slice(mlir::Location loc, const Expanded &source, unsigned axis,
                 int64_t at);
  /// The value over `target` whose slices along `axis` are `parts`, each over
  /// the other axes of `target`.
  mlir::Value assemble(mlir::Location loc, llvm::ArrayRef<mlir::Value> parts,
                       unsigned axis, llvm::ArrayRef<unsigned> target);
  /// `base`, growing by `steps`, over the axes whose step is not 0.
  Expanded grow(mlir::Location loc, mlir::Value base, const AxisSteps &steps);

private:
  mlir::OpBuilder &builder;
  const VectorAxes &axes;
};

/// The union of two increasing lists of axes.
Axes unite(llvm::ArrayRef<unsigned> lhs, llvm::ArrayRef<unsigned> rhs);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_VECTORAXES_H
