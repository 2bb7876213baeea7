//===- PlainPTX.h - PTX that others read, too -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_TARGET_NVVM_PLAINPTX_H
#define TINYGRAD_LIB_TARGET_NVVM_PLAINPTX_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace tinygrad {

/// Writes out what functional emulators of PTX do not know, or take otherwise
/// than NVIDIA's assembler, and what costs as little in other instructions;
/// `roundings` of f64 to whole numbers cost more so.
void writeOutForReaders(llvm::Module &module, bool roundings);

/// Makes two shifts of each field that is taken from 64 bits, in the text: what
/// LLVM makes bfe.u64 or bfe.s64 is known when it selects instructions only,
/// and chips have neither.
std::string splitFields(llvm::StringRef text);

} // namespace tinygrad

#endif // TINYGRAD_LIB_TARGET_NVVM_PLAINPTX_H
