//===- KernelCost.cpp - what a kernel costs with given tiles -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lies beyond a size where a factor does not divide it costs the
// iterations that are rounded up, no more: bodies whose masks are full have
// none (uop-split-edges).
//
//===----------------------------------------------------------------------===//

#include "KernelCost.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {
/// Elements of the vectors of one nest, and copies of one instruction: code
/// grows with them.
constexpr int64_t kMaxTile = 1024;
constexpr double kMaxCopies = 48;
/// The same where the windows of a reduce are unrolled, and there are this many
/// registers.
constexpr int64_t kManyRegisters = 32;
constexpr int64_t kMaxWindowTile = 4096;
constexpr double kMaxWindowCopies = 160;
/// And from which the code is slower where that leaves no loop: all of it is
/// one block, in which sums are computed side by side beyond the registers.
constexpr double kManyCopies = 80, kLongBlock = 1.25;
/// Operations that are a function, at least, which has constants of its own: so
/// many are read again in each iteration, for all vectors of it, where
/// registers are few.
constexpr double kFunction = 16, kConstants = 0.25;
/// Vectors of a long function in one iteration of a kernel without reduces, and
/// of any function in all kernels, where registers are few: of more of them the
/// compiler spills what it interleaves.
constexpr double kMaxLong = 2, kMaxFunction = 4;
/// Copies for each register where a kernel has reduces, but the nest none.
constexpr double kMaxRowCopies = 1.5;
/// Vectors in flight where nothing is accumulated.
constexpr double kMaxStreams = 4;
/// Slots (half cycles) from an accumulator to its next use.
constexpr double kReduceLatency = 8;
/// What the masks of an edge across the lanes add, in tiles.
constexpr double kEdge = 0.5;
/// Work that is in vain where a variable is less than its bound.
constexpr double kDynamic = 1.1;
/// Registers for the constants of a comparison that makes a mask in each
/// iteration.
constexpr double kCompareRegisters = 1.5;
/// Registers this wide are multiplied by a scalar of memory in one instruction.
/// Others need a register for each of several that lie side by side: LLVM loads
/// them ahead.
constexpr int64_t kBroadcastBits = 512;
/// Vectors for each scalar from which all are loaded ahead of their use.
constexpr double kManyVectors = 2;
/// Vectors for each of which a scalar that is broadcast is read in its turn.
constexpr int64_t kMaxVectorsInTurn = 2;
} // namespace

bool KernelCost::needsGate(unsigned axis, const Candidate &candidate) const {
  return work.axes[axis].size % candidate.factors[axis] != 0 ||
         work.axes[axis].isDynamic;
}

int64_t KernelCost::getCount(unsigned axis, const Candidate &candidate) const {
  return llvm::divideCeil(std::max<int64_t>(work.axes[axis].size, 1),
                          candidate.factors[axis]);
}

int KernelCost::getLaneAxis(const Nest &nest,
                            const Candidate &candidate) const {
  if (candidate.lanes >= 0 && nest.axes.test(candidate.lanes))
    return candidate.lanes;
  for (int axis : candidate.reduceLanes)
    if (nest.reduceAxes.test(axis))
      return axis;
  return -1;
}

/// Vectors (or scalars) that a value over `axes` is in one iteration.
double KernelCost::countVectors(const llvm::SmallBitVector &axes, int laneAxis,
                                const Candidate &candidate) const {
  double count = 1;
  for (unsigned axis : axes.set_bits()) {
    int64_t factor = candidate.factors[axis];
    count *= static_cast<int>(axis) == laneAxis
                 ? llvm::divideCeil(factor, lanes)
                 : factor;
  }
  return count;
}

double KernelCost::getIterations(const Nest &nest,
                                 const Candidate &candidate) const {
  double iterations = 1;
  for (unsigned axis : nest.axes.set_bits())
    iterations *= getCount(axis, candidate);
  return iterations;
}

/// Whether the scalars that a tile reads of `access` lie side by side. Then
/// they are read one after another by one pointer, unless each is for many
/// vectors: LLVM loads all of them ahead, so that each has a register.
bool KernelCost::isSideBySide(const Access &access, const Nest &nest,
                              int laneAxis, const Candidate &candidate) const {
  if (laneAxis < 0 || access.isStore || access.axes.test(laneAxis))
    return false;
  bool isCopied =
      isWindowed(access, nest, candidate) || isSpread(access, nest, candidate);
  return llvm::any_of(access.axes.set_bits(), [&](unsigned axis) {
    return candidate.factors[axis] > 1 &&
           (isCopied || access.strides[axis] == 1);
  });
}

