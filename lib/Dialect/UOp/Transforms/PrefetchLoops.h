//===- PrefetchLoops.h - loops around which memory is fetched -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_PREFETCHLOOPS_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_PREFETCHLOOPS_H

#include "MemorySizes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"
#include <optional>

namespace tinygrad::uop {

/// By how much an index moves with each value that it is made of; a constant is
/// that of no value.
using IndexSteps = llvm::MapVector<mlir::Value, int64_t>;

/// Adds those of `value`; false where it is no sum of multiples.
bool addSteps(mlir::Value value, int64_t scale, IndexSteps &steps);

/// Iterations of a loop from 0 in steps of one; nothing where that is not
/// constant.
std::optional<int64_t> getConstantCount(mlir::scf::ForOp loop);

/// Iterations between two fetches in an innermost loop that is split; 0 where
/// it is too short or cannot be.
int64_t getFetchBlock(mlir::scf::ForOp loop);

/// Splits an innermost loop in blocks: the new loop around it, in whose body
/// something may be fetched before the multiplications, among which it would
/// disturb what LLVM makes of the registers. Null where there is no block.
mlir::scf::ForOp splitInnermost(mlir::scf::ForOp loop);

/// Fetches what is at `index` of `buffer` into the second cache, or at `place`
/// over `operands`.
void createPrefetch(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value buffer, mlir::Value index);
void createPrefetch(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value buffer, mlir::AffineExpr place,
                    mlir::ValueRange operands);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_PREFETCHLOOPS_H
