//===- AccessCost.cpp - what loads and stores of a tile cost --------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of operands as they lie in memory, and of those that are packed, whose
// packing is a part of the cost unless a kernel of its own does it once.
//
//===----------------------------------------------------------------------===//

#include "KernelCost.h"
#include "MemorySizes.h"
#include "VectorPieces.h"

#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace tinygrad::uop;

namespace {
/// Slots of a lane that is loaded by itself, at constant steps or at an index
/// of its own; of a masked vector access; of a branch around a scalar one.
constexpr double kStridedLane = 4, kGatheredLane = 5, kMask = 1.5, kBranch = 5;
/// Half of those of a lane of sums that is stored by itself.
constexpr double kStoredLane = 1.5;
/// Of a shuffle, which one unit alone does, and of a mask that is spread.
constexpr double kShuffle = 2, kSpreadMask = 6;
/// Of a masked access where masks are vectors as others are, spread to the
/// width of what they hide, and of such a mask that is made in each iteration.
/// The first is less where registers are shuffled, whose masks are counted.
constexpr double kVectorMask = 3, kCompareVector = 10, kShuffledMask = 2;
/// Of a masked store there: processors without masks of their own, or some of
/// them, make many steps of it.
constexpr double kVectorMaskedStore = 6;
/// Rows on lines of their own that are read side by side at the speed of
/// neighbours, and how much slower more of them are.
constexpr int64_t kMaxRows = 8;
constexpr double kManyRows = 1.5;
/// From one line of a set of the first cache to the next.
constexpr int64_t kWayBytes = 4096;
/// Tiles of an axis that may lie at an edge of a window.
constexpr double kEdgeTiles = 2;
/// An operand is packed where a panel is this deep and read this often, at
/// least.
constexpr double kMinDepth = 16, kMinReuse = 2;
/// Of an element that is copied in rows for a tile, and of a comparison of its
/// gate; of a row that is read where it lies.
constexpr double kSpreadRow = 1, kSpreadCompare = 0.5, kScatteredRow = 8;
/// Of a byte that comes from far away all at once, where so few tiles read it.
constexpr double kFarByte = 0.1, kFarTiles = 8;
/// How much slower an operand that never changes must be as it is.
constexpr double kMinGain = 1.25;
/// Of a comparison that makes a mask in each iteration: of indices that grow by
/// one, or of those computed lane by lane.
constexpr double kCompare = 2, kCompareLanes = 5;
/// How much slower a panel beyond the first cache is, and one whose rows do not
/// start at lines.
constexpr double kFarPanel = 2, kSplitLines = 1.5;
/// Of a comparison of a vector's gate when packed, where each lane's index is
/// divided.
constexpr double kMergedCompare = 7;
/// Of a lane that is gathered by itself when packed.
constexpr double kPackGathered = 3;
/// Of one that is turned around in registers, when packed or where it is read.
constexpr double kPackTransposed = 16, kTransposed = 6;
/// How much slower the latter is where rows are a part of a line: the rest of
/// it is gone when it is read.
constexpr double kPartialLine = 3;
/// Of a shuffle or an access by which a part of a register is turned around,
/// and the rows of such a part, at least.
constexpr double kTurned = 1.2;
constexpr int64_t kMinRows = 4;
/// Of rows that are each on another page.
constexpr double kFarRow = 4;
constexpr int64_t kManyPages = 64;
} // namespace

/// The axes over which the places of one tile differ: within a group all output
/// channels of a convolution read the same.
llvm::SmallBitVector KernelCost::getVarying(const Access &access,
                                            const Candidate &candidate) const {
  llvm::SmallBitVector axes = access.axes;
  for (unsigned axis : access.axes.set_bits())
    if (access.steady[axis] > 1 &&
        access.steady[axis] % candidate.factors[axis] == 0)
      axes.reset(axis);
  return axes;
}

