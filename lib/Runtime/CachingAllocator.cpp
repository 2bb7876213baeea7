//===- CachingAllocator.cpp - keeps freed host memory -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CachingAllocator.h"

#include <cstdlib>
#include <limits>

#include <sys/mman.h>

using namespace tinygrad::rt;

/// Pages of this size cost far fewer faults in large blocks.
static constexpr uint64_t hugePage = uint64_t(2) << 20;

static void *allocateBlock(uint64_t alignment, uint64_t size) {
  if (size < 2 * hugePage)
    return std::aligned_alloc(alignment, size);
  void *memory = nullptr;
  if (posix_memalign(&memory, hugePage, size) != 0)
    return nullptr;
#ifdef MADV_HUGEPAGE
  // Only advice: a kernel that does not take it changes nothing.
  (void)madvise(memory, size / hugePage * hugePage, MADV_HUGEPAGE);
#endif
  return memory;
}

uint64_t CachingAllocator::blockSize(uint64_t bytes) const {
  if (bytes > uint64_t(std::numeric_limits<ptrdiff_t>::max()) - alignment)
    return 0;
  uint64_t units = (bytes + alignment - 1) / alignment;
  return (units ? units : 1) * alignment;
}

void *CachingAllocator::reuse(uint64_t size) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = blocks.find(size);
  if (found == blocks.end() || found->second.empty())
    return nullptr;
  void *memory = found->second.back();
  found->second.pop_back();
  cached -= size;
  return memory;
}

StatusOr<void *> CachingAllocator::allocate(uint64_t bytes) {
  uint64_t size = blockSize(bytes);
  void *memory = nullptr;
  if (size != 0) {
    memory = reuse(size);
    if (!memory)
      memory = allocateBlock(alignment, size);
    if (!memory) {
      // What is kept for other sizes may be what is missing.
      trim();
      memory = allocateBlock(alignment, size);
    }
  }
  if (!memory)
    return makeError("cannot allocate ", bytes, " bytes of memory");
  return memory;
}

void CachingAllocator::free(void *memory, uint64_t bytes) {
  uint64_t size = blockSize(bytes);
  try {
    std::lock_guard<std::mutex> lock(mutex);
    if (size <= cacheLimit && cached <= cacheLimit - size) {
      blocks[size].push_back(memory);
      cached += size;
      return;
    }
  } catch (const std::bad_alloc &) {
    // No room to remember the block: give it back.
  }
  std::free(memory);
}

void CachingAllocator::trim() {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &[size, list] : blocks)
    for (void *memory : list)
      std::free(memory);
  blocks.clear();
  cached = 0;
}
