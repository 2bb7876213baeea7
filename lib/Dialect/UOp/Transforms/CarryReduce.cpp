//===- CarryReduce.cpp - a reduce in blocks --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a tile reads in one block of a long reduce stays in the first cache
// while all tiles read it. The sums wait in the output, so that their type must
// be the output's, and nothing else may be in its memory.
//
//===----------------------------------------------------------------------===//

#include "CarryReduce.h"
#include "SplitRange.h"

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Whether all that is computed from `value` is what `store` stores.
static bool onlyFeeds(Value value, StoreOp store) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    for (OpOperand &use : next.getUses()) {
      Operation *user = use.getOwner();
      if (user == store && &use == &store.getValueMutable())
        continue;
      if (isa<LoadOp, StoreOp, RangeCloserOpInterface>(user))
        return false;
      if (seen.insert(user).second)
        llvm::append_range(worklist, user->getResults());
    }
  }
  return true;
}

/// Whether an input that is read after the reduce may lie in the memory of the
/// output: its size is the same (see findInPlaceInputs).
static bool mayShareMemory(StoreOp store, RangeOp range,
                           const RangeScopes &scopes) {
  auto output = cast<MemRefType>(store.getBuffer().getType());
  auto kernel = store->getParentOfType<KernelOp>();
  for (auto load : kernel.getBody().front().getOps<LoadOp>()) {
    auto type = cast<MemRefType>(load.getBuffer().getType());
    if (load.getBuffer() == store.getBuffer() ||
        (isa<BlockArgument>(load.getBuffer()) &&
         type.getNumElements() == output.getNumElements() &&
         type.getElementTypeBitWidth() == output.getElementTypeBitWidth() &&
         !llvm::is_contained(scopes.getOpen(load.getIndex()), range)))
      return true;
  }
  return false;
}

static std::string check(RangeOp range, ReduceOp &reduce, StoreOp &store) {
  std::string name = "axis " + std::to_string(range.getId());
  auto kernel = range->getParentOfType<KernelOp>();
  Block &body = kernel.getBody().front();
  if (range.getSize())
    return name + " has no constant size";
  for (auto other : body.getOps<RangeOp>())
    if (other.getAxis() == AxisType::Carry)
      return "axis " + std::to_string(other.getId()) +
             " is the kernel's carry axis";
  RangeScopes scopes(kernel);
  ArrayRef<Operation *> closers = scopes.getClosers(range);
  reduce = closers.size() == 1 ? dyn_cast<ReduceOp>(closers.front()) : nullptr;
  if (!reduce)
    return name + " is not closed by a reduce";
  auto stores = body.getOps<StoreOp>();
  store = *stores.begin();
  if (!llvm::hasSingleElement(stores))
    return "the kernel has several stores";
  if (scopes.getOpen(reduce.getResult()) != scopes.getOutputs())
    return "the reduce does not stand inside of all output axes";
  if (!onlyFeeds(reduce.getResult(), store))
    return "the kernel needs the reduce for more than what it stores";
  Type element = cast<MemRefType>(store.getBuffer().getType()).getElementType();
  if (reduce.getResult().getType() != element) {
    std::string reason;
    llvm::raw_string_ostream(reason)
        << "the output holds " << element << ", but the reduce gives "
        << reduce.getResult().getType();
    return reason;
  }
  if (mayShareMemory(store, range, scopes))
    return "an input that is read after the reduce may share the output's "
           "memory";
  return "";
}

bool tinygrad::uop::canCarryReduce(KernelOp kernel, int64_t id) {
  ReduceOp reduce;
  StoreOp store;
  RangeOp range = findRange(kernel, id);
  return range && check(range, reduce, store).empty();
}

std::string tinygrad::uop::carryReduce(RangeOp range, int64_t amount) {
  ReduceOp reduce;
  StoreOp store;
  std::string reason = check(range, reduce, store);
  if (!reason.empty())
    return reason;
  if (static_cast<int64_t>(range.getStaticSize()) < amount)
    return "axis " + std::to_string(range.getId()) + " has only " +
           std::to_string(range.getStaticSize()) + " iterations";
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
  Value first = isBlock(0);
  auto old =
      LoadOp::create(builder, loc, part.getType(), store.getBuffer(),
                     store.getIndex(), Value(), Value(), DenseI64ArrayAttr());
  Value both =
      buildCombine(builder, loc, reduce.getKind(), old.getResult(), part);
  auto sum = arith::SelectOp::create(builder, loc, first, part, both);
  part.replaceUsesWithIf(sum.getResult(), [&](OpOperand &use) {
    return use.getOwner() != both.getDefiningOp() && use.getOwner() != sum;
  });
  if (store.getValue() == sum.getResult())
    return "";
  builder.setInsertionPoint(store);
  store.getValueMutable().assign(arith::SelectOp::create(
      builder, loc, isBlock(blocks - 1), store.getValue(), sum.getResult()));
  return "";
}
