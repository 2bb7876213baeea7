//===- Limits.h - what this machine can do ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TG_RUN_LIMITS_H
#define TINYGRAD_TOOLS_TG_RUN_LIMITS_H

#include "UnitLimits.h"

#include "TinyGrad/Target/CPU/CPUTarget.h"
#include <optional>
#include <string>

namespace tinygrad::run {

/// What some threads of the processor reach together.
struct Limits {
  double gflops = 0;  ///< By multiply-adds in registers: of f32, or a unit's.
  double copyGBs = 0; ///< Read and written, by streaming stores.
  bool isKnown() const { return gflops > 0 && copyGBs > 0; }
};

/// Measures for about a fifth of a second.
Limits measureLimits(unsigned threads, const uop::MatrixUnit *unit = nullptr);

/// The limits of `threads` threads, measured once: kept in `cacheDir`, if that
/// is not empty, under a name that says for which processor they are. With
/// `unit` operations are those of this unit.
Limits getLimits(unsigned threads, const cpu::TargetInfo &target,
                 const std::string &cacheDir,
                 const uop::MatrixUnit *unit = nullptr);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TG_RUN_LIMITS_H
