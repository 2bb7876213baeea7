//===- GPUVectors.h - whether accesses are vectors --------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_GPUVECTORS_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_GPUVECTORS_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"

namespace tinygrad::uop {

/// Whether every access that varies over `range`, all of whose iterations are
/// one thread's, is one aligned vector of them: contiguous, loads perhaps in
/// reverse, and under gates that all of its elements share.
bool areVectors(KernelOp kernel, RangeOp range);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_GPUVECTORS_H
