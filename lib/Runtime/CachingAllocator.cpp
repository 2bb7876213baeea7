//===- CachingAllocator.cpp - keeps freed memory ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CachingAllocator.h"
#include "HostMemory.h"

#include <cstdlib>
#include <limits>
#include <new>

using namespace tinygrad::rt;

BlockSource::~BlockSource() = default;

StatusOr<void *> HostBlocks::allocateBlock(uint64_t size) {
  if (void *memory = allocateHost(size, alignment, largeBuffer))
    return memory;
  return Status::outOfMemory();
}

void HostBlocks::freeBlock(void *memory, uint64_t) { std::free(memory); }

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

StatusOr<void *> CachingAllocator::allocateBlock(uint64_t size) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (limit != 0 && (taken > limit || size > limit - taken))
      return makeError(taken, " of the ", limit, " that may be used are taken");
    taken += size;
  }
  StatusOr<void *> memory = source.allocateBlock(size);
  if (memory.isError()) {
    std::lock_guard<std::mutex> lock(mutex);
    taken -= size;
  }
  return memory;
}

StatusOr<void *> CachingAllocator::allocate(uint64_t bytes) {
  uint64_t size = blockSize(bytes);
  if (size == 0)
    return makeError("cannot allocate ", bytes, " bytes of memory");
  if (void *memory = reuse(size))
    return memory;
  StatusOr<void *> memory = allocateBlock(size);
  if (memory.isError()) {
    // What is kept for other sizes may be what is missing.
    trim();
    memory = allocateBlock(size);
  }
  if (memory.isError())
    return makeError("cannot allocate ", bytes,
                     " bytes of memory: ", memory.message());
  return memory;
}

void CachingAllocator::freeBlock(void *memory, uint64_t size) {
  source.freeBlock(memory, size);
  std::lock_guard<std::mutex> lock(mutex);
  taken -= size;
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
  freeBlock(memory, size);
}

void CachingAllocator::trim() {
  std::map<uint64_t, std::vector<void *>> kept;
  {
    std::lock_guard<std::mutex> lock(mutex);
    kept.swap(blocks);
    cached = 0;
  }
  for (auto &[size, list] : kept)
    for (void *memory : list)
      freeBlock(memory, size);
}
