//===- AxisMaps.cpp - axes before and after opts --------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisMaps.h"
#include "SplitRange.h"

using namespace mlir;
using namespace tinygrad::uop;

AxisMaps::AxisMaps(KernelOp kernel) : context(kernel.getContext()) {
  for (auto range : kernel.getBody().front().getOps<RangeOp>()) {
    int64_t id = range.getId();
    oldAxes[id] = newAxes[id] = getAffineDimExpr(unsigned(id), context);
  }
}

/// Replaces present axes in what the old ones are made of, all at once.
void AxisMaps::replace(const llvm::DenseMap<AffineExpr, AffineExpr> &map) {
  for (auto &[old, value] : oldAxes)
    value = value.replace(map);
}

void AxisMaps::split(int64_t axis, int64_t amount, int64_t part) {
  AffineExpr whole = newAxes[axis];
  newAxes[axis] = whole.floorDiv(amount);
  newAxes[part] = whole % amount;
  AffineExpr outer = getAffineDimExpr(unsigned(axis), context);
  replace(
      {{outer, outer * amount + getAffineDimExpr(unsigned(part), context)}});
}

void AxisMaps::merge(int64_t outer, int64_t inner, int64_t size) {
  newAxes[outer] = newAxes[outer] * size + newAxes[inner];
  newAxes.erase(inner);
  AffineExpr whole = getAffineDimExpr(unsigned(outer), context);
  replace({{whole, whole.floorDiv(size)},
           {getAffineDimExpr(unsigned(inner), context), whole % size}});
}

void AxisMaps::swap(int64_t axis, int64_t other) {
  std::swap(newAxes[axis], newAxes[other]);
  AffineExpr a = getAffineDimExpr(unsigned(axis), context);
  AffineExpr b = getAffineDimExpr(unsigned(other), context);
  replace({{a, b}, {b, a}});
}

bool AxisMaps::follow(KernelOp kernel, OptAttr opt) {
  RangeOp range = findRange(kernel, opt.getAxis());
  // Axes of a stage are made of no others.
  if (range && !isKnown(range.getId()))
    return false;
  int64_t amount = opt.getAmount();
  switch (opt.getKind()) {
  case OptKind::Upcast:
  case OptKind::Unroll:
  case OptKind::Tile:
  case OptKind::Carry:
    if (!range || (amount == 0 && range.getSize()))
      return false;
    split(range.getId(), amount ? amount : int64_t(range.getStaticSize()),
          kernel.getFreeRangeId());
    return true;
  case OptKind::Thread:
    if (range && amount > 1)
      split(range.getId(), amount, kernel.getFreeRangeId());
    return range != nullptr;
  case OptKind::Merge: {
    RangeOp inner = findRange(kernel, amount);
    if (!range || !inner || inner.getSize() || inner.getStaticSize() < 1 ||
        !isKnown(inner.getId()))
      return false;
    merge(range.getId(), inner.getId(), inner.getStaticSize());
    return true;
  }
  case OptKind::Swap:
    if (!range || !findRange(kernel, amount) || !isKnown(amount))
      return false;
    swap(range.getId(), amount);
    return true;
  case OptKind::PadTo:
  case OptKind::Stage:
  case OptKind::Stream:
    return true;
  default:
    return false;
  }
}
