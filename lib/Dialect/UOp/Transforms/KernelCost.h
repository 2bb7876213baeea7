//===- KernelCost.h - what a kernel costs with given tiles -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A candidate is a factor per axis, and which axis the lanes of vectors run
// along: an output axis for all that depends on it, in reduces that do not a
// reduce axis. Its cost is issue slots: vector operations and accesses, the
// latency of accumulators, and the packing of operands that are worth it.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_KERNELCOST_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_KERNELCOST_H

#include "OptHeuristic.h"
#include "TinyGrad/Dialect/UOp/Analysis/KernelWork.h"
#include <limits>

namespace tinygrad::uop {

/// Slots of a loop beside its body, and the part of the lesser of arithmetic
/// and accesses that is not hidden, for matrix units, too.
inline constexpr double kLoopOverhead = 2, kOverlap = 0.25;
/// Slots of a vector that is packed from far away, and of a comparison of its
/// gate.
inline constexpr double kPackVector = 6, kPackCompare = 2;
/// Slots of a byte of a copy that comes from the last cache.
inline constexpr double kLastByte = 0.1;
/// Registers that are few: what is not used at once waits in memory.
inline constexpr int64_t kFewRegisters = 16;
/// What may be copied as a whole in each run, in bytes.
inline constexpr double kMaxSpreadBytes = 4 << 20;
/// Bytes of a panel that is too large to keep.
inline constexpr int64_t kMaxPanelBytes = 16 << 20;

struct Candidate {
  llvm::SmallVector<int64_t, 6> factors;
  int lanes = -1;                        ///< The output axis of lanes, if any.
  llvm::SmallVector<int, 2> reduceLanes; ///< Reduce axes that are lanes.
  double cost = std::numeric_limits<double>::infinity();
};

class KernelCost {
public:
  using Nest = KernelWork::Nest;
  using Access = KernelWork::Access;

  KernelCost(const KernelWork &work, const HeuristicTarget &target)
      : work(work), target(target),
        lanes(std::max<int64_t>(target.vectorBits / work.elementBits, 1)),
        hasReduces(llvm::any_of(work.nests, [](const Nest &nest) {
          return !nest.reduces.empty();
        })) {}

  /// Slots of the whole kernel; infinite where it does not fit the registers,
  /// or where a part of them shows that they are no less than `limit`.
  double getCost(const Candidate &candidate,
                 double limit = std::numeric_limits<double>::infinity()) const;

  /// Elements of a vector register.
  int64_t getLanes() const { return lanes; }
  /// Iterations of an axis that is left with its factor.
  int64_t getCount(unsigned axis, const Candidate &candidate) const;
  double getIterations(const Nest &nest, const Candidate &candidate) const;
  /// The axis along which the vectors of a nest's values run, -1 for scalars.
  int getLaneAxis(const Nest &nest, const Candidate &candidate) const;

  /// Whether the vectors that `access` reads are worth packing into panels in
  /// the order in which the tile reads them: they are read again for many tiles
  /// of other axes, and are not near as they are.
  bool isPacked(const Access &access, const Nest &nest,
                const Candidate &candidate) const;
  /// Whether all that is broadcast to the lanes of `access` is worth copying
  /// into the order in which tiles read it: the rows of its reduce lie apart,
  /// so that each iteration reads lines of its own.
  bool isSpread(const Access &access, const Nest &nest,
                const Candidate &candidate) const;
  /// The same of what windows read: copied with its padding, rows as they are,
  /// of which each window reads another part. All of it once, or, where that is
  /// too much, for each tile what all panels of the other operand are read for.
  /// (`Rows` are what the tiles of one row read, which is not copied alone.)
  enum class Windows { None, Whole, Rows, Tile };
  Windows getWindows(const Access &access, const Nest &nest,
                     const Candidate &candidate) const;
  bool isWindowed(const Access &access, const Nest &nest,
                  const Candidate &candidate) const {
    return getWindows(access, nest, candidate) != Windows::None;
  }
  /// What is copied of vectors with their windows' padding: all that lies along
  /// the axes of windows, or the rows that one row of tiles reads.
  struct PaddedCopy {
    bool isWhole = true;
    double elements = 1, vectors = 1; ///< Of one copy,
    double times = 1;                 ///< how many of them there are,
    double cost = 0;                  ///< and slots of all.
  };
  /// The copy from which the vectors that `access` reads of windows are read
  /// without masks, if they are.
  std::optional<PaddedCopy> getPadded(const Access &access, const Nest &nest,
                                      const Candidate &candidate) const;
  /// The reduce axis that is a window which moves along `axis`, or -1.
  int getWindow(const Access &access, unsigned axis) const;
  /// Along two axes that were merged windows may move, too: along the rows of
  /// an image and along the positions in one.
  struct JointWindows {
    unsigned inner;
    int rows, places; ///< The windows.
    int64_t rowStep, rowsSize, placesSize;
  };
  std::optional<JointWindows> getJointWindows(const Access &access,
                                              unsigned axis) const;
  /// Bytes of a panel: what one tile reads in all iterations of its reduce.
  double getPanelBytes(const Access &access, const Candidate &candidate) const;
  /// Whether the lanes of `access` lie apart, but rows along another axis of
  /// the tile can be read and turned around in registers: that axis, or -1.
  int getTurnedAxis(const Access &access, int laneAxis,
                    const Candidate &candidate) const;

private:
  /// Whether vectors come with registers for masks.
  bool hasMaskRegisters() const { return target.vectorBits >= 512; }

