//===- SplitMaskedAccesses.h - masks of one register each -*- C++ -*- ===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_TARGET_CPU_SPLITMASKEDACCESSES_H
#define TINYGRAD_LIB_TARGET_CPU_SPLITMASKEDACCESSES_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace tinygrad::cpu {

/// Splits masked loads and stores of several registers where a mask is a vector
/// as its data are (AVX without AVX-512).
void splitMaskedAccesses(llvm::Module &module,
                         const llvm::TargetMachine &machine);

/// Has loads with a constant mask, of which the first and the last lane are
/// loaded, load the lanes between them as well, as code generation for the same
/// targets would.
void blendMaskedLoads(llvm::Module &module, const llvm::TargetMachine &machine);

/// Makes loops of masked loads and stores for which there is no instruction.
void loopMaskedAccesses(llvm::Module &module,
                        const llvm::TargetMachine &machine);

} // namespace tinygrad::cpu

#endif // TINYGRAD_LIB_TARGET_CPU_SPLITMASKEDACCESSES_H
