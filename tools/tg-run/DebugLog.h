//===- DebugLog.h - programs at their stages, in the log --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_DEBUGLOG_H
#define TINYGRAD_TOOLS_TGRUN_DEBUGLOG_H

#include "TinyGrad/Pipelines/Compiler.h"

namespace tinygrad::run {

/// Adds to what the compiler shows the stages that DEBUG asks for: from 3 the
/// schedule as a tree, from 4 each kernel's code, from 5 its expression, from 6
/// its loops, and at 7 its assembly.
void attachDebugLog(CompileOptions &compile, unsigned level);

/// From level 3: the optimisations of each kernel.
void logOpts(const CompileReport &report);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_DEBUGLOG_H
