//===- ScheduleScans.cpp - loops around what is scanned -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheTiles.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Bytes that a scan has combined for the points of the loop inside of it, and
/// blocks for threads to share.
static constexpr int64_t kScanBytes = 4096;
static constexpr int64_t kScanBlocks = 4;

/// Swaps loops until those that are scanned are inside of the others.
void ScheduleWriter::orderScans() {
  SmallVector<unsigned, 6> wanted(order);
  llvm::stable_sort(wanted, [&](unsigned a, unsigned b) {
    return !work.scannedAxes.test(a) && work.scannedAxes.test(b);
  });
  reorder(wanted, "what a scan has combined stays in registers");
}

/// Puts a loop of the lanes' axis inside of the scanned ones.
void ScheduleWriter::tileScans() {
  if (candidate.lanes < 0 || work.scannedAxes.test(candidate.lanes) ||
      work.axes[candidate.lanes].isDynamic)
    return;
  int64_t count = cost.getCount(candidate.lanes, candidate), outside = 1;
  bool isScanned = false;
  for (unsigned axis : order) {
    if (work.scannedAxes.test(axis))
      isScanned |= cost.getCount(axis, candidate) > 1;
    else if (static_cast<int>(axis) != candidate.lanes)
      outside *= cost.getCount(axis, candidate);
  }
  if (!isScanned)
    return;
  int64_t elements = candidate.factors[candidate.lanes];
  int64_t most = kScanBytes / (elements * (work.elementBits / 8));
  for (int64_t amount = 2; amount <= std::min(most, count); ++amount)
    if (count % amount == 0 && outside * (count / amount) >= kScanBlocks)
      scanTile = amount;
  if (scanTile == 1)
    return;
  add(OptKind::Tile, ids[candidate.lanes], scanTile,
      "memory is read in longer pieces, and the first cache holds what was "
      "combined");
  ++nextId;
}
