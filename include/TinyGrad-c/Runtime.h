//===- Runtime.h - C interface of the runtime -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compiled code and foreign callers may rely on. Compiled CPU code has no
// undefined symbol: a kernel receives everything by its arguments, and a launch
// graph reaches the runtime through the function pointers of TgrtRuntimeTable.
// The layout of each struct here is a contract with `convert-jit-to-llvm`: a
// field is only ever appended, and TGRT_TABLE_VERSION then grows by one.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_C_RUNTIME_H
#define TINYGRAD_C_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TGRT_TABLE_VERSION 1

/// A compiled kernel. `begin` and `end` slice its THREAD axis; `scratch` is
/// this thread's private memory, as large and as aligned as the program states.
typedef void (*TgrtKernelFn)(void *const *buffers, const int64_t *vars,
                             void *scratch, int64_t begin, int64_t end);

/// One kernel launch as a launch graph hands it to the runtime.
typedef struct TgrtLaunch {
  TgrtKernelFn kernel;
  void *const *buffers;
  const int64_t *vars;
  /// Scratch bytes that each thread needs.
  int64_t scratchBytes;
  /// Extent of the THREAD axis; 1 runs on one thread.
  int64_t extent;
  /// Estimated operations plus bytes of the whole launch; 0 if unknown. Small
  /// launches are not worth the hand-over to another thread.
  int64_t work;
} TgrtLaunch;

typedef struct TgrtRuntimeTable TgrtRuntimeTable;

/// The services of the runtime for a compiled launch graph.
struct TgrtRuntimeTable {
  uint32_t version;
  /// sizeof(TgrtRuntimeTable) of the runtime that filled it.
  uint32_t size;
  /// Private to the device.
  void *context;
  /// The kernels of the graph, in the order of its program list.
  const TgrtKernelFn *kernels;
  /// Runs `count` launches that do not depend on each other, each sliced over
  /// the device's threads, and returns when all are done.
  void (*launch)(const TgrtRuntimeTable *table, const TgrtLaunch *launches,
                 int64_t count);
  /// Copies bytes between two buffers of the device that do not overlap.
  void (*copy)(const TgrtRuntimeTable *table, void *destination,
               const void *source, int64_t bytes);
};

/// A compiled launch graph: calls the kernels of `table` on the buffers of
/// `bufferTable` in an order that respects the edges of the graph. `scratch`
/// serves the launches that the function makes on its own thread.
typedef void (*TgrtGraphFn)(void *const *bufferTable, const int64_t *vars,
                            void *scratch, const TgrtRuntimeTable *table);

/// The CPU device's implementation of TgrtRuntimeTable::launch.
void tgrt_cpu_launch(const TgrtRuntimeTable *table, const TgrtLaunch *launches,
                     int64_t count);

/// The CPU device's implementation of TgrtRuntimeTable::copy.
void tgrt_cpu_copy(const TgrtRuntimeTable *table, void *destination,
                   const void *source, int64_t bytes);

/// What the process has executed since the last reset (tinygrad's
/// GlobalCounters).
typedef struct TgrtCounters {
  uint64_t kernel_count;
  /// Sums of the programs' estimates.
  uint64_t global_ops;
  uint64_t global_mem;
  /// Wall time spent in runs.
  double time_sum_s;
  /// Bytes of device memory held by buffers now, and the most held at once. A
  /// reset leaves the first and sets the second to it.
  uint64_t mem_used;
  uint64_t mem_peak;
} TgrtCounters;

void tgrt_get_counters(TgrtCounters *counters);
void tgrt_reset_counters(void);

/// Receives one line of the log, without a newline, at a level from 1 (results
/// of whole runs) to 7 (everything).
typedef void (*TgrtLogFn)(int level, const char *line, void *context);

/// Sends lines up to `level` to `function`; a null function stops the log.
void tgrt_set_log(int level, TgrtLogFn function, void *context);

#ifdef __cplusplus
}
#endif

#endif // TINYGRAD_C_RUNTIME_H
