//===- MapStages.cpp - memory that threads share ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeMapper.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace tinygrad {

/// Indices of less than this need no more than 32 bits, with room for steps.
static constexpr int64_t kMaxNarrowIndex = int64_t(1) << 30;

/// Threads that fill a stage together have the parts of an id.
LogicalResult RangeMapper::mapFillers(StageOp stage) {
  auto type = cast<MemRefType>(stage.getBuffer().getType());
  SmallVector<RangeOp> locals = filter(getClosedRanges(stage), isThreadAxis);
  if (locals.empty())
    return success();
  if (!gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type))
    return stage.emitOpError("expected workgroup memory where threads share "
                             "the work, but got ")
           << type;
  bool hasCopies =
      llvm::any_of(scopes.getOpen(stage.getBuffer()), isThreadAxis);
  int64_t fillers = getProduct(locals);
  Value id = !hasCopies && fillers == numThreads ? threadId
             : fillers == groupSize              ? groupId
                                                 : Value();
  if (!id)
    return stage.emitOpError() << "expected to be filled by "
                               << (hasCopies ? groupSize : numThreads)
                               << " threads, but got " << fillers;
  split(id, locals);
  return success();
}

/// Base threads over which a stage varies have each their own part of it.
void RangeMapper::mapStage(StageOp stage) {
  auto type = cast<MemRefType>(stage.getBuffer().getType());
  if (!gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type))
    return;
  SmallVector<RangeOp> closed = getClosedRanges(stage);
  if (stage.getPlace()) {
    SmallVector<Value> loops;
    for (RangeOp range : closed)
      if (!ids.contains(range))
        loops.push_back(range.getResult());
    stage.getRangesMutable().assign(loops);
    return;
  }
  SmallVector<RangeOp> around =
      filter(scopes.getOpen(stage.getBuffer()), isThreadAxis);
  int64_t copies = getProduct(around), size = type.getNumElements();
  builder.setInsertionPoint(stage);
  Value copy;
  for (RangeOp range : around)
    copy = copy ? multiplyAdd(copy, range.getStaticSize(), ids[range])
                : ids[range];
  if (copies > 1)
    stage.getBuffer().setType(
        MemRefType::get(size * copies, type.getElementType(), type.getLayout(),
                        type.getMemorySpace()));
  Value place;
  SmallVector<Value> loops;
  for (RangeOp range : closed) {
    Value index = ids.lookup(range);
    if (!index) {
      index = range.getResult();
      loops.push_back(index);
    }
    place =
        place ? multiplyAdd(place, indices.getMaxSize(range), index) : index;
  }
  if (!place)
    place = arith::ConstantIndexOp::create(builder, loc, 0);
  if (auto vector = dyn_cast<VectorType>(stage.getValue().getType()))
    place = affine::AffineApplyOp::create(
        builder, loc,
        AffineMap::get(1, 0,
                       builder.getAffineDimExpr(0) * vector.getNumElements()),
        place);
  if (copy)
    place = multiplyAdd(copy, size, place);
  stage.getPlaceMutable().assign(place);
  stage.getRangesMutable().assign(loops);
  if (!copy)
    return;
  for (Operation *user : stage.getBuffer().getUsers()) {
    auto load = cast<LoadOp>(user);
    builder.setInsertionPoint(load);
    Value offset = affine::AffineApplyOp::create(
        builder, loc, AffineMap::get(1, 0, builder.getAffineDimExpr(0) * size),
        copy);
    if (auto vector = dyn_cast<VectorType>(load.getIndex().getType()))
      offset = vector::BroadcastOp::create(builder, loc, vector, offset);
    load.getIndexMutable().assign(
        arith::AddIOp::create(builder, loc, load.getIndex(), offset));
  }
}

//===----------------------------------------------------------------------===//
// Index width
//===----------------------------------------------------------------------===//

/// Whether `value`, or a part of its expression, may need more than 32 bits.
bool RangeMapper::isWide(Value value) {
  bool wide = false;
  indices.getExpr(value).walk([&](AffineExpr part) {
    Interval bounds = indices.getSimplifier().getBounds(part);
    wide |= bounds.lo < -kMaxNarrowIndex || bounds.hi > kMaxNarrowIndex;
  });
  return wide;
}

void RangeMapper::setIndexBits() {
  bool wide = false;
  for (Value argument : kernel.getBody().getArguments())
    if (auto type = dyn_cast<MemRefType>(argument.getType()))
      wide |= type.getNumElements() > kMaxNarrowIndex;
  for (Operation &op : kernel.getBody().front())
    for (Value result : op.getResults()) {
      if (result.getType().isIndex())
        wide |= isWide(result);
      else if (getElementTypeOrSelf(result.getType()).isIndex())
        wide |= !isa<arith::ConstantOp, vector::StepOp>(op);
    }
  kernel->setAttr("uop.index_bits", builder.getI64IntegerAttr(wide ? 64 : 32));
}

} // namespace tinygrad
