//===- ThreadPool.h - slices launches over threads --------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_CPU_THREADPOOL_H
#define TINYGRAD_LIB_RUNTIME_CPU_THREADPOOL_H

#include "TinyGrad-c/Runtime.h"
#include "TinyGrad/Runtime/Status.h"

#include <atomic>
#include <functional>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

namespace tinygrad::rt {

/// Every thread's scratch is aligned to a page; no kernel may ask for more.
inline constexpr uint64_t scratchAlignment = 4096;

class ThreadPool {
public:
  /// 0 threads takes what the process may use.
  explicit ThreadPool(unsigned threads);

  unsigned threads() const { return threadCount; }

  /// Runs `function` on the calling thread with the pool's threads standing by:
  /// launches inside it do not gather them anew.
  Status run(const std::function<Status()> &function);

  /// Runs independent launches, each sliced over the threads where that pays.
  /// Fails only for lack of scratch memory.
  bool launch(const TgrtLaunch *launches, int64_t count);

private:
  int64_t sliceCount(const TgrtLaunch &launch) const;
  bool launchSliced(const TgrtLaunch *launches, int64_t count,
                    int64_t totalSlices);

  unsigned threadCount;
  /// Lets oneTBB make as many threads as were asked for.
  oneapi::tbb::global_control limit;
  oneapi::tbb::task_arena arena;
};

/// What TgrtRuntimeTable::context points to on the CPU. Compiled code cannot
/// take an error from a launch, so it is kept here until the graph returns.
struct LaunchContext {
  ThreadPool *pool = nullptr;
  std::atomic<bool> isOutOfMemory{false};
};

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_CPU_THREADPOOL_H
