//===- CarryRows.cpp - sums across rows that are read side by side --------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of columns, or a vector times a matrix: registers hold the sums of a few
// hundred bytes of a row, and the next of these is a row away, on another page.
// A processor fetches ahead within a page only, and waits for each of the
// pieces. So some rows at a time are read from one end to the other, and the
// sums wait for the rows that follow: in the output, or in memory of the
// kernel's own where it adds something of the output's size to them.
//
//===----------------------------------------------------------------------===//

#include "CacheTiles.h"
#include "CarryReduce.h"
#include "MemorySizes.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Bytes of a row that registers hold from which pieces are long enough by
/// themselves.
static constexpr int64_t kLongPiece = 1024;
/// Rows that are read side by side, at most and at least: as many as a
/// processor fetches ahead of.
static constexpr int64_t kMostRows = 8, kLeastRows = 4;
/// Bytes from one row to the next, at least: what is nearer is fetched ahead
/// with the row before.
static constexpr int64_t kRowStride = 2048;
/// Bytes of a row that are read in one go where there are blocks of columns
/// for threads, at least and where the row is long enough, and how many of
/// these are enough.
static constexpr int64_t kLeastRowBytes = 1536, kRowBytes = 8192;
static constexpr int64_t kRowBlocks = 8;

/// The load whose rows lie apart along a reduce, each of which is read once,
/// and that reduce.
std::pair<const KernelWork::Access *, int> ScheduleWriter::findRows() const {
  int lanes = candidate.lanes;
  if (lanes < 0 || work.axes[lanes].isDynamic || work.stagedAxes.any())
    return {nullptr, -1};
  for (const KernelWork::Nest &other : work.nests) {
    for (const KernelWork::Access &access : other.accesses) {
      if (access.isStore || access.isGated || access.strides[lanes] != 1 ||
          !access.axes.test(lanes))
        continue;
      int64_t bytes = work.elementBits / 8;
      int reduce = -1;
      for (unsigned axis : access.axes.set_bits()) {
        if (work.axes[axis].isDynamic)
          return {nullptr, -1};
        bytes *= work.axes[axis].size;
        if (work.axes[axis].isReduce && work.axes[axis].size > 1)
          reduce = reduce < 0 ? int(axis) : work.axes.size();
      }
      // Other tiles would read it again.
      bool isReadOnce = llvm::all_of(other.axes.set_bits(), [&](unsigned axis) {
        return access.axes.test(axis) || cost.getCount(axis, candidate) == 1;
      });
      if (reduce < 0 || reduce == int(work.axes.size()) || !isReadOnce ||
          !access.strides[reduce] || bytes <= target.l2Bytes ||
          std::abs(*access.strides[reduce]) * work.elementBits / 8 < kRowStride)
        continue;
      return {&access, reduce};
    }
  }
  return {nullptr, -1};
}

/// Blocks into which the pieces of a row, of `piece` bytes each, are divided:
/// for threads, but as few as two where each would read little in one go.
static int64_t getRowBlocks(int64_t pieces, int64_t piece) {
  auto isLongEnough = [&](int64_t blocks, int64_t least) {
    return pieces % blocks == 0 && pieces / blocks * piece >= least;
  };
  for (int64_t blocks = kRowBlocks; blocks > 1; --blocks)
    if (isLongEnough(blocks, kRowBytes))
      return blocks;
  for (int64_t blocks = 2; blocks <= kRowBlocks; ++blocks)
    if (isLongEnough(blocks, kLeastRowBytes))
      return blocks;
  return 1;
}

void ScheduleWriter::carryRows() {
  auto [access, reduce] = findRows();
  if (!access || inner[reduce] >= 0)
    return;
  unsigned lanes = candidate.lanes;
  int64_t piece = candidate.factors[lanes] * work.elementBits / 8;
  int64_t pieces = cost.getCount(lanes, candidate);
  int64_t size = work.axes[reduce].size, rows = 0;
  for (int64_t amount = kLeastRows; amount <= kMostRows; ++amount)
    if (size % amount == 0 && size > amount)
      rows = amount;
  if (piece >= kLongPiece || pieces < 2 || rows == 0)
    return;
  bool inOutput = canCarryReduce(kernel, work.axes[reduce].id, true);
  if (!inOutput && (!canCarryReduce(kernel, work.axes[reduce].id, false) ||
                    !canKeepSums(lanes)))
    return;
  // The loop over the rows takes the place of the reduce, with the pieces of a
  // row inside of it and whatever else there is outside.
  int64_t outside = 1;
  for (unsigned axis : order) {
    if (axis == lanes || cost.getCount(axis, candidate) == 1)
      continue;
    if (ids[axis] > ids[reduce] || work.axes[axis].isDynamic)
      return;
    outside *= cost.getCount(axis, candidate);
    threadAxis = threadAxis < 0 ? ids[axis] : threadAxis;
  }
  int64_t blocks = outside < kRowBlocks ? getRowBlocks(pieces, piece) : 1;
  bool isParallel = outside > 1 || blocks > 1;
  if (!isParallel || ids[lanes] > ids[reduce])
    return;
  int64_t piecesId = ids[lanes];
  if (blocks > 1) {
    add(OptKind::Tile, ids[lanes], pieces / blocks,
        "pieces of a row that are read one after another");
    piecesId = nextId++;
    threadAxis = threadAxis < 0 ? ids[lanes] : threadAxis;
  }
  threadExtent = std::max(outside, blocks);
  SmallVector<int64_t> kept;
  if (!inOutput) {
    kept = getVectorAxes();
    kept.insert(kept.begin(), piecesId);
  }
  carry(reduce, rows, kept,
        "rows that are read side by side from one end to the other");
  if (blocks == 1) {
    add(OptKind::Swap, ids[lanes], ids[reduce],
        "all pieces of some rows before the next rows");
    std::swap(ids[lanes], ids[reduce]);
  }
}
