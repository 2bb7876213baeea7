//===- OptAttempt.cpp - opts tried on a copy of a kernel --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptAttempt.h"
#include "Opts.h"
#include "StageOperand.h"
#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace tinygrad::uop;

/// What may be added to a size for more tiles, as a part of it.
static constexpr uint64_t kLittle = 16;

bool OptAttempt::apply(OptAttr opt, StringRef reason) {
  if (failed || !applyOpt(*copy, opt, target).empty())
    return failed = true, false;
  opts.push_back({opt, reason.str()});
  return true;
}

RangeOp OptAttempt::find(int64_t id) {
  for (auto range : copy->getBody().front().getOps<RangeOp>())
    if (static_cast<int64_t>(range.getId()) == id)
      return range;
  return {};
}

bool OptAttempt::padVariable(RangeOp range, int64_t tile, int64_t most) {
  int64_t bound = KernelIndices(*copy).getMaxSize(range), amount = tile;
  if (bound < tile)
    return false;
  while (amount < tile * most && amount * 2 * kLittle <= uint64_t(bound))
    amount *= 2;
  multiples[range.getId()] = amount;
  return apply(OptKind::PadTo, range.getId(), amount,
               "a multiple of the tile, whatever the variable is");
}

int64_t OptAttempt::getMultiple(int64_t axis) {
  if (int64_t size = getSize(axis))
    return size;
  return std::max<int64_t>(multiples.lookup(axis), 1);
}

bool OptAttempt::pad(int64_t axis, int64_t tile, int64_t most) {
  if (RangeOp range = find(axis); range && range.getSize())
    return padVariable(range, tile, most);
  int64_t size = getSize(axis), amount = tile;
  if (size == 0 || size * 2 < tile)
    return false;
  for (int64_t more = tile * 2; more <= tile * most; more *= 2)
    if (size % (tile * 2) != 0 &&
        llvm::alignTo(size, more) - size <= size / kLittle)
      amount = more;
  return size % amount == 0 ||
         apply(OptKind::PadTo, axis, amount, "a multiple of the tile");
}

int64_t OptAttempt::getBlocks() {
  int64_t blocks = 1;
  for (auto range : copy->getBody().front().getOps<RangeOp>())
    if (range.getAxis() == AxisType::Global)
      if (range.getSize() ||
          llvm::MulOverflow<int64_t>(blocks, range.getStaticSize(), blocks))
        return std::numeric_limits<int64_t>::max();
  return blocks;
}

int64_t OptAttempt::getSharedBytes() {
  int64_t bytes = 0;
  for (auto stage : copy->getBody().front().getOps<StageOp>()) {
    auto type = cast<MemRefType>(stage.getBuffer().getType());
    bytes += type.getNumElements() *
             llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  }
  return bytes;
}

void OptAttempt::stageOperands(ArrayRef<int64_t> kept) {
  SmallVector<std::pair<LoadOp, SmallVector<int64_t>>> stages;
  int64_t bytes = 0;
  {
    RangeScopes scopes(*copy);
    // What is a part of a tile with another load needs none itself.
    llvm::SmallPtrSet<Operation *, 4> used;
    for (auto load : copy->getBody().front().getOps<LoadOp>())
      (void)getTileValue(load, scopes, &used);
    for (auto load : copy->getBody().front().getOps<LoadOp>()) {
      ArrayRef<RangeOp> open = scopes.getOpen(load.getResult());
      bool isSummed = llvm::any_of(open, [](RangeOp range) {
        return range.getAxis() == AxisType::Reduce ||
               range.getAxis() == AxisType::Unroll;
      });
      SmallVector<RangeOp> axes;
      for (RangeOp range : open)
        if ((range.getAxis() != AxisType::Global &&
             range.getAxis() != AxisType::Loop &&
             range.getAxis() != AxisType::Reduce) ||
            llvm::is_contained(kept, static_cast<int64_t>(range.getId())))
          axes.push_back(range);
      if (!isSummed || used.contains(load) || !isSharedTile(load, axes))
        continue;
      llvm::DenseMap<RangeOp, int64_t> strides = getStrides(load, axes);
      llvm::stable_sort(axes, [&](RangeOp a, RangeOp b) {
        return strides.lookup(a) > strides.lookup(b);
      });
      int64_t elements = 1;
      for (RangeOp axis : axes)
        elements *= axis.getStaticSize();
      // A quarter for the space between rows.
      Type type = getTileValue(load, scopes).getType();
      bytes += elements *
               llvm::divideCeil(type.getIntOrFloatBitWidth(), uint64_t(8)) * 5 /
               4;
      stages.push_back({load, llvm::map_to_vector(axes, [](RangeOp axis) {
                          return static_cast<int64_t>(axis.getId());
                        })});
    }
  }
  if (bytes > sharedBytes / 2)
    return;
  OwningOpRef<KernelOp> before(cast<KernelOp>(copy->clone()));
  size_t numBefore = opts.size();
  // Each is numbered when its turn comes: a stage replaces loads by others.
  for (const auto &[load, axes] : llvm::reverse(stages)) {
    auto loads = copy->getBody().front().getOps<LoadOp>();
    int64_t operand = std::distance(loads.begin(), llvm::find(loads, load));
    apply(
        OptAttr::get(copy->getContext(), OptKind::Stage, -1, 0, operand, axes),
        "threads share a tile of it");
  }
  if (!failed && getSharedBytes() <= sharedBytes)
    return;
  // It is a product without them, too.
  copy = std::move(before);
  opts.truncate(numBefore);
  failed = false;
}