double KernelCost::getPanelBytes(const Access &access,
                                 const Candidate &candidate) const {
  double bytes = work.elementBits / 8;
  for (unsigned axis : access.axes.set_bits())
    bytes *= work.axes[axis].isReduce ? work.axes[axis].size
                                      : candidate.factors[axis];
  return bytes;
}

/// The part of the first cache in which the rows of a panel, `row` bytes each,
/// find places: where they are far apart by powers of two, few of its sets.
/// Without a reduce that reads rows again there is only one.
double KernelCost::getReachedPart(const Access &access, double row) const {
  double reached = std::max<double>(row, kLineBytes);
  for (unsigned axis : access.axes.set_bits()) {
    if (!work.axes[axis].isReduce || !access.strides[axis])
      continue;
    int64_t bytes = std::abs(*access.strides[axis]) * work.elementBits / 8;
    int64_t count = work.axes[axis].size;
    if (bytes >= row)
      reached *= std::min<double>(count, static_cast<double>(kWayBytes) /
                                             std::gcd(bytes, kWayBytes));
    else if (bytes * count > row)
      reached += static_cast<double>(bytes) * (count - 1);
  }
  return std::min(reached / kWayBytes, 1.0);
}

/// Whether the first cache keeps a panel as it lies in memory, with half as
/// much beside it: rows that do not start at its lines take one more each.
bool KernelCost::staysNear(const Access &access,
                           const Candidate &candidate) const {
  double bytes = getPanelBytes(access, candidate), reached = 1;
  llvm::SmallBitVector steady = access.axes;
  steady.reset(getVarying(access, candidate));
  for (unsigned axis : steady.set_bits())
    bytes /= candidate.factors[axis];
  int lane = candidate.lanes, elementBytes = work.elementBits / 8;
  if (lane >= 0 && access.axes.test(lane) && access.strides[lane] == 1) {
    bool isSplit = llvm::any_of(access.axes.set_bits(), [&](unsigned axis) {
      return access.strides[axis] && static_cast<int>(axis) != lane &&
             *access.strides[axis] * elementBytes % kLineBytes != 0;
    });
    double row = static_cast<double>(candidate.factors[lane]) * elementBytes;
    if (isSplit && row >= kLineBytes)
      bytes *= (row + kLineBytes) / row;
    reached = getReachedPart(access, row);
  }
  return bytes * 1.5 <= target.l1Bytes * reached;
}

/// Slots of a contiguous access: the wider, the more often it crosses lines
/// and misses the first cache.
double KernelCost::getVectorCost(int64_t elements, bool isNear) const {
  return isNear ? 1 : 1 + 1.5 * elements * work.elementBits / 512;
}

bool KernelCost::isPacked(const Access &access, const Nest &nest,
                          const Candidate &candidate) const {
  int lane = candidate.lanes;
  if (access.isStore || nest.reduces.empty() || lane < 0 ||
      !getVarying(access, candidate).test(lane) ||
      candidate.factors[lane] < lanes)
    return false;
  double depth = 1;
  for (unsigned axis : nest.axes.set_bits()) {
    if (!access.axes.test(axis) || !work.axes[axis].isReduce)
      continue;
    depth *= work.axes[axis].size;
    // A panel's rows have fixed places.
    if (work.axes[axis].isDynamic)
      return false;
  }
  if (depth < kMinDepth || getReuse(access, nest, candidate) < kMinReuse ||
      getPanelBytes(access, candidate) > kMaxPanelBytes)
    return false;
  if (access.strides[lane] == 1 && !access.isGated &&
      staysNear(access, candidate))
    return false;
  double direct = getDirectCost(access, nest, lane, candidate);
  for (unsigned compare : access.compares)
    direct += getCompareCost(nest.compares[compare], nest, lane, candidate);
  double packed = countVectors(getVarying(access, candidate), lane, candidate);
  // Memory for a copy is worth more than a little time.
  if (access.isConstant)
    return direct > packed * kMinGain;
  return getIterations(nest, candidate) * (direct - packed) >
         getPackingCost(access, nest, candidate);
}

