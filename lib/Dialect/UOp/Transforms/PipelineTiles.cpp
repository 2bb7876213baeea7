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

#include "TileLoop.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "WorkgroupSize.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_PIPELINETILES
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// Whether `memory` is a buffer of the kernel's, not memory of its own.
bool isGlobal(Value memory) {
  auto argument = dyn_cast<BlockArgument>(memory);
  return argument && isa<KernelOp>(argument.getOwner()->getParentOp()) &&
         isa<MemRefType>(memory.getType());
}

class Pipeliner {
public:
  Pipeliner(const TileLoop &tileLoop, bool asyncCopies)
      : loop(tileLoop.loop), asyncCopies(asyncCopies), builder(loop),
        loc(loop.getLoc()), tiles(tileLoop.tiles), fills(tileLoop.fills),
        reads(tileLoop.reads) {}

  void run();

private:
  void unrollFills();
  void collectSlice();
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
  SmallVector<scf::ForOp> fills;
  SmallVector<Operation *> stores, reads;
  /// What the stores need, in block order.
  SmallVector<Operation *> slice;
  llvm::DenseMap<Value, int64_t> sizes; ///< Elements of a tile.
};

} // namespace

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

/// Writes out the loops that fill, whose bodies were checked.
void Pipeliner::unrollFills() {
  for (scf::ForOp fill : fills)
    (void)loopUnrollFull(fill);
  fills.clear();
  stores.clear();
  for (Operation &op : *loop.getBody())
    if (isFill(&op))
      stores.push_back(&op);
}

void Pipeliner::collectSlice() {
  llvm::SetVector<Operation *> found;
  SmallVector<Operation *> worklist(stores);
  while (!worklist.empty())
    worklist.pop_back_val()->walk([&](Operation *inner) {
      for (Value value : inner->getOperands())
        if (Operation *op = value.getDefiningOp();
            op && op->getBlock() == loop.getBody() && found.insert(op))
          worklist.push_back(op);
    });
  slice = found.takeVector();
  llvm::sort(slice,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
}

void Pipeliner::run() {
  unrollFills();
  collectSlice();
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
    bytes += getBytesOfProducts(getOperation()) +
             getBytesOfSharedOperands(getOperation());
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      TileLoop tileLoop(loop);
      if (!tileLoop.isCandidate())
        continue;
      std::string reason = tileLoop.check();
      int64_t needed = bytes + tileLoop.getTileBytes();
      if (reason.empty() && needed > sharedBytes)
        reason = "two halves need " + std::to_string(needed) +
                 " bytes of workgroup memory, but there are " +
                 std::to_string(sharedBytes);
      if (!reason.empty()) {
        remark::missed(
            loop.getLoc(),
            remark::RemarkOpts::name("pipeline").category("uop-pipeline-tiles"))
            << remark::reason("{0}", reason);
        continue;
      }
      bytes = needed;
      Pipeliner(tileLoop, asyncCopies).run();
    }
  }
};
} // namespace
} // namespace tinygrad::uop
