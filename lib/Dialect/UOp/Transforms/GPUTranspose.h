//===- GPUTranspose.h - opts for transposes ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_GPUTRANSPOSE_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_GPUTRANSPOSE_H

#include "OptHeuristic.h"

namespace tinygrad::uop {

/// The opts of a kernel without reduces that reads along another axis than it
/// writes: what is read so goes through a tile of the workgroup, so that
/// neighbouring threads read neighbours, and write neighbours. Nothing where
/// the kernel is none. The opts were tried: they apply.
llvm::SmallVector<ChosenOpt>
chooseTransposeOpts(KernelOp kernel, const GPUHeuristicTarget &target);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_GPUTRANSPOSE_H
