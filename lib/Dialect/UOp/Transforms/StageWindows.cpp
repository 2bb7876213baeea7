//===- StageWindows.cpp - axes of a stage that overlap --------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The position of a convolution's result and the place in its window only
// occur as their sum, in places of memory as in the conditions of padding. So
// what is read depends on that sum, of which there are fewer values than of
// both.
//
//===----------------------------------------------------------------------===//

#include "StageWindows.h"
#include "StageOperand.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

RangeOp StageWindow::getUnit() const {
  return axes[llvm::find(steps, 1) - steps.begin()];
}

bool StageWindow::isVector() const {
  return llvm::any_of(axes, [](RangeOp axis) { return isVectorAxis(axis); });
}

/// Elements of a window that is copied as one vector.
static constexpr int64_t kMaxWindowLanes = 256;

namespace {
/// By how much each index that a slice uses moves with one axis; empty where
/// that is not constant.
using Moves = SmallVector<int64_t, 6>;
} // namespace

static Moves getMoves(KernelIndices &indices, ArrayRef<Value> used,
                      RangeOp axis) {
  AffineExpr leaf = indices.getExpr(axis.getResult());
  Moves moves;
  for (Value value : used) {
    IndexSum sum = indices.getSimplifier().toSum(indices.getExpr(value));
    if (sum.hasOverflowed())
      return {};
    int64_t move = 0;
    for (const IndexSum::Term &term : sum.getTerms()) {
      bool isLeaf = term.product.size() == 1 && term.product[0] == leaf;
      if (isLeaf)
        move = term.coefficient;
      for (AffineExpr atom : term.product) {
        bool occurs = false;
        atom.walk([&](AffineExpr part) { occurs |= part == leaf; });
        if (occurs && !isLeaf)
          return {};
      }
    }
    moves.push_back(move);
  }
  return moves;
}

/// How often `unit` is in `moves`, 0 where it is not a whole number of times.
static int64_t getMultiple(const Moves &moves, const Moves &unit) {
  int64_t multiple = 0;
  if (moves.empty() || moves.size() != unit.size())
    return 0;
  for (auto [move, one] : llvm::zip_equal(moves, unit)) {
    if (one == 0 && move == 0)
      continue;
    if (one == 0 || move % one != 0 || move / one <= 0 ||
        (multiple && move / one != multiple))
      return 0;
    multiple = move / one;
  }
  return multiple;
}

SmallVector<StageWindow> tinygrad::uop::findWindows(KernelOp kernel,
                                                    ArrayRef<Operation *> slice,
                                                    ArrayRef<RangeOp> axes) {
  KernelIndices indices(kernel);
  SmallVector<Value> used;
  for (Operation *op : slice)
    if (!isa<affine::AffineApplyOp>(op))
      for (Value operand : op->getOperands())
        if (operand.getType().isIndex())
          used.push_back(operand);
  llvm::DenseMap<RangeOp, Moves> moves;
  for (RangeOp axis : axes)
    moves[axis] = axis.getSize() ? Moves() : getMoves(indices, used, axis);

  SmallVector<StageWindow> windows;
  llvm::DenseMap<RangeOp, bool> isDone;
  for (RangeOp axis : axes) {
    if (isDone.lookup(axis))
      continue;
    // The axis with the shortest step that this one is a multiple of, of those
    // that no window has yet.
    RangeOp unit = axis;
    for (RangeOp other : axes)
      if (!isDone.lookup(other) && getMultiple(moves[unit], moves[other]) > 0)
        unit = other;
    StageWindow window;
    int64_t points = 1;
    for (RangeOp other : axes) {
      int64_t step = getMultiple(moves[other], moves[unit]);
      if (step <= 0 || isDone.lookup(other))
        continue;
      window.axes.push_back(other);
      window.steps.push_back(step);
      window.size += step * (int64_t(other.getStaticSize()) - 1);
      points *= other.getStaticSize();
    }
    if (!window.isWindow() || window.size >= points) {
      window = StageWindow();
      window.axes = {axis};
      window.steps = {1};
      window.size = indices.getMaxSize(axis);
    }
    for (RangeOp member : window.axes)
      isDone[member] = true;
    windows.push_back(std::move(window));
  }
  return windows;
}

/// Whether `window` of `windows` is a part of the vectors that are copied: of
/// those in which a tile has several places the last one, the others are loops.
/// Where a tile has none yet it is the last one, too, if that is short.
static bool isCopiedAsVector(ArrayRef<StageWindow> windows,
                             const StageWindow &window) {
  bool isLast = &window == &windows.back();
  if (window.isVector())
    return !window.isWindow() || isLast;
  return isLast && window.isWindow() && window.size <= kMaxWindowLanes &&
         llvm::none_of(windows, [](const StageWindow &other) {
           return other.isVector();
         });
}

/// Why `windows` are no stage's axes, or nothing.
static std::string checkWindows(ArrayRef<StageWindow> windows) {
  bool hasVector = false;
  for (const StageWindow &window : windows) {
    std::string name =
        "axis " + std::to_string(RangeOp(window.axes.front()).getId());
    bool isVector = isCopiedAsVector(windows, window);
    if (hasVector && !isVector)
      return name + " is a loop inside of vectors";
    hasVector |= isVector;
    if (isVector && window.size > kMaxWindowLanes)
      return "a window of more than " + std::to_string(kMaxWindowLanes) +
             " elements is no vector";
  }
  return "";
}

std::string tinygrad::uop::stageWindows(LoadOp load, Value value,
                                        ArrayRef<Operation *> slice,
                                        ArrayRef<RangeOp> axes) {
  auto kernel = load->getParentOfType<KernelOp>();
  SmallVector<StageWindow> windows = findWindows(kernel, slice, axes);
  std::string reason = checkWindows(windows);
  if (!reason.empty())
    return reason;
  OpBuilder builder(value.getDefiningOp());
  Location loc = load.getLoc();
  IRMapping mapping;
  SmallVector<RangeOp> units = llvm::map_to_vector(
      windows, [](const StageWindow &window) { return window.getUnit(); });
  for (RangeOp unit : orderByStride(units, getStrides(load, axes))) {
    const StageWindow &window =
        windows[llvm::find(units, unit) - units.begin()];
    OpFoldResult size = window.isWindow() ? builder.getIndexAttr(window.size)
                                          : unit.getMixedSize();
    auto copy = RangeOp::create(
        builder, loc, kernel.getFreeRangeId(), size,
        isCopiedAsVector(windows, window) ? AxisType::Upcast : AxisType::Loop);
    for (RangeOp axis : window.axes)
      if (axis != unit)
        mapping.map(
            axis.getResult(),
            arith::ConstantIndexOp::create(builder, loc, 0).getResult());
    mapping.map(unit.getResult(), copy.getResult());
  }
  for (Operation *op : slice)
    builder.clone(*op, mapping);
  int64_t elements = 1;
  AffineExpr place = builder.getAffineConstantExpr(0);
  SmallVector<Value> ranges, indices;
  for (auto [window, unit] : llvm::zip_equal(windows, units)) {
    place = place * window.size;
    for (auto [axis, step] : llvm::zip_equal(window.axes, window.steps)) {
      place = place + builder.getAffineDimExpr(indices.size()) * step;
      indices.push_back(RangeOp(axis).getResult());
    }
    elements *= window.size;
    ranges.push_back(mapping.lookup(unit.getResult()));
  }
  readStage(builder, loc, value, mapping.lookup(value), ranges, elements, place,
            indices);
  eraseUnused(slice);
  return "";
}
