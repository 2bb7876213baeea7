//===- Inspect.h - what becomes of a module ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module's kernels, memory plan and launch graph as plain data, for callers
// that have no MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_INSPECT_H
#define TINYGRAD_FRONTEND_INSPECT_H

#include "TinyGrad/Execution/Describe.h"
#include "TinyGrad/Frontend/ModuleText.h"
#include <string>
#include <utility>
#include <vector>

namespace tinygrad::frontend {

struct InspectedKernel {
  std::string name;
  /// The optimisations that were chosen, as in the IR.
  std::vector<std::string> opts;
  /// Estimates of arithmetic operations and memory traffic: numbers, or
  /// formulas of the kernel's variables s0, s1, ….
  std::string ops, bytes;
  /// Its IR by stage: uop, code, llvm, asm.
  std::vector<std::pair<std::string, std::string>> stages;
};

struct Inspection {
  bool succeeded = false;
  std::vector<Message> messages;
  /// In the order in which `main` first launches them.
  std::vector<InspectedKernel> kernels;
  /// The items and arenas of `main`.
  DescribedFunction main;
};

/// Compiles a module's text or bytecode for this processor, to look at it.
Inspection inspectModule(const std::string &source);

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_INSPECT_H
