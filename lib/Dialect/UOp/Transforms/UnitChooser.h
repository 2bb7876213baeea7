//===- UnitChooser.h - the choice of a processor's unit ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_UNITCHOOSER_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_UNITCHOOSER_H

#include "OptAttempt.h"
#include "UnitSchedule.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelWork.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include <limits>
#include <optional>

namespace tinygrad::uop {

/// The axes of a product, by their numbers, and which load is which operand.
struct UnitProduct {
  unsigned m, n, k;
  const KernelWork::Access *left, *right;
};

/// Tiles of rows and columns that sums are kept for.
struct UnitTile {
  int64_t rows = 1, columns = 1;
  double cost = std::numeric_limits<double>::infinity();
};

/// The choice for one kernel: UnitCost.cpp says what tiles cost.
class UnitChooser {
public:
  UnitChooser(KernelOp kernel, const HeuristicTarget &target)
      : kernel(kernel), target(target), work(kernel) {}
  std::optional<UnitSchedule> run();

private:
  void findProducts();
  std::optional<UnitSchedule> tryProduct(const UnitProduct &product,
                                         llvm::StringRef chip, bool ofTiles);
  const MatrixUnit *findUnit(const UnitProduct &product, llvm::StringRef chip,
                             bool ofTiles);
  UnitTile chooseTile(const UnitProduct &product, const MatrixUnit &unit) const;
  int64_t chooseBlock(const UnitProduct &product, const MatrixUnit &unit,
                      const UnitTile &tile) const;
  double getPackingCost(const UnitProduct &product, const UnitTile &tile,
                        int64_t lanes, double &once) const;
  double getOuterPoints(const UnitProduct &product) const;
  bool isMasked(const KernelWork::Access &access,
                const UnitProduct &product) const;
  /// Whether the left operand is copied: where words lie apart, are masked, or
  /// would be converted again for each panel.
  bool isLeftPacked(const UnitProduct &product) const {
    return product.left->strides[product.k] != 1 ||
           isMasked(*product.left, product) || isConverted;
  }
  bool orderLoops(OptAttempt &attempt, const UnitProduct &product);
  double addSums(OptAttempt &attempt);
  bool stageOperands(OptAttempt &attempt, const UnitProduct &product,
                     int64_t rows, int64_t columns, int64_t block);
  void addThreads(OptAttempt &attempt);

  /// Iterations of all axes in `axes`.
  double getPoints(const llvm::SmallBitVector &axes) const {
    double points = 1;
    for (unsigned axis : axes.set_bits())
      points *= static_cast<double>(std::max<int64_t>(work.axes[axis].size, 1));
    return points;
  }

  KernelOp kernel;
  const HeuristicTarget &target;
  KernelWork work;
  int64_t word = 4; ///< Elements along the sum that a lane multiplies at once.
  bool isConverted = false; ///< The left operand's elements are widened.
  const KernelWork::Nest *nest = nullptr;
  llvm::SmallVector<UnitProduct> products;
  llvm::SmallVector<std::pair<int64_t, int64_t>> merges; ///< Ids.
  llvm::SmallVector<int64_t> ids; ///< Of each axis, once loops were swapped.
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_UNITCHOOSER_H
