//===- Export.h - lazy tensors as a module of their own ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a function of named arguments to a module that holds everything else
// (the leaves that are no arguments) as constants. Lazy nodes have fixed sizes;
// a function whose sizes depend on a variable is told by what it builds for
// three of its values: the nodes must be the same ones, and every size and
// offset that differs a multiple of the variable plus a number, with a meaning
// at its bounds. What a caller decides by the variable's value, it must decide
// the same way for all values: nodes do not tell.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_EXPORT_H
#define TINYGRAD_FRONTEND_EXPORT_H

#include "TinyGrad/Frontend/Session.h"

namespace tinygrad::frontend {

/// What a function builds.
struct ExportSample {
  /// The variable's value; unused where there is one sample.
  int64_t value = 0;
  std::vector<NodeRef> arguments, results;
};

struct ExportOptions {
  std::vector<std::string> argumentNames, resultNames;
  std::string variable;
  int64_t low = 1, high = 1;
  /// Bytecode instead of text.
  bool bytecode = false;
};

/// The module for one sample, or for three of increasing values of the
/// variable.
rt::StatusOr<std::string> exportModule(const std::vector<ExportSample> &samples,
                                       const ExportOptions &options,
                                       const DefaultTypes &defaults);

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_EXPORT_H
