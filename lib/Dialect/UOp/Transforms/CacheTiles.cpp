//===- CacheTiles.cpp - loop order, panels and threads -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheTiles.h"
#include "MemorySizes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Blocks that threads share, at least where there are as many panels.
static constexpr int64_t kMinBlocks = 2;

/// Tiles that are turned around along a row of what is stored, where registers
/// are shorter than lines.
static constexpr int64_t kTurnedTiles = 4;

/// Iterations of a reduce that is short, and copies of a tile's instructions
/// where its windows are written out.
static constexpr int64_t kMaxShortReduce = 64, kMaxUnrolled = 80;

ScheduleWriter::ScheduleWriter(KernelOp kernel, const KernelWork &work,
                               const KernelCost &cost,
                               const Candidate &candidate,
                               const HeuristicTarget &target, bool streams,
                               SmallVectorImpl<ChosenOpt> &opts)
    : kernel(kernel), work(work), cost(cost), candidate(candidate),
      target(target), streams(streams), opts(opts),
      inner(work.axes.size(), -1) {
  for (unsigned i = 0, e = work.axes.size(); i != e; ++i) {
    int64_t id = work.axes[i].id;
    ids.push_back(id);
    // Axes that were merged into others are gone.
    bool isGone = llvm::any_of(opts, [&](const ChosenOpt &choice) {
      return choice.opt.getKind() == OptKind::Merge &&
             choice.opt.getAmount() == id;
    });
    if (isGone)
      continue;
    nextId = std::max(nextId, id + 1);
    if (!work.axes[i].isReduce)
      order.push_back(i);
  }
}

void ScheduleWriter::add(OptKind kind, int64_t axis, int64_t amount,
                         StringRef reason) {
  opts.push_back(
      {OptAttr::get(kernel.getContext(), kind, axis, amount), reason.str()});
}

void ScheduleWriter::findPacked() {
  // What a row keeps is near already.
  if (work.stagedAxes.any())
    return;
  for (const KernelWork::Nest &other : work.nests) {
    for (const KernelWork::Access &access : other.accesses) {
      auto windows = cost.getWindows(access, other, candidate);
      hasTileWindows |= windows == KernelCost::Windows::Tile;
      if (cost.getPadded(access, other, candidate))
        padded.push_back(&access);
      else if (windows != KernelCost::Windows::None)
        windowed.push_back(&access);
      else if (cost.isPacked(access, other, candidate))
        packed.push_back(&access);
      else if (cost.isSpread(access, other, candidate))
        spread.push_back(&access);
    }
    if (!packed.empty() || !spread.empty() || !windowed.empty() ||
        !padded.empty()) {
      // What is packed in each launch decides where loops stand.
      llvm::stable_sort(packed, [](const auto *a, const auto *b) {
        return !a->isConstant && b->isConstant;
      });
      nest = &other;
      return;
    }
  }
}

/// Writes out windows where a reduce has few iterations and reads a copy of a
/// tile: a processor does not foresee the ends of several short loops in each
/// other.
void ScheduleWriter::findUnrolled() {
  unrolled.resize(work.axes.size());
  if (packed.size() + spread.size() == 0 || !windowed.empty() ||
      target.vectorRegisters > kFewRegisters)
    return;
  int64_t iterations = 1, copies = 1, loops = 0;
  for (unsigned axis : nest->reduceAxes.set_bits()) {
    loops += work.axes[axis].size > 1;
    iterations *=
        work.axes[axis].isDynamic ? kMaxShortReduce + 1 : work.axes[axis].size;
  }
  for (unsigned axis : nest->axes.set_bits())
    copies *= static_cast<int>(axis) == candidate.lanes
                  ? llvm::divideCeil(candidate.factors[axis], cost.getLanes())
                  : candidate.factors[axis];
  if (loops < 2 || iterations > kMaxShortReduce)
    return;
  for (int axis = work.axes.size() - 1; axis >= 0; --axis) {
    if (!nest->reduceAxes.test(axis))
      continue;
    copies *= work.axes[axis].size;
    if (copies > kMaxUnrolled || candidate.factors[axis] != 1)
      return;
    unrolled.set(axis);
    candidate.factors[axis] = work.axes[axis].size;
  }
}

/// Swaps the output loops into the order `wanted`.
void ScheduleWriter::reorder(ArrayRef<unsigned> wanted, StringRef reason) {
  for (size_t at = 0; at < order.size(); ++at) {
    size_t from = llvm::find(order, wanted[at]) - order.begin();
    if (from == at)
      continue;
    add(OptKind::Swap, ids[order[at]], ids[order[from]], reason);
    std::swap(ids[order[at]], ids[order[from]]);
    std::swap(order[at], order[from]);
  }
}

