//===- OptHeuristic.cpp - choosing opts without trying them -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Candidates are costed by one model (KernelCost), and the cheapest is written
// down as opts (CacheTiles).
//
// Short loops of constant size stay loops where an operand is packed: unrolling
// windows measured slower there. Elsewhere it makes the masks of edges
// constant.
//
//===----------------------------------------------------------------------===//

#include "OptHeuristic.h"
#include "CacheTiles.h"
#include "KernelCost.h"
#include "OptAttempt.h"
#include "UnitSchedule.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {

/// Each of two axes that are tiled together, at most.
constexpr int64_t kMaxPairFactor = 8;
/// A tile must cost less than none by this factor, and of two candidates that
/// are about equal the first is taken.
constexpr double kGain = 0.95;
constexpr double kTie = 0.99;
/// How much more than the cheapest a candidate without tiles may cost: what
/// windows read is copied for tiles alone, so without one it is gathered.
constexpr double kPromising = 6;
/// How much a tile with an edge must gain where all that it loads is its own:
/// an edge is a second body to compile.
constexpr double kEdgeGain = 1.1;
/// What tiles of an odd length may add to an axis.
constexpr double kMaxOddPadding = 1.0 / 16;
/// Element operations that are worth waking other threads.
constexpr double kMinThreadWork = 1 << 18;
/// Vectors of a whole row along which windows move.
constexpr int64_t kMaxRowVectors = 8;
/// Iterations of a reduce that are unrolled: of one axis, and of all.
constexpr int64_t kMaxWindow = 7, kMaxWindows = 16;

class Chooser {
public:
  Chooser(KernelOp kernel, const HeuristicTarget &target)
      : kernel(kernel), work(kernel), target(target), cost(work, target),
        lanes(cost.getLanes()) {}

  SmallVector<ChosenOpt> run(bool &areTried);
  /// Slots of what was chosen.
  double getCost() const { return chosenCost; }
  /// An output axis that some operand of a reduce sees in blocks of equal
  /// length, and that length: the channels of a group.
  std::optional<std::pair<int64_t, int64_t>> findBlocks() const;

private:
  using Nest = KernelWork::Nest;

  SmallVector<int64_t> getLaneFactors(unsigned axis) const;
  bool isAlmostDivided(unsigned axis, int64_t factor) const;
  SmallVector<int64_t> getTileFactors(unsigned axis, int64_t most,
                                      bool isAlone) const;
  Candidate addReduceLanes(Candidate base, int64_t maxVectors) const;
  bool hasNeedlessEdge(unsigned axis, const Candidate &candidate) const;
  Candidate addTiles(Candidate base) const;
  bool hasPacked(const Candidate &candidate) const;
  Candidate choose() const;

  enum class Merge { Plain, Compared, Gathered };
  void mergeAxes(SmallVector<ChosenOpt> &opts, Merge kind);
  bool isMuchWork(const Candidate &scalar) const;
  SmallVector<int64_t> findStreams();
  void addStreams(ArrayRef<int64_t> streams, SmallVector<ChosenOpt> &opts);

  KernelOp kernel;
  KernelWork work;
  HeuristicTarget target;
  KernelCost cost;
  int64_t lanes;
  double chosenCost = 0;
};

//===----------------------------------------------------------------------===//
// The candidates
//===----------------------------------------------------------------------===//

/// One to four vectors or some more, or a part of one that divides the size.
/// Other lengths are no register of LLVM's: it takes them apart through memory.
SmallVector<int64_t> Chooser::getLaneFactors(unsigned axis) const {
  int64_t size = work.axes[axis].size;
  SmallVector<int64_t> factors;
  for (int64_t factor = 2; factor < std::min(lanes, size + 1); ++factor)
    if (size % factor == 0 && !work.axes[axis].isDynamic)
      factors.push_back(factor);
  // A whole row of a few vectors has no edge; one of some more where windows
  // move along it and masks of padding are in vector registers.
  bool isWindowed = target.vectorRegisters <= kFewRegisters &&
                    llvm::any_of(work.nests, [&](const Nest &nest) {
                      return llvm::any_of(
                          nest.accesses, [&](const KernelWork::Access &access) {
                            return access.isGated &&
                                   access.strides[axis] == 1 &&
                                   cost.getWindow(access, axis) >= 0;
                          });
                    });
  if (lanes > 1 && size > lanes &&
      size < (isWindowed ? kMaxRowVectors : 4) * lanes && size % lanes != 0 &&
      !work.axes[axis].isDynamic && !work.axes[axis].isReduce)
    factors.push_back(size);
  // A size just below a vector is one, in part. A reduce of an even number of
  // vectors is not done by three, which would leave an edge.
  bool isEven = work.axes[axis].isReduce && !work.axes[axis].isDynamic &&
                size % (2 * lanes) == 0;
  for (int64_t factor = lanes; factor <= 4 * lanes; factor += lanes)
    if (factor > 1 && factor < 2 * size &&
        (!isEven || size % factor == 0 || llvm::isPowerOf2_64(factor / lanes)))
      factors.push_back(factor);
  // Long rows of many vectors, unless they would be gathered or turned around.
  bool isRow = llvm::all_of(work.nests, [&](const Nest &nest) {
    return llvm::all_of(nest.accesses, [&](const KernelWork::Access &access) {
      return !access.axes.test(axis) || access.strides[axis] == 1;
    });
  });
  for (int64_t factor : {8 * lanes, 16 * lanes})
    if (lanes > 1 && isRow && factor <= size)
      factors.push_back(factor);
  return factors;
}

