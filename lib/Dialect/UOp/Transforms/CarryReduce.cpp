//===- CarryReduce.cpp - a reduce in blocks --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a tile reads in one block of a long reduce stays in the first cache
// while all tiles read it. The sums wait for the next block: in the output,
// where their type is the output's and nothing else may be in its memory, or in
// memory of the kernel's own, which is read once more at the end.
//
//===----------------------------------------------------------------------===//

#include "CarryReduce.h"
#include "SplitRange.h"

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/IR/Constant.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Sums beyond which their number is taken for a mistake.
static constexpr int64_t kMaxSums = int64_t(1) << 28;

static std::string nameOf(RangeOp range) {
  return "axis " + std::to_string(range.getId());
}

static bool isOuterLoop(RangeOp range) {
  AxisType axis = range.getAxis();
  return axis == AxisType::Global || axis == AxisType::Loop ||
         axis == AxisType::Thread;
}

namespace {
/// A reduce that may be done in blocks, and the stores that it feeds.
struct Carried {
  ReduceOp reduce;
  SmallVector<StoreOp> stores;
};
} // namespace

/// Whether all that is computed from `value` is what stores store, or their
/// gates.
static bool onlyFeedsStores(Value value, bool gatesToo) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    for (OpOperand &use : next.getUses()) {
      Operation *user = use.getOwner();
      if (auto store = dyn_cast<StoreOp>(user)) {
        if (&use == &store.getValueMutable() ||
            (gatesToo && use.get() == store.getGate()))
          continue;
        return false;
      }
      if (isa<LoadOp, RangeCloserOpInterface>(user))
        return false;
      if (seen.insert(user).second)
        llvm::append_range(worklist, user->getResults());
    }
  }
  return true;
}

/// Whether an input that is read after the reduce may lie in the memory of the
/// output: its size is the same (see findInPlaceInputs), and its contents may
/// change.
static bool mayShareMemory(StoreOp store, RangeOp range,
                           const RangeScopes &scopes) {
  auto output = cast<MemRefType>(store.getBuffer().getType());
  auto kernel = store->getParentOfType<KernelOp>();
  for (auto load : kernel.getBody().front().getOps<LoadOp>()) {
    auto type = cast<MemRefType>(load.getBuffer().getType());
    auto argument = dyn_cast<BlockArgument>(load.getBuffer());
    if (load.getBuffer() == store.getBuffer() ||
        (argument && !isConstant(kernel, argument.getArgNumber()) &&
         type.getNumElements() == output.getNumElements() &&
         type.getElementTypeBitWidth() == output.getElementTypeBitWidth() &&
         !llvm::is_contained(scopes.getOpen(load.getIndex()), range)))
      return true;
  }
  return false;
}

/// Why the sums cannot wait in the output, or nothing.
static std::string checkOutput(RangeOp range, Carried &carried,
                               const RangeScopes &scopes) {
  if (!llvm::hasSingleElement(carried.stores))
    return "the kernel has several stores";
  StoreOp store = carried.stores.front();
  Type element = cast<MemRefType>(store.getBuffer().getType()).getElementType();
  Type sum = carried.reduce.getResult().getType();
  if (sum != element) {
    std::string reason;
    llvm::raw_string_ostream(reason)
        << "the output holds " << element << ", but the reduce gives " << sum;
    return reason;
  }
  if (mayShareMemory(store, range, scopes))
    return "an input that is read after the reduce may share the output's "
           "memory";
  return "";
}

static std::string check(RangeOp range, bool inOutput, Carried &carried) {
  auto kernel = range->getParentOfType<KernelOp>();
  Block &body = kernel.getBody().front();
  if (range.getSize())
    return nameOf(range) + " has no constant size";
  for (auto other : body.getOps<RangeOp>())
    if (other.getAxis() == AxisType::Carry)
      return nameOf(other) + " is the kernel's carry axis";
  RangeScopes scopes(kernel);
  ArrayRef<Operation *> closers = scopes.getClosers(range);
  carried.reduce =
      closers.size() == 1 ? dyn_cast<ReduceOp>(closers.front()) : nullptr;
  if (!carried.reduce)
    return nameOf(range) + " is not closed by a reduce";
  llvm::append_range(carried.stores, body.getOps<StoreOp>());
  if (inOutput && carried.stores.size() > 1)
    return "the kernel has several stores";
  if (scopes.getOpen(carried.reduce.getResult()) != scopes.getOutputs())
    return "the reduce does not stand inside of all output axes";
  if (!onlyFeedsStores(carried.reduce.getResult(), /*gatesToo=*/!inOutput))
    return "the kernel needs the reduce for more than what it stores";
  return inOutput ? checkOutput(range, carried, scopes) : "";
}