/// Slots of all iterations of a nest; nothing if it does not fit the registers.
/// Arithmetic alone settles most candidates.
std::optional<double> KernelCost::getNestCost(const Nest &nest,
                                              const Candidate &candidate,
                                              double limit) const {
  int laneAxis = getLaneAxis(nest, candidate);
  int64_t tile = 1;
  bool hasWindows = llvm::any_of(nest.reduceAxes.set_bits(), [&](int axis) {
    return candidate.factors[axis] > 1 && axis != laneAxis;
  });
  int64_t maxTile = hasWindows ? kMaxWindowTile : kMaxTile;
  // With few registers the weights of windows and rows that overlap wait in
  // memory, and masks, where windows have them.
  bool isPadded = hasWindows && llvm::any_of(nest.accesses, [&](auto &access) {
                    return getPadded(access, nest, candidate).has_value();
                  });
  bool areConstant =
      hasWindows && !nest.compares.empty() &&
      llvm::all_of(nest.compares, [&](const KernelWork::Compare &compare) {
        return isConstant(compare, candidate);
      });
  double maxCopies = hasWindows && target.vectorRegisters >= kManyRegisters
                         ? kMaxWindowCopies
                     : isPadded || areConstant ? kManyCopies
                                               : kMaxCopies;
  for (unsigned axis : nest.axes.set_bits())
    if (llvm::MulOverflow(tile, candidate.factors[axis], tile) ||
        tile > maxTile)
      return std::nullopt;
  double slots = 0, accesses = 0, accumulators = 0, ending = 0, packing = 0;
  double constants = 0, longVectors = 0, functionVectors = 0;
  bool scans = false;
  double loaded = 0, mostVectors = 0, mostScalars = 0, scalars = 0;
  double widest = 0, copies = 0, masks = 0;
  bool canBroadcast = target.vectorBits >= kBroadcastBits;
  // What is broadcast is loaded just before its use, or all of it ahead.
  bool isInTurn = false, hasAhead = false;
  bool isWide =
      laneAxis >= 0 && candidate.factors[laneAxis] > kMaxVectorsInTurn * lanes;
  bool isNarrow =
      !canBroadcast && laneAxis >= 0 && candidate.factors[laneAxis] <= lanes;
  for (const KernelWork::Operation &operation : nest.operations) {
    double vectors = countVectors(operation.axes, laneAxis, candidate);
    slots += operation.cost * vectors;
    if (operation.cost >= kFunction &&
        target.vectorRegisters <= kFewRegisters) {
      constants += operation.cost * kConstants;
      functionVectors = std::max(functionVectors, vectors);
      if (operation.isLong)
        longVectors += vectors;
    }
    scans |= operation.scanned.any();
    // Lanes are combined in steps, each with a shuffle.
    if (laneAxis >= 0 && !operation.scanned.empty() &&
        operation.scanned.test(laneAxis))
      slots += vectors * (2.0 * llvm::Log2_64_Ceil(lanes) + 1);
    widest = std::max(widest, vectors);
  }
  for (const KernelWork::Reduce &reduce : nest.reduces) {
    llvm::SmallBitVector axes = reduce.axes;
    bool isAcross = laneAxis >= 0 && reduce.closed.test(laneAxis);
    if (isAcross)
      axes.set(laneAxis);
    accumulators += countVectors(axes, laneAxis, candidate);
    // Combining the lanes, once a result.
    if (isAcross)
      ending += countVectors(reduce.axes, -1, candidate) *
                (3.0 * llvm::Log2_64_Ceil(lanes) +
                 llvm::divideCeil(candidate.factors[laneAxis], lanes));
    for (unsigned axis : reduce.closed.set_bits())
      if (candidate.factors[axis] > 1 && needsGate(axis, candidate))
        slots += 1;
  }
  // What the scheduler loads ahead needs room, too.
  double room = target.vectorRegisters - 1 -
                static_cast<double>(target.vectorRegisters) / 16;
  if ((!nest.reduces.empty() && accumulators > room) ||
      (!hasReduces && widest > 1 && longVectors > kMaxLong) ||
      functionVectors > kMaxFunction ||
      widest > std::max(maxCopies, kMaxStreams))
    return std::nullopt;
  double iterations = getIterations(nest, candidate);
  for (unsigned axis : nest.axes.set_bits())
    if (work.axes[axis].isDynamic && candidate.factors[axis] > 1)
      iterations *= kDynamic;
    else if (static_cast<int>(axis) != laneAxis &&
             work.axes[axis].size % candidate.factors[axis] != 0)
      iterations *= 1 + kEdge / getCount(axis, candidate);
  bool hasLoop = llvm::any_of(nest.reduceAxes.set_bits(), [&](unsigned axis) {
    return getCount(axis, candidate) > 1;
  });
  if (hasWindows && !hasLoop && widest > kManyCopies)
    iterations *= kLongBlock;
  bool waits = scans || !nest.reduces.empty();
  double least = waits ? std::max(slots, kReduceLatency) : slots;
  if (iterations * (least + kLoopOverhead) >= limit)
    return std::nullopt;

  bool isUnmasked =
      isPadded ||
      llvm::all_of(nest.compares, [&](const KernelWork::Compare &compare) {
        return isSteady(compare, candidate);
      });
  llvm::SmallBitVector compared(nest.compares.size());
  for (const Access &access : nest.accesses) {
    bool windowed = isWindowed(access, nest, candidate);
    bool spread = windowed || isSpread(access, nest, candidate);
    auto padded = getPadded(access, nest, candidate);
    bool packed = !padded && !spread && isPacked(access, nest, candidate);
    if (!packed && !spread && !padded)
      for (unsigned compare : access.compares)
        compared.set(compare);
    accesses += spread   ? countVectors(access.axes, laneAxis, candidate)
                : padded ? getPaddedAccessCost(access, nest, candidate)
                : packed ? getPackedCost(access, laneAxis, candidate)
                         : getDirectCost(access, nest, laneAxis, candidate);
    if (access.isStore)
      continue;
    double vectors =
        countVectors(getVarying(access, candidate), laneAxis, candidate);
    if (padded)
      packing += padded->cost;
    else if (windowed)
      packing += getWindowingCost(access, nest, candidate);
    else if (spread)
      packing += getSpreadingCost(access, nest, candidate);
    else if (packed)
      packing += getPackingCost(access, nest, candidate);
    else if (laneAxis >= 0 && access.axes.test(laneAxis) &&
             access.strides[laneAxis] != 1 &&
             !isShuffled(access.strides[laneAxis],
                         candidate.factors[laneAxis]) &&
             getTransposedCost(access, laneAxis, candidate) == 0)
      copies = std::max(
          copies,
          vectors * std::min<double>(candidate.factors[laneAxis], lanes));
    // Of a window that is unrolled one part after another is in registers,
    // where no masks are made between them.
    for (unsigned axis : access.axes.set_bits())
      if (isUnmasked && work.axes[axis].isReduce &&
          static_cast<int>(axis) != laneAxis)
        vectors /= candidate.factors[axis];
    loaded += vectors;
    bool isTogether = isSideBySide(access, nest, laneAxis, candidate);
    bool isAhead = isTogether && (isWide || isNarrow);
    isInTurn |= isTogether && !isAhead;
    hasAhead |= isAhead;
    bool isVector = laneAxis >= 0 && access.axes.test(laneAxis);
    if (!isVector)
      scalars += vectors;
    double &most = isVector ? mostVectors : mostScalars;
    if (!isAhead)
      most = std::max(most, vectors);
  }
  for (unsigned i : compared.set_bits()) {
    double compare =
        getCompareCost(nest.compares[i], nest, laneAxis, candidate);
    slots += compare;
    if (compare > 0)
      masks += kCompareRegisters;
  }
  // The operand with the most vectors comes one by one, unless the scheduler
  // loads all of them together: many vectors, each of which is for several
  // scalars, where it cannot have these from memory.
  bool isUnrolled =
      llvm::any_of(nest.reduceAxes.set_bits(),
                   [&](unsigned axis) { return candidate.factors[axis] > 1; });
  bool areTogether = !canBroadcast && !isUnrolled && scalars > 1 &&
                     mostVectors >= kManyVectors * scalars;
  double mostLoaded =
      areTogether ? mostScalars : std::max(mostVectors, mostScalars);
  double registers = accumulators + (loaded - mostLoaded) + masks;
  double most = room;
  if (isInTurn)
    most = target.vectorRegisters - 1.0;
  else if (hasAhead && candidate.factors[laneAxis] <= lanes)
    most = target.vectorRegisters; // The one vector stays in memory.
  if (!nest.reduces.empty() && registers > most)
    return std::nullopt;
  bool turns = llvm::any_of(nest.accesses, [&](const Access &access) {
    return !access.isStore &&
           getTransposedCost(access, laneAxis, candidate) > 0;
  });
  // What a row's statistics are applied to has no sums that need the copies.
  if (hasReduces && nest.reduces.empty() && !turns)
    maxCopies = std::min(maxCopies, kMaxRowCopies * target.vectorRegisters);
  if (widest > (hasReduces || turns ? maxCopies : kMaxStreams) ||
      copies > kMaxCopies)
    return std::nullopt;

  // Arithmetic and accesses overlap, mostly.
  slots = std::max(slots, accesses) + kOverlap * std::min(slots, accesses);
  if (waits)
    slots = std::max(slots, kReduceLatency);
  double reduced = 1;
  for (unsigned axis : nest.reduceAxes.set_bits())
    reduced *= getCount(axis, candidate);
  return iterations * (slots + kLoopOverhead + constants) +
         iterations / reduced * ending + packing;
}

double KernelCost::getCost(const Candidate &candidate, double limit) const {
  double cost = 0;
  for (const Nest &nest : work.nests) {
    std::optional<double> nestCost = getNestCost(nest, candidate, limit - cost);
    if (!nestCost)
      return std::numeric_limits<double>::infinity();
    cost += *nestCost;
  }
  return cost;
}
