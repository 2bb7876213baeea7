//===- MemoryPlan.cpp - where buffers lie in arenas ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/Analysis/MemoryPlan.h"
#include "TinyGrad/Dialect/JIT/Analysis/Tenants.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

#include <random>

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

/// An order of the buffers by `key`, then large ones first.
template <typename Key>
static SmallVector<PlannedBuffer *> sortBuffers(ArenaPlan &arena, Key key) {
  SmallVector<PlannedBuffer *> order;
  for (PlannedBuffer &buffer : arena.buffers)
    order.push_back(&buffer);
  llvm::stable_sort(order, [&](PlannedBuffer *a, PlannedBuffer *b) {
    return std::make_pair(key(*a), -a->bytes) <
           std::make_pair(key(*b), -b->bytes);
  });
  return order;
}

/// Tries the orders that do well for different shapes of programs, then random
/// changes of the best, until the bound is reached; keeps the best offsets.
static void placeBuffers(ArenaPlan &arena, bool byLevel) {
  SmallVector<PlannedBuffer *> bestOrder;
  SmallVector<int64_t> bestOffsets;
  auto attempt = [&](SmallVector<PlannedBuffer *> order) {
    int64_t bytes = placeInOrder(order, byLevel);
    if (!bestOrder.empty() && bytes >= arena.bytes)
      return;
    arena.bytes = bytes;
    bestOrder = std::move(order);
    bestOffsets.clear();
    for (PlannedBuffer &buffer : arena.buffers)
      bestOffsets.push_back(buffer.offset);
  };
  using Buffer = const PlannedBuffer &;
  attempt(sortBuffers(arena, [](Buffer buffer) { return -buffer.bytes; }));
  attempt(sortBuffers(arena, [](Buffer buffer) {
    return -(int64_t(buffer.lifetime.lastItem) - buffer.lifetime.firstItem);
  }));
  attempt(sortBuffers(
      arena, [](Buffer buffer) { return int64_t(buffer.lifetime.firstItem); }));
  attempt(sortBuffers(arena, [](Buffer buffer) {
    return -buffer.bytes *
           (int64_t(buffer.lifetime.lastItem) - buffer.lifetime.firstItem + 1);
  }));
  // An attempt takes about the square of the buffers.
  size_t size = arena.buffers.size();
  size_t attempts =
      size < 3 ? 0 : std::min<size_t>(500, 20000000 / (size * size));
  std::minstd_rand random(1);
  for (size_t i = 0; i < attempts && arena.bytes > arena.boundBytes; ++i) {
    SmallVector<PlannedBuffer *> order = bestOrder;
    for (size_t swap = 0; swap <= i % 3; ++swap) {
      // Bring one buffer forward.
      size_t from = random() % size, to = random() % (from + 1);
      std::rotate(order.begin() + to, order.begin() + from,
                  order.begin() + from + 1);
    }
    attempt(std::move(order));
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

//===----------------------------------------------------------------------===//
// Buffers in the place of others
//===----------------------------------------------------------------------===//

namespace {
/// Finds which allocations follow each other in one place.
class InPlaceChains {
public:
  InPlaceChains(const Dependencies &order, bool byLevel)
      : order(order), byLevel(byLevel) {
    for (auto [i, item] : llvm::enumerate(order.getItems()))
      for (const Access &access : getAccesses(item))
        users[access.range.memory].push_back(unsigned(i));
  }

  /// The buffer of `isPlanned` that `output` may take the place of, or null.
  template <typename IsPlanned>
  Value findPlace(Value output, IsPlanned isPlanned) {
    auto first = users.find(output);
    if (first == users.end())
      return {};
    unsigned number = first->second.front();
    auto launch = dyn_cast<LaunchOp>(order.getItems()[number]);
    if (!launch || !llvm::is_contained(launch.getOuts(), output))
      return {};
    for (Value input : launch.getIns())
      if (isPlanned(input) && !taken.contains(input) &&
          getBytes(input) == getBytes(output) &&
          isInPlace(launch, output, input) && diesAt(input, number)) {
        taken.insert(input);
        return input;
      }
    return {};
  }

private:
  static int64_t getBytes(Value buffer) {
    return cast<BufferType>(buffer.getType()).getBytes();
  }

  /// Whether all other items that touch `buffer` are done before this one, in
  /// any order in which they may run.
  bool diesAt(Value buffer, unsigned number) {
    return llvm::all_of(users[buffer], [&](unsigned user) {
      return user == number ||
             (user < number &&
              (!byLevel || order.getLevel(user) < order.getLevel(number)));
    });
  }

  const Dependencies &order;
  bool byLevel;
  llvm::DenseMap<Value, SmallVector<unsigned>> users;
  llvm::DenseSet<Value> taken;
};
} // namespace

static Lifetime unite(const Lifetime &a, const Lifetime &b) {
  return {std::min(a.firstItem, b.firstItem), std::max(a.lastItem, b.lastItem),
          std::min(a.firstLevel, b.firstLevel),
          std::max(a.lastLevel, b.lastLevel)};
}

FailureOr<SmallVector<ArenaPlan>>
tinygrad::jit::planMemory(Block &function, const PlanOptions &options) {
  SmallVector<Operation *> items = collectItems(function);
  Dependencies order = Dependencies::fromAccesses(items);
  llvm::DenseMap<Value, Lifetime> lifetimes = computeLifetimes(order);
  llvm::DenseSet<Value> returned = findReturned(function);
  llvm::DenseSet<Value> transferred = findTransferred(items);
  InPlaceChains chains(order, options.byLevel);

  llvm::MapVector<std::pair<StringRef, bool>, ArenaPlan,
                  std::map<std::pair<StringRef, bool>, unsigned>>
      arenas;
  /// Where each buffer is planned: its arena and the number in it.
  llvm::DenseMap<Value, std::pair<ArenaPlan *, size_t>> places;
  SmallVector<AllocOp> planned;
  int64_t total = 0;
  for (auto alloc : function.getOps<AllocOp>()) {
    Value buffer = alloc.getBuffer();
    if (alloc.getArena() || returned.contains(buffer) ||
        !lifetimes.contains(buffer) || !isTouchedByItemsOnly(buffer, function))
      continue;
    BufferType type = alloc.getBuffer().getType();
    // No plan needs more than all buffers behind each other.
    if (llvm::AddOverflow(total, type.getBytes(), total) ||
        llvm::AddOverflow(total, arenaAlignment, total))
      return failure();
    planned.push_back(alloc);
    arenas[{type.getDevice().getValue(), transferred.contains(buffer)}];
  }
  // In the order of their first items, so that an input comes before the output
  // that takes its place.
  llvm::stable_sort(planned, [&](AllocOp a, AllocOp b) {
    return lifetimes[a.getBuffer()].firstItem <
           lifetimes[b.getBuffer()].firstItem;
  });
  for (AllocOp alloc : planned) {
    Value buffer = alloc.getBuffer();
    BufferType type = alloc.getBuffer().getType();
    const Lifetime &lifetime = lifetimes[buffer];
    bool isTransferred = transferred.contains(buffer);
    ArenaPlan &arena = arenas[{type.getDevice().getValue(), isTransferred}];
    auto isInArena = [&](Value other) {
      auto place = places.find(other);
      return place != places.end() && place->second.first == &arena;
    };
    Value before =
        options.inPlace ? chains.findPlace(buffer, isInArena) : Value();
    if (before) {
      PlannedBuffer &chain = arena.buffers[places[before].second];
      chain.buffers.push_back(buffer);
      chain.lifetime = unite(chain.lifetime, lifetime);
      places[buffer] = places[before];
      continue;
    }
    arena.device = type.getDevice().str();
    arena.isTransferLane = isTransferred;
    places[buffer] = {&arena, arena.buffers.size()};
    arena.buffers.push_back({{buffer}, type.getBytes(), lifetime, 0});
  }

  SmallVector<ArenaPlan> result;
  for (auto &[key, arena] : arenas) {
    arena.boundBytes =
        largestSum(arena.buffers, &Lifetime::firstItem, &Lifetime::lastItem);
    if (options.byLevel)
      arena.boundBytes = std::max(
          arena.boundBytes, largestSum(arena.buffers, &Lifetime::firstLevel,
                                       &Lifetime::lastLevel));
    placeBuffers(arena, options.byLevel);
    result.push_back(std::move(arena));
  }
  return result;
}
