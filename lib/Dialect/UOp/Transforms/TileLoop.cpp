//===- TileLoop.cpp - a loop that fills tiles and reads them ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileLoop.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Registers of 32 bits that hold what a thread fetches for the next iteration,
/// at most; and stores that are written out for it.
static constexpr int64_t kMaxRegisters = 64, kMaxStores = 64;

bool tinygrad::uop::isShared(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(memref);
}

std::pair<Value, OpOperand *> tinygrad::uop::getAccess(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::pair<Value, OpOperand *>>(op)
      .Case<memref::LoadOp>([](auto load) {
        return std::pair(load.getMemref(), &load.getIndicesMutable()[0]);
      })
      .Case<memref::StoreOp>([](auto store) {
        return std::pair(store.getMemref(), &store.getIndicesMutable()[0]);
      })
      .Case<vector::LoadOp, vector::StoreOp>([](auto access) {
        return std::pair(access.getBase(), &access.getIndicesMutable()[0]);
      })
      .Default([](Operation *) {
        return std::pair<Value, OpOperand *>(nullptr, nullptr);
      });
}

static bool isStore(Operation *op) {
  return isa<memref::StoreOp, vector::StoreOp>(op);
}

/// The memory that `op` reads and does nothing else; null if there is none.
static Value getRead(Operation *op) {
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return load.getBase();
  if (auto gather = dyn_cast<vector::GatherOp>(op))
    return gather.getBase();
  return isStore(op) ? nullptr : getAccess(op).first;
}

/// Registers of 32 bits of what `store` writes.
static int64_t getRegisters(Operation *store) {
  Type type = store->getOperand(0).getType();
  auto vector = dyn_cast<VectorType>(type);
  int64_t bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth() *
                 (vector ? vector.getNumElements() : 1);
  return llvm::divideCeil(bits, 32);
}

int64_t tinygrad::uop::getBytes(MemRefType type) {
  return type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8);
}

bool tinygrad::uop::isFill(Operation *op) {
  return isStore(op) && isShared(getAccess(op).first.getType());
}

bool tinygrad::uop::isCopy(Operation *store) {
  auto vectorStore = dyn_cast<vector::StoreOp>(store);
  auto load =
      vectorStore
          ? vectorStore.getValueToStore().getDefiningOp<vector::LoadOp>()
          : vector::LoadOp();
  if (!load)
    return false;
  auto buffer = dyn_cast<BlockArgument>(load.getBase());
  return buffer && isa<KernelOp>(buffer.getOwner()->getParentOp()) &&
         load.getVectorType().getNumElements() *
                 load.getVectorType().getElementTypeBitWidth() ==
             128;
}

bool TileLoop::isCandidate() {
  for (Operation &op : *loop.getBody()) {
    if (isFill(&op))
      stores.push_back(&op);
    auto inner = dyn_cast<scf::ForOp>(op);
    if (!inner)
      continue;
    size_t before = stores.size();
    bool readsTiles = false;
    inner.walk([&](Operation *nested) {
      if (isFill(nested))
        stores.push_back(nested);
      else if (Value memory = getRead(nested))
        readsTiles |= isShared(memory.getType());
    });
    if (stores.size() == before)
      continue;
    // A loop that fills and reads is the one with the tiles.
    if (readsTiles)
      return false;
    fills.push_back(inner);
  }
  for (Operation *store : stores)
    tiles.insert(getAccess(store).first);
  for (Value tile : tiles)
    for (Operation *user : tile.getUsers())
      if (!isStore(user) && loop->isProperAncestor(user))
        reads.push_back(user);
  return !reads.empty();
}

