//===- WindowCost.cpp - what windows cost that are copied once ------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of operands that are broadcast to the lanes: an image that a convolution
// reads, whose rows are copied as they are, padding included.
//
//===----------------------------------------------------------------------===//

#include "KernelCost.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {
/// Elements of a row that windows read, and the part of the second cache that
/// all of them may take.
constexpr int64_t kMaxWindowRow = 256;
constexpr double kMaxWindowPart = 0.75;
/// Tiles that read all of them again, at least.
constexpr double kMinWindowReuse = 4;
} // namespace

int KernelCost::getWindow(const Access &access, unsigned axis) const {
  std::optional<int64_t> step = access.strides[axis];
  if (!step || *step <= 0 || work.axes[axis].isReduce)
    return -1;
  for (unsigned reduce : access.axes.set_bits()) {
    std::optional<int64_t> one = access.strides[reduce];
    if (work.axes[reduce].isReduce && one && *one > 0 && *step % *one == 0 &&
        *step / *one < work.axes[reduce].size)
      return reduce;
  }
  return -1;
}

/// Elements of all that the windows of `access` read, where they overlap along
/// each axis over which tiles read them, and rows are contiguous.
std::optional<double>
KernelCost::getWindowElements(const Access &access,
                              const Candidate &candidate) const {
  double elements = 1;
  bool hasWindow = false, hasTile = false;
  llvm::SmallBitVector windows(work.axes.size());
  for (unsigned axis : access.axes.set_bits()) {
    int64_t size = work.axes[axis].size, factor = candidate.factors[axis];
    if (work.axes[axis].isDynamic || size % factor != 0 ||
        !access.strides[axis] || work.merged.test(axis))
      return std::nullopt;
    int window = getWindow(access, axis);
    if (work.axes[axis].isReduce && factor > 1)
      return std::nullopt;
    if (factor > 1 && (hasTile || window < 0 || access.strides[window] != 1))
      return std::nullopt;
    hasTile |= factor > 1;
    if (window >= 0) {
      if (windows.test(window))
        return std::nullopt;
      windows.set(window);
      hasWindow = true;
      size = (size - 1) * (*access.strides[axis] / *access.strides[window]) +
             work.axes[window].size;
      if (factor > 1 && size > kMaxWindowRow)
        return std::nullopt;
    }
    elements *= size;
  }
  // They are counted where they stand.
  for (unsigned window : windows.set_bits())
    elements /= work.axes[window].size;
  if (!hasWindow || !hasTile)
    return std::nullopt;
  return elements;
}

double KernelCost::getWindowingCost(const Access &access, const Nest &nest,
                                    const Candidate &candidate) const {
  return *getWindowElements(access, candidate) / lanes *
         (kPackVector + kPackCompare * access.compares.size());
}

bool KernelCost::isWindowed(const Access &access, const Nest &nest,
                            const Candidate &candidate) const {
  if (access.isStore || access.isConstant || nest.reduces.empty() ||
      candidate.lanes < 0 || access.axes.test(candidate.lanes) ||
      candidate.reduceLanes.size() || work.stagedAxes.any() ||
      getReuse(access, nest, candidate) < kMinWindowReuse)
    return false;
  std::optional<double> elements = getWindowElements(access, candidate);
  if (!elements ||
      *elements * work.elementBits / 8 > target.l2Bytes * kMaxWindowPart)
    return false;
  double direct = getDirectCost(access, nest, candidate.lanes, candidate);
  double copied = countVectors(access.axes, candidate.lanes, candidate);
  return getIterations(nest, candidate) * (direct - copied) >
         getWindowingCost(access, nest, candidate);
}
