//===- MemoryPlan.cpp - where buffers lie in arenas ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/Analysis/MemoryPlan.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::jit;

llvm::DenseMap<Value, Lifetime>
tinygrad::jit::computeLifetimes(const Dependencies &dependencies) {
  llvm::DenseMap<Value, Lifetime> lifetimes;
  for (auto [i, item] : llvm::enumerate(dependencies.getItems())) {
    unsigned number = unsigned(i), level = dependencies.getLevel(number);
    for (const Access &access : getAccesses(item)) {
      auto [entry, isNew] = lifetimes.try_emplace(
          access.range.memory, Lifetime{number, number, level, level});
      Lifetime &lifetime = entry->second;
      lifetime.lastItem = number;
      lifetime.firstLevel = std::min(lifetime.firstLevel, level);
      lifetime.lastLevel = std::max(lifetime.lastLevel, level);
    }
  }
  return lifetimes;
}

//===----------------------------------------------------------------------===//
// What is planned
//===----------------------------------------------------------------------===//

/// The memories that leave the function.
static llvm::DenseSet<Value> findReturned(Block &function) {
  llvm::DenseSet<Value> returned;
  for (Operation &op : function)
    if (isa<ReturnOp>(op))
      for (Value buffer : op.getOperands())
        returned.insert(getByteRange(buffer).memory);
  return returned;
}

/// The memories that host functions and copies between devices touch.
static llvm::DenseSet<Value> findTransferred(ArrayRef<Operation *> items) {
  llvm::DenseSet<Value> transferred;
  for (Operation *item : items) {
    auto copy = dyn_cast<CopyOp>(item);
    bool isTransfer = copy && copy.getSource().getType().getDevice() !=
                                  copy.getTarget().getType().getDevice();
    if (!isTransfer && !isa<CustomOp>(item))
      continue;
    for (const Access &access : getAccesses(item))
      transferred.insert(access.range.memory);
  }
  return transferred;
}

/// Whether nothing but items of the list touches the buffer, so that its
/// lifetime is known.
static bool isTouchedByItemsOnly(Value buffer, Block &function) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (auto view = dyn_cast<SubBufferOp>(user))
      return isTouchedByItemsOnly(view.getBuffer(), function);
    bool isListed = user->getBlock() == &function ||
                    (isa<GraphOp>(user->getParentOp()) &&
                     user->getParentOp()->getBlock() == &function);
    return isItem(user) && isListed;
  });
}

//===----------------------------------------------------------------------===//
// Offsets
//===----------------------------------------------------------------------===//

/// Puts the buffers, in the given order, each into the smallest gap between
/// those it may not overlap, and gives the bytes needed.
static int64_t placeInOrder(ArrayRef<PlannedBuffer *> order, bool byLevel) {
  int64_t total = 0;
  SmallVector<PlannedBuffer *> placed;
  for (PlannedBuffer *buffer : order) {
    SmallVector<PlannedBuffer *> obstacles;
    for (PlannedBuffer *other : placed)
      if (buffer->lifetime.overlaps(other->lifetime, byLevel))
        obstacles.push_back(other);
    llvm::sort(obstacles, [](PlannedBuffer *a, PlannedBuffer *b) {
      return a->offset < b->offset;
    });

    int64_t end = 0, bestOffset = -1, bestGap = 0;
    for (PlannedBuffer *obstacle : obstacles) {
      int64_t gap = obstacle->offset - end;
      if (gap >= buffer->bytes && (bestOffset < 0 || gap < bestGap)) {
        bestOffset = end;
        bestGap = gap;
      }
      int64_t after = obstacle->offset + obstacle->bytes;
      end = std::max(end, int64_t(llvm::alignTo(after, arenaAlignment)));
    }
    buffer->offset = bestOffset < 0 ? end : bestOffset;
    total = std::max(total, buffer->offset + buffer->bytes);
    placed.push_back(buffer);
  }
  return total;
}

