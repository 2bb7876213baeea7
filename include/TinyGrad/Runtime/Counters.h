//===- Counters.h - what was executed, and the log --------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The process-wide counters (tinygrad's GlobalCounters) and the log callback
// behind DEBUG lines. Both are written from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_COUNTERS_H
#define TINYGRAD_RUNTIME_COUNTERS_H

#include "TinyGrad-c/Runtime.h"

#include <cstdint>
#include <functional>
#include <string>

namespace tinygrad::rt {

using Counters = TgrtCounters;

Counters getCounters();

/// Sets all to zero but `mem_used`, and `mem_peak` to `mem_used`.
void resetCounters();

/// Counts `kernels` launches with the sum of their estimates.
void countKernels(uint64_t kernels, uint64_t ops, uint64_t bytes);
void countSeconds(double seconds);
void countAllocated(uint64_t bytes);
void countFreed(uint64_t bytes);

using LogCallback = std::function<void(int level, const std::string &line)>;

/// Sends lines up to `level` to `callback`, one at a time; an empty callback
/// stops the log. With `isColored`, lines have the colours of a terminal.
void setLog(int level, LogCallback callback, bool isColored = false);
bool isLogColored();

/// At level 2: what was done since the last reset, and how fast.
void logAverages();

/// Whether a line of this level would be sent: ask before making it.
bool isLogged(int level);
void log(int level, const std::string &line);

/// One item that ran, in seconds of the steady clock.
struct TraceEvent {
  std::string name;
  std::string device;
  double start = 0;
  double seconds = 0;
  /// Operations and bytes by the compiler's estimate.
  uint64_t ops = 0;
  uint64_t bytes = 0;
};
using TraceCallback = std::function<void(const TraceEvent &)>;

/// Sends each item that runs, one at a time; an empty callback stops it.
void setTrace(TraceCallback callback);
bool isTraced();
void trace(const TraceEvent &event);

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_COUNTERS_H
