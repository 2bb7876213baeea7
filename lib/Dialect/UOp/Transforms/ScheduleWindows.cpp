//===- ScheduleWindows.cpp - loops over what windows read -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheTiles.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Rows of a padded image, the channels of which follow each other: the loop
/// over a window's rows stands outside of theirs, so that memory is read in its
/// order.
void ScheduleWriter::orderWindows() {
  if (windowed.empty() || llvm::any_of(packed, [](const auto *access) {
        return !access->isConstant;
      }))
    return;
  const KernelWork::Access &access = *windowed.front();
  int window = -1;
  for (unsigned axis : access.axes.set_bits())
    if (int found = cost.getWindow(access, axis);
        found >= 0 && access.strides[found] != 1)
      window = found;
  if (window < 0)
    return;
  for (unsigned axis : access.axes.set_bits())
    if (work.axes[axis].isReduce && work.axes[axis].size > 1 &&
        ids[axis] < ids[window] && inner[axis] < 0) {
      add(OptKind::Swap, ids[axis], ids[window],
          "reads the rows of windows in the order of memory");
      std::swap(ids[axis], ids[window]);
      return;
    }
}

/// The axes of a copy that windows are read from: rows of windows, what else
/// there is, and the windows of the tile.
SmallVector<int64_t>
ScheduleWriter::getWindowAxes(const KernelWork::Access &access) const {
  SmallVector<int64_t> rows, others, tile;
  llvm::SmallBitVector done(work.axes.size());
  for (unsigned axis : access.axes.set_bits()) {
    int window = cost.getWindow(access, axis);
    if (window < 0)
      continue;
    done.set(axis);
    done.set(window);
    // What is contiguous is the vector that is copied.
    bool isRow = inner[axis] >= 0 && access.strides[window] == 1;
    auto &axes = isRow ? tile : rows;
    if (cost.getCount(axis, candidate) > 1 && !hasTileWindows)
      axes.push_back(ids[axis]);
    if (inner[axis] >= 0)
      axes.push_back(inner[axis]);
    axes.push_back(ids[window]);
  }
  for (unsigned axis : access.axes.set_bits())
    if (!done.test(axis) && (work.axes[axis].isReduce || !hasTileWindows))
      others.push_back(ids[axis]);
  llvm::append_range(rows, others);
  llvm::append_range(rows, tile);
  return rows;
}