/// Whether what `access` broadcasts lies in rows along a tile's axis, one for
/// each iteration of a reduce.
static bool isScattered(const KernelWork &work,
                        const KernelWork::Access &access,
                        const Candidate &candidate) {
  if (access.isStore || candidate.lanes < 0 ||
      access.axes.test(candidate.lanes))
    return false;
  double depth = 1;
  bool hasTile = false;
  for (unsigned axis : access.axes.set_bits()) {
    if (work.axes[axis].isDynamic ||
        (work.axes[axis].isReduce && access.strides[axis] == 1))
      return false;
    if (work.axes[axis].isReduce)
      depth *= work.axes[axis].size;
    else
      hasTile |= candidate.factors[axis] > 1;
  }
  return hasTile && depth >= kMinDepth;
}

/// Tiles of other axes that read what `access` does again.
double KernelCost::getReuse(const Access &access, const Nest &nest,
                            const Candidate &candidate) const {
  double reuse = 1;
  for (unsigned axis : nest.axes.set_bits())
    if (!access.axes.test(axis) && !work.axes[axis].isReduce)
      reuse *= getCount(axis, candidate);
  return reuse;
}

/// Slots of a byte of what was packed before: the first tile that reads it
/// waits for memory, since between two runs of a program caches hold something
/// else. The more tiles follow, the more of that is hidden.
double KernelCost::getFarCost(const Access &access, const Nest &nest,
                              const Candidate &candidate) const {
  return kFarByte * kFarTiles /
         std::max(getReuse(access, nest, candidate), kFarTiles);
}

double KernelCost::getSpreadingCost(const Access &access, const Nest &nest,
                                    const Candidate &candidate) const {
  double elements = 1;
  bool isRow = false;
  for (unsigned axis : access.axes.set_bits()) {
    elements *= static_cast<double>(getCount(axis, candidate)) *
                candidate.factors[axis];
    isRow |= !work.axes[axis].isReduce && candidate.factors[axis] > 1 &&
             access.strides[axis] == 1;
  }
  if (access.isConstant)
    return elements * work.elementBits / 8 *
           getFarCost(access, nest, candidate);
  // Where registers are few each panel reads all of it (CacheTiles).
  double bytes = elements * work.elementBits / 8, far = 0;
  if (bytes > target.l2Bytes / 2.0 && target.vectorRegisters <= kFewRegisters)
    far = bytes * getReuse(access, nest, candidate) * kLastByte;
  return far + elements * (isRow ? kSpreadRow : kPackGathered) +
         elements * kSpreadCompare * access.compares.size();
}

bool KernelCost::isSpread(const Access &access, const Nest &nest,
                          const Candidate &candidate) const {
  if (nest.reduces.empty() || candidate.reduceLanes.size() ||
      work.stagedAxes.any() || !isScattered(work, access, candidate))
    return false;
  double bytes = work.elementBits / 8, packed = 1;
  for (unsigned axis : access.axes.set_bits()) {
    bytes *= static_cast<double>(getCount(axis, candidate)) *
             candidate.factors[axis];
    packed *= candidate.factors[axis];
    // A window that is unrolled reads neighbours again.
    if (work.axes[axis].isReduce && candidate.factors[axis] > 1)
      return false;
  }
  if (getReuse(access, nest, candidate) < kMinReuse || bytes > kMaxSpreadBytes)
    return false;
  double direct = getDirectCost(access, nest, candidate.lanes, candidate);
  return getIterations(nest, candidate) * (direct - packed) >
         getSpreadingCost(access, nest, candidate);
}

bool KernelCost::isShuffled(std::optional<int64_t> stride, int64_t factor) {
  return stride && *stride >= 2 && *stride <= kMaxShuffledStep && factor >= 4;
}

