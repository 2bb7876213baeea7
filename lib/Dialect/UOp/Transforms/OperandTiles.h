//===- OperandTiles.h - tiles from which units read operands ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_OPERANDTILES_H
#define TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_OPERANDTILES_H

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "llvm/ADT/MapVector.h"
#include <array>

namespace tinygrad::uop {

/// The right operand of a product where a tile of the workgroup has it.
struct OperandTile {
  mlir::Value memory;
  /// The place of its first element, in elements, before pieces change places.
  mlir::AffineExpr begin;
  SwizzledPanels panels;
  /// Another barrier orders the reads already.
  bool isOrdered = false;
};

/// The tiles of a kernel in linear form that hold nothing but right operands of
/// units which read them from memory, in rows as these units take them, alike
/// in all: so nobody has to copy them again. Changes nothing until asked to.
class OperandTiles {
public:
  explicit OperandTiles(KernelOp kernel);

  /// Whether every such operand is in a tile; the products of a kernel that has
  /// others are all done from memory of their own.
  bool hasAll() const { return !products.empty() && complete; }
  const OperandTile &get(MmaOp mma) const { return products.find(mma)->second; }
  /// The index of the first element of a tile for a product at `builder`.
  mlir::Value buildBegin(mlir::OpBuilder &builder, mlir::Location loc,
                         const OperandTile &tile) {
    return indices.materialize(builder, loc, tile.begin);
  }

  /// Has the tiles filled as the units read them.
  void swizzle();

private:
  using Places = llvm::SmallVector<int64_t>;

  bool find(MmaOp mma, OperandTile &tile);
  bool measure(const MatrixUnit &unit, mlir::ArrayRef<IndexSum> registers,
               OperandTile &tile);
  std::optional<mlir::AffineExpr> getBegin(const MatrixUnit &unit,
                                           mlir::ArrayRef<int64_t> ofGroups,
                                           const SwizzledPanels &panels);
  bool isFor(mlir::Operation *load) const;
  bool isFilledByPieces(mlir::Operation *store, const OperandTile &tile);
  bool checkUsers(const OperandTile &tile);
  int64_t evaluate(mlir::AffineExpr expr, mlir::ArrayRef<int64_t> ids) const;
  int64_t evaluate(const IndexSum &sum, mlir::ArrayRef<int64_t> ids) const;

  KernelOp kernel;
  KernelIndices indices;
  llvm::ArrayRef<int64_t> block;
  /// The thread's ids along x, y and z, where the kernel asks for them.
  std::array<mlir::AffineExpr, 3> ids;
  llvm::MapVector<mlir::Operation *, OperandTile> products;
  bool complete = true;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_OPERANDTILES_H
