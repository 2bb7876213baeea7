//===- LaunchDims.cpp - ranges in the dimensions of a launch ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchDims.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;

namespace tinygrad {

int64_t getMaxSize(const LaunchDim &dim) {
  int64_t size = 1;
  for (LaunchAxis *axis : dim)
    if (llvm::MulOverflow(size, axis->maxSize, size))
      return std::numeric_limits<int64_t>::max();
  return size;
}

/// Puts the axes of `dims[inner + 1]`, which are outside, to those of `inner`.
static void merge(SmallVector<LaunchDim, 3> &dims, size_t inner) {
  LaunchDim joined = dims[inner + 1];
  joined.append(dims[inner].begin(), dims[inner].end());
  dims[inner] = std::move(joined);
  dims.erase(dims.begin() + inner + 1);
}

SmallVector<LaunchDim, 3> distributeAxes(MutableArrayRef<LaunchAxis> axes,
                                         ArrayRef<int64_t> limits) {
  SmallVector<LaunchDim, 3> dims;
  for (LaunchAxis &axis : llvm::reverse(axes))
    dims.push_back({&axis});
  while (dims.size() > 3) {
    // The pair of neighbours with the fewest ids, outer ones first.
    size_t best = dims.size() - 2;
    auto pairSize = [&](size_t inner) {
      int64_t size;
      return llvm::MulOverflow(getMaxSize(dims[inner]),
                               getMaxSize(dims[inner + 1]), size)
                 ? std::numeric_limits<int64_t>::max()
                 : size;
    };
    for (size_t inner = best; inner-- > 0;)
      if (pairSize(inner) < pairSize(best))
        best = inner;
    merge(dims, best);
  }
  for (size_t i = 0; i < dims.size();) {
    if (getMaxSize(dims[i]) <= limits[i]) {
      ++i;
      continue;
    }
    if (i == 0)
      return {};
    merge(dims, i - 1);
    i = 0;
  }
  return dims;
}

} // namespace tinygrad