/// Whether tiles of an odd length that does not divide `axis` are worth a try:
/// little is done in vain, and each result counts as registers are few.
bool Chooser::isAlmostDivided(unsigned axis, int64_t factor) const {
  int64_t size = work.axes[axis].size;
  double padding = static_cast<double>(llvm::alignTo(size, factor) - size);
  return target.vectorRegisters <= kFewRegisters &&
         padding <= kMaxOddPadding * static_cast<double>(size) &&
         llvm::none_of(work.nests, [&](const Nest &nest) {
           return llvm::any_of(
               nest.accesses, [&](const KernelWork::Access &access) {
                 return !access.isStore && cost.getWindow(access, axis) >= 0 &&
                        !cost.getJointWindows(access, axis);
               });
         });
}

SmallVector<int64_t> Chooser::getTileFactors(unsigned axis, int64_t most,
                                             bool isAlone) const {
  int64_t size = work.axes[axis].size;
  SmallVector<int64_t> factors;
  for (int64_t factor = 2; factor <= std::min(size, most); ++factor)
    // Loads of a dynamic axis need no gates where the upper bound is divided.
    if (size % factor == 0 ||
        (!work.axes[axis].isDynamic &&
         (factor % 2 == 0 || (isAlone && isAlmostDivided(axis, factor)))))
      factors.push_back(factor);
  return factors;
}

/// For every reduce that `base` leaves scalar, the best reduce axis as lanes,
/// of at most `maxVectors` vectors.
Candidate Chooser::addReduceLanes(Candidate base, int64_t maxVectors) const {
  base.cost = cost.getCost(base);
  for (const Nest &nest : work.nests) {
    if (nest.reduceAxes.none() || cost.getLaneAxis(nest, base) >= 0)
      continue;
    Candidate better = base;
    for (unsigned axis : nest.reduceAxes.set_bits()) {
      for (int64_t factor : getLaneFactors(axis)) {
        if (factor > maxVectors * lanes || !work.fitsStages(axis, factor))
          continue;
        Candidate next = base;
        next.factors[axis] = factor;
        next.reduceLanes.push_back(axis);
        next.cost = cost.getCost(next, better.cost * kTie);
        if (next.cost < better.cost * kTie)
          better = std::move(next);
      }
    }
    base = std::move(better);
  }
  return base;
}

/// Whether tiles along `axis` leave an edge, but share nothing that reduces
/// load.
bool Chooser::hasNeedlessEdge(unsigned axis, const Candidate &candidate) const {
  return !work.axes[axis].isDynamic &&
         work.axes[axis].size % candidate.factors[axis] != 0 &&
         llvm::all_of(work.nests, [&](const Nest &nest) {
           return nest.reduceAxes.none() ||
                  llvm::all_of(
                      nest.accesses, [&](const KernelWork::Access &access) {
                        return access.isStore || access.axes.test(axis);
                      });
         });
}

