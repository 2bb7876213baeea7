//===- Dependencies.cpp - which items must wait for which ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/Analysis/Dependencies.h"

using namespace mlir;
using namespace tinygrad::jit;

Dependencies::Dependencies(ArrayRef<Operation *> items)
    : items(items), predecessors(items.size()),
      ancestors(items.size(), llvm::BitVector(items.size())),
      levels(items.size(), 0) {}

void Dependencies::addEdge(unsigned from, unsigned to) {
  predecessors[to].push_back(from);
  ancestors[to] |= ancestors[from];
  ancestors[to].set(from);
  levels[to] = std::max(levels[to], levels[from] + 1);
}

unsigned Dependencies::getNumLevels() const {
  return levels.empty() ? 0 : *llvm::max_element(levels) + 1;
}

Dependencies Dependencies::fromAccesses(ArrayRef<Operation *> items) {
  SmallVector<SmallVector<Access>> accesses;
  for (Operation *item : items)
    accesses.push_back(getAccesses(item));
  return fromAccesses(items, accesses);
}

Dependencies
Dependencies::fromAccesses(ArrayRef<Operation *> items,
                           ArrayRef<SmallVector<Access>> accesses) {
  Dependencies result(items);
  for (unsigned to = 0; to < items.size(); ++to) {
    // From the nearest back: an edge that a later predecessor implies is known
    // to be implied when its turn comes.
    for (unsigned from = to; from-- > 0;)
      if (!result.ancestors[to].test(from) &&
          findConflict(accesses[from], accesses[to]))
        result.addEdge(from, to);
    llvm::sort(result.predecessors[to]);
  }
  return result;
}

/// The events that an item waits for are its last operands.
static SmallVector<Value> getEventsBefore(Operation *item) {
  SmallVector<Value> events;
  for (Value operand : item->getOperands())
    if (isa<EventType>(operand.getType()))
      events.push_back(operand);
  return events;
}

Dependencies Dependencies::fromEvents(GraphOp graph) {
  Dependencies result(collectItems(graph.getBody().front()));
  llvm::DenseMap<Operation *, unsigned> numbers;
  for (auto [number, item] : llvm::enumerate(result.items)) {
    for (Value event : getEventsBefore(item))
      if (auto before = numbers.find(event.getDefiningOp());
          before != numbers.end())
        result.addEdge(before->second, unsigned(number));
    llvm::sort(result.predecessors[number]);
    numbers[item] = unsigned(number);
  }
  return result;
}
