//===- UOpToGPU.cpp - ranges become block and thread ids -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream maps scf.parallel loops by attributes and outlines gpu.launch; a
// kernel here is a graph over ranges that has no loops yet, and its reduces
// share threads with its outputs.
//
//===----------------------------------------------------------------------===//

#include "RangeMapper.h"
#include "TinyGrad/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTUOPTOGPUPASS
#include "TinyGrad/Conversion/Passes.h.inc"

int64_t RangeMapper::getProduct(ArrayRef<RangeOp> ranges) {
  int64_t size = 1;
  for (RangeOp range : ranges)
    if (llvm::MulOverflow(size, indices.getMaxSize(range), size))
      return std::numeric_limits<int64_t>::max();
  return size;
}

Value RangeMapper::multiplyAdd(Value lhs, int64_t factor, Value rhs) {
  AffineExpr sum =
      builder.getAffineDimExpr(0) * factor + builder.getAffineDimExpr(1);
  return affine::AffineApplyOp::create(builder, loc, AffineMap::get(2, 0, sum),
                                       ValueRange{lhs, rhs});
}

//===----------------------------------------------------------------------===//
// Which ranges share what
//===----------------------------------------------------------------------===//

LogicalResult RangeMapper::collectGroups() {
  ReduceOp first;
  for (auto reduce : kernel.getBody().front().getOps<ReduceOp>()) {
    SmallVector<RangeOp> groups = filter(getClosedRanges(reduce), isGroup);
    if (groups.empty())
      continue;
    int64_t size = getProduct(groups);
    if (filter(scopes.getScope(reduce), isGroup).size() != groups.size())
      return reduce.emitOpError("is inside of a reduce over group ranges");
    if (!first) {
      first = reduce;
      groupSize = size;
    } else if (size != groupSize) {
      InFlightDiagnostic diag = reduce.emitOpError()
                                << "expected groups of " << groupSize
                                << " threads, but got " << size;
      diag.attachNote(first.getLoc()) << "as in this reduce";
      return diag;
    }
    for (RangeOp range : groups)
      groupKey = std::max<int64_t>(groupKey, range.getId());
  }
  for (RangeOp range : filter(scopes.getOutputs(), isThreadAxis)) {
    bool isBase = !first;
    for (auto reduce : kernel.getBody().front().getOps<ReduceOp>()) {
      isBase |= llvm::any_of(getClosedRanges(reduce), isGroup) &&
                llvm::is_contained(scopes.getScope(reduce), range);
    }
    (isBase ? base : rowLocals).push_back(range);
    if (!isBase)
      groupKey = std::max<int64_t>(groupKey, range.getId());
  }
  if (!rowLocals.empty() && getProduct(rowLocals) != groupSize)
    return kernel.emitOpError()
           << "expected the local ranges that no grouped reduce varies over to "
           << "have " << groupSize << " points, but got "
           << getProduct(rowLocals);
  return success();
}

