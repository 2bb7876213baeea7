//===- TilePlace.h - where tiles are in memory ---------------- -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_CONVERSION_UOPTOLLVM_TILEPLACE_H
#define TINYGRAD_CONVERSION_UOPTOLLVM_TILEPLACE_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <optional>

namespace tinygrad {

/// Where a tile is in memory: its first element, and the step to the next row.
struct TilePlace {
  static constexpr int64_t kRows = 16;

  mlir::Value buffer, index;
  int64_t stride = 0; ///< In elements.
};

/// Where the rows of `tile`, which have no other use than `others`, are stored
/// as they are, by one step from row to row; the last of these stores, and all
/// of them in `stores`.
mlir::vector::StoreOp
findStoredPlace(llvm::ArrayRef<mlir::OpOperand *> others, TilePlace &place,
                llvm::SmallVectorImpl<mlir::vector::StoreOp> &stores);

/// Where `vector`, which is needed at `user`, was loaded from.
std::optional<TilePlace> findLoadedPlace(mlir::Value vector,
                                         mlir::Operation *user);

} // namespace tinygrad

#endif // TINYGRAD_CONVERSION_UOPTOLLVM_TILEPLACE_H
