//===- RangeScopes.h - which ranges are open where -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every value of a kernel varies over a set of ranges, its open ranges: the
// union of its operands' sets, less what the op that makes it closes. Reduces
// and stages close the ranges they name, stores all that reach them; a scan
// closes none.
//
// The analysis assumes a kernel before linearize: one block of ops without
// regions. It changes no IR.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_ANALYSIS_RANGESCOPES_H
#define TINYGRAD_DIALECT_UOP_ANALYSIS_RANGESCOPES_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace tinygrad::uop {

/// Ranges in the order of their ids, each once.
using RangeSet = llvm::SmallVector<RangeOp, 4>;

class RangeScopes {
public:
  explicit RangeScopes(KernelOp kernel);

  /// The ranges over which `value` varies.
  llvm::ArrayRef<RangeOp> getOpen(mlir::Value value) const;
  /// The ranges over which `op` runs: the union of its operands' open ranges,
  /// with the ranges that it closes itself.
  llvm::ArrayRef<RangeOp> getScope(mlir::Operation *op) const;
  /// The ranges that the kernel's stores close: its output axes.
  llvm::ArrayRef<RangeOp> getOutputs() const { return outputs; }
  /// The ops that close `range`, in block order.
  llvm::ArrayRef<mlir::Operation *> getClosers(RangeOp range) const;

  /// Reports each place that breaks the contract of scopes: a range closed by
  /// two ops other than stores, a value that varies over a range that was
  /// closed to compute it, a store in a reduce or whose place does not vary
  /// with its value, stores over different axes, scans of one range that go
  /// different ways.
  mlir::LogicalResult verify() const;

private:
  mlir::LogicalResult verifyClosers() const;
  mlir::LogicalResult verifyReopened() const;
  mlir::LogicalResult verifyStores() const;
  mlir::LogicalResult verifyScans() const;

  mlir::Block &body;
  llvm::DenseMap<mlir::Value, RangeSet> open;
  llvm::DenseMap<mlir::Operation *, RangeSet> scopes;
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<mlir::Operation *, 1>>
      closers;
  RangeSet outputs;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_ANALYSIS_RANGESCOPES_H
