//===- ReductionPatterns.h - simpler programs that still fail ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_REDUCER_REDUCTIONPATTERNS_H
#define TINYGRAD_DIALECT_JIT_REDUCER_REDUCTIONPATTERNS_H

#include "mlir/IR/DialectRegistry.h"

namespace tinygrad::jit {

/// Adds to the jit dialect the patterns by which mlir-reduce's passes make a
/// list of items smaller: items, events and results go, graphs become plain
/// items.
/// Adds the dialect's reduction patterns. A driver that folds what it works on
/// and erases what is unused, as upstream's mlir-reduce does, only bears
/// changes after which the program is interesting when it is folded.
void registerReductionPatterns(mlir::DialectRegistry &registry,
                               bool driverFolds = true);

} // namespace tinygrad::jit

#endif // TINYGRAD_DIALECT_JIT_REDUCER_REDUCTIONPATTERNS_H