/// Tiles of one or two more output axes, so that what is loaded is used for
/// several accumulators.
Candidate Chooser::addTiles(Candidate base) const {
  Candidate better = base;
  auto consider = [&](Candidate next, ArrayRef<unsigned> axes) {
    double limit = std::min(base.cost * kGain, better.cost * kTie);
    double edge =
        llvm::any_of(axes,
                     [&](unsigned axis) { return hasNeedlessEdge(axis, next); })
            ? kEdgeGain
            : 1;
    next.cost = cost.getCost(next, limit / edge) * edge;
    if (next.cost < limit)
      better = std::move(next);
  };
  auto isFree = [&](unsigned axis) {
    return !work.axes[axis].isReduce && !work.aroundStages.test(axis) &&
           base.factors[axis] == 1;
  };
  // Inner axes first: of equal tiles the one that is compact in memory.
  for (int axis = work.axes.size() - 1; axis >= 0; --axis) {
    if (!isFree(axis))
      continue;
    for (int64_t factor :
         getTileFactors(axis, target.vectorRegisters, /*isAlone=*/true)) {
      Candidate next = base;
      next.factors[axis] = factor;
      consider(next, axis);
    }
  }
  for (int axis = work.axes.size() - 1; axis >= 0; --axis) {
    for (int other = axis - 1; other >= 0; --other) {
      if (!isFree(axis) || !isFree(other))
        continue;
      for (int64_t factor :
           getTileFactors(axis, kMaxPairFactor, /*isAlone=*/false)) {
        for (int64_t otherFactor :
             getTileFactors(other, kMaxPairFactor, /*isAlone=*/false)) {
          Candidate next = base;
          next.factors[axis] = factor;
          next.factors[other] = otherFactor;
          consider(next, {unsigned(axis), unsigned(other)});
        }
      }
    }
  }
  return better;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Axes that are contiguous in every access are one: longer vectors, and more
/// iterations for threads to share. A condition on one of them becomes one on a
/// quotient or remainder, which pays only where a reduce reads the result
/// often; such axes are merged only as `Compared`. As `Gathered` it is enough
/// that the stores are contiguous: loads are then irregular, which pays where
/// they are packed once for long vectors without an edge in each row.
void Chooser::mergeAxes(SmallVector<ChosenOpt> &opts, Merge kind) {
  for (unsigned inner = work.axes.size(); inner-- > 1;) {
    unsigned outer = inner - 1;
    bool isCompared =
        work.comparedWith.test(outer) || work.comparedWith.test(inner);
    bool contiguous = work.areContiguous(outer, inner);
    if (!contiguous && (kind != Merge::Gathered || work.axes[outer].isReduce ||
                        !work.areContiguous(outer, inner, /*storesOnly=*/true)))
      continue;
    if (isCompared && kind == Merge::Plain)
      continue;
    opts.push_back({OptAttr::get(kernel.getContext(), OptKind::Merge,
                                 work.axes[outer].id, work.axes[inner].id),
                    contiguous ? "contiguous in every access"
                               : "contiguous in what is stored"});
    work.merge(outer, inner);
  }
}

bool Chooser::isMuchWork(const Candidate &scalar) const {
  double operations = 0;
  for (const Nest &nest : work.nests) {
    double perIteration = nest.accesses.size();
    for (const KernelWork::Operation &operation : nest.operations)
      perIteration += operation.cost;
    operations += perIteration * cost.getIterations(nest, scalar);
  }
  return operations >= kMinThreadWork;
}

bool Chooser::hasPacked(const Candidate &candidate) const {
  return llvm::any_of(work.nests, [&](const Nest &nest) {
    return llvm::any_of(nest.accesses, [&](const KernelWork::Access &access) {
      return cost.isPacked(access, nest, candidate) ||
             cost.isSpread(access, nest, candidate) ||
             cost.isWindowed(access, nest, candidate);
    });
  });
}

Candidate Chooser::choose() const {
  // Where lanes run, and how many of them.
  Candidate scalar;
  scalar.factors.assign(work.axes.size(), 1);
  scalar.cost = cost.getCost(scalar);
  SmallVector<Candidate> bases;
  auto addBase = [&](Candidate base) {
    // Most have no reduce left for lanes, of however many vectors.
    bool isKnown = llvm::any_of(bases, [&](const Candidate &other) {
      return other.factors == base.factors && other.lanes == base.lanes &&
             other.reduceLanes == base.reduceLanes;
    });
    if (!isKnown)
      bases.push_back(std::move(base));
  };
  for (int64_t maxVectors : {1, 2, 4}) {
    addBase(addReduceLanes(scalar, maxVectors));
    for (unsigned axis = 0; axis < work.axes.size(); ++axis) {
      if (work.axes[axis].isReduce || work.aroundStages.test(axis))
        continue;
      for (int64_t factor : getLaneFactors(axis)) {
        Candidate next = scalar;
        next.lanes = axis;
        next.factors[axis] = factor;
        addBase(addReduceLanes(next, maxVectors));
      }
    }
  }
  // Tiles for those that a tile could make the best.
  double cheapest = std::numeric_limits<double>::infinity();
  for (const Candidate &base : bases)
    cheapest = std::min(cheapest, base.cost);
  Candidate best = scalar;
  for (const Candidate &base : bases) {
    if (base.cost > cheapest * kPromising)
      continue;
    Candidate tiled = addTiles(base);
    bool isPacked = hasPacked(tiled);
    if (tiled.cost < best.cost * kTie)
      best = std::move(tiled);
    // Windows that are unrolled, from the innermost axis on.
    Candidate window = base;
    int64_t iterations = 1;
    for (int axis = work.axes.size() - 1; axis >= 0 && !isPacked; --axis) {
      int64_t size = work.axes[axis].size;
      if (!work.axes[axis].isReduce || window.factors[axis] != 1 ||
          work.axes[axis].isDynamic || size < 2 || size > kMaxWindow ||
          work.stagedAxes.test(axis) || base.lanes < 0 ||
          iterations * size > kMaxWindows)
        continue;
      iterations *= size;
      window.factors[axis] = size;
      window.cost = cost.getCost(window);
      tiled = addTiles(window);
      if (tiled.cost < best.cost * kTie && !hasPacked(tiled))
        best = std::move(tiled);
    }
  }
  return best;
}

/// The stores of what is larger than the last cache: it is gone when it is read
/// again, and need not be read in order to be written.
SmallVector<int64_t> Chooser::findStreams() {
  SmallVector<int64_t> streams;
  if (llvm::any_of(work.axes,
                   [](const KernelWork::Axis &axis) { return axis.isDynamic; }))
    return streams;
  for (auto [number, store] :
       llvm::enumerate(kernel.getBody().front().getOps<StoreOp>())) {
    auto type = cast<MemRefType>(store.getBuffer().getType());
    int64_t bytes =
        type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8);
    if (bytes > target.lastBytes && !store.getGate())
      streams.push_back(number);
  }
  return streams;
}

