//===- WholePanels.cpp - operands all panels of which are packed first ----===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the loop over panels outside of the others, what is stored, and what is
// added to it, comes in columns: a line of each row at a time, which no
// prefetcher foresees. The other operand is read again for each panel, perhaps
// from the last cache. Where all panels are few bytes beside that, they are
// packed first, and the loop over them is the innermost: each row is stored
// from one end to the other.
//
//===----------------------------------------------------------------------===//

#include "CacheTiles.h"

using namespace mlir;
using namespace tinygrad::uop;

/// The part of the second cache that one panel may take, and that all of those
/// are, at least, that are near as they are.
static constexpr double kPanelPart = 0.25, kNearPart = 0.5;
/// What all panels may take of the last cache where the second one does not
/// hold them, and how much more is stored or added, at least.
static constexpr double kLastPart = 1.0 / 16, kMinStored = 2;
/// Iterations of a reduce that reads a panel, at least.
static constexpr double kMinDepth = 16;

/// Whether all accesses of the nest move along `axis`: each of its iterations
/// has panels of its own.
bool ScheduleWriter::isShared(const KernelWork::Nest &other,
                              unsigned axis) const {
  return llvm::all_of(other.accesses, [&](const KernelWork::Access &access) {
    return access.axes.test(axis);
  });
}

/// Bytes of `access` in one iteration of the axes that are shared.
double
ScheduleWriter::getUnsharedBytes(const KernelWork::Nest &other,
                                 const KernelWork::Access &access) const {
  double bytes = getTotalBytes(access);
  for (unsigned axis : access.axes.set_bits())
    if (!work.axes[axis].isReduce && isShared(other, axis))
      bytes /= static_cast<double>(work.axes[axis].size);
  return bytes;
}

/// The same of what is stored, or read beside the sums, in rows along the
/// lanes.
double ScheduleWriter::getRowBytes(const KernelWork::Nest &reduced) const {
  double bytes = 0;
  for (const KernelWork::Nest &other : work.nests)
    for (const KernelWork::Access &access : other.accesses)
      if ((access.isStore || other.reduces.empty()) &&
          access.strides[candidate.lanes] == 1)
        bytes += getUnsharedBytes(reduced, access);
  return bytes;
}

/// The one operand of `other` that vectors are read from as it lies in memory,
/// if it is worth packing as a whole all the same.
const KernelWork::Access *
ScheduleWriter::findNearWhole(const KernelWork::Nest &other) const {
  const KernelWork::Access *near = nullptr;
  unsigned lanes = candidate.lanes;
  double depth = 1;
  for (const KernelWork::Access &access : other.accesses)
    if (!access.isStore && access.axes.test(lanes)) {
      if (near)
        return nullptr;
      near = &access;
    }
  if (!near || near->isGated || near->strides[lanes] != 1 ||
      candidate.factors[lanes] % cost.getLanes() != 0)
    return nullptr;
  for (unsigned axis : near->axes.set_bits())
    if (work.axes[axis].isReduce)
      depth *= static_cast<double>(work.axes[axis].size);
  double bytes = getUnsharedBytes(other, *near);
  bool isMuch = bytes >= target.l2Bytes * kNearPart &&
                bytes * kMinStored <= getRowBytes(other);
  return depth >= kMinDepth && isMuch ? near : nullptr;
}

/// Finds the operand all of which is packed first: the one that is packed
/// anyway, or one whose panels the first cache would hold as they lie in
/// memory, where the second one does not keep all of them.
void ScheduleWriter::findWhole() {
  if (target.vectorRegisters > kFewRegisters || candidate.lanes < 0 ||
      work.stagedAxes.any() || work.scannedAxes.any() || !spread.empty() ||
      !windowed.empty() || !padded.empty() || packed.size() > 1 ||
      candidate.reduceLanes.size() ||
      llvm::any_of(work.axes, [](const auto &axis) { return axis.isDynamic; }))
    return;
  // Of several rows of tiles, as of two images, panels would be copied with
  // stores far apart.
  auto isOneTile = [&](const KernelWork::Access &access) {
    return llvm::all_of(access.axes.set_bits(), [&](unsigned axis) {
      return work.axes[axis].isReduce ||
             static_cast<int>(axis) == candidate.lanes ||
             candidate.factors[axis] == 1;
    });
  };
  auto fits = [&](const KernelWork::Nest &other,
                  const KernelWork::Access &access) {
    double bytes = getUnsharedBytes(other, access);
    return !access.isConstant && !isShared(other, candidate.lanes) &&
           cost.getPanelBytes(access, candidate) <=
               target.l2Bytes * kPanelPart &&
           isOneTile(access) &&
           (bytes <= target.l2Bytes ||
            (bytes * kMinStored <= getRowBytes(other) &&
             bytes <= std::min<double>(target.lastBytes * kLastPart,
                                       kMaxSpreadBytes)));
  };
  if (!packed.empty()) {
    packsWhole = fits(*nest, *packed.front());
    return;
  }
  for (const KernelWork::Nest &other : work.nests) {
    const KernelWork::Access *near =
        other.reduces.empty() ? nullptr : findNearWhole(other);
    if (!near || !fits(other, *near))
      continue;
    packed.push_back(near);
    nest = &other;
    packsWhole = true;
    return;
  }
}

/// Copies the places of an image that a convolution at steps reads before its
/// rows are merged: behind that they are a row without gaps, and each index of
/// a panel would be a division otherwise.
void ScheduleWriter::compactWhole() {
  unsigned lanes = candidate.lanes;
  if (!packsWhole || packed.front()->isGated || !work.merged.test(lanes) ||
      !work.pairs[lanes] || packed.front()->strides[lanes])
    return;
  const KernelWork::Access &access = *packed.front();
  KernelWork::Pair pair = *work.pairs[lanes];
  std::optional<int64_t> rowStep = access.outerStrides[lanes];
  if (!rowStep || !access.strides[pair.inner])
    return;
  // Places of windows would be copied again and again.
  int64_t rows = work.axes[lanes].size / pair.innerSize;
  int64_t image = std::abs(*rowStep) * (rows - 1) + 1;
  SmallVector<unsigned> outer;
  for (unsigned axis : access.axes.set_bits()) {
    if (work.axes[axis].size == 1 || axis == lanes ||
        (!work.axes[axis].isReduce && isShared(*nest, axis)))
      continue;
    if (!access.strides[axis] || std::abs(*access.strides[axis]) < image ||
        work.merged.test(axis))
      return;
    outer.push_back(axis);
  }
  llvm::stable_sort(outer, [&](unsigned a, unsigned b) {
    return std::abs(*access.strides[a]) > std::abs(*access.strides[b]);
  });
  int64_t innerId = work.axes[pair.inner].id;
  auto merge = llvm::find_if(opts, [&](const ChosenOpt &choice) {
    return choice.opt.getKind() == OptKind::Merge &&
           choice.opt.getAmount() == innerId;
  });
  if (merge == opts.end())
    return;
  // Before loops change places.
  SmallVector<int64_t> axes = llvm::map_to_vector(
      outer, [&](unsigned axis) { return work.axes[axis].id; });
  axes.push_back(work.axes[lanes].id);
  axes.push_back(innerId);
  opts.insert(merge, {OptAttr::get(kernel.getContext(), OptKind::Stage, -1,
                                   /*amount=*/0, access.operand, axes),
                      "copied without what is between its places"});
  isCompacted = true;
}
