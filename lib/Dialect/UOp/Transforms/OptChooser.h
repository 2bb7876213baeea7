//===- OptChooser.h - the choice of a processor's opts ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTCHOOSER_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTCHOOSER_H

#include "KernelCost.h"
#include "OptHeuristic.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelWork.h"
#include <optional>

namespace tinygrad::uop {

/// A tile must cost less than none by the first, and of two candidates that are
/// about equal the first is taken.
inline constexpr double kGain = 0.95, kTie = 0.99;

/// The choice for one kernel.
class OptChooser {
public:
  OptChooser(KernelOp kernel, const HeuristicTarget &target)
      : kernel(kernel), work(kernel), target(target), cost(work, target),
        lanes(cost.getLanes()) {}

  llvm::SmallVector<ChosenOpt> run(bool &areTried);
  /// Slots of what was chosen.
  double getCost() const { return chosenCost; }
  /// An output axis that some operand of a reduce sees in blocks of equal
  /// length, and that length: the channels of a group.
  std::optional<std::pair<int64_t, int64_t>> findBlocks() const;

private:
  using Nest = KernelWork::Nest;

  // OptCandidates.cpp
  llvm::SmallVector<int64_t> getLaneFactors(unsigned axis) const;
  bool isAlmostDivided(unsigned axis, int64_t factor) const;
  llvm::SmallVector<int64_t> getTileFactors(unsigned axis, int64_t most,
                                            bool isAlone) const;
  Candidate addReduceLanes(Candidate base, int64_t maxVectors) const;
  bool hasNeedlessEdge(unsigned axis, const Candidate &candidate) const;
  Candidate addTiles(Candidate base) const;
  // OptHeuristic.cpp
  bool hasPacked(const Candidate &candidate) const;
  bool hasWindows() const;
  Candidate choose() const;

  enum class Merge { Plain, Compared, Gathered };
  void mergeAxes(llvm::SmallVector<ChosenOpt> &opts, Merge kind);
  bool isMuchWork(const Candidate &scalar) const;
  llvm::SmallVector<int64_t> findStreams();
  void addStreams(llvm::ArrayRef<int64_t> streams,
                  llvm::SmallVector<ChosenOpt> &opts);

  KernelOp kernel;
  KernelWork work;
  HeuristicTarget target;
  KernelCost cost;
  int64_t lanes;
  double chosenCost = 0;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTCHOOSER_H
