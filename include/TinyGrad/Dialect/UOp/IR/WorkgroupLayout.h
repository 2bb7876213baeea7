//===- WorkgroupLayout.h - memory of a workgroup ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_IR_WORKGROUPLAYOUT_H
#define TINYGRAD_DIALECT_UOP_IR_WORKGROUPLAYOUT_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <optional>

namespace tinygrad::uop {

/// Workgroup memory that a GPU has at least, and that code for NVIDIA can
/// declare without the launch's asking for it.
inline constexpr int64_t kDeclaredWorkgroupBytes = 48 << 10;

/// Whether `bytes` of workgroup memory are enough to leave some to another
/// workgroup.
inline bool isMuchWorkgroupMemory(int64_t bytes) {
  return bytes > int64_t(64 << 10);
}

/// What a workgroup takes of `bytes` at most: of much memory half, so that
/// another one runs meanwhile.
inline int64_t getWorkgroupShare(int64_t bytes) {
  return isMuchWorkgroupMemory(bytes)
             ? std::max(kDeclaredWorkgroupBytes, bytes / 2)
             : bytes;
}

/// Where the pieces of a kernel's workgroup memory lie when one follows the
/// other, and what they take together.
struct WorkgroupLayout {
  /// Alignment of every piece, and what is asked for above it is kept.
  static constexpr uint64_t kAlignment = 16, kKeptAbove = 64;

  /// The place of the next piece, which asks for `wanted`.
  uint64_t add(mlir::MemRefType type, std::optional<uint64_t> wanted) {
    uint64_t own = wanted.value_or(0) > kKeptAbove ? *wanted : kAlignment;
    uint64_t place = llvm::alignTo(bytes, own);
    bytes = place + type.getNumElements() *
                        llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    alignment = std::max(alignment, own);
    return place;
  }

  uint64_t bytes = 0, alignment = kAlignment;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_IR_WORKGROUPLAYOUT_H
