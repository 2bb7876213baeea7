//===- ThreadPool.cpp - slices launches over threads ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadPool.h"
#include "../Guarded.h"
#include "../HostMemory.h"
#include "ForkJoin.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>

using namespace tinygrad::rt;

/// Operations plus bytes below which a launch is over sooner than another
/// thread takes it up (about 10 us of one core).
static constexpr int64_t smallWork = int64_t(1) << 16;
/// Work above which a launch is cut finer than its threads, so that a thread
/// that the system held up does not hold up the launch.
static constexpr int64_t largeWork = int64_t(1) << 24;
static constexpr int64_t slicesPerThread = 4;

namespace {
/// Memory of one thread that grows to the largest request and goes with the
/// thread.
class Scratch {
public:
  /// Null when there is no memory. A kernel without scratch needs none.
  bool get(int64_t bytes, void *&result) {
    if (bytes > size) {
      memory.reset(); // Before there is more of it.
      memory.reset(
          allocateHost(uint64_t(bytes), scratchAlignment, largeScratch));
      size = memory ? bytes : 0;
    }
    result = memory.get();
    return bytes <= size;
  }

private:
  HostPointer memory;
  int64_t size = 0;
};
} // namespace

static thread_local Scratch threadScratch;

static bool runSlice(const TgrtLaunch &launch, int64_t begin, int64_t end) {
  void *scratch = nullptr;
  if (!threadScratch.get(launch.scratchBytes, scratch))
    return false;
  launch.kernel(launch.buffers, launch.vars, scratch, begin, end);
  return true;
}

static bool runInline(const TgrtLaunch *launches, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    if (launches[i].extent > 0 && !runSlice(launches[i], 0, launches[i].extent))
      return false;
  return true;
}

ThreadPool::ThreadPool(unsigned threads)
    : threadCount(
          threads ? threads
                  : unsigned(std::max(1, tbb::info::default_concurrency()))),
      limit(tbb::global_control::max_allowed_parallelism,
            std::max(size_t(threadCount),
                     tbb::global_control::active_value(
                         tbb::global_control::max_allowed_parallelism))),
      arena(int(threadCount)) {}

Status ThreadPool::run(const std::function<Status()> &function) {
  if (threadCount == 1)
    return function();
  return guarded([&] { return arena.execute([&] { return function(); }); });
}

int64_t ThreadPool::sliceCount(const TgrtLaunch &launch) const {
  if (launch.extent <= 0)
    return 0;
  // Unknown work is taken to be worth the threads.
  if (launch.work > 0 && launch.work < smallWork)
    return 1;
  int64_t wanted = threadCount;
  if (launch.work >= largeWork)
    wanted *= slicesPerThread;
  return std::min(wanted, launch.extent);
}

bool ThreadPool::launch(const TgrtLaunch *launches, int64_t count) {
  if (threadCount == 1 || count <= 0)
    return runInline(launches, count);
  int64_t totalSlices = 0;
  int64_t totalWork = 0;
  bool isWorkKnown = true;
  for (int64_t i = 0; i < count; ++i) {
    totalSlices += sliceCount(launches[i]);
    totalWork += launches[i].work;
    isWorkKnown &= launches[i].work > 0;
  }
  if (totalSlices <= 1 || (isWorkKnown && totalWork < smallWork))
    return runInline(launches, count);
  try {
    return launchSliced(launches, count, totalSlices);
  } catch (const std::exception &) {
    // Only allocations throw, and they precede the first slice.
    return runInline(launches, count);
  }
}

bool ThreadPool::launchSliced(const TgrtLaunch *launches, int64_t count,
                              int64_t totalSlices) {
  // First slice of each launch in the common numbering, then the total.
  std::vector<int64_t> firstSlice;
  firstSlice.reserve(size_t(count) + 1);
  firstSlice.push_back(0);
  for (int64_t i = 0; i < count; ++i)
    firstSlice.push_back(firstSlice.back() + sliceCount(launches[i]));

  std::atomic<bool> hasScratch{true};
  auto runSliceNumber = [&](int64_t number) {
    auto after = std::upper_bound(firstSlice.begin(), firstSlice.end(), number);
    size_t index = size_t(after - firstSlice.begin()) - 1;
    const TgrtLaunch &launch = launches[index];
    int64_t slices = firstSlice[index + 1] - firstSlice[index];
    int64_t slice = number - firstSlice[index];
    // The first `rest` slices are one longer than the others.
    int64_t length = launch.extent / slices;
    int64_t rest = launch.extent % slices;
    int64_t begin = slice * length + std::min(slice, rest);
    int64_t end = begin + length + (slice < rest ? 1 : 0);
    if (!runSlice(launch, begin, end))
      hasScratch = false;
  };
  ForkJoin forkJoin;
  auto runSlices = [&] {
    tbb::parallel_for(
        tbb::blocked_range<int64_t>(0, totalSlices, 1),
        [&](const tbb::blocked_range<int64_t> &range) {
          forkJoin.acquire();
          for (int64_t i = range.begin(); i != range.end(); ++i)
            runSliceNumber(i);
          forkJoin.release();
        },
        tbb::simple_partitioner());
  };
  forkJoin.release();
  arena.execute(runSlices);
  forkJoin.acquire();
  return hasScratch;
}

extern "C" void tgrt_cpu_launch(const TgrtRuntimeTable *table,
                                const TgrtLaunch *launches, int64_t count) {
  auto *context = static_cast<LaunchContext *>(table->context);
  if (!context->pool->launch(launches, count))
    context->isOutOfMemory = true;
}

extern "C" void tgrt_cpu_copy(const TgrtRuntimeTable *, void *destination,
                              const void *source, int64_t bytes) {
  if (bytes > 0)
    std::memcpy(destination, source, size_t(bytes));
}
