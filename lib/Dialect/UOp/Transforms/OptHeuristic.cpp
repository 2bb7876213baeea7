//===- OptHeuristic.cpp - choosing opts without trying them -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A candidate is a factor per axis, and which axis the lanes of vectors run
// along: an output axis for all that depends on it, in reduces that do not a
// reduce axis. Each is costed by one model of issue slots per iteration: vector
// operations and accesses, the latency of accumulators, gates of what lies
// beyond a size. The cheapest that fits the register file is taken.
//
// Short loops of constant size stay loops: unrolling windows measured slower.
//
//===----------------------------------------------------------------------===//

#include "OptHeuristic.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelWork.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {

/// Elements of the vectors of one nest, and copies of one instruction: code
/// grows with them.
constexpr int64_t kMaxTile = 1024;
constexpr double kMaxCopies = 48;
/// Vectors in flight where nothing is accumulated.
constexpr double kMaxStreams = 4;
/// Slots (half cycles) from an accumulator to its next use.
constexpr double kReduceLatency = 8;
constexpr double kLoopOverhead = 2;
/// The part of the lesser of arithmetic and accesses that is not hidden.
constexpr double kOverlap = 0.25;
/// Each of two axes that are tiled together, at most.
constexpr int64_t kMaxPairFactor = 8;
/// Slots of a lane that is loaded by itself, at constant steps or at an index
/// of its own; of a masked vector access; of a branch around a scalar one.
constexpr double kStridedLane = 4, kGatheredLane = 5, kMask = 1.5, kBranch = 5;
/// A tile must cost less than none by this factor, and of two candidates that
/// are about equal the first is taken.
constexpr double kGain = 0.95;
constexpr double kTie = 0.99;
/// Iterations of a reduce over which the masks of its gates pay.
constexpr int64_t kLongReduce = 64;
/// Element operations that are worth waking other threads.
constexpr double kMinThreadWork = 1 << 18;

struct Candidate {
  SmallVector<int64_t, 6> factors;
  int lanes = -1;                  ///< The output axis of lanes, if any.
  SmallVector<int, 2> reduceLanes; ///< Reduce axes that are lanes.
  double cost = std::numeric_limits<double>::infinity();
};

class Chooser {
public:
  Chooser(KernelOp kernel, const HeuristicTarget &target)
      : kernel(kernel), work(kernel), target(target),
        lanes(std::max<int64_t>(target.vectorBits / work.elementBits, 1)) {}

  SmallVector<ChosenOpt> run();

private:
  using Nest = KernelWork::Nest;

  // The model.
  double getCost(const Candidate &candidate) const;
  std::optional<double> getNestCost(const Nest &nest,
                                    const Candidate &candidate) const;
  int getLaneAxis(const Nest &nest, const Candidate &candidate) const;
  double getAccessCost(const KernelWork::Access &access, int laneAxis,
                       const Candidate &candidate) const;
  /// Slots of a contiguous access: the wider, the more often it crosses lines
  /// and misses the first cache.
  double getVectorCost(int64_t elements, bool isNear) const {
    return isNear ? 1 : 1 + 1.5 * elements * work.elementBits / 512;
  }
  bool staysNear(const KernelWork::Access &access,
                 const Candidate &candidate) const;
  double countVectors(const llvm::SmallBitVector &axes, int laneAxis,
                      const Candidate &candidate) const;
  double getIterations(const Nest &nest, const Candidate &candidate) const;
  bool needsGate(unsigned axis, const Candidate &candidate) const;

  // The candidates.
  SmallVector<int64_t> getLaneFactors(unsigned axis) const;
  SmallVector<int64_t> getTileFactors(unsigned axis, int64_t most) const;
  Candidate addReduceLanes(Candidate base, int64_t maxVectors) const;
  Candidate addTiles(Candidate base) const;

  void mergeAxes(SmallVector<ChosenOpt> &opts);
  void addThreads(SmallVector<ChosenOpt> &opts);
  ChosenOpt make(OptKind kind, unsigned axis, int64_t amount,
                 StringRef reason) const;

  KernelOp kernel;
  KernelWork work;
  HeuristicTarget target;
  int64_t lanes;
  Candidate best;
};

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

bool Chooser::needsGate(unsigned axis, const Candidate &candidate) const {
  return work.axes[axis].size % candidate.factors[axis] != 0 ||
         work.axes[axis].isDynamic;
}

