//===- Describe.cpp - items and memory of a jit function ------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/Describe.h"
#include "TinyGrad/Dialect/JIT/Analysis/Dependencies.h"
#include "TinyGrad/Dialect/JIT/Analysis/Tenants.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tinygrad;

static DescribedItem describeItem(Operation *item) {
  DescribedItem described;
  described.kind = described.name = "copy";
  if (auto launch = dyn_cast<jit::LaunchOp>(item)) {
    described.kind = "launch";
    described.name = launch.getProgram().str();
  } else if (auto custom = dyn_cast<jit::CustomOp>(item)) {
    described.kind = "custom";
    described.name = custom.getCallee().str();
  }
  return described;
}

DescribedFunction tinygrad::describeFunction(jit::FuncOp function) {
  DescribedFunction described;
  described.name = function.getSymName().str();
  Block &body = function.getBody().front();
  SmallVector<Operation *> items = jit::collectItems(body);
  jit::Tenants tenants(body);
  jit::Dependencies order = jit::Dependencies::fromAccesses(items);

  llvm::DenseMap<Operation *, int64_t> graphs;
  // By arena, then by tenant.
  llvm::MapVector<Value, llvm::MapVector<Value, DescribedTenant>> arenas;
  for (auto [i, item] : llvm::enumerate(items)) {
    auto position = unsigned(i);
    DescribedItem &entry = described.items.emplace_back(describeItem(item));
    if (isa<jit::GraphOp>(item->getParentOp()))
      entry.graph =
          graphs.try_emplace(item->getParentOp(), int64_t(graphs.size()))
              .first->second;
    for (unsigned before : order.getPredecessors(position))
      entry.after.push_back(before);
    for (Value operand : item->getOperands()) {
      if (!isa<jit::BufferType>(operand.getType()))
        continue;
      jit::ByteRange range = jit::getByteRange(operand);
      auto alloc = range.memory.getDefiningOp<jit::AllocOp>();
      if (!alloc || !alloc.getArena())
        continue;
      auto [tenant, isNew] = arenas[range.memory].insert(
          {tenants.getOwner(operand),
           {range.begin, range.end, position, position}});
      DescribedTenant &lifetime = tenant->second;
      lifetime.begin = std::min(lifetime.begin, range.begin);
      lifetime.end = std::max(lifetime.end, range.end);
      lifetime.last = position;
    }
  }
  for (auto &[arena, lifetimes] : arenas) {
    DescribedArena &entry = described.arenas.emplace_back();
    entry.bytes = cast<jit::BufferType>(arena.getType()).getBytes();
    for (auto &[owner, lifetime] : lifetimes)
      entry.tenants.push_back(lifetime);
  }
  return described;
}
