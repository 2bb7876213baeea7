//===- OptCandidates.cpp - lanes and tiles that are tried -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptChooser.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Each of two axes that are tiled together, at most.
static constexpr int64_t kMaxPairFactor = 8;
/// How much a tile with an edge must gain where all that it loads is its own:
/// an edge is a second body to compile.
static constexpr double kEdgeGain = 1.1;
/// What tiles of an odd length may add to an axis.
static constexpr double kMaxOddPadding = 1.0 / 16;
/// Vectors of a whole row along which windows move.
static constexpr int64_t kMaxRowVectors = 8;

/// One to four vectors or some more, or a part of one that divides the size.
/// Other lengths are no register of LLVM's: it takes them apart through memory.
SmallVector<int64_t> OptChooser::getLaneFactors(unsigned axis) const {
  int64_t size = work.axes[axis].size;
  SmallVector<int64_t> factors;
  for (int64_t factor = 2; factor < std::min(lanes, size + 1); ++factor)
    if (size % factor == 0 && !work.axes[axis].isDynamic)
      factors.push_back(factor);
  // A whole row of a few vectors has no edge; one of some more where windows
  // move along it and masks of padding are in vector registers.
  bool isWindowed = target.vectorRegisters <= kFewRegisters &&
                    llvm::any_of(work.nests, [&](const Nest &nest) {
                      return llvm::any_of(
                          nest.accesses, [&](const KernelWork::Access &access) {
                            return access.isGated &&
                                   access.strides[axis] == 1 &&
                                   cost.getWindow(access, axis) >= 0;
                          });
                    });
  if (lanes > 1 && size > lanes &&
      size < (isWindowed ? kMaxRowVectors : 4) * lanes && size % lanes != 0 &&
      !work.axes[axis].isDynamic && !work.axes[axis].isReduce)
    factors.push_back(size);
  // A size just below a vector is one, in part. A reduce of an even number of
  // vectors is not done by three, which would leave an edge.
  bool isEven = work.axes[axis].isReduce && !work.axes[axis].isDynamic &&
                size % (2 * lanes) == 0;
  for (int64_t factor = lanes; factor <= 4 * lanes; factor += lanes)
    if (factor > 1 && factor < 2 * size &&
        (!isEven || size % factor == 0 || llvm::isPowerOf2_64(factor / lanes)))
      factors.push_back(factor);
  // Long rows of many vectors, unless they would be gathered or turned around.
  bool isRow = llvm::all_of(work.nests, [&](const Nest &nest) {
    return llvm::all_of(nest.accesses, [&](const KernelWork::Access &access) {
      return !access.axes.test(axis) || access.strides[axis] == 1;
    });
  });
  for (int64_t factor : {8 * lanes, 16 * lanes})
    if (lanes > 1 && isRow && factor <= size)
      factors.push_back(factor);
  return factors;
}

/// Whether tiles of an odd length that does not divide `axis` are worth a try:
/// little is done in vain, and each result counts as registers are few.
bool OptChooser::isAlmostDivided(unsigned axis, int64_t factor) const {
  int64_t size = work.axes[axis].size;
  double padding = static_cast<double>(llvm::alignTo(size, factor) - size);
  return target.vectorRegisters <= kFewRegisters &&
         padding <= kMaxOddPadding * static_cast<double>(size) &&
         llvm::none_of(work.nests, [&](const Nest &nest) {
           return llvm::any_of(
               nest.accesses, [&](const KernelWork::Access &access) {
                 return !access.isStore && cost.getWindow(access, axis) >= 0 &&
                        !cost.getJointWindows(access, axis);
               });
         });
}

SmallVector<int64_t> OptChooser::getTileFactors(unsigned axis, int64_t most,
                                                bool isAlone) const {
  int64_t size = work.axes[axis].size;
  SmallVector<int64_t> factors;
  for (int64_t factor = 2; factor <= std::min(size, most); ++factor)
    // Loads of a dynamic axis need no gates where the upper bound is divided.
    if (size % factor == 0 ||
        (!work.axes[axis].isDynamic &&
         (factor % 2 == 0 || (isAlone && isAlmostDivided(axis, factor)))))
      factors.push_back(factor);
  return factors;
}

/// For every reduce that `base` leaves scalar, the best reduce axis as lanes,
/// of at most `maxVectors` vectors.
Candidate OptChooser::addReduceLanes(Candidate base, int64_t maxVectors) const {
  base.cost = cost.getCost(base);
  for (const Nest &nest : work.nests) {
    if (nest.reduceAxes.none() || cost.getLaneAxis(nest, base) >= 0)
      continue;
    Candidate better = base;
    for (unsigned axis : nest.reduceAxes.set_bits()) {
      for (int64_t factor : getLaneFactors(axis)) {
        if (factor > maxVectors * lanes || !work.fitsStages(axis, factor))
          continue;
        Candidate next = base;
        next.factors[axis] = factor;
        next.reduceLanes.push_back(axis);
        next.cost = cost.getCost(next, better.cost * kTie);
        if (next.cost < better.cost * kTie)
          better = std::move(next);
      }
    }
    base = std::move(better);
  }
  return base;
}

/// Whether tiles along `axis` leave an edge, but share nothing that reduces
/// load.
bool OptChooser::hasNeedlessEdge(unsigned axis,
                                 const Candidate &candidate) const {
  return !work.axes[axis].isDynamic &&
         work.axes[axis].size % candidate.factors[axis] != 0 &&
         llvm::all_of(work.nests, [&](const Nest &nest) {
           return nest.reduceAxes.none() ||
                  llvm::all_of(
                      nest.accesses, [&](const KernelWork::Access &access) {
                        return access.isStore || access.axes.test(axis);
                      });
         });
}

/// Tiles of one or two more output axes, so that what is loaded is used for
/// several accumulators.
Candidate OptChooser::addTiles(Candidate base) const {
  Candidate better = base;
  auto consider = [&](Candidate next, ArrayRef<unsigned> axes) {
    double limit = std::min(base.cost * kGain, better.cost * kTie);
    double edge =
        llvm::any_of(axes,
                     [&](unsigned axis) { return hasNeedlessEdge(axis, next); })
            ? kEdgeGain
            : 1;
    next.cost = cost.getCost(next, limit / edge) * edge;
    if (next.cost < limit)
      better = std::move(next);
  };
  auto isFree = [&](unsigned axis) {
    return !work.axes[axis].isReduce && !work.aroundStages.test(axis) &&
           base.factors[axis] == 1;
  };
  // Inner axes first: of equal tiles the one that is compact in memory.
  for (int axis = work.axes.size() - 1; axis >= 0; --axis) {
    if (!isFree(axis))
      continue;
    for (int64_t factor :
         getTileFactors(axis, target.vectorRegisters, /*isAlone=*/true)) {
      Candidate next = base;
      next.factors[axis] = factor;
      consider(next, axis);
    }
  }
  for (int axis = work.axes.size() - 1; axis >= 0; --axis) {
    for (int other = axis - 1; other >= 0; --other) {
      if (!isFree(axis) || !isFree(other))
        continue;
      for (int64_t factor :
           getTileFactors(axis, kMaxPairFactor, /*isAlone=*/false)) {
        for (int64_t otherFactor :
             getTileFactors(other, kMaxPairFactor, /*isAlone=*/false)) {
          Candidate next = base;
          next.factors[axis] = factor;
          next.factors[other] = otherFactor;
          consider(next, {unsigned(axis), unsigned(other)});
        }
      }
    }
  }
  return better;
}
