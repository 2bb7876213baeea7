//===- CarryPanels.cpp - panels in parts of a deep reduce -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheTiles.h"
#include "CarryReduce.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Blocks that threads share where the loops inside of a part of a reduce are
/// all that there is to share, and iterations that each must have.
static constexpr int64_t kMaxCarryBlocks = 8;
static constexpr int64_t kMinCarryIterations = 4;

/// The vector parts of the output axes, the lanes last.
SmallVector<int64_t> ScheduleWriter::getVectorAxes() const {
  SmallVector<int64_t> axes;
  for (unsigned axis : order)
    if (inner[axis] >= 0 && static_cast<int>(axis) != candidate.lanes)
      axes.push_back(inner[axis]);
  if (candidate.lanes >= 0 && inner[candidate.lanes] >= 0)
    axes.push_back(inner[candidate.lanes]);
  return axes;
}

/// Whether the sums of all iterations of `inside` are few enough to be kept in
/// memory of the kernel's own, beside what streams through the last cache.
bool ScheduleWriter::canKeepSums(ArrayRef<unsigned> inside) const {
  double bytes = work.elementBits / 8.0;
  for (unsigned axis : order) {
    bool isInside = llvm::is_contained(inside, axis);
    if (isInside && work.axes[axis].isDynamic)
      return false;
    bytes *= candidate.factors[axis];
    if (isInside)
      bytes *= cost.getCount(axis, candidate);
  }
  return bytes <= target.lastBytes / 4.0;
}

/// Does `reduce` in blocks of `amount` iterations, the sums of which wait in
/// the output, or, if axes are `kept`, in memory of the kernel's own.
void ScheduleWriter::carry(int reduce, int64_t amount, ArrayRef<int64_t> kept,
                           StringRef reason) {
  opts.push_back({OptAttr::get(kernel.getContext(), OptKind::Carry, ids[reduce],
                               amount, /*operand=*/-1, kept),
                  reason.str()});
  carriedInner = nextId++;
  carried = reduce;
}

/// Where one panel is more than the second cache keeps beside what streams
/// through it, packs a part of its depth at a time: the loop over the parts
/// stands around the loops that read the panel again.
void ScheduleWriter::carryDeepReduce() {
  const KernelWork::Access &access = *packed.front();
  double bytes = cost.getPanelBytes(access, candidate);
  if (panels > 1 || bytes <= target.l2Bytes / 2.0)
    return;
  int reduce = -1;
  for (unsigned axis : access.axes.set_bits())
    if (work.axes[axis].isReduce && work.axes[axis].size > 1 && reduce < 0)
      reduce = axis;
  if (reduce < 0 || work.axes[reduce].isDynamic)
    return;
  bool inOutput = canCarryReduce(kernel, work.axes[reduce].id, true);
  if (!inOutput && !canCarryReduce(kernel, work.axes[reduce].id, false))
    return;
  int64_t size = cost.getCount(reduce, candidate), amount = 1;
  int64_t most =
      std::min<int64_t>(target.l2Bytes / 8.0 / (bytes / size), size / 2);
  for (int64_t divisor = 2; divisor <= most; ++divisor)
    if (size % divisor == 0)
      amount = divisor;
  if (size == 1 || amount * 4 < most)
    return;

  SmallVector<unsigned> around, inside;
  for (unsigned axis : order)
    if (cost.getCount(axis, candidate) > 1)
      (access.axes.test(axis) ? around : inside).push_back(axis);
  if (inside.empty() || (!inOutput && !canKeepSums(inside)))
    return;
  SmallVector<int64_t> kept;
  if (!around.empty()) {
    threadAxis = ids[around.front()];
    threadExtent = cost.getCount(around.front(), candidate);
  } else {
    // Blocks without an edge, the inner part of which comes last.
    int64_t count = cost.getCount(inside.front(), candidate), blocks = 1;
    if (work.axes[inside.front()].isDynamic)
      return;
    for (int64_t divisor = 2; divisor <= kMaxCarryBlocks; ++divisor)
      if (count % divisor == 0 && count / divisor >= kMinCarryIterations)
        blocks = divisor;
    if (blocks == 1)
      return;
    add(OptKind::Tile, ids[inside.front()], count / blocks,
        "blocks for threads, each with panels of its own");
    threadAxis = ids[inside.front()];
    threadExtent = blocks;
    kept.push_back(nextId++);
    inside.erase(inside.begin());
  }
  if (inOutput) {
    kept.clear();
  } else {
    for (unsigned axis : inside)
      kept.push_back(ids[axis]);
    llvm::append_range(kept, getVectorAxes());
  }
  carry(reduce, amount, kept, "panels in parts that the second cache holds");
  // The iterations of a part stay outside of the reduce's other loops, so that
  // memory is read in the same order as before.
  for (unsigned axis = work.axes.size(); axis-- > unsigned(reduce) + 1;)
    if (nest->reduceAxes.test(axis) && work.axes[axis].size > 1) {
      add(OptKind::Swap, ids[axis], carriedInner,
          "reads memory in the order of the whole reduce");
      std::swap(ids[axis], carriedInner);
    }
  for (unsigned axis : llvm::reverse(inside)) {
    add(OptKind::Swap, ids[axis], ids[reduce],
        "one part after another is read by all iterations of the loops inside");
    std::swap(ids[axis], ids[reduce]);
  }
}
