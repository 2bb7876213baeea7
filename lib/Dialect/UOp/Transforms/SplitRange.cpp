//===- SplitRange.cpp - splitting an axis, with gates -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitRange.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

RangeOp tinygrad::uop::findRange(KernelOp kernel, int64_t id) {
  for (auto range : kernel.getBody().front().getOps<RangeOp>())
    if (static_cast<int64_t>(range.getId()) == id)
      return range;
  return {};
}

/// The ranges over which `closer` iterates.
static SmallVector<Value> getRanges(RangeCloserOpInterface closer) {
  return llvm::to_vector(ValueRange(OperandRange(closer.getRangesMutable())));
}

namespace {
/// The accesses inside a range and what closes it by name, found before it
/// changes.
struct Inside {
  SmallVector<LoadOp> loads;
  SmallVector<StoreOp> stores;
  SmallVector<RangeCloserOpInterface> closers;

  explicit Inside(RangeOp range) {
    auto kernel = range->getParentOfType<KernelOp>();
    RangeScopes scopes(kernel);
    for (Operation &op : kernel.getBody().front()) {
      if (!llvm::is_contained(scopes.getScope(&op), range))
        continue;
      if (auto load = dyn_cast<LoadOp>(op))
        loads.push_back(load);
      else if (auto store = dyn_cast<StoreOp>(op))
        stores.push_back(store);
      else if (auto closer = dyn_cast<RangeCloserOpInterface>(op);
               closer &&
               llvm::is_contained(getRanges(closer), range.getResult()))
        closers.push_back(closer);
    }
  }
};
} // namespace

/// Whether an index or a gate is computed from `value`.
static bool decidesAccesses(Value value) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Value, 16> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    for (Operation *user : next.getUsers()) {
      if (auto load = dyn_cast<LoadOp>(user))
        if (next == load.getIndex() || next == load.getGate())
          return true;
      if (auto store = dyn_cast<StoreOp>(user))
        if (next == store.getIndex() || next == store.getGate())
          return true;
      llvm::append_range(worklist, user->getResults());
    }
  }
  return false;
}

/// Whether `value` is computed from a variable other than by the sizes of
/// ranges.
static bool dependsOnVariables(Value value) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Value, 16> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    Operation *op = next.getDefiningOp();
    if (!op) {
      if (next.getType().isIndex())
        return true;
      continue;
    }
    if (!isa<RangeOp>(op))
      llvm::append_range(worklist, op->getOperands());
  }
  return false;
}

/// Whether the points beyond the size are all among those of the same range at
/// the largest value of its variable.
static bool isPartOfLargest(OpFoldResult size, int64_t paddedSize,
                            KernelIndices &indices) {
  auto value = dyn_cast<Value>(size);
  if (!value)
    return false;
  // One variable, so that it alone makes the size largest.
  IndexSum sum = indices.getSimplifier().toSum(indices.getExpr(value));
  return sum.getTerms().size() == 1 && sum.getTerms()[0].product.size() == 1 &&
         !sum.hasDivision() && paddedSize <= indices.getBounds(value).hi;
}

/// Whether `load` may be done for every point of the padded range: its index
/// stays in the buffer, or the kernel does the same load for some larger value
/// of its variable (then `isPart` holds and nothing else depends on it).
static bool staysInBuffer(LoadOp load, bool isPart, KernelIndices &indices) {
  if (decidesAccesses(load))
    return false;
  if (isPart && !dependsOnVariables(load.getIndex()) &&
      (!load.getGate() || !dependsOnVariables(load.getGate())))
    return true;
  Interval bounds = indices.getBounds(load.getIndex());
  int64_t size = cast<MemRefType>(load.getBuffer().getType()).getNumElements();
  return bounds.lo >= 0 && bounds.hi < size;
}

static Value conjoin(OpBuilder &builder, Location loc, Value gate,
                     Value other) {
  return other ? arith::AndIOp::create(builder, loc, gate, other) : gate;
}

/// Makes sure that nothing happens where `gate` is false.
static void gateInside(Inside &inside, Value gate, bool isPart,
                       KernelIndices &indices) {
  OpBuilder builder(gate.getContext());
  for (LoadOp load : inside.loads) {
    if (staysInBuffer(load, isPart, indices))
      continue;
    Location loc = load.getLoc();
    builder.setInsertionPoint(load);
    Value all = conjoin(builder, loc, gate, load.getGate());
    Value other = load.getOther();
    Type type = load.getResult().getType();
    if (!other)
      other =
          arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    auto gated =
        LoadOp::create(builder, loc, type, load.getBuffer(), load.getIndex(),
                       all, other, load.getStridesAttr());
    load.replaceAllUsesWith(gated.getResult());
    load.erase();
  }
  for (StoreOp store : inside.stores) {
    builder.setInsertionPoint(store);
    Value all = conjoin(builder, store.getLoc(), gate, store.getGate());
    store.getGateMutable().assign(all);
  }
  for (RangeCloserOpInterface closer : inside.closers)
    closer.gateIterations(builder, gate);
}

/// Whether `amount` divides the size of `range` for all values of the
/// variables.
static bool divides(int64_t amount, RangeOp range, KernelIndices &indices) {
  if (!range.getSize())
    return range.getStaticSize() % amount == 0;
  AffineExpr size = indices.getExpr(range.getSize());
  return indices.getSimplifier().simplify(size % amount) ==
         getAffineConstantExpr(0, range.getContext());
}

