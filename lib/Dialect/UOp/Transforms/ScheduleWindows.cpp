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
  if (windowed.empty() || !joint.empty() ||
      llvm::any_of(packed,
                   [](const auto *access) { return !access->isConstant; }))
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

/// The axis of `access` that stands for two along which windows move, or -1.
std::pair<int, KernelCost::JointWindows>
ScheduleWriter::getJoint(const KernelWork::Access &access) const {
  for (unsigned axis : access.axes.set_bits())
    if (auto joint = cost.getJointWindows(access, axis))
      return {static_cast<int>(axis), *joint};
  return {-1, {}};
}

/// Copies an image with its padding before the axes of rows and of places in
/// them are merged: a place in the copy depends on both. The places of a tile
/// have pointers of their own then, which move with the windows alone: a
/// window's row is written out, since a loop of so few iterations lasts no
/// longer than the branches around it.
void ScheduleWriter::stageJointWindows() {
  llvm::sort(windowed, [](const auto *a, const auto *b) {
    return a->operand > b->operand;
  });
  ChosenOpt merge;
  for (const KernelWork::Access *access : windowed) {
    std::pair<int, KernelCost::JointWindows> found = getJoint(*access);
    int axis = found.first;
    const KernelCost::JointWindows &windows = found.second;
    if (axis < 0)
      continue;
    int64_t innerId = work.axes[windows.inner].id;
    if (joint.empty()) {
      for (unsigned other : access->axes.set_bits())
        if (work.axes[other].isReduce && work.axes[other].size > 1 &&
            ids[other] < ids[windows.rows]) {
          add(OptKind::Swap, ids[other], ids[windows.rows],
              "reads the rows of windows in the order of memory");
          std::swap(ids[other], ids[windows.rows]);
          break;
        }
      writtenOut = windows.places;
    }
    joint.push_back(access);
    SmallVector<int64_t> axes = {ids[axis], ids[windows.rows]};
    for (unsigned other : access->axes.set_bits())
      if (other != unsigned(axis) && static_cast<int>(other) != windows.rows &&
          static_cast<int>(other) != windows.places)
        axes.push_back(ids[other]);
    axes.push_back(innerId);
    axes.push_back(ids[windows.places]);
    llvm::erase_if(opts, [&](const ChosenOpt &choice) {
      bool isMerge = choice.opt.getKind() == OptKind::Merge &&
                     choice.opt.getAmount() == innerId;
      // Loops may have changed places since.
      if (isMerge)
        merge = {OptAttr::get(kernel.getContext(), OptKind::Merge, ids[axis],
                              innerId),
                 choice.reason};
      return isMerge;
    });
    opts.push_back({OptAttr::get(kernel.getContext(), OptKind::Stage, -1,
                                 /*amount=*/1, access->operand, axes),
                    "copied once with the padding of its windows"});
  }
  if (!joint.empty())
    opts.push_back(merge);
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

/// The axes of a copy from which vectors are read: rows of windows, and the
/// windows of the lanes.
SmallVector<int64_t>
ScheduleWriter::getPaddedAxes(const KernelWork::Access &access) const {
  bool isWhole = cost.getPadded(access, *nest, candidate)->isWhole;
  SmallVector<int64_t> rows, lanes;
  for (unsigned axis : access.axes.set_bits()) {
    int window = cost.getWindow(access, axis);
    if (window < 0)
      continue;
    bool isRow = static_cast<int>(axis) == candidate.lanes;
    auto &axes = isRow ? lanes : rows;
    if ((isWhole || isRow) && cost.getCount(axis, candidate) > 1)
      axes.push_back(ids[axis]);
    if (inner[axis] >= 0)
      axes.push_back(inner[axis]);
    axes.push_back(inner[window]);
  }
  llvm::append_range(rows, lanes);
  return rows;
}
