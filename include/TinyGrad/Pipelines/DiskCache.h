//===- DiskCache.h - compiled kernels in a folder ------------------- -*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_PIPELINES_DISKCACHE_H
#define TINYGRAD_PIPELINES_DISKCACHE_H

#include "TinyGrad/Pipelines/ProgramCache.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <optional>

namespace tinygrad {

/// Programs in a folder, one file each, which several processes may share. A
/// file appears whole or not at all; one that is damaged, or was written by
/// another build of the compiler, counts as absent.
class DiskCache {
public:
  static constexpr uint64_t kDefaultMaxBytes = uint64_t(1) << 30;

  /// Opens `folder`, which is made if need be. Beyond `maxBytes` in all, the
  /// programs that were not used for the longest time are removed. An error
  /// names the folder and says why it cannot be written.
  static llvm::Expected<DiskCache> open(llvm::StringRef folder,
                                        uint64_t maxBytes = kDefaultMaxBytes);

  std::optional<CachedProgram> find(llvm::StringRef key) const;

  /// Keeps `program`. A program that cannot be written is not kept: the cache
  /// only saves time.
  void insert(llvm::StringRef key, const CachedProgram &program) const;

  /// Removes what is too much, now; `insert` does so once a minute.
  void prune() const { prune(std::chrono::seconds(0)); }

  /// The file of the program under `key`.
  std::string getPath(llvm::StringRef key) const;

private:
  void prune(std::chrono::seconds interval) const;
  DiskCache(llvm::StringRef folder, uint64_t maxBytes)
      : folder(folder), maxBytes(maxBytes) {}

  std::string folder;
  uint64_t maxBytes;
};

} // namespace tinygrad

#endif // TINYGRAD_PIPELINES_DISKCACHE_H
