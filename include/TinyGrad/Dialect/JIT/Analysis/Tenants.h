//===- Tenants.h - the planned buffers of arenas ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_JIT_ANALYSIS_TENANTS_H
#define TINYGRAD_DIALECT_JIT_ANALYSIS_TENANTS_H

#include "TinyGrad/Dialect/JIT/Analysis/Accesses.h"

namespace tinygrad::jit {

/// Which views of an arena are parts of one planned buffer.
class Tenants {
public:
  explicit Tenants(mlir::Block &function);

  /// A view that stands for the tenant of an arena that `buffer` lies in; the
  /// memory itself outside of arenas.
  mlir::Value getOwner(mlir::Value buffer) const;

  /// What an item touches, each tenant taken as a memory of its own.
  llvm::SmallVector<Access> getAccesses(mlir::Operation *item) const;

private:
  /// The first view of each tenant of each arena.
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> owners;
};

/// Whether `launch` may write `output` where it reads `input`
/// (`jit.in_place`), and uses neither for anything else.
bool isInPlace(LaunchOp launch, mlir::Value output, mlir::Value input);

} // namespace tinygrad::jit

#endif // TINYGRAD_DIALECT_JIT_ANALYSIS_TENANTS_H
