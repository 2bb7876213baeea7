//===- TileLoop.h - a loop that fills tiles and reads them ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_TILELOOP_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_TILELOOP_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace tinygrad::uop {

/// Whether values of `type` are memory of a workgroup.
bool isShared(mlir::Type type);

/// The memory and the first index of a plain access of the linear form.
std::pair<mlir::Value, mlir::OpOperand *> getAccess(mlir::Operation *op);

/// Whether `op` stores to memory of the workgroup.
bool isFill(mlir::Operation *op);

/// Whether `store` puts 16 bytes of a kernel's buffer into memory of the
/// workgroup as they are, which some targets do without registers.
bool isCopy(mlir::Operation *store);

/// The bytes of a memref of constant size.
int64_t getBytes(mlir::MemRefType type);

/// A loop, and what it does with memory of the workgroup; changes nothing.
class TileLoop {
public:
  /// `asyncCopies` says that copies take no registers.
  TileLoop(mlir::scf::ForOp loop, bool asyncCopies)
      : loop(loop), asyncCopies(asyncCopies) {}

  /// Whether the loop fills tiles that it reads itself; to be asked first.
  bool isCandidate();
  /// Why the next tiles cannot be fetched while these are used; empty where
  /// they can.
  std::string check();
  /// Bytes of the tiles.
  int64_t getTileBytes() const;

  mlir::scf::ForOp loop;
  llvm::SetVector<mlir::Value> tiles;
  /// The loops in its body that store to tiles, all stores to them, and reads.
  llvm::SmallVector<mlir::scf::ForOp> fills;
  llvm::SmallVector<mlir::Operation *> stores, reads;

private:
  bool asyncCopies;

  std::string checkTiles();
  std::string checkSlice();
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_TILELOOP_H
