//===- CacheTiles.h - loop order, panels and threads -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_CACHETILES_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_CACHETILES_H

#include "KernelCost.h"

namespace tinygrad::uop {

/// Appends the opts that make `candidate` of the kernel: the order of its
/// loops, the vectors, and the panels of packed operands.
///
/// Loops over the axes of a packed operand come first, the others inside: a
/// block of panels, as much as the second cache holds beside what streams
/// through it, is packed once and read by all iterations of the others. Of a
/// panel that is too deep for that cache a part is packed at a time, and the
/// sums wait for the next part (`carry`), in the output or, where it cannot be,
/// in memory of the kernel's own.
///
/// Loops that are scanned are inside of the others, so that what was combined
/// is in registers. Lanes along another axis go on inside of them, as far as
/// the first cache holds what was combined: so memory is read in longer pieces.
class ScheduleWriter {
public:
  ScheduleWriter(KernelOp kernel, const KernelWork &work,
                 const KernelCost &cost, const Candidate &candidate,
                 const HeuristicTarget &target, bool streams,
                 llvm::SmallVectorImpl<ChosenOpt> &opts);

  void run();
  /// Makes the outermost loop with iterations the thread axis.
  void addThreads();

private:
  /// Bytes that all iterations read of `access`, each once.
  double getTotalBytes(const KernelWork::Access &access) const;
  void findPacked();
  void findUnrolled();
  void reorder(llvm::ArrayRef<unsigned> wanted, llvm::StringRef reason);
  void orderLoops();
  void orderTurnedRows();
  void orderNearRows();
  void tileTurnedRows();
  void splitVectors();
  void tilePanels();
  void stageOperands();
  void add(OptKind kind, int64_t axis, int64_t amount, llvm::StringRef reason);
  llvm::SmallVector<int64_t> getStageAxes(const KernelWork::Access &access,
                                          int64_t tile, bool isWhole) const;
  // ScheduleScans.cpp
  void orderScans();
  void tileScans();
  // ScheduleWindows.cpp
  void orderWindows();
  void stageJointWindows();
  std::pair<int, KernelCost::JointWindows>
  getJoint(const KernelWork::Access &access) const;
  llvm::SmallVector<int64_t>
  getWindowAxes(const KernelWork::Access &access) const;
  llvm::SmallVector<int64_t>
  getPaddedAxes(const KernelWork::Access &access) const;
  // WholePanels.cpp
  bool isShared(const KernelWork::Nest &other, unsigned axis) const;
  double getUnsharedBytes(const KernelWork::Nest &other,
                          const KernelWork::Access &access) const;
  double getRowBytes(const KernelWork::Nest &reduced) const;
  const KernelWork::Access *findNearWhole(const KernelWork::Nest &other) const;
  void findWhole();
  void compactWhole();
  // WidenOperands.cpp
  bool isWidened(const KernelWork::Access &access) const;
  void findWidened();
  // CarryPanels.cpp
  void carryDeepReduce();
  void carry(int reduce, int64_t amount, llvm::ArrayRef<int64_t> kept,
             llvm::StringRef reason);
  bool canKeepSums(llvm::ArrayRef<unsigned> inside) const;
  llvm::SmallVector<int64_t> getVectorAxes() const;
  // CarryRows.cpp
  std::pair<const KernelWork::Access *, int> findRows() const;
  void carryRows();

  KernelOp kernel;
  const KernelWork &work;
  const KernelCost &cost;
  Candidate candidate;
  HeuristicTarget target;
  bool streams; ///< What is stored goes around the caches.
  llvm::SmallVectorImpl<ChosenOpt> &opts;

  const KernelWork::Nest *nest = nullptr; ///< Of the packed operands.
  llvm::SmallVector<const KernelWork::Access *, 2> packed;
  /// What is broadcast to the lanes, copied as a whole.
  llvm::SmallVector<const KernelWork::Access *, 2> spread;
  /// The same, converted to what the kernel computes with, and the reduce along
  /// which neighbours are converted together, if any.
  llvm::SmallVector<const KernelWork::Access *, 2> widened;
  int widenedAlong = -1;
  /// The same with its windows' padding, as a whole or for each tile.
  llvm::SmallVector<const KernelWork::Access *, 2> windowed;
  bool hasTileWindows = false;
  bool packsWhole = false;  ///< The one packed operand, all of it first.
  bool isCompacted = false; ///< It is a copy of places at steps.
  /// Those of them that were copied before axes along which they move were
  /// merged, and the axis of windows that is written out for each of them.
  llvm::SmallVector<const KernelWork::Access *, 2> joint;
  int writtenOut = -1;
  /// What lanes run along, copied with its windows' padding.
  llvm::SmallVector<const KernelWork::Access *, 2> padded;
  llvm::SmallBitVector unrolled; ///< Windows of a short reduce, written out.
  llvm::SmallVector<int64_t, 6> ids;    ///< Of the outer part of each axis.
  llvm::SmallVector<int64_t, 6> inner;  ///< Of the vector part, or -1.
  llvm::SmallVector<unsigned, 6> order; ///< Output axes, the outermost first.
  bool tilesTurned = false; ///< Rows are turned around and written at once.
  int64_t panels = 1;       ///< In a block.
  int64_t scanTile = 1;   ///< Iterations of the lanes inside of scanned loops.
  int64_t panelAxis = -1; ///< The loop over a block's panels.
  int carried = -1;       ///< The reduce axis in parts, if any,
  int64_t carriedInner = -1; ///< its iterations in a part,
  int64_t threadAxis = -1;   ///< and the loop around all that may be shared,
  int64_t threadExtent = 1;  ///< with its iterations.
  int64_t nextId = 0;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_CACHETILES_H