/// The size of `range` divided by `amount`, rounded up, times `factor`.
static void setRoundedSize(OpBuilder &builder, RangeOp range, int64_t amount,
                           int64_t factor) {
  if (!range.getSize()) {
    range.setStaticSize(llvm::divideCeilSigned(range.getStaticSize(), amount) *
                        factor);
    return;
  }
  builder.setInsertionPoint(range);
  AffineExpr size = builder.getAffineSymbolExpr(0).ceilDiv(amount) * factor;
  range.getSizeMutable().assign(affine::AffineApplyOp::create(
      builder, range.getLoc(), AffineMap::get(0, 1, size), range.getSize()));
}

static Value materializeSize(OpBuilder &builder, Location loc,
                             OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return arith::ConstantIndexOp::create(builder, loc, *constant);
  return cast<Value>(size);
}

/// Puts the new inner range behind `range`.
static void addInner(RangeCloserOpInterface closer, RangeOp range,
                     RangeOp part) {
  SmallVector<Value> ranges;
  for (Value value : getRanges(closer)) {
    ranges.push_back(value);
    if (value == range.getResult())
      ranges.push_back(part.getResult());
  }
  closer.getRangesMutable().assign(ranges);
}

/// The places stay what they were, and the buffer grows by what lies beyond the
/// size.
static void growStage(StageOp stage) {
  auto type = cast<MemRefType>(stage.getBuffer().getType());
  int64_t rows = 1;
  KernelIndices indices(stage->getParentOfType<KernelOp>());
  for (Value value : stage.getRanges())
    rows *= indices.getMaxSize(value.getDefiningOp<RangeOp>());
  stage.getBuffer().setType(MemRefType::get(
      rows, type.getElementType(), type.getLayout(), type.getMemorySpace()));
}

void tinygrad::uop::splitRange(RangeOp range, int64_t amount, AxisType inner) {
  auto kernel = range->getParentOfType<KernelOp>();
  Inside inside(range);
  bool exact;
  {
    KernelIndices indices(kernel);
    exact = divides(amount, range, indices);
  }
  OpFoldResult size = range.getMixedSize();
  OpBuilder builder(range);
  setRoundedSize(builder, range, amount, 1);

  Location loc = range.getLoc();
  builder.setInsertionPointAfter(range);
  auto part = RangeOp::create(builder, loc, kernel.getFreeRangeId(),
                              builder.getIndexAttr(amount), inner);
  AffineExpr outer = builder.getAffineDimExpr(0);
  AffineExpr lane = builder.getAffineDimExpr(1);
  Value index = affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(2, 0, outer * amount + lane),
      ValueRange{range.getResult(), part.getResult()});
  range.getResult().replaceUsesWithIf(index, [&](OpOperand &use) {
    return use.getOwner() != index.getDefiningOp() &&
           !isa<RangeCloserOpInterface>(use.getOwner());
  });
  for (RangeCloserOpInterface closer : inside.closers) {
    addInner(closer, range, part);
    if (auto stage = dyn_cast<StageOp>(*closer))
      growStage(stage);
  }
  if (exact)
    return;
  Value gate =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, index,
                            materializeSize(builder, loc, size));
  KernelIndices indices(kernel);
  bool isPart =
      isPartOfLargest(size, indices.getMaxSize(range) * amount, indices);
  gateInside(inside, gate, isPart, indices);
}

void tinygrad::uop::padRange(RangeOp range, int64_t multiple) {
  auto kernel = range->getParentOfType<KernelOp>();
  Inside inside(range);
  {
    KernelIndices indices(kernel);
    if (divides(multiple, range, indices))
      return;
  }
  OpFoldResult size = range.getMixedSize();
  OpBuilder builder(range);
  setRoundedSize(builder, range, multiple, multiple);
  Location loc = range.getLoc();
  builder.setInsertionPointAfter(range);
  Value gate = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                     range.getResult(),
                                     materializeSize(builder, loc, size));
  KernelIndices indices(kernel);
  bool isPart = isPartOfLargest(size, indices.getMaxSize(range), indices);
  gateInside(inside, gate, isPart, indices);
}

void tinygrad::uop::mergeRanges(RangeOp outer, RangeOp inner) {
  int64_t count = inner.getStaticSize();
  OpBuilder builder(outer);
  Location loc = outer.getLoc();
  if (Value size = outer.getSize()) {
    AffineExpr product = builder.getAffineSymbolExpr(0) * count;
    outer.getSizeMutable().assign(affine::AffineApplyOp::create(
        builder, loc, AffineMap::get(0, 1, product), size));
  } else {
    outer.setStaticSize(outer.getStaticSize() * count);
  }
  for (Operation *user : llvm::to_vector(inner.getResult().getUsers()))
    if (auto closer = dyn_cast<RangeCloserOpInterface>(user)) {
      SmallVector<Value> ranges = getRanges(closer);
      llvm::erase(ranges, inner.getResult());
      closer.getRangesMutable().assign(ranges);
    }

  builder.setInsertionPointAfter(outer);
  AffineExpr whole = builder.getAffineDimExpr(0);
  // No iterations need no index, and no division by their number.
  int64_t divisor = std::max<int64_t>(count, 1);
  Value quotient = affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(1, 0, whole.floorDiv(divisor)),
      outer.getResult());
  Value remainder = affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(1, 0, whole % divisor), outer.getResult());
  outer.getResult().replaceUsesWithIf(quotient, [&](OpOperand &use) {
    Operation *user = use.getOwner();
    return !isa<RangeCloserOpInterface>(user) &&
           user != quotient.getDefiningOp() &&
           user != remainder.getDefiningOp();
  });
  inner.getResult().replaceAllUsesWith(remainder);
  inner.erase();
}
