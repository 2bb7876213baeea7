//===- HostMemory.cpp - memory of the host, in large pages ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostMemory.h"

#include <algorithm>
#include <limits>

#include <sys/mman.h>

using namespace tinygrad;

static constexpr uint64_t largePage = uint64_t(2) << 20;

void *rt::allocateHost(uint64_t bytes, uint64_t alignment,
                       uint64_t largeBytes) {
  bool large = bytes >= largeBytes;
  // A short block gets a page of its own, of a long one the rest stays small.
  bool rounded = large && bytes < largePage;
  uint64_t unit = rounded ? largePage : alignment;
  if (bytes > uint64_t(std::numeric_limits<ptrdiff_t>::max()) - unit)
    return nullptr;
  uint64_t size = (std::max<uint64_t>(bytes, 1) + unit - 1) / unit * unit;
  void *memory = nullptr;
  if (posix_memalign(&memory,
                     large ? std::max(alignment, largePage) : alignment,
                     size) != 0)
    return nullptr;
#ifdef MADV_HUGEPAGE
  // Only advice: a kernel that does not take it changes nothing.
  if (large)
    (void)madvise(memory, size / largePage * largePage, MADV_HUGEPAGE);
#endif
  return memory;
}
