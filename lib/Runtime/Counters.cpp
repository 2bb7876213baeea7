//===- Counters.cpp - what was executed, and the log ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Counters.h"

#include <atomic>
#include <mutex>
#include <utility>

using namespace tinygrad;
using namespace tinygrad::rt;

namespace {
struct AtomicCounters {
  std::atomic<uint64_t> kernels{0};
  std::atomic<uint64_t> ops{0};
  std::atomic<uint64_t> bytes{0};
  std::atomic<uint64_t> nanoseconds{0};
  std::atomic<uint64_t> memUsed{0};
  std::atomic<uint64_t> memPeak{0};
};

struct Trace {
  std::mutex mutex;
  std::atomic<bool> isOn{false};
  TraceCallback callback;
};

struct Log {
  std::mutex mutex;
  /// 0 when there is no callback.
  std::atomic<int> level{0};
  std::atomic<bool> isColored{false};
  LogCallback callback;
};
} // namespace

static AtomicCounters &counters() {
  static AtomicCounters instance;
  return instance;
}

static Log &logState() {
  static Log instance;
  return instance;
}

Counters rt::getCounters() {
  AtomicCounters &from = counters();
  Counters result;
  result.kernel_count = from.kernels.load();
  result.global_ops = from.ops.load();
  result.global_mem = from.bytes.load();
  result.time_sum_s = static_cast<double>(from.nanoseconds.load()) * 1e-9;
  result.mem_used = from.memUsed.load();
  result.mem_peak = from.memPeak.load();
  return result;
}

void rt::resetCounters() {
  AtomicCounters &state = counters();
  state.kernels = 0;
  state.ops = 0;
  state.bytes = 0;
  state.nanoseconds = 0;
  state.memPeak = state.memUsed.load();
}

void rt::countKernels(uint64_t kernels, uint64_t ops, uint64_t bytes) {
  AtomicCounters &state = counters();
  state.kernels.fetch_add(kernels, std::memory_order_relaxed);
  state.ops.fetch_add(ops, std::memory_order_relaxed);
  state.bytes.fetch_add(bytes, std::memory_order_relaxed);
}

void rt::countSeconds(double seconds) {
  counters().nanoseconds.fetch_add(static_cast<uint64_t>(seconds * 1e9),
                                   std::memory_order_relaxed);
}

void rt::countAllocated(uint64_t bytes) {
  AtomicCounters &state = counters();
  uint64_t now = state.memUsed.fetch_add(bytes) + bytes;
  uint64_t peak = state.memPeak.load();
  while (peak < now && !state.memPeak.compare_exchange_weak(peak, now))
    continue;
}

void rt::countFreed(uint64_t bytes) { counters().memUsed.fetch_sub(bytes); }

void rt::setLog(int level, LogCallback callback, bool isColored) {
  Log &state = logState();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.level = callback ? level : 0;
  state.isColored = isColored;
  state.callback = std::move(callback);
}

bool rt::isLogColored() { return logState().isColored; }

bool rt::isLogged(int level) {
  return level <= logState().level.load(std::memory_order_relaxed);
}

void rt::log(int level, const std::string &line) {
  Log &state = logState();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (state.callback && level <= state.level)
    state.callback(level, line);
}

static Trace &traceState() {
  static Trace instance;
  return instance;
}

void rt::setTrace(TraceCallback callback) {
  Trace &state = traceState();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.isOn = callback != nullptr;
  state.callback = std::move(callback);
}

bool rt::isTraced() {
  return traceState().isOn.load(std::memory_order_relaxed);
}

void rt::trace(const TraceEvent &event) {
  Trace &state = traceState();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (state.callback)
    state.callback(event);
}

extern "C" void tgrt_get_counters(TgrtCounters *result) {
  *result = rt::getCounters();
}

extern "C" void tgrt_reset_counters(void) { rt::resetCounters(); }

extern "C" void tgrt_set_log(int level, TgrtLogFn function, void *context) {
  if (!function)
    return rt::setLog(0, nullptr);
  rt::setLog(level,
             [function, context](int lineLevel, const std::string &line) {
               function(lineLevel, line.c_str(), context);
             });
}
