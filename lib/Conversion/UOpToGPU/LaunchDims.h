//===- LaunchDims.h - ranges in the dimensions of a launch -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_UOPTOGPU_LAUNCHDIMS_H
#define TINYGRAD_LIB_CONVERSION_UOPTOGPU_LAUNCHDIMS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace tinygrad {

/// An axis that becomes a part of an id.
struct LaunchAxis {
  int64_t key;           ///< Axes are ordered by it, the last is innermost.
  mlir::AffineExpr size; ///< Over the variables.
  int64_t maxSize;       ///< At their upper bounds.
  mlir::Value id = {};   ///< What it became.
};

/// The axes that share one dimension, the innermost last.
using LaunchDim = llvm::SmallVector<LaunchAxis *, 2>;

/// Distributes `axes`, ordered by key, over at most three dimensions, x first:
/// the innermost axis is in x. Neighbours share a dimension where there are
/// more axes, or one is too large for its own: `limits` are of x, y and z.
/// Nothing if they do not fit.
llvm::SmallVector<LaunchDim, 3>
distributeAxes(llvm::MutableArrayRef<LaunchAxis> axes,
               llvm::ArrayRef<int64_t> limits);

/// The number of ids of `dim` at most.
int64_t getMaxSize(const LaunchDim &dim);

} // namespace tinygrad

#endif // TINYGRAD_LIB_CONVERSION_UOPTOGPU_LAUNCHDIMS_H
