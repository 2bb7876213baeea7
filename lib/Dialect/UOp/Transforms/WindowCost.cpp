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
/// What a copy may take of the last cache where the second one keeps the rows
/// that windows along one row read.
constexpr double kMaxLastPart = 0.125;
/// Places of a tile in an image whose rows do not matter.
constexpr int64_t kMaxJoint = 6;
/// Vectors of all products of a row of windows that is written out.
constexpr int64_t kMaxWrittenOut = 48;
/// Tiles that read what is copied again, at least: all of it, where registers
/// are many, or one tile's. With few registers the other way is to pack windows
/// one by one, which is slower even for one panel.
constexpr double kMinWholeReuse = 4, kMinTileReuse = 2;
} // namespace

int KernelCost::getWindowAlong(const Access &access,
                               std::optional<int64_t> step) const {
  if (!step || *step <= 0)
    return -1;
  for (unsigned reduce : access.axes.set_bits()) {
    std::optional<int64_t> one = access.strides[reduce];
    if (work.axes[reduce].isReduce && one && *one > 0 && *step % *one == 0 &&
        *step / *one < work.axes[reduce].size)
      return reduce;
  }
  return -1;
}

int KernelCost::getWindow(const Access &access, unsigned axis) const {
  return work.axes[axis].isReduce
             ? -1
             : getWindowAlong(access, access.strides[axis]);
}

std::optional<KernelCost::JointWindows>
KernelCost::getJointWindows(const Access &access, unsigned axis) const {
  if (target.vectorRegisters > kFewRegisters || !work.merged.test(axis) ||
      work.axes[axis].isReduce || !work.pairs[axis])
    return std::nullopt;
  JointWindows joint;
  joint.inner = work.pairs[axis]->inner;
  std::optional<int64_t> rowStep = access.outerStrides[axis],
                         step = access.strides[joint.inner];
  joint.rows = getWindowAlong(access, rowStep);
  joint.places = getWindowAlong(access, step);
  if (joint.rows < 0 || joint.places < 0 || joint.rows == joint.places ||
      access.strides[joint.places] != 1)
    return std::nullopt;
  int64_t size = work.pairs[axis]->innerSize;
  joint.rowStep = *rowStep / *access.strides[joint.rows];
  joint.rowsSize = (work.axes[axis].size / size - 1) * joint.rowStep +
                   work.axes[joint.rows].size;
  joint.placesSize = (size - 1) * *step + work.axes[joint.places].size;
  return joint;
}

/// Whether a row of windows may be written out: a loop over so few places lasts
/// no longer than the branches around it.
bool KernelCost::canWriteOut(const JointWindows &joint,
                             const Candidate &candidate) const {
  int64_t copies = work.axes[joint.places].size;
  for (int64_t factor : candidate.factors)
    copies *= factor;
  return copies <= kMaxWrittenOut * lanes;
}

/// Elements of all that the windows of `access` read, or those of a row of
/// tiles or of one tile, where they overlap along each axis over which tiles
/// read them, and rows are contiguous.
std::optional<double>
KernelCost::getWindowElements(const Access &access, Windows windows,
                              const Candidate &candidate) const {
  double elements = 1;
  bool hasWindow = false, hasTile = false, isTiled = false;
  llvm::SmallBitVector found(work.axes.size());
  for (unsigned axis : access.axes.set_bits()) {
    int64_t size = work.axes[axis].size, factor = candidate.factors[axis];
    // Each of a tile's places has a pointer of its own.
    if (std::optional<JointWindows> joint = getJointWindows(access, axis)) {
      if (windows == Windows::Tile || work.axes[axis].isDynamic || factor < 2 ||
          factor > kMaxJoint || hasWindow ||
          joint->placesSize > kMaxWindowRow || !canWriteOut(*joint, candidate))
        return std::nullopt;
      found.set(joint->rows);
      found.set(joint->places);
      hasWindow = hasTile = isTiled = true;
      // A tile may be in two rows.
      int64_t rows = joint->rowsSize;
      if (windows == Windows::Rows)
        rows = std::min(rows, work.axes[joint->rows].size + joint->rowStep);
      elements *= static_cast<double>(rows * joint->placesSize);
      continue;
    }
    if (work.axes[axis].isDynamic || size % factor != 0 ||
        !access.strides[axis] || work.merged.test(axis))
      return std::nullopt;
    int window = getWindow(access, axis);
    bool isRow = window >= 0 && access.strides[window] == 1;
    if (work.axes[axis].isReduce && factor > 1)
      return std::nullopt;
    if (factor > 1 && (window < 0 || (isTiled && windows == Windows::Tile)))
      return std::nullopt;
    isTiled |= factor > 1;
    hasTile |= factor > 1 && isRow;
    if (!work.axes[axis].isReduce &&
        (windows == Windows::Tile || (windows == Windows::Rows && !isRow)))
      size = factor;
    if (window >= 0) {
      if (found.test(window))
        return std::nullopt;
      found.set(window);
      hasWindow = true;
      size = (size - 1) * (*access.strides[axis] / *access.strides[window]) +
             work.axes[window].size;
      if (factor > 1 && isRow && size > kMaxWindowRow)
        return std::nullopt;
    }
    elements *= size;
  }
  // They are counted where they stand.
  for (unsigned window : found.set_bits())
    elements /= work.axes[window].size;
  if (!hasWindow || !hasTile)
    return std::nullopt;
  return elements;
}

