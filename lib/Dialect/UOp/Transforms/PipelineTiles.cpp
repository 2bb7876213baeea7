//===- PipelineTiles.cpp - fetching a tile while one is used ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that fills tiles in memory of the workgroup and then reads them waits
// twice in each iteration: for the source, and for the other threads. With two
// tiles, the loop reads one while the next is on its way into the other, and
// one barrier separates the iterations. Upstream's scf pipeliner moves ops
// between iterations by a schedule, but gives memory no second half.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "WorkgroupSize.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_PIPELINETILES
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// Registers of 32 bits that hold what a thread fetches for the next iteration,
/// at most.
constexpr int64_t kMaxRegisters = 64;

bool isShared(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(memref);
}

/// Whether `memory` is a buffer of the kernel's, not memory of its own.
bool isGlobal(Value memory) {
  auto argument = dyn_cast<BlockArgument>(memory);
  return argument && isa<KernelOp>(argument.getOwner()->getParentOp()) &&
         isa<MemRefType>(memory.getType());
}

/// The memory and the first index of an access of the linear form.
std::pair<Value, OpOperand *> getAccess(Operation *op) {
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

bool isStore(Operation *op) {
  return isa<memref::StoreOp, vector::StoreOp>(op);
}

/// The memory that `op` reads and does nothing else; null if there is none.
Value getRead(Operation *op) {
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return load.getBase();
  if (auto gather = dyn_cast<vector::GatherOp>(op))
    return gather.getBase();
  return isStore(op) ? nullptr : getAccess(op).first;
}

/// Registers of 32 bits of what `store` writes.
int64_t getRegisters(Operation *store) {
  Type type = store->getOperand(0).getType();
  auto vector = dyn_cast<VectorType>(type);
  int64_t bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth() *
                 (vector ? vector.getNumElements() : 1);
  return llvm::divideCeil(bits, 32);
}

int64_t getBytes(MemRefType type) {
  return type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8);
}

class Pipeliner {
public:
  Pipeliner(scf::ForOp loop, bool asyncCopies)
      : loop(loop), asyncCopies(asyncCopies), builder(loop),
        loc(loop.getLoc()) {}

  /// Whether the loop is one that fills and reads; changes nothing but that
  /// loops of fills are written out.
  bool analyze();
  /// Bytes of the tiles, which become twice as many.
  int64_t getTileBytes() const {
    int64_t bytes = 0;
    for (Value tile : tiles)
      bytes += getBytes(cast<MemRefType>(tile.getType()));
    return bytes;
  }
  void run();

private:
  bool unrollFills();
  bool collectTiles();
  bool collectSlice();
  void widenTiles();
  bool isAsync(Operation *store) const;
  void cloneLoads(IRMapping &mapping);
  void cloneStores(IRMapping &mapping, Value half, bool async);
  void moveAccess(Operation *access, Value half);
  Value getHalf(Value iteration);
  void createBarrier(bool waits);

  scf::ForOp loop;
  bool asyncCopies;
  OpBuilder builder;
  Location loc;
  llvm::SetVector<Value> tiles;
  SmallVector<Operation *> stores, reads;
  /// What the stores need, in block order.
  SmallVector<Operation *> slice;
  llvm::DenseMap<Value, int64_t> sizes; ///< Elements of a tile.
};

} // namespace

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// Writes out the loops in the body that store to memory of the workgroup.
bool Pipeliner::unrollFills() {
  SmallVector<scf::ForOp> fills;
  for (auto inner : loop.getBody()->getOps<scf::ForOp>()) {
    bool stores = false;
    inner.walk([&](Operation *op) {
      stores |= isStore(op) && isShared(getAccess(op).first.getType());
    });
    if (!stores)
      continue;
    std::optional<APInt> trips = inner.getStaticTripCount();
    if (!trips || trips->sgt(kMaxRegisters) || inner.getNumResults() != 0)
      return false;
    fills.push_back(inner);
  }
  for (scf::ForOp fill : fills)
    if (failed(loopUnrollFull(fill)))
      return false;
  return true;
}

bool Pipeliner::collectTiles() {
  for (Operation &op : *loop.getBody())
    if (isStore(&op) && isShared(getAccess(&op).first.getType())) {
      tiles.insert(getAccess(&op).first);
      stores.push_back(&op);
    }
  int64_t registers = 0;
  for (Operation *store : stores)
    registers += getRegisters(store);
  if (tiles.empty() || registers > kMaxRegisters)
    return false;
  for (Value tile : tiles) {
    if (!tile.getDefiningOp<memref::AllocaOp>())
      return false;
    for (Operation *user : tile.getUsers()) {
      if (getAccess(user).first != tile || !loop->isAncestor(user))
        return false;
      if (isStore(user)) {
        if (user->getParentOp() != loop)
          return false;
        continue;
      }
      // Read after the last store.
      Operation *ancestor = loop.getBody()->findAncestorOpInBlock(*user);
      if (ancestor->isBeforeInBlock(stores.back()))
        return false;
      reads.push_back(user);
    }
  }
  return !reads.empty();
}

/// Ops that may run in another iteration: nothing but arithmetic, and reads of
/// memory that the loop does not write.
bool Pipeliner::collectSlice() {
  llvm::SetVector<Operation *> found;
  SmallVector<Value> worklist;
  auto addOperands = [&](Operation *op) {
    op->walk([&](Operation *inner) {
      llvm::append_range(worklist, inner->getOperands());
    });
  };
  for (Operation *store : stores)
    addOperands(store);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (llvm::is_contained(loop.getRegionIterArgs(), value))
      return false;
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != loop.getBody() || !found.insert(op))
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
      return false;
    addOperands(op);
  }
  slice = found.takeVector();
  llvm::sort(slice,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  // Nothing that the fills read is written meanwhile.
  bool writes = false;
  loop.walk([&](Operation *op) {
    bool isFill = isStore(op) && isShared(getAccess(op).first.getType());
    if (op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>() &&
        !isFill && !getRead(op) && !isa<GroupReduceOp>(op) &&
        !isMemoryEffectFree(op))
      writes = true;
  });
  return !writes;
}