/// Swaps loops until those over the axes of the first packed operand are
/// outside of the others.
void ScheduleWriter::orderLoops() {
  SmallVector<unsigned, 6> wanted(order);
  const KernelWork::Access &first =
      hasTileWindows ? *windowed.front() : *packed.front();
  auto isInner = [&](unsigned axis) {
    return packsWhole ? first.axes.test(axis) && !isShared(*nest, axis)
                      : !first.axes.test(axis);
  };
  llvm::stable_sort(wanted, [&](unsigned a, unsigned b) {
    return !isInner(a) && isInner(b);
  });
  reorder(
      wanted,
      packsWhole
          ? "rows of what is stored are written one after another"
          : "a packed operand is read by all iterations of the loops inside");
}

/// Where rows are turned around in registers and what is stored goes around the
/// caches, whole lines at a time, reads in the order of memory: it is they that
/// wait for the table of pages.
void ScheduleWriter::orderTurnedRows() {
  if (!streams || candidate.lanes < 0)
    return;
  for (const KernelWork::Nest &other : work.nests) {
    if (other.reduceAxes.any())
      return;
    for (const KernelWork::Access &access : other.accesses) {
      int turned = cost.getTurnedAxis(access, candidate.lanes, candidate);
      unsigned lanes = candidate.lanes;
      if (turned < 0 || ids[turned] > ids[lanes])
        continue;
      add(OptKind::Swap, ids[turned], ids[lanes],
          "rows that are turned around are read in the order of memory");
      std::swap(ids[turned], ids[lanes]);
      std::swap(*llvm::find(order, unsigned(turned)),
                *llvm::find(order, lanes));
      tilesTurned = !work.axes[lanes].isDynamic;
      return;
    }
  }
}

double ScheduleWriter::getTotalBytes(const KernelWork::Access &access) const {
  double bytes = work.elementBits / 8;
  for (unsigned axis : access.axes.set_bits())
    bytes *= work.axes[axis].size;
  return bytes;
}

/// Tiles that read a row again, at least, for which rows are the outer loop.
static constexpr double kMinRereads = 8;

/// Where nothing is packed, since rows of few iterations are near as they are,
/// but all of them are more than the second cache keeps and it does keep what
/// they are multiplied by: goes by one row of tiles after another. What is read
/// once beside the sums would come in pieces of a row then.
void ScheduleWriter::orderNearRows() {
  if (candidate.lanes < 0 || target.vectorRegisters > kFewRegisters ||
      work.stagedAxes.any() || !spread.empty() || !windowed.empty())
    return;
  unsigned lanes = candidate.lanes;
  double rows = 0, others = 0, rereads = 1;
  for (const KernelWork::Nest &other : work.nests)
    for (const KernelWork::Access &access : other.accesses) {
      if (access.isStore)
        continue;
      double bytes = getTotalBytes(access);
      bool isRow = access.axes.test(lanes);
      if (other.reduces.empty()) {
        if (isRow && bytes > target.l2Bytes / 2.0)
          return;
        continue;
      }
      (isRow ? rows : others) += bytes;
      double count = 1;
      for (unsigned axis : order)
        if (!access.axes.test(axis))
          count *= static_cast<double>(cost.getCount(axis, candidate));
      if (isRow)
        rereads = std::max(rereads, count);
    }
  if (rows <= target.l2Bytes / 2.0 || others == 0 || rereads < kMinRereads ||
      others > target.l2Bytes / 4.0 || work.axes[lanes].isDynamic)
    return;
  SmallVector<unsigned, 6> wanted(order);
  llvm::stable_sort(
      wanted, [&](unsigned a, unsigned b) { return a == lanes && b != lanes; });
  reorder(wanted, "rows that the second cache does not hold are read once");
}

/// Puts a loop of a few tiles along what is stored inside of the others, so
/// that more than one line of a row is written at a time.
void ScheduleWriter::tileTurnedRows() {
  if (!tilesTurned)
    return;
  int64_t count = cost.getCount(candidate.lanes, candidate);
  if (cost.getLanes() * work.elementBits / 8 >= kLineBytes ||
      count % kTurnedTiles != 0)
    return;
  add(OptKind::Tile, ids[candidate.lanes], kTurnedTiles,
      "several lines of a row are written one after another");
  ++nextId;
}

