//===- ForkJoin.h - what the thread sanitizer must be told ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// oneTBB's library is not instrumented, so the thread sanitizer sees neither
// that a task begins after its loop was called nor that the loop returns after
// its tasks. These marks say so; in other builds they are nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_CPU_FORKJOIN_H
#define TINYGRAD_LIB_RUNTIME_CPU_FORKJOIN_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
extern "C" void __tsan_acquire(void *address);
extern "C" void __tsan_release(void *address);
#define TINYGRAD_HAS_THREAD_SANITIZER
#endif
#endif

namespace tinygrad::rt {

/// A fork and join of tasks; one object per loop, alive until it has returned.
class ForkJoin {
public:
  /// The caller, before the loop; a task, at its end.
  void release() { mark(/*isRelease=*/true); }
  /// A task, at its beginning; the caller, after the loop.
  void acquire() { mark(/*isRelease=*/false); }

private:
  void mark([[maybe_unused]] bool isRelease) {
#ifdef TINYGRAD_HAS_THREAD_SANITIZER
    if (isRelease)
      __tsan_release(this);
    else
      __tsan_acquire(this);
#endif
  }
};

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_CPU_FORKJOIN_H
