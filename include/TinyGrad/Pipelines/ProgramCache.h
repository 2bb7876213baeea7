//===- ProgramCache.h - compiled kernels by their content -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_PIPELINES_PROGRAMCACHE_H
#define TINYGRAD_PIPELINES_PROGRAMCACHE_H

#include "llvm/ADT/StringMap.h"
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tinygrad {

/// A compiled kernel: what a `jit.program` holds, as text and bytes that belong
/// to no MLIRContext.
struct CachedProgram {
  std::string target, entry, object;
  int64_t numBuffers = 0, numOutputs = 0, scratchBytes = 0;
  /// Affine maps over the kernel's variables, as text.
  std::string threadExtent, ops, bytes, accessed;
  std::string opts;
  /// Of GPUs: blocks as an affine map, threads of one; empty on others. Where
  /// the driver may refuse `object`, what it takes instead: PTX for a cubin.
  std::string grid;
  std::vector<int64_t> block;
  std::string fallback;
};

class DiskCache;

/// Programs in memory, and on disk if there is one, keyed by a hash of the
/// kernel's IR, the target and the options. May be used from many threads.
class ProgramCache {
public:
  ProgramCache();
  ~ProgramCache();

  /// Keeps programs in `disk` too, from now on.
  void useDisk(DiskCache disk);

  /// The program under `key`, or null.
  std::shared_ptr<const CachedProgram> find(llvm::StringRef key);
  std::shared_ptr<const CachedProgram> insert(llvm::StringRef key,
                                              CachedProgram program);
  /// The number of programs in memory.
  size_t size() const;

private:
  mutable std::mutex mutex;
  std::unique_ptr<DiskCache> disk;
  llvm::StringMap<std::shared_ptr<const CachedProgram>> programs;
};

} // namespace tinygrad

#endif // TINYGRAD_PIPELINES_PROGRAMCACHE_H
