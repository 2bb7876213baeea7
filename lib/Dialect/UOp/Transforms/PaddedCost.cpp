//===- PaddedCost.cpp - vectors that are read from a padded copy ----------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of windows that lanes run along, where nothing is summed but the windows: a
// convolution of each channel by itself, a pooling. A window's masks differ
// from place to place, and where registers hold them they cost more than what
// they hide. So an image is copied once with its padding, and read without.
//
//===----------------------------------------------------------------------===//

#include "KernelCost.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {
/// The part of the first cache that a copy may take.
constexpr double kCopyPart = 0.5;
} // namespace

bool KernelCost::canPad(const Access &access, const Nest &nest,
                        const Candidate &candidate) const {
  int lane = candidate.lanes;
  if (access.isStore || access.isConstant || !access.isGated || lane < 0 ||
      !access.axes.test(lane) || nest.reduces.empty() ||
      candidate.reduceLanes.size() || work.stagedAxes.any() ||
      hasMaskRegisters())
    return false;
  int row = getWindow(access, lane);
  if (row < 0 || access.strides[row] != 1 || candidate.factors[lane] == 1)
    return false;
  llvm::SmallBitVector windows(work.axes.size());
  for (unsigned axis : access.axes.set_bits()) {
    int64_t size = work.axes[axis].size, factor = candidate.factors[axis];
    if (work.axes[axis].isDynamic || size % factor != 0 ||
        !access.strides[axis] || work.merged.test(axis))
      return false;
    if (work.axes[axis].isReduce) {
      if (factor != size)
        return false;
      continue;
    }
    int window = getWindow(access, axis);
    if (window < 0 && factor > 1)
      return false;
    if (window >= 0 && windows.test(window))
      return false;
    if (window >= 0)
      windows.set(window);
  }
  // Constant masks cost nothing.
  if (llvm::all_of(access.compares, [&](unsigned i) {
        return isConstant(nest.compares[i], candidate);
      }))
    return false;
  // All that is summed is a window.
  llvm::SmallBitVector summed = access.axes;
  summed &= nest.reduceAxes;
  return summed == windows;
}

KernelCost::PaddedCopy
KernelCost::getPaddedCopy(const Access &access, bool isWhole,
                          const Candidate &candidate) const {
  PaddedCopy copy;
  copy.isWhole = isWhole;
  for (unsigned axis : access.axes.set_bits()) {
    if (work.axes[axis].isReduce)
      continue;
    int window = getWindow(access, axis);
    if (window < 0) {
      copy.times *= static_cast<double>(work.axes[axis].size);
      continue;
    }
    bool isRow = static_cast<int>(axis) == candidate.lanes;
    int64_t size =
        isWhole || isRow ? work.axes[axis].size : candidate.factors[axis];
    if (!isWhole && !isRow)
      copy.times *= static_cast<double>(getCount(axis, candidate));
    size = (size - 1) * (*access.strides[axis] / *access.strides[window]) +
           work.axes[window].size;
    copy.elements *= static_cast<double>(size);
    copy.vectors *=
        static_cast<double>(isRow ? llvm::divideCeil(size, lanes) : size);
  }
  return copy;
}

std::optional<KernelCost::PaddedCopy>
KernelCost::getPadded(const Access &access, const Nest &nest,
                      const Candidate &candidate) const {
  if (!canPad(access, nest, candidate))
    return std::nullopt;
  for (bool isWhole : {true, false}) {
    PaddedCopy copy = getPaddedCopy(access, isWhole, candidate);
    if (copy.elements * work.elementBits / 8 > target.l1Bytes * kCopyPart)
      continue;
    copy.cost = copy.times * copy.vectors *
                (kPackVector + kPackCompare * access.compares.size());
    return copy;
  }
  return std::nullopt;
}

double KernelCost::getPaddedAccessCost(const Access &access, const Nest &nest,
                                       const Candidate &candidate) const {
  Access copied = access;
  copied.isGated = false;
  copied.compares.clear();
  return getDirectCost(copied, nest, candidate.lanes, candidate);
}
