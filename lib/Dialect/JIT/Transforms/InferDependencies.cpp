//===- InferDependencies.cpp - orders the items of graphs by events ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/Analysis/Dependencies.h"
#include "TinyGrad/Dialect/JIT/IR/JITInterfaces.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace tinygrad::jit {
#define GEN_PASS_DEF_INFERDEPENDENCIES
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h.inc"

namespace {
/// Writes `item` anew, waiting for `after` and giving an event if asked for.
Operation *rewriteItem(Operation *item, ArrayRef<Value> after, bool hasEvent) {
  OpBuilder builder(item);
  if (auto foreign = dyn_cast<ExecItemOpInterface>(item))
    return foreign.rebuildWithEvents(builder, after, hasEvent);
  return rebuildItem(builder, item, after, hasEvent);
}

void orderGraph(GraphOp graph) {
  Dependencies dependencies =
      Dependencies::fromAccesses(collectItems(graph.getBody().front()));
  ArrayRef<Operation *> items = dependencies.getItems();
  llvm::BitVector isAwaited(items.size());
  for (unsigned i = 0; i < items.size(); ++i)
    for (unsigned before : dependencies.getPredecessors(i))
      isAwaited.set(before);

  SmallVector<Operation *> rewritten;
  for (unsigned i = 0; i < items.size(); ++i) {
    SmallVector<Value> after;
    for (unsigned before : dependencies.getPredecessors(i))
      after.push_back(rewritten[before]->getResult(0));
    rewritten.push_back(rewriteItem(items[i], after, isAwaited.test(i)));
  }
  // Events of the old items are used by old items only.
  for (Operation *item : llvm::reverse(items))
    item->erase();
}

struct InferDependencies : impl::InferDependenciesBase<InferDependencies> {
  void runOnOperation() override {
    getOperation()->walk([](GraphOp graph) { orderGraph(graph); });
  }
};
} // namespace
} // namespace tinygrad::jit
