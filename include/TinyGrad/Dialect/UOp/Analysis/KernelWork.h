//===- KernelWork.h - what a kernel does per iteration -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel seen as its heuristics see it: axes with sizes, and for each loop
// nest the accesses with their strides and the operations with the axes on
// which they depend.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_ANALYSIS_KERNELWORK_H
#define TINYGRAD_DIALECT_UOP_ANALYSIS_KERNELWORK_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace tinygrad::uop {

struct KernelWork {
  struct Axis {
    int64_t id;
    int64_t size; ///< At the upper bounds of the variables.
    bool isReduce;
    bool isDynamic;
  };
  struct Access {
    /// Elements by which the place moves per axis; nothing where the step is
    /// not constant.
    llvm::SmallVector<std::optional<int64_t>, 6> strides;
    llvm::SmallBitVector axes; ///< Those on which the place depends.
    /// Iterations of an axis at whose multiples alone the place moves; 1 where
    /// it may move with each.
    llvm::SmallVector<int64_t, 6> steady;
    bool isStore, isGated;
    /// All that it reads is the same in every launch, over axes of constant
    /// sizes: it may be packed once.
    bool isConstant = false;
    int64_t operand;          ///< The number of the load; -1 for a store.
    unsigned elementBits = 8; ///< In memory.
    /// The comparisons of indices in its gate, by their number in the nest.
    llvm::SmallVector<unsigned, 4> compares;
    /// The strides of axes that stand for a pair, along the outer one of it.
    std::vector<std::optional<int64_t>> outerStrides = {};
  };
  /// A comparison of indices: scalars, or a mask where lanes run along an axis.
  struct Compare {
    mlir::Operation *op;
    llvm::SmallBitVector axes;
  };
  struct Operation {
    llvm::SmallBitVector axes;
    unsigned cost;                     ///< In vector instructions, about.
    llvm::SmallBitVector scanned = {}; ///< The axes that a scan goes through.
    bool isLong = false;               ///< A function as long as two others.
  };
  struct Reduce {
    llvm::SmallBitVector axes;   ///< Of the result: one accumulator for each.
    llvm::SmallBitVector closed; ///< The axes it closes.
  };
  /// What runs in the same loops.
  struct Nest {
    llvm::SmallBitVector reduceAxes, axes;
    llvm::SmallVector<Access, 2> accesses;
    llvm::SmallVector<Compare> compares;
    llvm::SmallVector<Operation> operations;
    llvm::SmallVector<Reduce> reduces;
  };

  explicit KernelWork(KernelOp kernel);

  /// Whether every access moves along `outer` as along a continuation of
  /// `inner`, and no value is computed from their indices; gates may be. With
  /// `storesOnly` loads that move along both may do so otherwise.
  bool areContiguous(unsigned outer, unsigned inner,
                     bool storesOnly = false) const;
  /// Whether vectors of `factor` elements may run along `axis`, where a stage
  /// closes it: along its last range only, whose rows must not grow.
  bool fitsStages(unsigned axis, int64_t factor) const;
  /// Makes `outer` stand for both; `inner` is left with one iteration. An
  /// access that is not contiguous along the two moves irregularly then.
  void merge(unsigned outer, unsigned inner);
  /// Merges all neighbours that are contiguous and in no condition: their ids,
  /// the outer ones first, in the order in which they are merged.
  llvm::SmallVector<std::pair<int64_t, int64_t>> mergeContiguous();

  llvm::SmallVector<Axis> axes; ///< In the order of their ids.
  std::vector<Nest> nests;
  /// Axes whose index a value is computed from, or only conditions are.
  llvm::SmallBitVector computedWith, comparedWith;
  llvm::SmallBitVector merged; ///< Axes that stand for several.
  /// Of an axis that stands for two, the inner one and its size: it moves
  /// along both as the strides of that one and the outer strides say.
  struct Pair {
    unsigned inner;
    int64_t innerSize;
  };
  std::vector<std::optional<Pair>> pairs;
  llvm::SmallBitVector scannedAxes;
  unsigned elementBits = 8; ///< Of the widest value computed with.
  /// Axes that a stage closes, and those whose loops stand around one: these
  /// stay scalar, since a stage holds the elements of one iteration.
  llvm::SmallBitVector stagedAxes, aroundStages;
  /// Staged axes that are not the first range of their stage, or not the last.
  llvm::SmallBitVector notFirstStaged, notLastStaged;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_ANALYSIS_KERNELWORK_H
