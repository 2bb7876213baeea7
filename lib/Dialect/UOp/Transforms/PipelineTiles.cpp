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
// one barrier separates the iterations. Where all copies are asynchronous there
// can be more tiles, so that several are on their way: an iteration of matrix
// units is shorter than memory is far. Upstream's scf pipeliner moves ops
// between iterations by a schedule, but gives memory no second half.
//
//===----------------------------------------------------------------------===//

#include "TileLoop.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "WorkgroupSize.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/IR/WorkgroupLayout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
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

/// Copies of a tile, at most.
constexpr int64_t kMostCopies = 4;

class Pipeliner {
public:
  Pipeliner(const TileLoop &tileLoop, bool asyncCopies)
      : loop(tileLoop.loop), asyncCopies(asyncCopies), builder(loop),
        loc(loop.getLoc()), tiles(tileLoop.tiles), fills(tileLoop.fills),
        reads(tileLoop.reads) {
    unrollFills();
  }

  /// Whether the next tiles come without registers of the threads.
  bool isAsync() const {
    return llvm::all_of(stores,
                        [&](Operation *store) { return isAsync(store); });
  }

  /// Gives each tile the memory of `copies`, two or more.
  void run(int64_t copies);

private:
  void unrollFills();
  void collectSlice();
  void widenTiles();
  void fetch(Value iteration, IRMapping &mapping);
  /// Whether the target copies what `store` gets without the thread's
  /// registers.
  bool isAsync(Operation *store) const { return asyncCopies && isCopy(store); }
  void cloneLoads(IRMapping &mapping);
  void cloneStores(IRMapping &mapping, Value half, bool async);
  void moveAccess(Operation *access, Value half);
  Value getCopy(Value iteration);
  gpu::BarrierOp createBarrier(bool waits);
  void closeGroup();

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
  int64_t copies = 2;
};

} // namespace

/// The number of the copy that `iteration` reads.
Value Pipeliner::getCopy(Value iteration) {
  bool isPower = llvm::isPowerOf2_64(copies);
  Value last = arith::ConstantIndexOp::create(builder, loc,
                                              isPower ? copies - 1 : copies);
  if (isPower)
    return arith::AndIOp::create(builder, loc, iteration, last);
  return arith::RemUIOp::create(builder, loc, iteration, last);
}

/// A barrier; where it waits, what the thread has copied is there behind it.
gpu::BarrierOp Pipeliner::createBarrier(bool waits) {
  auto barrier = gpu::BarrierOp::create(builder, loc);
  if (waits)
    barrier->setAttr("uop.wait_async", builder.getUnitAttr());
  return barrier;
}

/// What the thread has begun to copy since the last one is a group that
/// barriers count, where more than one may be on its way.
void Pipeliner::closeGroup() {
  if (copies > 2)
    nvgpu::DeviceAsyncCreateGroupOp::create(
        builder, loc, builder.getType<nvgpu::DeviceAsyncTokenType>(),
        ValueRange());
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
        MemRefType::get({type.getNumElements() * copies}, type.getElementType(),
                        type.getLayout(), type.getMemorySpace()),
        alloca.getAlignmentAttr());
    sizes[wide] = type.getNumElements();
    tile.replaceAllUsesWith(wide);
    alloca.erase();
    tiles.insert(wide);
  }
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

/// Begins to fetch the tile of `iteration`; of those behind the last the last
/// one again. Returns, by `mapping`, what is stored later.
void Pipeliner::fetch(Value iteration, IRMapping &mapping) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value last = arith::SubIOp::create(builder, loc, loop.getUpperBound(), one);
  Value clamped = arith::MinSIOp::create(builder, loc, iteration, last);
  mapping.map(loop.getInductionVar(), clamped);
  cloneLoads(mapping);
}

void Pipeliner::run(int64_t wanted) {
  copies = wanted;
  collectSlice();
  widenTiles();
  bool hasAsync =
      llvm::any_of(stores, [&](Operation *store) { return isAsync(store); });
  // The first tiles. Another turn of a loop around may still read the last one,
  // and what it fetched in vain may be on its way.
  if (!isa<KernelOp>(loop->getParentOp()))
    createBarrier(hasAsync);
  for (int64_t number = 0; number != copies - 1; ++number) {
    IRMapping first;
    Value iteration = arith::ConstantIndexOp::create(builder, loc, number);
    first.map(loop.getInductionVar(),
              number == 0 ? loop.getLowerBound() : iteration);
    cloneLoads(first);
    for (bool async : {true, false})
      cloneStores(first, iteration, async);
    closeGroup();
  }

  // The reads of this one, and the tile that an iteration after it reads, for
  // which the one before has made place.
  Value iteration = loop.getInductionVar();
  builder.setInsertionPointToStart(loop.getBody());
  gpu::BarrierOp barrier = createBarrier(hasAsync);
  // The groups behind the one that is read now may be on their way.
  if (int64_t late = copies - 2; late > 0)
    barrier->setAttr("uop.wait_async", builder.getI64IntegerAttr(late));
  Value copy = getCopy(iteration);
  for (Operation *read : reads)
    moveAccess(read, copy);
  Value ahead = arith::ConstantIndexOp::create(builder, loc, copies - 1);
  Value next = arith::AddIOp::create(builder, loc, iteration, ahead);
  Value other = getCopy(next);
  IRMapping following;
  fetch(next, following);
  cloneStores(following, other, /*async=*/true);
  closeGroup();
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
    int64_t bytes = getTileBytes();
    if (bytes == 0)
      return;
    bytes += getBytesOfProducts(getOperation()) +
             getBytesOfSharedOperands(getOperation());
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      TileLoop tileLoop(loop, asyncCopies);
      if (!tileLoop.isCandidate())
        continue;
      std::string reason = tileLoop.check();
      int64_t tile = tileLoop.getTileBytes(), needed = bytes + tile;
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
      Pipeliner pipeliner(tileLoop, asyncCopies);
      int64_t copies = 2;
      if (pipeliner.isAsync())
        copies = getCopies(loop.getStaticTripCount()->getZExtValue(), tile,
                           sharedBytes / 2 - (bytes - tile));
      bytes += (copies - 1) * tile;
      pipeliner.run(copies);
    }
  }

  /// The bytes of all tiles, each where it will lie: those that units read from
  /// begin where the widest panels may.
  int64_t getTileBytes() {
    uint64_t ofPanels = 0;
    getOperation().walk([&](MmaOp mma) {
      const MatrixUnit *unit = findMatrixUnit(mma.getUnit());
      if (unit && unit->readsRightFromMemory())
        ofPanels = SwizzledPanels{/*width=*/128, /*bytes=*/0}.getPeriod();
    });
    WorkgroupLayout layout;
    getOperation().walk([&](memref::AllocaOp alloca) {
      if (isShared(alloca.getType()))
        layout.add(alloca.getType(),
                   std::max(alloca.getAlignment().value_or(0), ofPanels));
    });
    return layout.bytes;
  }

  /// As many copies of a tile as `room` has, where the loop is so long that
  /// what is fetched in vain is little. Half of the memory is another
  /// workgroup's.
  int64_t getCopies(uint64_t iterations, int64_t tile, int64_t room) const {
    constexpr uint64_t kIterationsPerCopy = 4;
    int64_t worth =
        std::min<uint64_t>(iterations / kIterationsPerCopy, kMostCopies);
    int64_t copies = std::min(worth, room / tile);
    return std::max<int64_t>(copies, 2);
  }
};
} // namespace
} // namespace tinygrad::uop