/// The dimensions of vectors are in the order of their axes' ids, so the lanes
/// come last.
void ScheduleWriter::splitVectors() {
  auto isLanes = [&](unsigned axis) {
    return static_cast<int>(axis) == candidate.lanes ||
           llvm::is_contained(candidate.reduceLanes, static_cast<int>(axis));
  };
  for (bool lanes : {false, true}) {
    for (auto [i, factor] : llvm::enumerate(candidate.factors)) {
      if (factor == 1 || isLanes(i) != lanes)
        continue;
      add(work.axes[i].isReduce ? OptKind::Unroll : OptKind::Upcast, ids[i],
          factor,
          lanes              ? "lanes of vectors, contiguous in memory"
          : unrolled.test(i) ? "a short reduce, whose loops end at once"
          : widenedAlong == static_cast<int>(i)
              ? "neighbours along the sum, converted together"
              : "more accumulators for what is loaded");
      inner[i] = nextId++;
    }
    if (!lanes && writtenOut >= 0) {
      add(OptKind::Unroll, ids[writtenOut], work.axes[writtenOut].size,
          "the row of a window, which is no longer than a loop's branches");
      inner[writtenOut] = nextId++;
    }
  }
}

/// Bytes that a block of panels may take of the last cache: other threads have
/// blocks of their own there, and what is read with them streams through.
static constexpr int64_t kLastPart = 16;
/// Panels in the second cache that are enough, and bytes of a panel for each
/// multiply-add of a register that the last cache gives in time.
static constexpr int64_t kManyPanels = 3;
static constexpr double kLastRate = 8;

/// Puts as many panels into a block as half of the second cache holds, where
/// what is read with them is too large to stay there by itself, and no copy in
/// the order of the tiles: that one is fetched ahead. Where that is few, and a
/// panel is read slowly enough, the last cache holds more of them.
void ScheduleWriter::tilePanels() {
  unsigned lanes = candidate.lanes;
  bool isOrdered = target.vectorRegisters <= kFewRegisters;
  bool isStreamed = llvm::any_of(nest->accesses, [&](const auto &access) {
    return !access.isStore && !access.axes.test(lanes) &&
           !llvm::is_contained(windowed, &access) &&
           !(isOrdered && llvm::is_contained(spread, &access)) &&
           getTotalBytes(access) > target.l2Bytes / 2.0;
  });
  if (work.axes[lanes].isDynamic || !isStreamed)
    return;
  int64_t count = cost.getCount(lanes, candidate);
  double bytes = cost.getPanelBytes(*packed.front(), candidate);
  double near = target.l2Bytes / 2 / std::max(bytes, 1.0);
  double rows = 1;
  for (unsigned axis : nest->axes.set_bits())
    if (axis != lanes && !work.axes[axis].isReduce)
      rows *= static_cast<double>(candidate.factors[axis]);
  double rate = cost.getLanes() * work.elementBits / 8 / rows;
  if (near < kManyPanels && rate <= kLastRate)
    near = std::max<double>(near, target.lastBytes / kLastPart /
                                      std::max(bytes, 1.0));
  int64_t most = std::min<int64_t>(near, count / kMinBlocks);
  for (int64_t amount = 2; amount <= most; ++amount)
    if (count % amount == 0)
      panels = amount;
  if (panels == 1)
    return;
  add(OptKind::Tile, ids[lanes], panels, "panels that the second cache holds");
  panelAxis = nextId++;
}

/// The axes of a panel in the order of a tile's reads: reduces, then vectors
/// with the lanes last.
SmallVector<int64_t>
ScheduleWriter::getStageAxes(const KernelWork::Access &access, int64_t tile,
                             bool isWhole) const {
  SmallVector<int64_t> axes;
  if (isWhole) {
    for (unsigned axis : order)
      if (access.axes.test(axis) && !(packsWhole && isShared(*nest, axis)))
        axes.push_back(ids[axis]);
    if (carried >= 0 && access.axes.test(carried))
      axes.push_back(ids[carried]);
  }
  if (tile >= 0)
    axes.push_back(tile);
  size_t outer = axes.size();
  for (unsigned axis : access.axes.set_bits())
    if (work.axes[axis].isReduce)
      axes.push_back(static_cast<int>(axis) == carried ? carriedInner
                     : unrolled.test(axis)             ? inner[axis]
                                                       : ids[axis]);
  if (!windowed.empty())
    llvm::sort(axes.begin() + outer, axes.end());
  for (unsigned axis : access.axes.set_bits())
    if (inner[axis] >= 0 && static_cast<int>(axis) != candidate.lanes &&
        !unrolled.test(axis))
      axes.push_back(inner[axis]);
  if (candidate.lanes >= 0 && access.axes.test(candidate.lanes))
    axes.push_back(inner[candidate.lanes]);
  return axes;
}

