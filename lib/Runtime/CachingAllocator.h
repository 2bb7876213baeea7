//===- CachingAllocator.h - keeps freed host memory -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Aligned host memory whose freed blocks are kept by size for the next request
// of that size (tinygrad's LRUAllocator): the pages of a fresh large block cost
// more than most kernels that fill it.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_CACHINGALLOCATOR_H
#define TINYGRAD_LIB_RUNTIME_CACHINGALLOCATOR_H

#include "TinyGrad/Runtime/Status.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace tinygrad::rt {

class CachingAllocator {
public:
  CachingAllocator(uint64_t alignment, uint64_t cacheBytes)
      : alignment(alignment), cacheLimit(cacheBytes) {}
  ~CachingAllocator() { trim(); }
  CachingAllocator(const CachingAllocator &) = delete;
  CachingAllocator &operator=(const CachingAllocator &) = delete;

  StatusOr<void *> allocate(uint64_t bytes);
  void free(void *memory, uint64_t bytes);

  /// Gives all kept blocks back to the system.
  void trim();

private:
  /// The size of the block for a request: a multiple of the alignment, or 0 if
  /// it cannot be represented.
  uint64_t blockSize(uint64_t bytes) const;
  void *reuse(uint64_t size);

  uint64_t alignment;
  uint64_t cacheLimit;
  std::mutex mutex;
  uint64_t cached = 0;
  std::map<uint64_t, std::vector<void *>> blocks;
};

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_CACHINGALLOCATOR_H