/// Tries the orders that do well for different shapes of programs and keeps the
/// offsets of the best.
static void placeBuffers(ArenaPlan &arena, bool byLevel) {
  auto duration = [](const PlannedBuffer &buffer) {
    return int64_t(buffer.lifetime.lastItem - buffer.lifetime.firstItem) + 1;
  };
  using Key = std::function<int64_t(const PlannedBuffer &)>;
  const Key keys[] = {
      [](const PlannedBuffer &buffer) { return -buffer.bytes; },
      [&](const PlannedBuffer &buffer) { return -duration(buffer); },
      [](const PlannedBuffer &buffer) {
        return int64_t(buffer.lifetime.firstItem);
      }};
  SmallVector<int64_t> bestOffsets;
  for (const Key &key : keys) {
    SmallVector<PlannedBuffer *> order;
    for (PlannedBuffer &buffer : arena.buffers)
      order.push_back(&buffer);
    llvm::stable_sort(order, [&](PlannedBuffer *a, PlannedBuffer *b) {
      return std::make_pair(key(*a), -a->bytes) <
             std::make_pair(key(*b), -b->bytes);
    });
    int64_t bytes = placeInOrder(order, byLevel);
    if (!bestOffsets.empty() && bytes >= arena.bytes)
      continue;
    arena.bytes = bytes;
    bestOffsets.clear();
    for (PlannedBuffer &buffer : arena.buffers)
      bestOffsets.push_back(buffer.offset);
  }
  for (auto [buffer, offset] : llvm::zip_equal(arena.buffers, bestOffsets))
    buffer.offset = offset;
}

/// The largest sum over the times given by `first` and `last`.
static int64_t largestSum(ArrayRef<PlannedBuffer> buffers,
                          unsigned Lifetime::*first, unsigned Lifetime::*last) {
  std::map<unsigned, int64_t> changes;
  for (const PlannedBuffer &buffer : buffers) {
    changes[buffer.lifetime.*first] += buffer.bytes;
    changes[buffer.lifetime.*last + 1] -= buffer.bytes;
  }
  int64_t sum = 0, largest = 0;
  for (auto [time, change] : changes) {
    sum += change;
    largest = std::max(largest, sum);
  }
  return largest;
}

FailureOr<SmallVector<ArenaPlan>> tinygrad::jit::planMemory(Block &function,
                                                            bool byLevel) {
  SmallVector<Operation *> items = collectItems(function);
  llvm::DenseMap<Value, Lifetime> lifetimes =
      computeLifetimes(Dependencies::fromAccesses(items));
  llvm::DenseSet<Value> returned = findReturned(function);
  llvm::DenseSet<Value> transferred = findTransferred(items);

  llvm::MapVector<std::pair<StringRef, bool>, ArenaPlan,
                  std::map<std::pair<StringRef, bool>, unsigned>>
      arenas;
  int64_t total = 0;
  for (auto alloc : function.getOps<AllocOp>()) {
    Value buffer = alloc.getBuffer();
    auto lifetime = lifetimes.find(buffer);
    if (alloc.getArena() || returned.contains(buffer) ||
        lifetime == lifetimes.end() || !isTouchedByItemsOnly(buffer, function))
      continue;
    BufferType type = alloc.getBuffer().getType();
    // No plan needs more than all buffers behind each other.
    if (llvm::AddOverflow(total, type.getBytes(), total) ||
        llvm::AddOverflow(total, arenaAlignment, total))
      return failure();
    bool isTransferred = transferred.contains(buffer);
    ArenaPlan &arena = arenas[{type.getDevice().getValue(), isTransferred}];
    arena.device = type.getDevice().str();
    arena.isTransferLane = isTransferred;
    arena.buffers.push_back({buffer, type.getBytes(), lifetime->second, 0});
  }

  SmallVector<ArenaPlan> result;
  for (auto &[key, arena] : arenas) {
    placeBuffers(arena, byLevel);
    arena.boundBytes =
        largestSum(arena.buffers, &Lifetime::firstItem, &Lifetime::lastItem);
    if (byLevel)
      arena.boundBytes = std::max(
          arena.boundBytes, largestSum(arena.buffers, &Lifetime::firstLevel,
                                       &Lifetime::lastLevel));
    result.push_back(std::move(arena));
  }
  return result;
}
