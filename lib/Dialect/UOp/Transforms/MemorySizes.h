//===- MemorySizes.h - what memory is moved and mapped by -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_MEMORYSIZES_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_MEMORYSIZES_H

#include <cstdint>

namespace tinygrad::uop {

/// Bytes of a line of a processor's caches, and of a page, at whose end its
/// prefetchers stop.
inline constexpr int64_t kLineBytes = 64, kPageBytes = 4096;

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_MEMORYSIZES_H
