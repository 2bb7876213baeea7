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

#include "CacheTiles.h"
#include "OptAttempt.h"
#include "OptChooser.h"
#include "UnitSchedule.h"

using namespace mlir;
using namespace tinygrad::uop;

/// How much more than the cheapest a candidate without tiles may cost, and one
/// with windows: what these read is copied for tiles alone, so without one it
/// is gathered.
static constexpr double kPromising = 4, kPromisingWindows = 6;
/// How much less the schedule with blocks as an axis must cost: windows that
/// are packed within a block take longer than they cost here.
static constexpr double kBlockGain = 0.65;
/// Element operations that are worth waking other threads.
static constexpr double kMinThreadWork = 1 << 18;
/// Iterations of a reduce that are unrolled: of one axis, and of all.
static constexpr int64_t kMaxWindow = 7, kMaxWindows = 16;

/// Axes that are contiguous in every access are one: longer vectors, and more
/// iterations for threads to share. A condition on one of them becomes one on a
/// quotient or remainder, which pays only where a reduce reads the result
/// often; such axes are merged only as `Compared`. As `Gathered` it is enough
/// that the stores are contiguous: loads are then irregular, which pays where
/// they are packed once for long vectors without an edge in each row.
void OptChooser::mergeAxes(SmallVector<ChosenOpt> &opts, Merge kind) {
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

bool OptChooser::isMuchWork(const Candidate &scalar) const {
  double operations = 0;
  for (const Nest &nest : work.nests) {
    double perIteration = nest.accesses.size();
    for (const KernelWork::Operation &operation : nest.operations)
      perIteration += operation.cost;
    operations += perIteration * cost.getIterations(nest, scalar);
  }
  return operations >= kMinThreadWork;
}

bool OptChooser::hasPacked(const Candidate &candidate) const {
  return llvm::any_of(work.nests, [&](const Nest &nest) {
    return llvm::any_of(nest.accesses, [&](const KernelWork::Access &access) {
      return cost.isPacked(access, nest, candidate) ||
             cost.isSpread(access, nest, candidate) ||
             cost.isWindowed(access, nest, candidate);
    });
  });
}

/// Whether windows move along an axis. What is narrower than what is computed
/// would be converted again by each tile that reads a copy.
bool OptChooser::hasWindows() const {
  return llvm::any_of(work.nests, [&](const Nest &nest) {
    return llvm::any_of(nest.accesses, [&](const KernelWork::Access &access) {
      return access.elementBits >= work.elementBits &&
             llvm::any_of(access.axes.set_bits(), [&](unsigned axis) {
               return cost.getWindow(access, axis) >= 0 ||
                      cost.getJointWindows(access, axis);
             });
    });
  });
}

Candidate OptChooser::choose() const {
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
  double promising = hasWindows() ? kPromisingWindows : kPromising;
  for (const Candidate &base : bases) {
    if (base.cost > cheapest * promising)
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
SmallVector<int64_t> OptChooser::findStreams() {
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

void OptChooser::addStreams(ArrayRef<int64_t> streams,
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

SmallVector<ChosenOpt> OptChooser::run(bool &areTried) {
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

std::optional<std::pair<int64_t, int64_t>> OptChooser::findBlocks() const {
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

SmallVector<ChosenOpt> tinygrad::uop::chooseOpts(KernelOp kernel,
                                                 const HeuristicTarget &target,
                                                 bool &areTried) {
  areTried = false;
  OptChooser chooser(kernel, target);
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
  OptChooser other(attempt.getKernel(), target);
  SmallVector<ChosenOpt> others = other.run(areOthersTried);
  if (other.getCost() >= chooser.getCost() * kBlockGain)
    return opts;
  areTried = areOthersTried;
  llvm::append_range(attempt.opts, others);
  return std::move(attempt.opts);
}