bool Pipeliner::analyze() {
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (!trips || trips->ult(2) ||
      getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1)
    return false;
  bool hasShared = false;
  loop.walk([&](Operation *op) {
    hasShared |= isStore(op) && isShared(getAccess(op).first.getType());
  });
  return hasShared && unrollFills() && collectTiles() && collectSlice();
}

//===----------------------------------------------------------------------===//
// The change
//===----------------------------------------------------------------------===//

/// The first element of the half that `iteration` reads.
Value Pipeliner::getHalf(Value iteration) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return arith::AndIOp::create(builder, loc, iteration, one);
}

/// A barrier; where it waits, what the thread has copied is there behind it.
void Pipeliner::createBarrier(bool waits) {
  auto barrier = gpu::BarrierOp::create(builder, loc);
  if (waits)
    barrier->setAttr("uop.wait_async", builder.getUnitAttr());
}

void Pipeliner::moveAccess(Operation *access, Value half) {
  auto [memory, index] = getAccess(access);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(access);
  Value size =
      arith::ConstantIndexOp::create(builder, loc, sizes.lookup(memory));
  Value offset = arith::MulIOp::create(builder, loc, half, size);
  index->set(arith::AddIOp::create(builder, loc, index->get(), offset));
  access->setAttr("uop.ordered", builder.getUnitAttr());
}

void Pipeliner::widenTiles() {
  SmallVector<Value> old = tiles.takeVector();
  for (Value tile : old) {
    auto alloca = tile.getDefiningOp<memref::AllocaOp>();
    MemRefType type = alloca.getType();
    OpBuilder before(alloca);
    auto wide = memref::AllocaOp::create(
        before, loc,
        MemRefType::get({type.getNumElements() * 2}, type.getElementType(),
                        type.getLayout(), type.getMemorySpace()),
        alloca.getAlignmentAttr());
    sizes[wide] = type.getNumElements();
    tile.replaceAllUsesWith(wide);
    alloca.erase();
    tiles.insert(wide);
  }
}

/// Whether the target copies what `store` gets without the thread's registers.
bool Pipeliner::isAsync(Operation *store) const {
  auto vectorStore = dyn_cast<vector::StoreOp>(store);
  if (!asyncCopies || !vectorStore)
    return false;
  auto load = vectorStore.getValueToStore().getDefiningOp<vector::LoadOp>();
  return load && isGlobal(load.getBase()) &&
         load.getVectorType().getNumElements() *
                 load.getVectorType().getElementTypeBitWidth() ==
             128;
}

void Pipeliner::cloneLoads(IRMapping &mapping) {
  for (Operation *op : slice)
    builder.clone(*op, mapping);
}

void Pipeliner::cloneStores(IRMapping &mapping, Value half, bool async) {
  for (Operation *store : stores) {
    if (isAsync(store) != async)
      continue;
    Operation *clone = builder.clone(*store, mapping);
    if (async)
      clone->setAttr("uop.async", builder.getUnitAttr());
    moveAccess(clone, half);
  }
}

void Pipeliner::run() {
  widenTiles();
  bool hasAsync =
      llvm::any_of(stores, [&](Operation *store) { return isAsync(store); });
  // The first tile. Another turn of a loop around may still read the last one,
  // and what it fetched in vain may be on its way.
  if (!isa<KernelOp>(loop->getParentOp()))
    createBarrier(hasAsync);
  IRMapping first;
  first.map(loop.getInductionVar(), loop.getLowerBound());
  cloneLoads(first);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (bool async : {true, false})
    cloneStores(first, zero, async);

  // The reads of this one, the next one, after the last that one again.
  Value iteration = loop.getInductionVar();
  builder.setInsertionPointToStart(loop.getBody());
  createBarrier(hasAsync);
  Value half = getHalf(iteration);
  for (Operation *read : reads)
    moveAccess(read, half);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value next = arith::AddIOp::create(builder, loc, iteration, one);
  Value last = arith::SubIOp::create(builder, loc, loop.getUpperBound(), one);
  Value clamped = arith::MinSIOp::create(builder, loc, next, last);
  Value other = getHalf(next);
  IRMapping following;
  following.map(iteration, clamped);
  cloneLoads(following);
  cloneStores(following, other, /*async=*/true);
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  cloneStores(following, other, /*async=*/false);

  for (Operation *store : stores)
    store->erase();
  for (Operation *op : llvm::reverse(slice))
    if (op->use_empty())
      op->erase();
}

namespace {
struct PipelineTiles : impl::PipelineTilesBase<PipelineTiles> {
  using PipelineTilesBase::PipelineTilesBase;

  void runOnOperation() override {
    int64_t bytes = 0;
    getOperation().walk([&](memref::AllocaOp alloca) {
      if (isShared(alloca.getType()))
        bytes += getBytes(alloca.getType());
    });
    if (bytes == 0)
      return;
    bytes += getBytesOfProducts(getOperation());
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      Pipeliner pipeliner(loop, asyncCopies);
      if (!pipeliner.analyze())
        continue;
      if (bytes + pipeliner.getTileBytes() > sharedBytes)
        continue;
      bytes += pipeliner.getTileBytes();
      pipeliner.run();
    }
  }
};
} // namespace
} // namespace tinygrad::uop