int KernelCost::getTurnedAxis(const Access &access, int laneAxis,
                              const Candidate &candidate) const {
  if (access.isStore || laneAxis < 0 || lanes < 4 ||
      !access.axes.test(laneAxis) || !access.strides[laneAxis] ||
      candidate.factors[laneAxis] % lanes != 0)
    return -1;
  for (int axis : access.axes.set_bits())
    if (axis != laneAxis && access.strides[axis] == 1 &&
        candidate.factors[axis] % lanes == 0)
      return axis;
  return -1;
}

/// Slots of one vector of `access`, the lanes of which lie apart, but rows
/// along another axis of the tile can be turned around in registers; 0 where
/// there are none.
double KernelCost::getTransposedCost(const Access &access, int laneAxis,
                                     const Candidate &candidate) const {
  if (laneAxis < 0 || lanes < 4 || !access.axes.test(laneAxis) ||
      !access.strides[laneAxis] || access.strides[laneAxis] == 1 ||
      candidate.factors[laneAxis] % lanes != 0)
    return 0;
  if (int turned = getTurnedAxis(access, laneAxis, candidate); turned >= 0) {
    double elementBytes = work.elementBits / 8.0, bytes = elementBytes;
    for (unsigned axis : access.axes.set_bits())
      bytes *= static_cast<double>(work.axes[axis].size);
    bool isPart = elementBytes * std::min(candidate.factors[laneAxis],
                                          candidate.factors[turned]) <
                  kLineBytes;
    return kTransposed *
           (isPart && !hasReduces && bytes > target.l1Bytes ? kPartialLine : 1);
  }
  bool isSquare = llvm::isPowerOf2_64(candidate.factors[laneAxis]);
  if (access.isStore &&
      (access.isGated || !hasReduces ||
       llvm::any_of(access.axes.set_bits(), [&](unsigned axis) {
         return candidate.factors[axis] > 1 && needsGate(axis, candidate);
       })))
    return 0;
  for (unsigned axis : access.axes.set_bits()) {
    int64_t rows = candidate.factors[axis];
    if (static_cast<int>(axis) == laneAxis || access.strides[axis] != 1)
      continue;
    // With more rows the expander has lanes along them (VectorAxes).
    if (!hasReduces || !isSquare || rows < kMinRows ||
        rows >= std::min<int64_t>(candidate.factors[laneAxis], kRegisterLanes))
      continue;
    // A part of a register: `block` rows of as many lanes at a time.
    double block = static_cast<double>(llvm::bit_ceil<uint64_t>(rows));
    double shuffles = lanes * llvm::Log2_64_Ceil(rows) + lanes * rows / block;
    return kTurned * (shuffles + lanes) / rows;
  }
  return 0;
}

double KernelCost::getPackingCost(const Access &access, const Nest &nest,
                                  const Candidate &candidate) const {
  double elements = 1;
  bool hasRows = false;
  for (unsigned axis : access.axes.set_bits()) {
    elements *= static_cast<double>(getCount(axis, candidate)) *
                candidate.factors[axis];
    hasRows |= work.axes[axis].isReduce && access.strides[axis] == 1 &&
               work.axes[axis].size % lanes == 0;
  }
  // By a kernel that runs once.
  if (access.isConstant)
    return elements * work.elementBits / 8 *
           getFarCost(access, nest, candidate);
  std::optional<int64_t> stride = access.strides[candidate.lanes];
  if (isShuffled(stride, candidate.factors[candidate.lanes]))
    return elements / lanes *
           (kPackVector + *stride + kShuffle * (*stride - 1) +
            kPackCompare * access.compares.size());
  if (stride && stride != 1 && hasRows)
    return elements / lanes * kPackTransposed;
  if (stride != 1)
    return elements * (stride ? kStridedLane : kPackGathered);
  // Along axes that were merged masks are divisions and comparisons of each
  // lane.
  double compare = !hasMaskRegisters() && work.merged.test(candidate.lanes)
                       ? kMergedCompare
                       : kPackCompare;
  return elements / lanes * (kPackVector + compare * access.compares.size());
}