bool tinygrad::uop::canCarryReduce(KernelOp kernel, int64_t id, bool inOutput) {
  Carried carried;
  RangeOp range = findRange(kernel, id);
  // What else the kernel reduces stands inside of the blocks.
  return range && check(range, inOutput, carried).empty() &&
         llvm::hasSingleElement(kernel.getBody().front().getOps<ReduceOp>());
}

//===----------------------------------------------------------------------===//
// Sums in memory of the kernel's own
//===----------------------------------------------------------------------===//

/// Why the sums cannot be kept for each point of `axes`, or nothing.
static std::string checkAxes(Carried &carried, ArrayRef<RangeOp> axes) {
  RangeScopes scopes(carried.reduce->getParentOfType<KernelOp>());
  int64_t elements = 1;
  for (unsigned place = 0, e = axes.size(); place != e; ++place) {
    RangeOp axis = axes[place];
    std::string name = nameOf(axis);
    if (llvm::is_contained(axes.take_front(place), axis))
      return name + " is named twice";
    if (!llvm::is_contained(scopes.getOutputs(), axis))
      return "the sums do not vary over " + name;
    if (axis.getAxis() == AxisType::Thread)
      return name + " is the kernel's thread axis";
    if (axis.getSize())
      return name + " has no constant size";
    if (llvm::MulOverflow<int64_t>(elements, axis.getStaticSize(), elements) ||
        elements > kMaxSums)
      return "more than " + std::to_string(kMaxSums) + " sums";
  }
  if (elements == 0)
    return "there are no sums";
  return "";
}

/// The load of the sums of the blocks before, where they are in memory of the
/// kernel's own.
static LoadOp findSums(KernelOp kernel) {
  for (auto load : kernel.getBody().front().getOps<LoadOp>())
    if (load.getBuffer().getDefiningOp<ScratchOp>())
      return load;
  return {};
}

bool tinygrad::uop::hasCarriedSums(KernelOp kernel) {
  return static_cast<bool>(findSums(kernel));
}

std::string tinygrad::uop::checkCarriedLoops(KernelOp kernel) {
  LoadOp sums = findSums(kernel);
  if (!sums)
    return "";
  RangeScopes scopes(kernel);
  RangeOp carry;
  for (RangeOp range : scopes.getOutputs())
    if (range.getAxis() == AxisType::Carry)
      carry = range;
  ArrayRef<RangeOp> kept = scopes.getOpen(sums.getIndex());
  for (RangeOp range : scopes.getOutputs())
    if (range != carry && !llvm::is_contained(kept, range) && carry &&
        (!isOuterLoop(range) || range.getId() > carry.getId()))
      return nameOf(range) + " is inside of the blocks, but their sums are not "
                             "kept for it";
  return "";
}

std::string tinygrad::uop::checkCarriedSplit(RangeOp range, int64_t amount) {
  auto kernel = range->getParentOfType<KernelOp>();
  LoadOp sums = findSums(kernel);
  if (!sums)
    return "";
  RangeScopes scopes(kernel);
  if (!llvm::is_contained(scopes.getOutputs(), range))
    return "";
  if (!llvm::is_contained(scopes.getOpen(sums.getIndex()), range))
    return "the sums of blocks are not kept for " + nameOf(range);
  if (range.getSize() || range.getStaticSize() % amount != 0)
    return "the sums of blocks are kept for " + nameOf(range) +
           ", whose size is no multiple of " + std::to_string(amount);
  return "";
}

//===----------------------------------------------------------------------===//
// The change
//===----------------------------------------------------------------------===//

