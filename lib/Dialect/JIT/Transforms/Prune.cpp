//===- Prune.cpp - what never changes runs once ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForEachFunction.h"
#include "TinyGrad/Dialect/JIT/Analysis/Accesses.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace tinygrad::jit {
#define GEN_PASS_DEF_PRUNE
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h.inc"

namespace {
/// Finds the items of a function whose results are the same in every run.
class FrozenItems {
public:
  FrozenItems(FunctionOpInterface function, Block &block) : block(block) {
    for (BlockArgument argument : block.getArguments())
      if (function.getArgAttr(argument.getArgNumber(), "jit.held") ||
          function.getArgAttr(argument.getArgNumber(), "jit.constant"))
        held.insert(argument);
    for (Value buffer : block.getTerminator()->getOperands())
      returned.insert(getByteRange(buffer).memory);
    for (Operation *item : collectItems(block)) {
      numbers[item] = unsigned(numbers.size());
      for (const Access &access : getAccesses(item))
        (access.isWrite ? writers : readers)[access.range.memory].push_back(
            item);
    }
  }

  /// In the order of the list.
  SmallVector<Operation *> find() {
    for (Operation &op : block)
      if (isCandidate(&op))
        frozen.insert(&op);
    // An item falls with what it reads, and with those that write the same
    // memory: until nothing changes.
    for (bool changed = true; changed;) {
      changed = false;
      for (Operation &op : block)
        if (frozen.contains(&op) && !staysFrozen(&op)) {
          frozen.erase(&op);
          changed = true;
        }
    }
    SmallVector<Operation *> items;
    for (Operation &op : block)
      if (frozen.contains(&op))
        items.push_back(&op);
    return items;
  }

private:
  /// A launch or copy that takes nothing but numbers and writes memory that is
  /// the function's own. Host functions may have effects that we do not see.
  bool isCandidate(Operation *op) const {
    if (!isa<LaunchOp, CopyOp>(op))
      return false;
    for (Value operand : op->getOperands())
      if (operand.getType().isIndex() && dependsOnVariable(operand))
        return false;
    return llvm::all_of(getAccesses(op), [&](const Access &access) {
      return !access.isWrite || (access.range.memory.getDefiningOp<AllocOp>() &&
                                 !returned.contains(access.range.memory));
    });
  }

  static bool dependsOnVariable(Value index) {
    Operation *definition = index.getDefiningOp();
    return !definition || !isMemoryEffectFree(definition) ||
           llvm::any_of(definition->getOperands(), dependsOnVariable);
  }

  bool staysFrozen(Operation *op) const {
    return llvm::all_of(getAccesses(op), [&](const Access &access) {
      Value memory = access.range.memory;
      auto written = writers.find(memory);
      bool isSettled = written == writers.end() ||
                       llvm::all_of(written->second, [&](Operation *writer) {
                         return frozen.contains(writer);
                       });
      if (!isSettled)
        return false;
      return access.isWrite ? !isReadBefore(memory, op) : isUnchanging(memory);
    });
  }

  /// Whether an item that stays reads the memory before `writer` writes it: it
  /// would find what was written last.
  bool isReadBefore(Value memory, Operation *writer) const {
    auto read = readers.find(memory);
    return read != readers.end() &&
           llvm::any_of(read->second, [&](Operation *reader) {
             return !frozen.contains(reader) &&
                    numbers.lookup(reader) < numbers.lookup(writer);
           });
  }

  /// Whether nothing but items changes the memory between runs.
  bool isUnchanging(Value memory) const {
    return !isa<BlockArgument>(memory) || held.contains(memory);
  }

  Block &block;
  llvm::DenseSet<Value> returned, held;
  llvm::DenseMap<Value, SmallVector<Operation *>> writers, readers;
  llvm::DenseMap<Operation *, unsigned> numbers;
  llvm::DenseSet<Operation *> frozen;
};

/// Moves `value` and what it is computed from in front of `place`.
void hoistDefinition(Value value, Operation *place) {
  Operation *definition = value.getDefiningOp();
  if (!definition || definition->getBlock() != place->getBlock() ||
      definition->isBeforeInBlock(place))
    return;
  for (Value operand : definition->getOperands())
    hoistDefinition(operand, place);
  definition->moveBefore(place);
}

struct Prune : impl::PruneBase<Prune> {
  void runOnOperation() override {
    forEachFunction(getOperation(), pruneFunction);
  }

  static void pruneFunction(FunctionOpInterface function, Block &block) {
    size_t numItems = collectItems(block).size();
    SmallVector<Operation *> frozen = FrozenItems(function, block).find();
    if (frozen.empty())
      return;
    OnceOp once = getOnce(block, frozen.front());
    for (Operation *item : frozen) {
      for (Value operand : item->getOperands())
        hoistDefinition(operand, once);
      Block &body = once.getBody().front();
      item->moveBefore(&body, body.end());
    }
    remark::passed(function.getLoc(), remark::RemarkOpts::name("once")
                                          .category("jit-prune")
                                          .function(function.getName()))
        << remark::add("{0} of {1} items run once", frozen.size(), numItems);
  }

  /// The function's items that run once, before all others.
  static OnceOp getOnce(Block &block, Operation *first) {
    for (auto once : block.getOps<OnceOp>())
      return once;
    for (Operation &op : block)
      if (isItem(&op) || isa<GraphOp>(op)) {
        first = &op;
        break;
      }
    OpBuilder builder(first);
    auto once = OnceOp::create(builder, first->getLoc());
    once.getBody().emplaceBlock();
    return once;
  }
};
} // namespace
} // namespace tinygrad::jit
