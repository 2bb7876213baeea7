//===- UnitLimits.h - what matrix units can do --------------- -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TG_RUN_UNITLIMITS_H
#define TINYGRAD_TOOLS_TG_RUN_UNITLIMITS_H

#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Target/CPU/CPUTarget.h"

namespace tinygrad::uop {
struct MatrixUnit;
}

namespace tinygrad::run {

/// The unit of `target` that kernels multiply by; null where there is none, or
/// several of different kinds.
const uop::MatrixUnit *findUnit(const CompileReport &report,
                                const cpu::TargetInfo &target);

/// Multiplies in a loop, and returns how many operations that were.
using OperationLoop = double (*)();

/// The loop of a unit that this processor has; null if there is none for it.
OperationLoop getLoop(const uop::MatrixUnit &unit);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TG_RUN_UNITLIMITS_H
