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

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_VARIABLES_H