/// The memory in which the sums wait, and the place of one.
static std::pair<Value, Value> makeScratch(OpBuilder &builder, Location loc,
                                           Type element,
                                           ArrayRef<RangeOp> axes) {
  int64_t elements = 1;
  AffineExpr place = builder.getAffineConstantExpr(0);
  SmallVector<Value> indices;
  for (RangeOp axis : axes) {
    int64_t size = axis.getStaticSize();
    place = place * size + builder.getAffineDimExpr(indices.size());
    elements *= size;
    indices.push_back(axis.getResult());
  }
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Private);
  auto type =
      MemRefType::get({elements}, element, MemRefLayoutAttrInterface(), space);
  Value buffer = ScratchOp::create(builder, loc, type);
  Value index = affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(axes.size(), 0, place), indices);
  return {buffer, index};
}

std::string tinygrad::uop::carryReduce(RangeOp range, int64_t amount,
                                       ArrayRef<RangeOp> axes) {
  bool inOutput = axes.empty();
  Carried carried;
  std::string reason = check(range, inOutput, carried);
  if (reason.empty() && !inOutput)
    reason = checkAxes(carried, axes);
  if (!reason.empty())
    return reason;
  if (static_cast<int64_t>(range.getStaticSize()) < amount)
    return nameOf(range) + " has only " +
           std::to_string(range.getStaticSize()) + " iterations";
  ReduceOp reduce = carried.reduce;
  auto kernel = range->getParentOfType<KernelOp>();
  if (!inOutput) {
    RangeScopes scopes(kernel);
    for (RangeOp other : scopes.getOutputs())
      if (!llvm::is_contained(axes, other) &&
          (!isOuterLoop(other) || other.getId() > range.getId()))
        return nameOf(other) + " is inside of the blocks, but their sums are "
                               "not kept for it";
  }
  // What is read again has the gate of what is stored.
  IRRewriter rewriter(kernel.getContext());
  if (Value gate = carried.stores.front().getGate();
      inOutput && gate && failed(moveValueDefinitions(rewriter, gate, reduce)))
    return "the gate of what it stores is computed from memory behind the "
           "reduce";
  int64_t blocks = llvm::divideCeil(range.getStaticSize(), amount);
  splitRange(range, amount, AxisType::Reduce);
  range.setAxis(AxisType::Carry);
  SmallVector<Value> ranges(reduce.getRanges());
  llvm::erase(ranges, range.getResult());
  reduce.getRangesMutable().assign(ranges);

  OpBuilder builder(reduce->getContext());
  builder.setInsertionPointAfter(reduce);
  Location loc = reduce.getLoc();
  auto isBlock = [&](int64_t number) -> Value {
    return arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, range.getResult(),
        arith::ConstantIndexOp::create(builder, loc, number));
  };
  // In the first block the memory may hold anything.
  Value part = reduce.getResult();
  StoreOp output = carried.stores.front();
  Value buffer = output.getBuffer(), index = output.getIndex();
  if (!inOutput)
    std::tie(buffer, index) = makeScratch(builder, loc, part.getType(), axes);
  Value first = isBlock(0);
  // Beyond an edge there is no output to read.
  Value gate = inOutput ? output.getGate() : Value(), other;
  if (gate)
    other = arith::ConstantOp::create(builder, loc,
                                      builder.getZeroAttr(part.getType()));
  auto old = LoadOp::create(builder, loc, part.getType(), buffer, index, gate,
                            other, DenseI64ArrayAttr());
  Value both =
      buildCombine(builder, loc, reduce.getKind(), old.getResult(), part);
  auto sum = arith::SelectOp::create(builder, loc, first, part, both);
  part.replaceUsesWithIf(sum.getResult(), [&](OpOperand &use) {
    return use.getOwner() != both.getDefiningOp() && use.getOwner() != sum;
  });
  if (!inOutput) {
    StoreOp::create(builder, loc, sum.getResult(), buffer, index, Value(),
                    DenseI64ArrayAttr());
    for (StoreOp store : carried.stores) {
      builder.setInsertionPoint(store);
      Value last = isBlock(blocks - 1);
      if (Value gate = store.getGate())
        last = arith::AndIOp::create(builder, loc, last, gate);
      store.getGateMutable().assign(last);
    }
    return "";
  }
  if (output.getValue() == sum.getResult())
    return "";
  builder.setInsertionPoint(output);
  output.getValueMutable().assign(arith::SelectOp::create(
      builder, loc, isBlock(blocks - 1), output.getValue(), sum.getResult()));
  return "";
}
