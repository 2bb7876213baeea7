//===- ElementSource.h - which load gives an element ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_ELEMENTSOURCE_H
#define TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_ELEMENTSOURCE_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

namespace tinygrad::uop {

/// Where an element comes from: an access of the linear form and the position
/// in what it gives.
struct ElementSource {
  mlir::Operation *load = nullptr;
  int64_t position = 0;
};

/// The load that gives element `position` of `value`, a vector of one dimension
/// or a scalar, through ops that only move elements; none if it is something
/// else.
ElementSource getElementSource(mlir::Value value, int64_t position);

/// Whether `op` only moves elements of vectors.
bool isElementMove(mlir::Operation *op);

/// The memory and the first index of a plain load.
std::pair<mlir::Value, mlir::Value> getLoadPlace(mlir::Operation *load);

/// Erases `op` and what it was made of, as far as these are plain loads and
/// moves that nobody uses.
void eraseUnusedMoves(mlir::Operation *op);

} // namespace tinygrad::uop

#endif // TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_ELEMENTSOURCE_H
