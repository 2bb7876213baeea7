//===- OptHeuristic.h - choosing opts without trying them -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTHEURISTIC_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTHEURISTIC_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include <string>

namespace tinygrad::uop {

/// What the heuristic knows of the machine.
struct HeuristicTarget {
  int64_t vectorBits;
  int64_t vectorRegisters;
  int64_t l1Bytes, l2Bytes;
  int64_t lastBytes = 32 << 20; ///< Of the last cache.
  llvm::StringRef chip = "";    ///< For its matrix units; may be empty.
  unsigned matrixUnits = 0;     ///< As the option of uop-optimize.
};

struct ChosenOpt {
  OptAttr opt;
  std::string reason;
};

/// The opts that a kernel in expression form should have, by the strides of its
/// loads and stores and the sizes of its ranges alone. `areTried` says that
/// they were applied to a copy of the kernel: as they are, all of them fit.
llvm::SmallVector<ChosenOpt>
chooseOpts(KernelOp kernel, const HeuristicTarget &target, bool &areTried);

/// What the heuristic for GPUs knows of the machine.
struct GPUHeuristicTarget {
  int64_t threads; ///< Of a workgroup, if there is enough work.
  int64_t sharedBytes;
  llvm::StringRef chip = ""; ///< For its matrix units; may be empty.
  unsigned matrixUnits = 0;  ///< As the option of uop-optimize.
};

/// The same for a GPU.
llvm::SmallVector<ChosenOpt> chooseGPUOpts(KernelOp kernel,
                                           const GPUHeuristicTarget &target);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTHEURISTIC_H
