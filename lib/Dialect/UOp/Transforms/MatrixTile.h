//===- MatrixTile.h - a reduce done by a matrix unit ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_MATRIXTILE_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_MATRIXTILE_H

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include <string>

namespace tinygrad::uop {

/// Where the units of a `tc` opt are.
struct MatrixTileOptions {
  /// Lanes are threads; else they are a dimension of vectors.
  bool lanesAreThreads = false;
  /// The unit computes; else each lane gets its operands in the type in which
  /// their products are computed.
  bool useUnit = false;
  /// Operands whose sign bits may be flipped for the unit.
  bool mayFlipLeft = true, mayFlipRight = true;
};

/// Writes factors of the products that `reduce` sums, which are bytes less a
/// zero point under a gate and 0 else, as bytes less the zero point everywhere.
/// Whether there were any.
bool moveGatesToBytes(ReduceOp reduce);

/// Splits `m`, `n` and `k` by the tile of `unit` and has it do the reduce that
/// closes `k`. A reason why it cannot be done, empty if it was.
std::string applyMatrixUnit(RangeOp m, RangeOp n, RangeOp k,
                            const MatrixUnit &unit,
                            const MatrixTileOptions &options);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_MATRIXTILE_H
