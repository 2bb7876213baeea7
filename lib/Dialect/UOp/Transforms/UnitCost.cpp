//===- UnitCost.cpp - what tiles of a unit cost -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs are those of KernelCost: slots, of which a cycle has two.
//
//===----------------------------------------------------------------------===//

#include "KernelCost.h"
#include "UnitChooser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Tiles of rows and of columns, at most.
static constexpr int64_t kMaxRows = 14, kMaxColumns = 6;
/// Slots from a sum to its next use.
static constexpr double kLatency = 10;
/// Slots of an element that is packed: where registers are interleaved, where
/// words are moved, and one by one.
static constexpr double kInterleaved = 0.25, kWords = 0.5, kSingle = 4;
/// How much slower words and single elements are under masks.
static constexpr double kMasked = 4;
/// Of an element that is stored by itself.
static constexpr double kScattered = 4;
/// Tile registers; slots of a product of two, of a load, and of what a sum
/// costs at its start and its end, when it goes through memory.
static constexpr int64_t kTileRegisters = 8;
static constexpr double kTileProduct = 32, kTileLoad = 16, kTileSum = 128;
/// Slots of a product of vectors of bf16, which some processors do at half
/// rate, and of one whose sum is an instruction of its own.
static constexpr double kPairProduct = 2, kApartProduct = 1.5;
/// The part of the second cache that a block of panels may fill, and blocks
/// that there are at least, for threads.
static constexpr int64_t kBlockPart = 4, kLeastBlocks = 4;
/// Words of a sum after which its end is rare.
static constexpr int64_t kManyWords = 8;

UnitTile UnitChooser::chooseTile(const UnitProduct &product,
                                 const MatrixUnit &unit) const {
  double rest = 1;
  for (unsigned axis : nest->axes.set_bits())
    if (axis != product.m && axis != product.n && axis != product.k)
      rest *= static_cast<double>(std::max<int64_t>(work.axes[axis].size, 1));
  auto count = [&](unsigned axis, int64_t part) {
    return static_cast<double>(
        llvm::divideCeil(std::max<int64_t>(work.axes[axis].size, 1), part));
  };
  UnitTile best;
  for (int64_t columns = 1; columns <= kMaxColumns; ++columns)
    for (int64_t rows = 1; rows <= kMaxRows; ++rows) {
      // Beside the sums LLVM keeps all of the words of one operand, mostly.
      int64_t registers = unit.isOfTiles() ? kTileRegisters - rows - columns
                                           : target.vectorRegisters -
                                                 std::max(rows, columns) - 1;
      if (rows * columns > registers ||
          (rows > 1 && (rows - 1) * unit.m >= work.axes[product.m].size))
        continue;
      double products = static_cast<double>(rows * columns);
      double loads = static_cast<double>(rows + columns);
      double sums = 0;
      if (unit.isOfTiles()) {
        sums = products * kTileSum;
        products *= kTileProduct;
        loads *= kTileLoad;
      } else if (unit.family == UnitFamily::DotBF16) {
        products *= kPairProduct;
      } else if (unit.addsApart) {
        products *= kApartProduct;
      }
      double slots =
          std::max(products, loads) + kOverlap * std::min(products, loads);
      double tiles =
          count(product.m, rows * unit.m) * count(product.n, columns * unit.n);
      double cost = tiles * (rest * count(product.k, unit.k) *
                                 (std::max(slots, kLatency) + kLoopOverhead) +
                             getOuterPoints(product) * sums);
      if (cost < best.cost)
        best = {rows, columns, cost};
    }
  return best;
}

/// Iterations of the output loops beside those over rows and columns.
double UnitChooser::getOuterPoints(const UnitProduct &product) const {
  double points = 1;
  for (unsigned axis : nest->axes.set_bits())
    if (axis != product.m && axis != product.n && !work.axes[axis].isReduce)
      points *= static_cast<double>(std::max<int64_t>(work.axes[axis].size, 1));
  return points;
}

/// Panels that are packed at once, a power of two.
int64_t UnitChooser::chooseBlock(const UnitProduct &product,
                                 const MatrixUnit &unit,
                                 const UnitTile &tile) const {
  if (!unit.isOfTiles() || work.axes[product.n].isDynamic)
    return 1;
  int64_t panels =
      llvm::divideCeil(work.axes[product.n].size, tile.columns * unit.n);
  double bytes =
      static_cast<double>(tile.columns * unit.n * unit.getOperandBytes());
  for (unsigned axis : product.right->axes.set_bits())
    if (work.axes[axis].isReduce)
      bytes *= static_cast<double>(work.axes[axis].size);
  int64_t block = 1;
  while (panels % (2 * block) == 0 && panels / (2 * block) >= kLeastBlocks &&
         bytes * 2 * static_cast<double>(block * kBlockPart) <=
             static_cast<double>(target.l2Bytes))
    block *= 2;
  return block;
}

/// Whether most words of an operand are read under a mask: where it has gates,
/// or the end of a short sum is in the middle of one. The ends of long ones
/// have code of their own (uop-split-edges).
bool UnitChooser::isMasked(const KernelWork::Access &access,
                           const UnitProduct &product) const {
  int64_t size = work.axes[product.k].size;
  return access.isGated || (size % word != 0 && size / word < kManyWords);
}

double UnitChooser::getPackingCost(const UnitProduct &product,
                                   const UnitTile &tile, int64_t lanes,
                                   double &once) const {
  // Of registers of `lanes` elements, where rows of the operand are such.
  auto perElement = [&](const KernelWork::Access &access, unsigned own,
                        int64_t part) {
    bool hasMask = isMasked(access, product);
    if (access.strides[own] == 1)
      return kInterleaved * (hasMask ? 2 : 1) *
             std::max(static_cast<double>(lanes) / part, 1.0);
    return (access.strides[product.k] == 1 ? kWords : kSingle) *
           (hasMask ? kMasked : 1);
  };
  double cost = getPoints(product.right->axes) *
                perElement(*product.right, product.n, tile.columns * lanes);
  if (isLeftPacked(product)) {
    double packed = getPoints(product.left->axes) *
                    perElement(*product.left, product.m, tile.rows);
    once += packed;
    // Again for each panel, where it is not the same for all output loops.
    for (unsigned axis : product.left->axes.set_bits())
      if (axis != product.m && !work.axes[axis].isReduce &&
          !product.right->axes.test(axis) && work.axes[axis].size > 1) {
        packed *= static_cast<double>(
            llvm::divideCeil(work.axes[product.n].size, tile.columns * lanes));
        break;
      }
    cost += packed;
  }
  for (const KernelWork::Nest &other : work.nests)
    for (const KernelWork::Access &access : other.accesses)
      if (access.isStore)
        cost += getPoints(access.axes) *
                (access.strides[product.n] == 1 ? kInterleaved : kScattered);
  return cost;
}