/// The axis along which the vectors of a nest's values run, -1 for scalars.
int Chooser::getLaneAxis(const Nest &nest, const Candidate &candidate) const {
  if (candidate.lanes >= 0 && nest.axes.test(candidate.lanes))
    return candidate.lanes;
  for (int axis : candidate.reduceLanes)
    if (nest.reduceAxes.test(axis))
      return axis;
  return -1;
}

/// Vectors (or scalars) that a value over `axes` is in one iteration.
double Chooser::countVectors(const llvm::SmallBitVector &axes, int laneAxis,
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

/// Whether what an access touches in all reduces of a tile fits the first
/// cache, with as much again beside it.
bool Chooser::staysNear(const KernelWork::Access &access,
                        const Candidate &candidate) const {
  double bytes = work.elementBits / 8;
  for (unsigned axis : access.axes.set_bits())
    bytes *= work.axes[axis].isReduce ? work.axes[axis].size
                                      : candidate.factors[axis];
  return bytes * 2 <= target.l1Bytes;
}

double Chooser::getAccessCost(const KernelWork::Access &access, int laneAxis,
                              const Candidate &candidate) const {
  double cost = 1;
  bool isMasked = false, isBranch = false;
  bool isNear = staysNear(access, candidate);
  for (unsigned axis : access.axes.set_bits()) {
    int64_t factor = candidate.factors[axis];
    if (factor == 1)
      continue;
    bool isGated = needsGate(axis, candidate) &&
                   (access.isStore || !work.axes[axis].isDynamic ||
                    work.axes[axis].size % factor != 0);
    if (static_cast<int>(axis) != laneAxis) {
      isBranch |= isGated;
      cost *= factor;
      continue;
    }
    isMasked = isGated || access.isGated;
    int64_t rest = factor % lanes;
    if (access.strides[axis] == 1)
      cost *= factor / lanes * getVectorCost(lanes, isNear) +
              (rest ? llvm::popcount(static_cast<uint64_t>(rest)) *
                          getVectorCost(rest, isNear)
                    : 0);
    else
      cost *= factor * (access.strides[axis] ? kStridedLane : kGatheredLane);
  }
  if (isMasked)
    cost *= kMask;
  if (access.isStore)
    return cost * 2;
  return isBranch || (access.isGated && !isMasked) ? cost * kBranch : cost;
}

double Chooser::getIterations(const Nest &nest,
                              const Candidate &candidate) const {
  double iterations = 1;
  for (unsigned axis : nest.axes.set_bits())
    iterations *= llvm::divideCeil(std::max<int64_t>(work.axes[axis].size, 1),
                                   candidate.factors[axis]);
  return iterations;
}

/// Slots of all iterations of a nest; nothing if it does not fit the registers.
std::optional<double> Chooser::getNestCost(const Nest &nest,
                                           const Candidate &candidate) const {
  int laneAxis = getLaneAxis(nest, candidate);
  int64_t tile = 1;
  for (unsigned axis : nest.axes.set_bits())
    if (llvm::MulOverflow(tile, candidate.factors[axis], tile) ||
        tile > kMaxTile)
      return std::nullopt;
  double slots = 0, accesses = 0, accumulators = 0, ending = 0;
  double loaded = 0, mostLoaded = 0, widest = 0, copies = 0;
  for (const KernelWork::Access &access : nest.accesses) {
    accesses += getAccessCost(access, laneAxis, candidate);
    if (access.isStore)
      continue;
    double vectors = countVectors(access.axes, laneAxis, candidate);
    if (laneAxis >= 0 && access.axes.test(laneAxis) &&
        access.strides[laneAxis] != 1)
      copies = std::max(
          copies,
          vectors * std::min<double>(candidate.factors[laneAxis], lanes));
    loaded += vectors;
    mostLoaded = std::max(mostLoaded, vectors);
  }
  for (const KernelWork::Operation &operation : nest.operations) {
    double vectors = countVectors(operation.axes, laneAxis, candidate);
    slots += operation.cost * vectors;
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
        slots += countVectors(axes, laneAxis, candidate);
  }
  // The operand with the fewest vectors stays, the others come one by one.
  double registers = accumulators + (loaded - mostLoaded) + 1;
  if (!nest.reduces.empty() && registers > target.vectorRegisters)
    return std::nullopt;
  bool reduces = llvm::any_of(
      work.nests, [](const Nest &other) { return !other.reduces.empty(); });
  if (widest > (reduces ? kMaxCopies : kMaxStreams) || copies > kMaxCopies)
    return std::nullopt;

  // Arithmetic and accesses overlap, mostly.
  slots = std::max(slots, accesses) + kOverlap * std::min(slots, accesses);
  if (!nest.reduces.empty())
    slots = std::max(slots, kReduceLatency);
  double iterations = getIterations(nest, candidate);
  double reduced = 1;
  for (unsigned axis : nest.reduceAxes.set_bits())
    reduced *= llvm::divideCeil(std::max<int64_t>(work.axes[axis].size, 1),
                                candidate.factors[axis]);
  return iterations * (slots + kLoopOverhead) + iterations / reduced * ending;
}

double Chooser::getCost(const Candidate &candidate) const {
  double cost = 0;
  for (const Nest &nest : work.nests) {
    std::optional<double> nestCost = getNestCost(nest, candidate);
    if (!nestCost)
      return std::numeric_limits<double>::infinity();
    cost += *nestCost;
  }
  return cost;
}

//===----------------------------------------------------------------------===//
// The candidates
//===----------------------------------------------------------------------===//

/// One, two or four vectors, or a part of one that divides the size. Other
/// lengths are no register of LLVM's: it takes them apart through memory.
SmallVector<int64_t> Chooser::getLaneFactors(unsigned axis) const {
  int64_t size = work.axes[axis].size;
  SmallVector<int64_t> factors;
  for (int64_t factor = 2; factor < std::min(lanes, size + 1); ++factor)
    if (size % factor == 0 && !work.axes[axis].isDynamic)
      factors.push_back(factor);
  // A size just below a vector is one, in part.
  for (int64_t factor = lanes; factor <= 4 * lanes; factor *= 2)
    if (factor > 1 && factor < 2 * size)
      factors.push_back(factor);
  return factors;
}

SmallVector<int64_t> Chooser::getTileFactors(unsigned axis,
                                             int64_t most) const {
  int64_t size = work.axes[axis].size;
  SmallVector<int64_t> factors;
  for (int64_t factor = 2; factor <= std::min(size, most); ++factor)
    if (size % factor == 0 || factor % 2 == 0)
      factors.push_back(factor);
  return factors;
}

/// For every reduce that `base` leaves scalar, the best reduce axis as lanes,
/// of at most `maxVectors` vectors.
Candidate Chooser::addReduceLanes(Candidate base, int64_t maxVectors) const {
  base.cost = getCost(base);
  for (const Nest &nest : work.nests) {
    if (nest.reduceAxes.none() || getLaneAxis(nest, base) >= 0)
      continue;
    Candidate better = base;
    for (unsigned axis : nest.reduceAxes.set_bits()) {
      for (int64_t factor : getLaneFactors(axis)) {
        if (factor > maxVectors * lanes)
          continue;
        Candidate next = base;
        next.factors[axis] = factor;
        next.reduceLanes.push_back(axis);
        next.cost = getCost(next);
        if (next.cost < better.cost * kTie)
          better = std::move(next);
      }
    }
    base = std::move(better);
  }
  return base;
}

/// Tiles of one or two more output axes, so that what is loaded is used for
/// several accumulators.
Candidate Chooser::addTiles(Candidate base) const {
  Candidate better = base;
  auto consider = [&](Candidate next) {
    next.cost = getCost(next);
    if (next.cost < base.cost * kGain && next.cost < better.cost * kTie)
      better = std::move(next);
  };
  auto isFree = [&](unsigned axis) {
    return !work.axes[axis].isReduce && base.factors[axis] == 1;
  };
  // Inner axes first: of equal tiles the one that is compact in memory.
  for (int axis = work.axes.size() - 1; axis >= 0; --axis) {
    if (!isFree(axis))
      continue;
    for (int64_t factor : getTileFactors(axis, target.vectorRegisters)) {
      Candidate next = base;
      next.factors[axis] = factor;
      consider(next);
    }
  }
  for (int axis = work.axes.size() - 1; axis >= 0; --axis) {
    for (int other = axis - 1; other >= 0; --other) {
      if (!isFree(axis) || !isFree(other))
        continue;
      for (int64_t factor : getTileFactors(axis, kMaxPairFactor)) {
        for (int64_t otherFactor : getTileFactors(other, kMaxPairFactor)) {
          Candidate next = base;
          next.factors[axis] = factor;
          next.factors[other] = otherFactor;
          consider(next);
        }
      }
    }
  }
  return better;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

ChosenOpt Chooser::make(OptKind kind, unsigned axis, int64_t amount,
                        StringRef reason) const {
  KernelOp op = kernel;
  return {OptAttr::get(op.getContext(), kind, work.axes[axis].id, amount),
          reason.str()};
}

/// Axes that are contiguous in every access are one: longer vectors, and more
/// iterations for threads to share.
void Chooser::mergeAxes(SmallVector<ChosenOpt> &opts) {
  for (unsigned inner = work.axes.size(); inner-- > 1;) {
    unsigned outer = inner - 1;
    if (!work.areContiguous(outer, inner))
      continue;
    // A condition on one of them becomes one on a quotient or remainder: worth
    // it where rows leave vectors half empty, and reduces do it once for many.
    bool isCompared =
        work.comparedWith.test(outer) || work.comparedWith.test(inner);
    if (isCompared && (work.hasGatesInShortReduces(kLongReduce) ||
                       work.axes[inner].size >= 2 * lanes ||
                       work.axes[inner].size % lanes == 0))
      continue;
    opts.push_back(make(OptKind::Merge, outer, work.axes[inner].id,
                        "contiguous in every access"));
    work.merge(outer, inner);
  }
}

void Chooser::addThreads(SmallVector<ChosenOpt> &opts) {
  Candidate scalar = best;
  llvm::fill(scalar.factors, 1);
  double operations = 0;
  for (const Nest &nest : work.nests) {
    double perIteration = nest.accesses.size();
    for (const KernelWork::Operation &operation : nest.operations)
      perIteration += operation.cost;
    operations += perIteration * getIterations(nest, scalar);
  }
  if (operations < kMinThreadWork)
    return;
  for (auto [i, axis] : llvm::enumerate(work.axes)) {
    if (axis.isReduce)
      continue;
    int64_t extent = llvm::divideCeil(axis.size, best.factors[i]);
    if (extent > 1)
      return opts.push_back(
          make(OptKind::Thread, i, 0, "the outermost loop, and much work"));
  }
}

SmallVector<ChosenOpt> Chooser::run() {
  SmallVector<ChosenOpt> opts;
  if (work.hasStages)
    return opts;
  mergeAxes(opts);
  // Where lanes run, and how many of them.
  Candidate scalar;
  scalar.factors.assign(work.axes.size(), 1);
  SmallVector<Candidate> bases;
  for (int64_t maxVectors : {1, 2, 4}) {
    bases.push_back(addReduceLanes(scalar, maxVectors));
    for (unsigned axis = 0; axis < work.axes.size(); ++axis) {
      if (work.axes[axis].isReduce)
        continue;
      for (int64_t factor : getLaneFactors(axis)) {
        Candidate next = scalar;
        next.lanes = axis;
        next.factors[axis] = factor;
        bases.push_back(addReduceLanes(next, maxVectors));
      }
    }
  }
  // Tiles for those that a tile could make the best.
  double cheapest = std::numeric_limits<double>::infinity();
  for (const Candidate &base : bases)
    cheapest = std::min(cheapest, base.cost);
  best = scalar;
  best.cost = getCost(scalar);
  for (const Candidate &base : bases) {
    if (base.cost > cheapest * 4)
      continue;
    Candidate tiled = addTiles(base);
    if (tiled.cost < best.cost * kTie)
      best = std::move(tiled);
  }

  for (auto [i, factor] : llvm::enumerate(best.factors)) {
    if (factor == 1)
      continue;
    bool isLanes = static_cast<int>(i) == best.lanes ||
                   llvm::is_contained(best.reduceLanes, static_cast<int>(i));
    opts.push_back(make(
        work.axes[i].isReduce ? OptKind::Unroll : OptKind::Upcast, i, factor,
        isLanes ? "lanes of vectors, contiguous in memory"
                : "more accumulators for what is loaded"));
  }
  addThreads(opts);
  return opts;
}
} // namespace

SmallVector<ChosenOpt>
tinygrad::uop::chooseOpts(KernelOp kernel, const HeuristicTarget &target) {
  return Chooser(kernel, target).run();
}