std::string TileLoop::checkTiles() {
  int64_t registers = 0, numStores = 0;
  for (Operation *store : stores) {
    int64_t times = 1;
    if (auto fill = dyn_cast<scf::ForOp>(store->getParentOp()); fill != loop) {
      std::optional<APInt> trips =
          fill ? fill.getStaticTripCount() : std::nullopt;
      if (!trips || !llvm::is_contained(fills, fill) ||
          fill.getNumResults() != 0)
        return "a tile is filled in more than one loop of constant iterations";
      times = trips->getLimitedValue(kMaxStores + 1);
    }
    numStores += times;
    if (!asyncCopies || !isCopy(store))
      registers += getRegisters(store) * times;
  }
  if (registers > kMaxRegisters)
    return "a thread would hold " + std::to_string(registers) +
           " registers of the next tile, more than " +
           std::to_string(kMaxRegisters);
  if (numStores > kMaxStores)
    return "a thread would fill the next tile by " + std::to_string(numStores) +
           " stores, more than " + std::to_string(kMaxStores);
  // Where in the loop each tile is full.
  llvm::DenseMap<Value, Operation *> full;
  for (Operation *store : stores) {
    Operation *top = loop.getBody()->findAncestorOpInBlock(*store);
    Operation *&last = full[getAccess(store).first];
    if (!last || last->isBeforeInBlock(top))
      last = top;
  }
  for (Value tile : tiles) {
    if (!tile.getDefiningOp<memref::AllocaOp>())
      return "a tile is not memory of the kernel's own";
    for (Operation *user : tile.getUsers()) {
      if (getAccess(user).first != tile ||
          (isStore(user) && loop->isProperAncestor(user) &&
           !llvm::is_contained(stores, user)))
        return "a tile is accessed other than by plain loads and stores";
      if (!loop->isProperAncestor(user))
        return "a tile is used outside of the loop that fills it, too";
      if (!isStore(user) && !full.lookup(tile)->isBeforeInBlock(
                                loop.getBody()->findAncestorOpInBlock(*user)))
        return "a tile is read before it is filled";
    }
  }
  return "";
}

/// What the fills need may run in another iteration: nothing but arithmetic,
/// and reads of memory that the loop does not write.
std::string TileLoop::checkSlice() {
  llvm::SetVector<Operation *> found;
  SmallVector<Value> worklist;
  auto addOperands = [&](Operation *op) {
    op->walk([&](Operation *inner) {
      llvm::append_range(worklist, inner->getOperands());
    });
  };
  auto isMoved = [&](Operation *op) {
    return op->getBlock() == loop.getBody() ||
           llvm::is_contained(fills, op->getParentOp());
  };
  for (Operation *store : stores)
    addOperands(store);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (llvm::is_contained(loop.getRegionIterArgs(), value))
      return "a tile depends on what an iteration computes";
    Operation *op = value.getDefiningOp();
    if (!op || !isMoved(op) || !found.insert(op))
      continue;
    bool movable = true;
    op->walk([&](Operation *inner) {
      if (inner->getNumRegions() != 0 ||
          inner->hasTrait<OpTrait::IsTerminator>())
        return;
      Value memory = getRead(inner);
      if (memory
              ? !isa<MemRefType>(memory.getType()) || isShared(memory.getType())
              : !isPure(inner))
        movable = false;
    });
    if (!movable)
      return "a tile is filled from what an iteration must compute first";
    addOperands(op);
  }
  // Nothing that the fills read is written meanwhile.
  bool writes = false;
  loop.walk([&](Operation *op) {
    if (op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>() &&
        !isFill(op) && !getRead(op) && !isa<GroupReduceOp>(op) &&
        !isMemoryEffectFree(op))
      writes = true;
  });
  return writes ? "the loop writes other memory than its tiles" : "";
}

std::string TileLoop::check() {
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (!trips || getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1)
    return "the loop has no constant number of iterations";
  if (trips->ult(2))
    return "the loop has one iteration";
  if (std::string reason = checkTiles(); !reason.empty())
    return reason;
  return checkSlice();
}

int64_t TileLoop::getTileBytes() const {
  int64_t bytes = 0;
  for (Value tile : tiles)
    bytes += getBytes(cast<MemRefType>(tile.getType()));
  return bytes;
}
