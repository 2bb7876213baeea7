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
void registerReductionPatterns(mlir::DialectRegistry &registry);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_REDUCER_REDUCTIONPATTERNS_H
