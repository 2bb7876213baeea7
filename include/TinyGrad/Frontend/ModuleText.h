//===- ModuleText.h - modules in the hands of other languages ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads, transforms and shows modules as text, for callers that have no MLIR:
// everything is strings, and what the compiler has to say comes as messages
// with their places.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_MODULETEXT_H
#define TINYGRAD_FRONTEND_MODULETEXT_H

#include "TinyGrad/Frontend/Types.h"
#include <string>
#include <vector>

namespace tinygrad::frontend {

/// A diagnostic; a line of 0: no place.
struct Message {
  std::string severity, text, file;
  unsigned line = 0, column = 0;
  std::vector<Message> notes;
};

/// An argument or result of `main`. A size is a number, the name of a variable,
/// or "?".
struct Port {
  std::string name;
  ElementType type = ElementType::F32;
  std::vector<std::string> sizes;
};

struct ModuleResult {
  bool succeeded = false;
  std::string text;
  /// Of the function `main`, or the only public one, if all of them are
  /// tensors.
  std::vector<Port> arguments, results;
  std::vector<Message> messages;
};

/// Reads text or bytecode called `name`, verifies it and prints it.
ModuleResult readModule(const std::string &source, const std::string &name);
/// Runs passes, as tg-opt's --pass-pipeline has them without `builtin.module`.
ModuleResult transformModule(const std::string &source,
                             const std::string &pipeline);
/// The program at a stage of its compilation, as tg-run's --emit has them: tg,
/// schedule, uop, code, llvm, asm, jit.
ModuleResult showModule(const std::string &source, const std::string &stage);

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_MODULETEXT_H
