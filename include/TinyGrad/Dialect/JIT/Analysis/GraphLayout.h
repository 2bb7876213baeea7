//===- GraphLayout.h - the tables of a launch graph ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_ANALYSIS_GRAPHLAYOUT_H
#define TINYGRAD_DIALECT_JIT_ANALYSIS_GRAPHLAYOUT_H

#include "TinyGrad/Dialect/JIT/Analysis/Accesses.h"
#include "llvm/ADT/MapVector.h"

namespace tinygrad::jit {

/// What a graph takes from outside, numbered by first use. The graph's native
/// function finds its buffers, variables and kernels by these numbers, and
/// whoever calls it fills its tables by them.
struct GraphLayout {
  explicit GraphLayout(GraphOp graph);

  llvm::MapVector<mlir::Value, unsigned> buffers;
  llvm::MapVector<mlir::Value, unsigned> variables;
  /// By the names of their programs.
  llvm::MapVector<mlir::StringAttr, unsigned> kernels;
};

} // namespace tinygrad::jit

#endif // TINYGRAD_DIALECT_JIT_ANALYSIS_GRAPHLAYOUT_H