void ScheduleWriter::stageOperands() {
  struct Stage {
    int64_t operand;
    SmallVector<int64_t> axes;
    StringRef reason;
    bool asWindows = false;
  };
  SmallVector<Stage> stages;
  // A stage adds a load before those that come later.
  auto getOperand = [&](const KernelWork::Access &access) {
    return access.operand +
           llvm::count_if(joint,
                          [&](const KernelWork::Access *other) {
                            return other->operand < access.operand;
                          }) +
           (isCompacted && packed.front()->operand <= access.operand);
  };
  for (const KernelWork::Access *access : packed)
    // Of what never changes all panels are packed, once.
    stages.push_back(
        {getOperand(*access),
         getStageAxes(*access, panelAxis, access->isConstant || packsWhole),
         packsWhole ? "packed as a whole, for rows that are stored in order"
                    : "packed into panels that other tiles read again"});
  for (const KernelWork::Access *access : widened)
    stages.push_back(
        {getOperand(*access),
         getStageAxes(*access, -1, getTotalBytes(*access) <= kMaxSpreadBytes),
         "converted once, not for each panel"});
  for (const KernelWork::Access *access : spread)
    stages.push_back({getOperand(*access),
                      getStageAxes(*access, -1, /*isWhole=*/true),
                      "copied in the order of the tiles that read it again"});
  for (const KernelWork::Access *access : windowed)
    if (!llvm::is_contained(joint, access))
      stages.push_back({getOperand(*access), getWindowAxes(*access),
                        hasTileWindows
                            ? "copied with the padding of a tile's windows"
                            : "copied once with the padding of its windows",
                        /*asWindows=*/true});
  for (const KernelWork::Access *access : padded)
    stages.push_back({getOperand(*access), getPaddedAxes(*access),
                      "copied with the padding of its windows, read without "
                      "masks",
                      /*asWindows=*/true});
  // What is broadcast to the lanes, where a tile's part of it lies scattered
  // and several panels read it.
  for (const KernelWork::Access &access : nest->accesses) {
    if (access.isStore || access.axes.test(candidate.lanes) || panels < 2 ||
        llvm::is_contained(spread, &access) ||
        llvm::is_contained(widened, &access) ||
        llvm::is_contained(windowed, &access))
      continue;
    llvm::SmallBitVector reduces = access.axes;
    reduces &= nest->reduceAxes;
    bool isRow = llvm::any_of(reduces.set_bits(), [&](unsigned axis) {
      return access.strides[axis] == 1;
    });
    SmallVector<int64_t> axes = getStageAxes(access, -1, /*isWhole=*/false);
    if (reduces.any() && !isRow && axes.size() > reduces.count() &&
        llvm::none_of(reduces.set_bits(),
                      [&](unsigned axis) { return work.axes[axis].isDynamic; }))
      stages.push_back({getOperand(access), axes, "scattered in memory"});
  }
  llvm::sort(stages, [](const Stage &a, const Stage &b) {
    return a.operand > b.operand;
  });
  for (const Stage &stage : stages)
    opts.push_back({OptAttr::get(kernel.getContext(), OptKind::Stage, -1,
                                 stage.asWindows, stage.operand, stage.axes),
                    stage.reason.str()});
}

void ScheduleWriter::run() {
  findPacked();
  findWidened();
  findWhole();
  findUnrolled();
  if (work.scannedAxes.any()) {
    orderScans();
  } else if (!packed.empty()) {
    orderLoops();
  } else {
    orderTurnedRows();
    orderNearRows();
  }
  stageJointWindows();
  compactWhole();
  splitVectors();
  tileTurnedRows();
  if (work.scannedAxes.any())
    return tileScans();
  if (!packed.empty()) {
    if (!hasTileWindows && !packsWhole)
      tilePanels();
    if (windowed.empty() && !packsWhole)
      carryDeepReduce();
  }
  orderWindows();
  if (nest)
    stageOperands();
  else
    carryRows();
}

void ScheduleWriter::addThreads() {
  if (carried >= 0) {
    if (threadExtent > 1)
      add(OptKind::Thread, threadAxis, 0, "the outermost loop, and much work");
    return;
  }
  for (unsigned axis : order) {
    int64_t extent = cost.getCount(axis, candidate);
    if (panelAxis >= 0 && static_cast<int>(axis) == candidate.lanes)
      extent /= panels;
    if (static_cast<int>(axis) == candidate.lanes)
      extent /= scanTile;
    if (extent > 1 && !work.scannedAxes.test(axis))
      return add(OptKind::Thread, ids[axis], 0,
                 "the outermost loop, and much work");
  }
}