/// Whether nothing in `compare` is a loop.
bool KernelCost::isConstant(const KernelWork::Compare &compare,
                            const Candidate &candidate) const {
  return llvm::all_of(compare.axes.set_bits(), [&](unsigned axis) {
    return getCount(axis, candidate) == 1 && !work.axes[axis].isDynamic;
  });
}

/// Whether the loops of the reduce leave the mask of `compare` as it is, and
/// most tiles are inside of it.
bool KernelCost::isSteady(const KernelWork::Compare &compare,
                          const Candidate &candidate) const {
  return llvm::all_of(compare.axes.set_bits(), [&](unsigned axis) {
    return work.axes[axis].isReduce ? getCount(axis, candidate) == 1
                                    : !work.merged.test(axis);
  });
}

/// Slots of a comparison in one iteration of the nest. Masks that no reduce
/// changes are made outside of it.
double KernelCost::getCompareCost(const KernelWork::Compare &compare,
                                  const Nest &nest, int laneAxis,
                                  const Candidate &candidate) const {
  if (laneAxis < 0 || !compare.axes.anyCommon(nest.reduceAxes))
    return 0;
  if (isConstant(compare, candidate))
    return 0;
  // Where no loop of the reduce changes a mask, tiles inside have bodies
  // without (uop-split-edges).
  double edges = 1;
  if (isSteady(compare, candidate))
    for (unsigned axis : compare.axes.set_bits())
      if (int64_t count = getCount(axis, candidate); count > 1)
        edges = std::min(edges, kEdgeTiles / count);
  bool isByLane = compare.axes.test(laneAxis) && work.merged.test(laneAxis);
  if (!hasMaskRegisters() && compare.axes.test(laneAxis))
    return countVectors(compare.axes, laneAxis, candidate) * kCompareVector;
  return countVectors(compare.axes, laneAxis, candidate) * edges *
         (isByLane ? kCompareLanes : kCompare);
}

/// Slots of an access of a panel.
double KernelCost::getPackedCost(const Access &access, int laneAxis,
                                 const Candidate &candidate) const {
  double cost =
      countVectors(getVarying(access, candidate), laneAxis, candidate);
  if (getPanelBytes(access, candidate) > target.l1Bytes)
    cost *= kFarPanel;
  if (candidate.factors[laneAxis] % lanes != 0)
    cost *= kSplitLines;
  return cost;
}

/// The part of what the windows along `axis`, the factor of which is unrolled,
/// read that differs from tile to tile: neighbours overlap.
double KernelCost::getOverlap(const Access &access, unsigned axis,
                              const Candidate &candidate) const {
  if (!work.axes[axis].isReduce || access.isStore)
    return 1;
  int64_t window = candidate.factors[axis];
  for (unsigned tile : access.axes.set_bits()) {
    int64_t factor = candidate.factors[tile];
    if (work.axes[tile].isReduce || factor == 1 ||
        static_cast<int>(tile) == candidate.lanes || !access.strides[axis] ||
        !access.strides[tile] || *access.strides[axis] == 0 ||
        *access.strides[tile] % *access.strides[axis] != 0)
      continue;
    int64_t step = std::abs(*access.strides[tile] / *access.strides[axis]);
    if (step < window)
      return static_cast<double>((factor - 1) * step + window) /
             (factor * window);
  }
  return 1;
}

/// The rows of a tile that are on pages of their own.
double KernelCost::countFarRows(const Access &access,
                                const Candidate &candidate) const {
  double rows = 1;
  for (unsigned axis : access.axes.set_bits())
    if (!work.axes[axis].isReduce && access.strides[axis] &&
        std::abs(*access.strides[axis]) * work.elementBits / 8 >= kPageBytes)
      rows *= static_cast<double>(candidate.factors[axis]);
  return rows;
}

