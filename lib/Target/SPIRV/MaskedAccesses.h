//===- MaskedAccesses.h - vectors of which parts are in memory --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_TARGET_SPIRV_MASKEDACCESSES_H
#define TINYGRAD_LIB_TARGET_SPIRV_MASKEDACCESSES_H

namespace llvm {
class Module;
}

namespace tinygrad {

/// Writes out masked loads, stores, gathers and scatters as an access of each
/// element behind a branch.
void expandMaskedAccesses(llvm::Module &module);

} // namespace tinygrad

#endif // TINYGRAD_LIB_TARGET_SPIRV_MASKEDACCESSES_H