/// Tiles that read different parts of `access`.
double KernelCost::countTiles(const Access &access,
                              const Candidate &candidate) const {
  double tiles = 1;
  for (unsigned axis : access.axes.set_bits())
    if (!work.axes[axis].isReduce)
      tiles *= getCount(axis, candidate);
  return tiles;
}

/// Whether the second cache keeps all that is read beside `access`, which was
/// packed before.
bool KernelCost::staysInSecond(const Access &access, const Nest &nest,
                               const Candidate &candidate) const {
  double bytes = 0;
  for (const Access &other : nest.accesses) {
    if (other.isStore || &other == &access || !other.axes.test(candidate.lanes))
      continue;
    double size = work.elementBits / 8.0;
    for (unsigned axis : other.axes.set_bits())
      size *= work.axes[axis].size;
    bytes += size;
    if (!other.isConstant)
      return false;
  }
  return bytes <= target.l2Bytes / 2.0;
}

double KernelCost::getWindowingCost(const Access &access, const Nest &nest,
                                    const Candidate &candidate) const {
  Windows windows = getWindows(access, nest, candidate);
  double elements = *getWindowElements(access, windows, candidate);
  if (windows == Windows::Tile)
    elements *= countTiles(access, candidate);
  // From beyond the second cache all of it comes once for each panel.
  double bytes = elements * work.elementBits / 8, far = 0;
  if (windows == Windows::Whole && bytes > target.l2Bytes * kMaxWindowPart)
    far = bytes * getReuse(access, nest, candidate) * kLastByte;
  return far + elements / lanes *
                   (kPackVector + kPackCompare * access.compares.size());
}

KernelCost::Windows KernelCost::getWindows(const Access &access,
                                           const Nest &nest,
                                           const Candidate &candidate) const {
  if (access.isStore || access.isConstant || nest.reduces.empty() ||
      candidate.lanes < 0 || access.axes.test(candidate.lanes) ||
      candidate.reduceLanes.size() || work.stagedAxes.any())
    return Windows::None;
  // What is narrow is converted when it is packed, but by each tile that reads
  // a copy.
  if (target.vectorRegisters <= kFewRegisters &&
      access.elementBits < work.elementBits)
    return Windows::None;
  double reuse = getReuse(access, nest, candidate);
  double bytes = work.elementBits / 8.0;
  auto fits = [&](Windows windows, double limit) {
    std::optional<double> elements =
        getWindowElements(access, windows, candidate);
    return elements && *elements * bytes <= limit;
  };
  bool isGated = access.isGated;
  if ((reuse >= kMinWholeReuse || target.vectorRegisters <= kFewRegisters) &&
      (fits(Windows::Whole, target.l2Bytes * kMaxWindowPart) ||
       (fits(Windows::Whole, target.lastBytes * kMaxLastPart) &&
        fits(Windows::Rows, target.l2Bytes / 2.0))))
    return isGated || !staysNear(access, candidate) ? Windows::Whole
                                                    : Windows::None;
  if (reuse >= kMinTileReuse && isGated &&
      fits(Windows::Tile, target.l1Bytes) &&
      staysInSecond(access, nest, candidate))
    return Windows::Tile;
  return Windows::None;
}
