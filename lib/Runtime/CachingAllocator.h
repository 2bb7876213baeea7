//===- CachingAllocator.h - keeps freed memory ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Aligned memory whose freed blocks are kept by size for the next request of
// that size (tinygrad's LRUAllocator): the pages of a fresh large block, or a
// call of a driver, cost more than most kernels that fill it.
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

/// Where blocks of memory come from.
class BlockSource {
public:
  virtual ~BlockSource();
  /// `size` is a multiple of the allocator's alignment, and not 0.
  virtual StatusOr<void *> allocateBlock(uint64_t size) = 0;
  virtual void freeBlock(void *memory, uint64_t size) = 0;
};

/// The host's memory.
class HostBlocks : public BlockSource {
public:
  explicit HostBlocks(uint64_t alignment) : alignment(alignment) {}
  StatusOr<void *> allocateBlock(uint64_t size) override;
  void freeBlock(void *memory, uint64_t size) override;

private:
  uint64_t alignment;
};

class CachingAllocator {
public:
  /// Keeps up to `cacheBytes` of freed memory, and takes no more than
  /// `limitBytes` in all if that is not 0.
  CachingAllocator(BlockSource &source, uint64_t alignment, uint64_t cacheBytes,
                   uint64_t limitBytes = 0)
      : source(source), alignment(alignment), cacheLimit(cacheBytes),
        limit(limitBytes) {}
  ~CachingAllocator() { trim(); }
  CachingAllocator(const CachingAllocator &) = delete;
  CachingAllocator &operator=(const CachingAllocator &) = delete;

  StatusOr<void *> allocate(uint64_t bytes);
  void free(void *memory, uint64_t bytes);

  /// Gives all kept blocks back to the source.
  void trim();

private:
  /// The size of the block for a request: a multiple of the alignment, or 0 if
  /// it cannot be represented.
  uint64_t blockSize(uint64_t bytes) const;
  void *reuse(uint64_t size);
  StatusOr<void *> allocateBlock(uint64_t size);
  void freeBlock(void *memory, uint64_t size);

  BlockSource &source;
  uint64_t alignment;
  uint64_t cacheLimit;
  uint64_t limit;
  std::mutex mutex;
  /// Bytes that are kept, and all that the source gave and has not back.
  uint64_t cached = 0;
  uint64_t taken = 0;
  std::map<uint64_t, std::vector<void *>> blocks;
};

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_CACHINGALLOCATOR_H
