//===- Accesses.h - the bytes that items touch ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_ANALYSIS_ACCESSES_H
#define TINYGRAD_DIALECT_JIT_ANALYSIS_ACCESSES_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"

namespace tinygrad::jit {

/// The bytes of a buffer, in the memory that it is a view of. Two memories are
/// apart: an argument is never an alias of another (the runtime sees to it).
struct ByteRange {
  mlir::Value memory;
  int64_t begin = 0;
  int64_t end = 0;

  bool overlaps(const ByteRange &other) const {
    return memory == other.memory && begin < other.end && other.begin < end;
  }
};

/// Looks through `jit.subbuffer`.
ByteRange getByteRange(mlir::Value buffer);

struct Access {
  ByteRange range;
  bool isWrite = false;
};

/// Whether `op` runs something: a launch, a copy, a custom item or an exec
/// item of another dialect.
bool isItem(mlir::Operation *op);

/// The buffers that an item touches, and whether it writes them; one may occur
/// twice. Of an item that declares no effects, or one on memory that it does
/// not name, all buffers are read and written.
llvm::SmallVector<std::pair<mlir::Value, bool>>
getTouchedBuffers(mlir::Operation *item);

/// What an item reads and writes. Bytes that it reads and writes occur twice.
llvm::SmallVector<Access> getAccesses(mlir::Operation *item);

/// The bytes for which the order of two items matters: both touch them and one
/// writes them. Nothing if there are none.
std::optional<ByteRange> findConflict(llvm::ArrayRef<Access> first,
                                      llvm::ArrayRef<Access> second);

/// The items of a function or of a graph in the order of its list; those within
/// a `jit.graph` count as part of the list.
llvm::SmallVector<mlir::Operation *> collectItems(mlir::Block &block);

} // namespace tinygrad::jit

#endif // TINYGRAD_DIALECT_JIT_ANALYSIS_ACCESSES_H
