//===- RangeScopes.cpp - which ranges are open where -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Adds `from` to `to`, keeping the order of ids.
static void unite(RangeSet &to, ArrayRef<RangeOp> from) {
  for (RangeOp range : from) {
    auto *it = llvm::lower_bound(
        to, range, [](RangeOp a, RangeOp b) { return a.getId() < b.getId(); });
    if (it == to.end() || *it != range)
      to.insert(it, range);
  }
}

/// The ranges that `op` closes by name.
static RangeSet getNamedRanges(Operation *op) {
  RangeSet named;
  if (auto closer = dyn_cast<RangeCloserOpInterface>(op))
    for (RangeOp range : getClosedRanges(closer))
      unite(named, range);
  return named;
}

RangeScopes::RangeScopes(KernelOp kernel) : body(kernel.getBody().front()) {
  for (Operation &op : body) {
    RangeSet scope;
    for (Value operand : op.getOperands())
      unite(scope, getOpen(operand));
    RangeSet named = getNamedRanges(&op), left;
    unite(scope, named);
    if (isa<StoreOp>(op)) {
      named = scope;
      unite(outputs, scope);
    }
    llvm::copy_if(scope, std::back_inserter(left), [&](RangeOp range) {
      return !llvm::is_contained(named, range);
    });
    for (RangeOp range : named)
      closers[range].push_back(&op);
    // A range's size depends on no range; the range opens itself.
    if (auto range = dyn_cast<RangeOp>(op))
      left = {range};
    for (Value result : op.getResults())
      open[result] = left;
    scopes[&op] = std::move(scope);
  }
}

ArrayRef<RangeOp> RangeScopes::getOpen(Value value) const {
  auto it = open.find(value);
  return it == open.end() ? ArrayRef<RangeOp>() : ArrayRef(it->second);
}

ArrayRef<RangeOp> RangeScopes::getScope(Operation *op) const {
  auto it = scopes.find(op);
  return it == scopes.end() ? ArrayRef<RangeOp>() : ArrayRef(it->second);
}

ArrayRef<Operation *> RangeScopes::getClosers(RangeOp range) const {
  auto it = closers.find(range);
  return it == closers.end() ? ArrayRef<Operation *>() : ArrayRef(it->second);
}

LogicalResult RangeScopes::verifyClosers() const {
  bool ok = true;
  for (const auto &[range, ops] : closers) {
    // Sibling stores share the output ranges; every other closer is alone.
    auto other = llvm::find_if_not(ops, llvm::IsaPred<StoreOp>);
    if (ops.size() < 2 || other == ops.end())
      continue;
    Operation *first = ops.front();
    Operation *second = other == ops.begin() ? ops[1] : *other;
    InFlightDiagnostic diag = second->emitOpError()
                              << "closes range " << cast<RangeOp>(range).getId()
                              << ", which is already closed";
    diag.attachNote(first->getLoc()) << "closed here";
    ok = false;
  }
  return success(ok);
}

LogicalResult RangeScopes::verifyReopened() const {
  // For each value, the ranges that were closed on the way to it.
  llvm::DenseMap<Value, RangeSet> closed;
  bool ok = true;
  for (Operation &op : body) {
    RangeSet behind;
    for (Value operand : op.getOperands())
      unite(behind, closed.lookup(operand));
    for (RangeOp range : getScope(&op)) {
      if (!llvm::is_contained(behind, range))
        continue;
      InFlightDiagnostic diag = op.emitOpError()
                                << "is in range " << range.getId()
                                << ", over which an operand was computed";
      diag.attachNote(getClosers(range).front()->getLoc())
          << "the range is closed here";
      ok = false;
    }
    unite(behind, getNamedRanges(&op));
    for (Value result : op.getResults())
      closed[result] = behind;
  }
  return success(ok);
}

/// Whether the loop of `range` stands around the blocks of a reduce whose sums
/// `store` keeps for the next block alone.
static bool isAroundBlocks(StoreOp store, RangeOp range,
                           ArrayRef<RangeOp> scope) {
  if (!store.getBuffer().getDefiningOp<ScratchOp>() || isVectorAxis(range))
    return false;
  return llvm::all_of(scope, [&](RangeOp other) {
    return other.getAxis() != AxisType::Carry || range.getId() < other.getId();
  });
}

LogicalResult RangeScopes::verifyStores() const {
  bool ok = true;
  StoreOp first;
  for (auto store : body.getOps<StoreOp>()) {
    ArrayRef<RangeOp> scope = getScope(store),
                      place = getOpen(store.getIndex());
    for (RangeOp range : scope) {
      AxisType axis = range.getAxis();
      if (axis == AxisType::Reduce || axis == AxisType::GroupReduce ||
          axis == AxisType::Unroll) {
        store.emitOpError()
            << "is in range " << range.getId() << ", a "
            << stringifyAxisType(axis) << " axis that only a reduce may close";
        ok = false;
      } else if (axis != AxisType::Carry && !llvm::is_contained(place, range) &&
                 !isAroundBlocks(store, range, scope)) {
        store.emitOpError() << "stores a value that varies over range "
                            << range.getId() << " to a place that does not";
        ok = false;
      }
    }
    if (!first) {
      first = store;
    } else if (scope != getScope(first)) {
      InFlightDiagnostic diag =
          store.emitOpError("expected the ranges of the kernel's other stores");
      diag.attachNote(first->getLoc()) << "the first store";
      ok = false;
    }
  }
  return success(ok);
}

LogicalResult RangeScopes::verifyScans() const {
  llvm::DenseMap<Value, ScanOp> first;
  bool ok = true;
  for (auto scan : body.getOps<ScanOp>())
    for (Value range : scan.getRanges()) {
      ScanOp other = first.try_emplace(range, scan).first->second;
      if (other.getReverse() == scan.getReverse())
        continue;
      InFlightDiagnostic diag = scan.emitOpError()
                                << "expected to go through range "
                                << range.getDefiningOp<RangeOp>().getId()
                                << " the way that other scans go";
      diag.attachNote(other.getLoc()) << "this one goes the other way";
      ok = false;
    }
  return success(ok);
}

LogicalResult RangeScopes::verify() const {
  bool ok = succeeded(verifyClosers());
  ok &= succeeded(verifyScans());
  ok &= succeeded(verifyReopened());
  ok &= succeeded(verifyStores());
  return success(ok);
}
