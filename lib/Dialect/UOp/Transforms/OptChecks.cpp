//===- OptChecks.cpp - what opts must not break -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarryReduce.h"
#include "OptApplication.h"

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

LogicalResult OptApplication::checkNoSums() {
  if (isOutputAxis(range.getAxis()) && hasCarriedSums(kernel))
    return fail() << "sums of blocks are kept for the output axes";
  return success();
}

LogicalResult OptApplication::checkNotStaged() {
  RangeScopes scopes(kernel);
  if (llvm::any_of(scopes.getClosers(range), llvm::IsaPred<StageOp>))
    return fail() << "axis " << range.getId() << " is closed by a stage";
  return success();
}

LogicalResult OptApplication::checkNotScanned(RangeOp axis) {
  for (auto scan : kernel.getBody().front().getOps<ScanOp>())
    if (llvm::is_contained(scan.getRanges(), axis.getResult()))
      return fail() << "axis " << axis.getId()
                    << " is scanned, and each point needs those before it";
  return success();
}

LogicalResult OptApplication::checkScanned() {
  for (auto scan : kernel.getBody().front().getOps<ScanOp>()) {
    auto it = llvm::find(scan.getRanges(), range.getResult());
    if (it == scan.getRanges().end() || ++it == scan.getRanges().end())
      continue;
    auto inner = (*it).getDefiningOp<RangeOp>();
    if (!isVectorAxis(inner))
      return fail() << "axis " << range.getId()
                    << " is scanned outside of axis " << inner.getId();
  }
  return success();
}

LogicalResult OptApplication::checkNoScans() {
  for (auto scan : kernel.getBody().front().getOps<ScanOp>())
    return fail() << "the kernel scans axis "
                  << scan.getRanges().front().getDefiningOp<RangeOp>().getId();
  return success();
}

LogicalResult OptApplication::checkStaged(int64_t amount) {
  bool divides = !range.getSize() && range.getStaticSize() % amount == 0;
  RangeScopes scopes(kernel);
  for (Operation *closer : scopes.getClosers(range))
    if (auto stage = dyn_cast<StageOp>(closer)) {
      if (stage.getPlace())
        return fail() << "axis " << range.getId()
                      << " fills a tile of the workgroup";
      if (!divides && stage.getRanges().front() != range.getResult())
        return fail() << "axis " << range.getId()
                      << " is an inner axis of a stage, and its size no "
                         "multiple of "
                      << amount;
    }
  return success();
}

LogicalResult OptApplication::checkThreads() {
  for (auto stage : kernel.getBody().front().getOps<StageOp>())
    if (stage.getPlace())
      return fail() << "the threads of the workgroup fill a tile already";
  return success();
}

LogicalResult OptApplication::checkScanOrder() {
  for (auto scan : kernel.getBody().front().getOps<ScanOp>()) {
    int64_t last = -1;
    for (Value value : scan.getRanges()) {
      auto loop = value.getDefiningOp<RangeOp>();
      int64_t id = loop.getId();
      if (isVectorAxis(loop))
        continue;
      if (id < last)
        return fail() << "axis " << id << " and axis " << last
                      << " are scanned in this order";
      last = id;
    }
  }
  return success();
}

FailureOr<int64_t> OptApplication::getSplit() {
  int64_t amount = opt.getAmount();
  if (amount == 0) {
    amount = range.getStaticSize();
    if (ShapedType::isDynamic(amount))
      return fail() << "axis " << range.getId()
                    << " has no constant size, so an amount is needed";
  }
  if (amount < 2)
    return fail() << "an inner axis of size " << amount << " is none";
  if (!range.getSize() &&
      amount > static_cast<int64_t>(range.getStaticSize()) &&
      opt.getKind() == OptKind::Tile)
    return fail() << "axis " << range.getId() << " has only "
                  << range.getStaticSize() << " iterations";
  if (failed(checkStaged(amount)) || failed(checkScanned()))
    return failure();
  reason = checkCarriedSplit(range, amount);
  if (!reason.empty())
    return failure();
  return amount;
}

int64_t OptApplication::countElements(Operation *op, ArrayRef<RangeOp> scope,
                                      int64_t amount) {
  int64_t elements = amount;
  // A product's operands have dimensions for the tiles of both, the lanes,
  // and the registers of their own.
  auto mma = dyn_cast<MmaOp>(op);
  llvm::SmallPtrSet<Value, 8> registers;
  if (mma) {
    const MatrixUnit &unit = *findMatrixUnit(mma.getUnit());
    int64_t most = 1;
    for (const Fragment *fragment : {&unit.lhs, &unit.rhs, &unit.result})
      most = std::max(most, fragment->getNumRegisters());
    if (llvm::MulOverflow<int64_t>(elements, most, elements))
      return std::numeric_limits<int64_t>::max();
    for (ValueRange list :
         {ValueRange(mma.getLhsRegisters()), ValueRange(mma.getRhsRegisters()),
          ValueRange(mma.getRegisters())})
      registers.insert(list.begin(), list.end());
  }
  for (RangeOp other : scope)
    if (isVectorAxis(other) && !registers.contains(other.getResult()))
      if (llvm::MulOverflow<int64_t>(elements, other.getStaticSize(), elements))
        return std::numeric_limits<int64_t>::max();
  return elements;
}

int64_t OptApplication::countElements(int64_t amount) {
  RangeScopes scopes(kernel);
  int64_t most = amount;
  for (Operation &op : kernel.getBody().front()) {
    ArrayRef<RangeOp> scope = scopes.getScope(&op);
    if (llvm::is_contained(scope, range))
      most = std::max(most, countElements(&op, scope, amount));
  }
  return most;
}
