//===- Dependencies.h - which items must wait for which ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_ANALYSIS_DEPENDENCIES_H
#define TINYGRAD_DIALECT_JIT_ANALYSIS_DEPENDENCIES_H

#include "TinyGrad/Dialect/JIT/Analysis/Accesses.h"
#include "llvm/ADT/BitVector.h"

namespace tinygrad::jit {

/// An acyclic order of items, numbered as in their list: an edge always goes
/// from a lower number to a higher one.
class Dependencies {
public:
  /// Orders each pair that conflicts as the list does, with the fewest edges:
  /// none that the others imply.
  static Dependencies fromAccesses(llvm::ArrayRef<mlir::Operation *> items);

  /// The same with what each item touches given.
  static Dependencies
  fromAccesses(llvm::ArrayRef<mlir::Operation *> items,
               llvm::ArrayRef<llvm::SmallVector<Access>> accesses);

  /// What the events of a graph say.
  static Dependencies fromEvents(GraphOp graph);

  llvm::ArrayRef<mlir::Operation *> getItems() const { return items; }
  /// The items that item `i` waits for directly, in ascending order.
  llvm::ArrayRef<unsigned> getPredecessors(unsigned i) const {
    return predecessors[i];
  }
  /// Whether `first` is done before `second` starts.
  bool isOrdered(unsigned first, unsigned second) const {
    return ancestors[second].test(first);
  }
  /// One more than the highest level of the predecessors; 0 without any.
  unsigned getLevel(unsigned i) const { return levels[i]; }
  unsigned getNumLevels() const;

private:
  explicit Dependencies(llvm::ArrayRef<mlir::Operation *> items);
  void addEdge(unsigned from, unsigned to);

  llvm::SmallVector<mlir::Operation *> items;
  std::vector<llvm::SmallVector<unsigned>> predecessors;
  std::vector<llvm::BitVector> ancestors;
  llvm::SmallVector<unsigned> levels;
};

} // namespace tinygrad::jit

#endif // TINYGRAD_DIALECT_JIT_ANALYSIS_DEPENDENCIES_H