/// Slots of an access of memory as it is.
double KernelCost::getDirectCost(const Access &access, const Nest &nest,
                                 int laneAxis,
                                 const Candidate &candidate) const {
  double cost = 1;
  bool isMasked = false, isShuffledApart = false;
  bool isNear = staysNear(access, candidate);
  for (unsigned axis : getVarying(access, candidate).set_bits()) {
    int64_t factor = candidate.factors[axis];
    if (factor == 1)
      continue;
    std::optional<int64_t> stride = access.strides[axis];
    if (static_cast<int>(axis) != laneAxis) {
      cost *= factor;
      cost *= getOverlap(access, axis, candidate);
      if (factor > kMaxRows && stride &&
          std::abs(*stride) * work.elementBits / 8 >= kLineBytes)
        cost *= kManyRows;
      continue;
    }
    // Without a reduce inside, masks are cheaper than a second body.
    isMasked =
        access.isGated || (nest.reduces.empty() && needsGate(axis, candidate) &&
                           (access.isStore || !work.axes[axis].isDynamic ||
                            work.axes[axis].size % factor != 0));
    int64_t rest = factor % lanes;
    if (!access.isStore && isShuffled(stride, factor)) {
      bool hasMask =
          needsGate(axis, candidate) ||
          llvm::any_of(access.compares, [&](unsigned i) {
            const KernelWork::Compare &compare = nest.compares[i];
            return compare.axes.test(axis) && !isConstant(compare, candidate);
          });
      double registers = static_cast<double>(*stride);
      double vectors = llvm::divideCeil(factor, lanes);
      isShuffledApart = true;
      // A part of a vector is a whole one in which some lanes are none.
      double masked = hasMask ? vectors : (rest & (rest - 1)) != 0;
      cost *= vectors * (registers * getVectorCost(lanes, isNear) +
                         kShuffle * (registers - 1)) +
              masked * kSpreadMask * registers;
    } else if (double turned = getTransposedCost(access, laneAxis, candidate))
      cost *= static_cast<double>(factor / lanes) * turned;
    else if (stride == 1)
      cost *= factor / lanes * getVectorCost(lanes, isNear) +
              (rest ? llvm::popcount(static_cast<uint64_t>(rest)) *
                          getVectorCost(rest, isNear)
                    : 0);
    else if (access.isStore && hasReduces && stride &&
             llvm::isPowerOf2_64(factor))
      cost *= factor * kStoredLane;
    else
      cost *= factor * (stride ? kStridedLane : kGatheredLane);
  }
  // Each iteration of a reduce that is on another page misses the table of
  // pages, whatever it reads there.
  for (unsigned axis : nest.reduceAxes.set_bits())
    if (access.axes.test(axis) && access.strides[axis] && laneAxis >= 0 &&
        std::abs(*access.strides[axis]) * work.elementBits / 8 >= kPageBytes &&
        work.axes[axis].size > kManyPages) {
      cost += kFarRow * countFarRows(access, candidate);
      break;
    }
  if (isScattered(work, access, candidate))
    cost += kScatteredRow;
  if (isMasked) {
    bool varies = llvm::any_of(access.compares, [&](unsigned i) {
      return !isConstant(nest.compares[i], candidate);
    });
    bool isSpread = !access.isStore && !nest.reduces.empty() && varies &&
                    !hasMaskRegisters();
    // A body with a reduce inside is doubled (uop-split-edges).
    bool isSlowStore = access.isStore && !hasMaskRegisters() &&
                       llvm::none_of(work.nests, [&](const Nest &other) {
                         return !other.reduces.empty() &&
                                other.axes.test(laneAxis) &&
                                !other.reduceAxes.test(laneAxis);
                       });
    // The masks of registers that are shuffled are counted, but for their
    // spreading.
    cost *= isSlowStore       ? kVectorMaskedStore
            : !isSpread       ? kMask
            : isShuffledApart ? kShuffledMask
                              : kVectorMask;
  }
  if (access.isStore)
    return cost * 2;
  return access.isGated && !isMasked ? cost * kBranch : cost;
}
