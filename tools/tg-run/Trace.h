//===- Trace.h - what ran when, for Perfetto --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_TRACE_H
#define TINYGRAD_TOOLS_TGRUN_TRACE_H

#include "TinyGrad/Runtime/Counters.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace tinygrad::run {

/// Collects the items that run for as long as it lives.
class Tracer {
public:
  explicit Tracer(bool isOn);
  ~Tracer();
  Tracer(const Tracer &) = delete;
  Tracer &operator=(const Tracer &) = delete;

  /// Those of one run, which are not kept.
  std::vector<rt::TraceEvent> collect(llvm::function_ref<void()> run);

  /// Writes them in the trace event format; does nothing without a path.
  llvm::Error write(llvm::StringRef path) const;

private:
  void setTarget(std::vector<rt::TraceEvent> *target);

  bool isOn;
  std::vector<rt::TraceEvent> events;
};

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_TRACE_H
