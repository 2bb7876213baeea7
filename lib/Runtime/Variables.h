//===- Variables.h - evaluates the variables of a run -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_VARIABLES_H
#define TINYGRAD_LIB_RUNTIME_VARIABLES_H

#include "TinyGrad/Runtime/Executable.h"

namespace tinygrad::rt {

/// Checks the given variables against their bounds and appends the derived
/// ones to them.
Status evaluateVariables(const ExecutableDescription &description,
                         std::vector<int64_t> &vars);

/// All variables of a run; those of the last run are kept, since most runs
/// have the values of the one before.
class VariableValues {
public:
  /// The result lives until the next call.
  StatusOr<const std::vector<int64_t> *>
  get(const ExecutableDescription &description, const int64_t *given,
      size_t count);

private:
  bool isKnown = false;
  size_t numGiven = 0;
  /// The given ones, then the derived ones.
  std::vector<int64_t> values;
};

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_VARIABLES_H
