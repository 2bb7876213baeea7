//===- BlockSizes.h - blocks of kernels that state none ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch whose grid is constant and whose block has 0 threads gets the block
// that is fastest on its device: divisors of the grid, powers of two among
// them, are timed once for each kernel and grid, and kept.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_RUNTIME_BLOCKSIZES_H
#define TINYGRAD_LIB_RUNTIME_BLOCKSIZES_H

#include "TinyGrad/Runtime/Executable.h"

namespace tinygrad::rt {

using BlockSize = std::array<int64_t, 3>;

/// The blocks that were found on one device, in memory and in a file, if it has
/// a name: a line with a key and three sizes each, of which the last counts.
class BlockSizes {
public:
  explicit BlockSizes(std::string file) : file(std::move(file)) {}

  std::optional<BlockSize> find(const std::string &key);
  void insert(const std::string &key, const BlockSize &block);

private:
  void read();

  std::mutex mutex;
  std::string file;
  bool wasRead = false;
  std::map<std::string, BlockSize> known;
};

/// Blocks of at most `most` threads whose sizes divide those of the grid, the
/// likely ones first; at most 48.
std::vector<BlockSize> listBlockSizes(const std::array<int64_t, 3> &threads,
                                      int64_t most = 1024);

/// A digest of bytes, to tell code apart.
std::string digestOf(const std::string &bytes);

/// Gives each launch of the description that has a constant grid and no block
/// both. They run on memory of their own, so no result is touched.
Status chooseBlocks(ExecutableDescription &description);

} // namespace tinygrad::rt

#endif // TINYGRAD_LIB_RUNTIME_BLOCKSIZES_H
