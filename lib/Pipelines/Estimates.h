//===- Estimates.h - what a kernel costs ------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_PIPELINES_ESTIMATES_H
#define TINYGRAD_LIB_PIPELINES_ESTIMATES_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/IR/AffineMap.h"

namespace tinygrad {

/// What a kernel costs and how it may be split, each as a map from the kernel's
/// variables.
struct KernelEstimates {
  /// Arithmetic operations on elements (not on indices).
  mlir::AffineMap ops;
  /// Bytes that each buffer must move at least once.
  mlir::AffineMap bytes;
  /// The size of the THREAD axis; 1 without one.
  mlir::AffineMap threadExtent;
  /// Bytes of all loads and stores in the loops: fewer as tiles grow.
  mlir::AffineMap accessed;
};

/// Of a kernel in expression form or optimized.
KernelEstimates estimate(uop::KernelOp kernel);

} // namespace tinygrad

#endif // TINYGRAD_LIB_PIPELINES_ESTIMATES_H