  std::optional<double>
  getNestCost(const Nest &nest, const Candidate &candidate, double limit) const;
  double getPackedCost(const Access &access, int laneAxis,
                       const Candidate &candidate) const;
  double getTransposedCost(const Access &access, int laneAxis,
                           const Candidate &candidate) const;
  double countFarRows(const Access &access, const Candidate &candidate) const;
  double getDirectCost(const Access &access, const Nest &nest, int laneAxis,
                       const Candidate &candidate) const;
  bool isConstant(const KernelWork::Compare &compare,
                  const Candidate &candidate) const;
  bool isSteady(const KernelWork::Compare &compare,
                const Candidate &candidate) const;
  double getOverlap(const Access &access, unsigned axis,
                    const Candidate &candidate) const;
  double getCompareCost(const KernelWork::Compare &compare, const Nest &nest,
                        int laneAxis, const Candidate &candidate) const;
  double getReuse(const Access &access, const Nest &nest,
                  const Candidate &candidate) const;
  double getFarCost(const Access &access, const Nest &nest,
                    const Candidate &candidate) const;
  double getPackingCost(const Access &access, const Nest &nest,
                        const Candidate &candidate) const;
  double getSpreadingCost(const Access &access, const Nest &nest,
                          const Candidate &candidate) const;
  std::optional<double> getWindowElements(const Access &access, Windows windows,
                                          const Candidate &candidate) const;
  bool canWriteOut(const JointWindows &joint, const Candidate &candidate) const;
  int getWindowAlong(const Access &access, std::optional<int64_t> step) const;
  bool canPad(const Access &access, const Nest &nest,
              const Candidate &candidate) const;
  PaddedCopy getPaddedCopy(const Access &access, bool isWhole,
                           const Candidate &candidate) const;
  double getPaddedAccessCost(const Access &access, const Nest &nest,
                             const Candidate &candidate) const;
  double countTiles(const Access &access, const Candidate &candidate) const;
  bool staysInSecond(const Access &access, const Nest &nest,
                     const Candidate &candidate) const;
  double getWindowingCost(const Access &access, const Nest &nest,
                          const Candidate &candidate) const;
  bool isSideBySide(const Access &access, const Nest &nest, int laneAxis,
                    const Candidate &candidate) const;
  double getVectorCost(int64_t elements, bool isNear) const;
  /// Whether lanes at `stride` are shuffled out of whole registers.
  static bool isShuffled(std::optional<int64_t> stride, int64_t factor);
  bool staysNear(const Access &access, const Candidate &candidate) const;
  double getReachedPart(const Access &access, double row) const;
  double countVectors(const llvm::SmallBitVector &axes, int laneAxis,
                      const Candidate &candidate) const;
  llvm::SmallBitVector getVarying(const Access &access,
                                  const Candidate &candidate) const;
  bool needsGate(unsigned axis, const Candidate &candidate) const;

  const KernelWork &work;
  HeuristicTarget target;
  int64_t lanes;
  bool hasReduces; ///< Of any nest.
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_KERNELCOST_H
