//===- LoopScopes.h - which loop each op runs in ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nest of loops that a kernel becomes. The output axes are one chain of
// loops in the order of their ids, a THREAD axis first. Each reduce and stage
// is a chain of its own, placed in the deepest loop over which its result
// varies: what it reads from outer loops is computed there, once.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_ANALYSIS_LOOPSCOPES_H
#define TINYGRAD_DIALECT_UOP_ANALYSIS_LOOPSCOPES_H

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace tinygrad::uop {

/// One loop, or the kernel itself.
struct LoopScope {
  RangeOp range; ///< Null for the kernel.
  LoopScope *parent = nullptr;
  /// The next loop of the same chain, which runs after `ops`.
  LoopScope *next = nullptr;
  unsigned depth = 0;
  llvm::SmallVector<mlir::Operation *> ops; ///< In block order.
};

class LoopScopes {
public:
  LoopScopes(KernelOp kernel, const RangeScopes &ranges);

  LoopScope &getRoot() { return root; }
  /// The outermost loop of a reduce or stage; null when it closes no range.
  LoopScope *getChain(mlir::Operation *op) const { return chains.lookup(op); }
  /// The innermost loop that `op`, no range, runs in.
  const LoopScope *getLoop(mlir::Operation *op) const {
    return loops.lookup(op);
  }

private:
  LoopScope *addChain(LoopScope *parent, llvm::ArrayRef<RangeOp> order);
  LoopScope *getDeepest(llvm::ArrayRef<RangeOp> open);

  LoopScope root;
  std::deque<LoopScope> scopes;
  llvm::DenseMap<mlir::Operation *, LoopScope *> scopeOf; ///< By range.
  llvm::DenseMap<mlir::Operation *, LoopScope *> chains, loops;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_ANALYSIS_LOOPSCOPES_H
