//===- GPUContraction.h - opts for products of matrices ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_GPUCONTRACTION_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_GPUCONTRACTION_H

#include "OptHeuristic.h"

namespace tinygrad::uop {

/// The opts of a kernel whose one reduce reads two operands, each of which is
/// used along an output axis over which it does not vary: tiles for a matrix
/// unit where one fits, else for threads, kept in memory of the workgroup.
/// Nothing where the kernel is none, or too small. The opts were tried: they
/// apply.
llvm::SmallVector<ChosenOpt>
chooseContractionOpts(KernelOp kernel, const GPUHeuristicTarget &target);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_GPUCONTRACTION_H
