//===- ReductionPatterns.h - simpler programs that still fail ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_REDUCER_REDUCTIONPATTERNS_H
#define TINYGRAD_DIALECT_UOP_REDUCER_REDUCTIONPATTERNS_H

#include "mlir/IR/DialectRegistry.h"

namespace tinygrad::uop {

/// Adds to the uop dialect the patterns by which mlir-reduce's passes make a
/// kernel smaller: values become operands or constants, stores, gates, opts and
/// arguments go, ranges get short.
/// Adds the dialect's reduction patterns. A driver that folds what it works on
/// and erases what is unused, as upstream's mlir-reduce does, only bears
/// changes after which the program is interesting when it is folded.
void registerReductionPatterns(mlir::DialectRegistry &registry,
                               bool driverFolds = true);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_REDUCER_REDUCTIONPATTERNS_H
