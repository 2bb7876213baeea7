//===- HostMemory.h - memory of the host, in large pages --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large blocks come in pages of 2 MiB where the system has them: far fewer
// faults when they are first touched, and no walks through page tables while a
// kernel goes along columns.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_HOSTMEMORY_H
#define TINYGRAD_LIB_RUNTIME_HOSTMEMORY_H

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace tinygrad::rt {

/// At least `bytes` bytes, more than none, aligned to `alignment`, a power of
/// two, or more; null without memory. To be freed with std::free. From
/// `largeBytes` on they are in large pages.
void *allocateHost(uint64_t bytes, uint64_t alignment, uint64_t largeBytes);

/// For memory that is kept and used over and over: large pages pay from here.
inline constexpr uint64_t largeScratch = uint64_t(128) << 10;
/// For buffers, of which there may be many.
inline constexpr uint64_t largeBuffer = uint64_t(2) << 20;

struct FreeHost {
  void operator()(void *memory) const { std::free(memory); }
};
using HostPointer = std::unique_ptr<void, FreeHost>;

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_HOSTMEMORY_H