void Chooser::addStreams(ArrayRef<int64_t> streams,
                         SmallVector<ChosenOpt> &opts) {
  bool isCarried = llvm::any_of(opts, [](const ChosenOpt &choice) {
    return choice.opt.getKind() == OptKind::Carry &&
           choice.opt.getAxes().empty();
  });
  if (isCarried)
    return;
  for (int64_t number : streams)
    opts.push_back(
        {OptAttr::get(kernel.getContext(), OptKind::Stream, -1, 0, number, {}),
         "larger than the last cache"});
}

SmallVector<ChosenOpt> Chooser::run(bool &areTried) {
  SmallVector<ChosenOpt> opts;
  mergeAxes(opts, Merge::Plain);
  Candidate best = choose();
  bool reduces = llvm::any_of(
      work.nests, [](const Nest &nest) { return nest.reduceAxes.any(); });
  for (Merge kind : {Merge::Compared, Merge::Gathered}) {
    if (!reduces)
      break;
    KernelWork apart = work;
    SmallVector<ChosenOpt> fewer = opts;
    mergeAxes(opts, kind);
    if (opts.size() == fewer.size())
      continue;
    Candidate other = choose();
    if (other.cost < best.cost * kTie) {
      best = std::move(other);
    } else {
      work = std::move(apart);
      opts = std::move(fewer);
    }
  }
  if (auto unit = chooseUnitOpts(kernel, target);
      unit && unit->cost < best.cost * kGain) {
    areTried = true;
    chosenCost = unit->cost;
    return std::move(unit->opts);
  }
  chosenCost = best.cost;
  SmallVector<int64_t> streams = findStreams();
  ScheduleWriter writer(kernel, work, cost, best, target, !streams.empty(),
                        opts);
  writer.run();
  Candidate scalar;
  scalar.factors.assign(work.axes.size(), 1);
  if (isMuchWork(scalar))
    writer.addThreads();
  addStreams(streams, opts);
  return opts;
}

std::optional<std::pair<int64_t, int64_t>> Chooser::findBlocks() const {
  for (const Nest &nest : work.nests)
    for (const KernelWork::Access &access : nest.accesses)
      for (unsigned axis : access.axes.set_bits()) {
        int64_t length = access.steady[axis], size = work.axes[axis].size;
        if (!access.isStore && !nest.reduces.empty() && length > 1 &&
            length < size && size % length == 0 && !work.axes[axis].isReduce &&
            !work.axes[axis].isDynamic && !work.aroundStages.test(axis) &&
            !work.stagedAxes.test(axis))
          return std::pair(work.axes[axis].id, length);
      }
  return std::nullopt;
}
} // namespace

SmallVector<ChosenOpt> tinygrad::uop::chooseOpts(KernelOp kernel,
                                                 const HeuristicTarget &target,
                                                 bool &areTried) {
  areTried = false;
  Chooser chooser(kernel, target);
  auto blocks = chooser.findBlocks();
  SmallVector<ChosenOpt> opts = chooser.run(areTried);
  if (!blocks)
    return opts;
  // The same where blocks are an axis of their own: lanes and tiles are then
  // within one, whatever its length.
  OptAttempt attempt(
      kernel, OptTarget(/*isGPU=*/false, target.chip, target.matrixUnits));
  if (!attempt.apply(OptKind::Tile, blocks->first, blocks->second,
                     "blocks for which the same is read"))
    return opts;
  bool areOthersTried = false;
  Chooser other(attempt.getKernel(), target);
  SmallVector<ChosenOpt> others = other.run(areOthersTried);
  if (other.getCost() >= chooser.getCost() * kTie)
    return opts;
  areTried = areOthersTried;
  llvm::append_range(attempt.opts, others);
  return std::move(attempt.opts);
}
