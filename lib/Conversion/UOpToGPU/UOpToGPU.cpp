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
#include <array>

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
// Ids
//===----------------------------------------------------------------------===//

template <typename IdOp> void RangeMapper::buildIds(ArrayRef<LaunchDim> dims) {
  constexpr gpu::Dimension kNames[] = {gpu::Dimension::x, gpu::Dimension::y,
                                       gpu::Dimension::z};
  for (auto [name, dim] : llvm::zip(kNames, dims)) {
    Value rest = IdOp::create(builder, loc, name);
    for (size_t i = dim.size(); i-- > 1;) {
      AffineExpr size = dim[i]->size;
      if (auto constant = dyn_cast<AffineConstantExpr>(size)) {
        int64_t count = std::max<int64_t>(constant.getValue(), 1);
        AffineExpr d0 = builder.getAffineDimExpr(0);
        dim[i]->id = affine::AffineApplyOp::create(
            builder, loc, AffineMap::get(1, 0, d0 % count), rest);
        rest = affine::AffineApplyOp::create(
            builder, loc, AffineMap::get(1, 0, d0.floorDiv(count)), rest);
        continue;
      }
      Value count = indices.materialize(builder, loc, size);
      dim[i]->id = arith::RemUIOp::create(builder, loc, rest, count);
      rest = arith::DivUIOp::create(builder, loc, rest, count);
    }
    dim.front()->id = rest;
  }
}

/// The blocks along an axis that are one step along its outer part, where it is
/// too long for one dimension and can be two; else 0.
static int64_t getInnerBlocks(RangeOp range, ArrayRef<int64_t> limits) {
  int64_t size = range.getSize() ? 0 : range.getStaticSize();
  if (size <= limits[0])
    return 0;
  int64_t most = *std::min_element(limits.begin() + 1, limits.end());
  for (int64_t outer = llvm::divideCeil(size, limits[0]); outer <= most;
       ++outer)
    if (size % outer == 0)
      return size / outer;
  return 0;
}

/// Gives blocks that no dimensions fit numbers, of which each range is a part.
/// Those behind the last one do what it does, but store nothing.
LogicalResult RangeMapper::numberBlocks() {
  int64_t total = getProduct(globals), rest = total;
  std::array<int64_t, 3> grid = {1, 1, 1};
  for (size_t i = 0; i != 3; ++i) {
    int64_t others = llvm::divideCeil(rest, maxGrid[i]);
    grid[i] = llvm::divideCeil(rest, others);
    rest = others;
  }
  int64_t blocks = 1;
  for (int64_t size : grid)
    if (llvm::MulOverflow(blocks, size, blocks))
      rest = 0;
  bool isDynamic =
      llvm::any_of(globals, [](RangeOp range) { return range.getSize(); });
  if (rest != 1 || isDynamic)
    return kernel.emitOpError()
           << "has " << total << " blocks, more than a launch can have";
  Value number = gpu::BlockIdOp::create(builder, loc, gpu::Dimension::z);
  for (auto [name, size] : {std::pair(gpu::Dimension::y, grid[1]),
                            std::pair(gpu::Dimension::x, grid[0])})
    number =
        multiplyAdd(number, size, gpu::BlockIdOp::create(builder, loc, name));
  Value last = arith::ConstantIndexOp::create(builder, loc, total - 1);
  storeGate = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle,
                                    number, last);
  split(arith::MinSIOp::create(builder, loc, number, last), globals);
  SmallVector<AffineExpr> sizes;
  for (int64_t size : grid)
    sizes.push_back(builder.getAffineConstantExpr(size));
  setGrid(sizes);
  if (blocks - 1 > std::numeric_limits<int32_t>::max())
    kernel->setAttr("uop.index_bits", builder.getI64IntegerAttr(64));
  return success();
}

void RangeMapper::setGrid(ArrayRef<AffineExpr> sizes) {
  unsigned numVariables =
      kernel.getBody().getNumArguments() - kernel.getNumBuffers();
  kernel->setAttr("uop.grid",
                  AffineMapAttr::get(AffineMap::get(0, numVariables, sizes,
                                                    builder.getContext())));
}

LogicalResult RangeMapper::mapBlocks() {
  SmallVector<LaunchAxis> axes;
  // Of which range each is a part, and how far it moves along it.
  SmallVector<std::pair<RangeOp, int64_t>> parts;
  for (RangeOp range : globals) {
    auto key = static_cast<int64_t>(range.getId());
    if (int64_t inner = getInnerBlocks(range, maxGrid)) {
      int64_t outer = range.getStaticSize() / inner;
      axes.push_back({key, builder.getAffineConstantExpr(outer), outer});
      axes.push_back({key, builder.getAffineConstantExpr(inner), inner});
      parts.push_back({range, inner});
      parts.push_back({range, 1});
      continue;
    }
    AffineExpr size = range.getSize()
                          ? indices.getExpr(range.getSize())
                          : builder.getAffineConstantExpr(
                                static_cast<int64_t>(range.getStaticSize()));
    axes.push_back({key, size, indices.getMaxSize(range)});
    parts.push_back({range, 1});
  }
  SmallVector<LaunchDim, 3> dims = distributeAxes(axes, maxGrid);
  if (dims.empty() && !axes.empty()) {
    // Blocks may come in any order: x has room for the largest axis.
    auto largest = llvm::max_element(axes,
                                     [](const auto &a, const auto &b) {
                                       return a.maxSize < b.maxSize;
                                     }) -
                   axes.begin();
    std::rotate(axes.begin() + largest, axes.begin() + largest + 1, axes.end());
    std::rotate(parts.begin() + largest, parts.begin() + largest + 1,
                parts.end());
    dims = distributeAxes(axes, maxGrid);
  }
  if (dims.empty() && !axes.empty())
    return numberBlocks();
  buildIds<gpu::BlockIdOp>(dims);
  for (auto [part, axis] : llvm::zip_equal(parts, axes)) {
    auto [range, stride] = part;
    Value &id = ids[range];
    if (id || stride != 1)
      id = multiplyAdd(axis.id, stride,
                       id ? id
                          : arith::ConstantIndexOp::create(builder, loc, 0));
    else
      id = axis.id;
  }
  SmallVector<AffineExpr> grid(3, builder.getAffineConstantExpr(1));
  for (auto [i, dim] : llvm::enumerate(dims))
    for (LaunchAxis *axis : dim)
      grid[i] = grid[i] * axis->size;
  setGrid(grid);
  return success();
}

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
  buildIds<gpu::ThreadIdOp>(dims);
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