LogicalResult RangeMapper::collect() {
  auto ranges = kernel.getBody().front().getOps<RangeOp>();
  for (RangeOp range : ranges)
    if (range.getAxis() == AxisType::Warp && llvm::any_of(ranges, isGroup))
      return range.emitOpError(
          "is a lane's of a matrix unit, but threads share a reduce, too");
  for (auto range : ranges) {
    if (range.getAxis() == AxisType::Thread)
      return range.emitOpError("is a thread axis, which GPUs do not have");
    if (range.getAxis() == AxisType::Global)
      globals.push_back(range);
    if ((isThreadAxis(range) || isGroup(range)) && range.getSize())
      return range.emitOpError("expected threads of a constant number");
  }
  llvm::sort(globals,
             [](RangeOp a, RangeOp b) { return a.getId() < b.getId(); });
  return collectGroups();
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// The place of a range in the order of threads: lanes of a matrix unit are
/// neighbours.
static int64_t getThreadKey(RangeOp range) {
  constexpr int64_t kLanes = int64_t(1) << 62;
  int64_t id = range.getId();
  return range.getAxis() == AxisType::Warp ? kLanes + id : id;
}

LogicalResult RangeMapper::mapThreads() {
  SmallVector<LaunchAxis> axes;
  auto constant = [&](int64_t size) {
    return builder.getAffineConstantExpr(size);
  };
  for (RangeOp range : base) {
    int64_t size = range.getStaticSize();
    axes.push_back({getThreadKey(range), constant(size), size});
  }
  if (groupSize > 1)
    axes.push_back({groupKey, constant(groupSize), groupSize});
  llvm::stable_sort(axes, [](const LaunchAxis &a, const LaunchAxis &b) {
    return a.key < b.key;
  });
  for (LaunchAxis &axis : axes)
    if (llvm::MulOverflow(numThreads, axis.maxSize, numThreads))
      numThreads = std::numeric_limits<int64_t>::max();
  SmallVector<LaunchDim, 3> dims = distributeAxes(axes, maxBlock);
  if (numThreads > maxThreads || (dims.empty() && !axes.empty()))
    return kernel.emitOpError()
           << "has " << numThreads << " threads in a workgroup, but "
           << maxThreads << " is the limit";
  buildIds(dims, [&](gpu::Dimension name) {
    return gpu::ThreadIdOp::create(builder, loc, name);
  });
  SmallVector<int64_t> block(3, 1);
  for (auto [i, dim] : llvm::enumerate(dims))
    block[i] = getMaxSize(dim);
  kernel->setAttr("uop.block", builder.getDenseI64ArrayAttr(block));

  for (auto &axis : axes) {
    auto range = llvm::find_if(
        base, [&](RangeOp range) { return getThreadKey(range) == axis.key; });
    if (range != base.end())
      ids[*range] = axis.id;
    else
      groupId = axis.id;
    groupStride = groupId && axis.id != groupId ? groupStride * axis.maxSize
                                                : groupStride;
    threadId =
        threadId ? multiplyAdd(threadId, axis.maxSize, axis.id) : axis.id;
  }
  return success();
}

void RangeMapper::split(Value id, ArrayRef<RangeOp> ranges) {
  int64_t inner = 1;
  for (RangeOp range : llvm::reverse(ranges)) {
    int64_t size = range.getStaticSize();
    AffineExpr part = builder.getAffineDimExpr(0).floorDiv(inner);
    if (range != ranges.front())
      part = part % size;
    ids[range] = affine::AffineApplyOp::create(builder, loc,
                                               AffineMap::get(1, 0, part), id);
    inner *= size;
  }
}

//===----------------------------------------------------------------------===//
// What uses the ids
//===----------------------------------------------------------------------===//

void RangeMapper::mapReduce(ReduceOp reduce) {
  SmallVector<Value> own;
  for (Value value : reduce.getRanges())
    if (!isGroup(value.getDefiningOp<RangeOp>()))
      own.push_back(value);
  if (own.size() == reduce.getRanges().size())
    return;
  builder.setInsertionPointAfter(reduce);
  Value part;
  if (own.empty() && reduce.getDims().empty()) {
    part = buildSingle(builder, reduce.getLoc(), reduce.getKind(),
                       reduce.getValue());
  } else {
    auto rest = ReduceOp::create(
        builder, reduce.getLoc(), reduce.getResult().getType(),
        reduce.getKindAttr(), reduce.getValue(), own, reduce.getDimsAttr());
    rest->setDiscardableAttrs(reduce->getDiscardableAttrDictionary());
    part = rest;
  }
  Value all = GroupReduceOp::create(builder, reduce.getLoc(), part.getType(),
                                    reduce.getKindAttr(), part,
                                    builder.getI64IntegerAttr(groupSize),
                                    builder.getI64IntegerAttr(groupStride));
  reduce.getResult().replaceAllUsesWith(all);
  reduce.erase();
}

/// The first thread of a group stores what all of them have, and no thread of a
/// block that is none.
void RangeMapper::gateStore(StoreOp store) {
  builder.setInsertionPoint(store);
  auto addGate = [&](Value condition) {
    if (Value gate = store.getGate()) {
      if (auto type = dyn_cast<VectorType>(gate.getType()))
        condition = vector::BroadcastOp::create(builder, loc, type, condition);
      condition = arith::AndIOp::create(builder, loc, gate, condition);
    }
    store.getGateMutable().assign(condition);
  };
  if (storeGate)
    addGate(storeGate);
  if (groupSize == 1 || !rowLocals.empty())
    return;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  addGate(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, groupId,
                                zero));
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

LogicalResult RangeMapper::run() {
  setIndexBits();
  if (failed(collect()) || failed(mapBlocks()) || failed(mapThreads()))
    return failure();
  Block &body = kernel.getBody().front();
  SmallVector<StageOp> stages(body.getOps<StageOp>());
  SmallVector<ReduceOp> reduces(body.getOps<ReduceOp>());
  if (!rowLocals.empty())
    split(groupId, rowLocals);
  for (ReduceOp reduce : reduces)
    if (SmallVector<RangeOp> groups = filter(getClosedRanges(reduce), isGroup);
        !groups.empty())
      split(groupId, groups);
  for (StageOp stage : stages)
    if (failed(mapFillers(stage)))
      return failure();
  for (StageOp stage : stages)
    mapStage(stage);
  for (StoreOp store : body.getOps<StoreOp>())
    gateStore(store);
  for (ReduceOp reduce : reduces)
    mapReduce(reduce);
  SmallVector<RangeOp> ranges(body.getOps<RangeOp>());
  for (RangeOp range : ranges) {
    if (Value id = ids.lookup(range)) {
      range.getResult().replaceAllUsesWith(id);
      range.erase();
    }
  }
  return success();
}

namespace {
struct ConvertUOpToGPUPass
    : public impl::ConvertUOpToGPUPassBase<ConvertUOpToGPUPass> {
  using ConvertUOpToGPUPassBase::ConvertUOpToGPUPassBase;

  void runOnOperation() override {
    SmallVector<int64_t> grid(*maxGrid), block(*maxBlock);
    if (grid.size() != 3)
      grid = {std::numeric_limits<int32_t>::max(), 65535, 65535};
    if (block.size() != 3)
      block = {1024, 1024, 64};
    RangeScopes scopes(getOperation());
    if (failed(scopes.verify()) ||
        failed(RangeMapper(getOperation(), grid, block, maxThreads).run()))
      signalPassFailure();
  }
};
} // namespace

} // namespace tinygrad
