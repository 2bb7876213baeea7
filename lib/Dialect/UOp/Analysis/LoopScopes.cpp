//===- LoopScopes.cpp - which loop each op runs in -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/LoopScopes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tinygrad::uop {

LoopScope *LoopScopes::addChain(LoopScope *parent, ArrayRef<RangeOp> order) {
  LoopScope *first = nullptr, *last = parent;
  for (RangeOp range : order) {
    LoopScope &scope = scopes.emplace_back();
    scope.range = range;
    scope.parent = last;
    scope.depth = last->depth + 1;
    if (first)
      last->next = &scope;
    else
      first = &scope;
    scopeOf[range] = last = &scope;
  }
  return first;
}

LoopScope *LoopScopes::getDeepest(ArrayRef<RangeOp> open) {
  LoopScope *deepest = &root;
  for (RangeOp range : open)
    if (LoopScope *scope = scopeOf.lookup(range);
        scope && scope->depth > deepest->depth)
      deepest = scope;
  return deepest;
}

/// Whether `op` reads what the kernel itself stores.
static bool readsStored(Operation &op) {
  auto load = dyn_cast<LoadOp>(op);
  return load && llvm::any_of(load.getBuffer().getUsers(), [&](Operation *use) {
           auto store = dyn_cast<StoreOp>(use);
           return store && store.getBuffer() == load.getBuffer();
         });
}

LoopScopes::LoopScopes(KernelOp kernel, const RangeScopes &ranges) {
  RangeSet outputs(ranges.getOutputs());
  llvm::stable_sort(outputs, [](RangeOp a, RangeOp b) {
    return a.getAxis() == AxisType::Thread && b.getAxis() != AxisType::Thread;
  });
  root.next = addChain(&root, outputs);

  // A reduce within another comes before it in the block, so the loops that
  // hold others are made first when going backwards.
  Block &body = kernel.getBody().front();
  for (Operation &op : llvm::reverse(body)) {
    if (!isa<RangeCloserOpInterface>(op))
      continue;
    RangeSet closed;
    for (RangeOp range : ranges.getScope(&op))
      if (llvm::is_contained(ranges.getClosers(range), &op))
        closed.push_back(range);
    chains[&op] = addChain(getDeepest(ranges.getOpen(op.getResult(0))), closed);
  }
  for (Operation &op : body) {
    if (isa<RangeOp>(op))
      continue;
    // What closes ranges runs outside of its own loops.
    ArrayRef<RangeOp> open = isa<RangeCloserOpInterface>(op)
                                 ? ranges.getOpen(op.getResult(0))
                                 : ranges.getScope(&op);
    LoopScope *loop = getDeepest(open);
    // The sums of the blocks before are read in each block, wherever their
    // place is known.
    if (readsStored(op))
      for (RangeOp range : ranges.getOutputs())
        if (LoopScope *block = scopeOf.lookup(range);
            range.getAxis() == AxisType::Carry && block->depth > loop->depth)
          loop = block;
    loop->ops.push_back(&op);
    loops[&op] = loop;
  }
}

} // namespace tinygrad::uop
