//===- Expand.cpp - upcast and unroll axes become vectors ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each value that depends on upcast or unroll ranges becomes a vector with a
// dimension for each of them.
//
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_EXPANDPASS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

/// Masks that are made for the places of an unrolled window, at most.
static constexpr int64_t kMaxMaskRows = 16;

/// The lanes below `bound`, or, `isOutside`, all others.
static Value buildMask(OpBuilder &builder, Location loc, VectorType type,
                       OpFoldResult bound, bool isOutside) {
  Value mask = vector::CreateMaskOp::create(builder, loc, type,
                                            ArrayRef<OpFoldResult>{bound});
  if (!isOutside)
    return mask;
  Value all = arith::ConstantOp::create(builder, loc,
                                        DenseElementsAttr::get(type, true));
  return arith::XOrIOp::create(builder, loc, mask, all);
}

/// The same of rows with a bound each.
static Value buildMasks(OpBuilder &builder, Location loc, VectorType type,
                        ArrayRef<OpFoldResult> bounds, bool isOutside) {
  int64_t lanes = type.getShape().back();
  if (llvm::all_of(bounds, [](OpFoldResult bound) {
        return getConstantIntValue(bound).has_value();
      })) {
    SmallVector<bool> elements;
    for (OpFoldResult bound : bounds)
      for (int64_t lane = 0; lane != lanes; ++lane)
        elements.push_back((lane < *getConstantIntValue(bound)) != isOutside);
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, elements));
  }
  auto rowType = VectorType::get(lanes, builder.getI1Type());
  Value mask = arith::ConstantOp::create(builder, loc,
                                         DenseElementsAttr::get(type, false));
  for (auto [row, bound] : llvm::enumerate(bounds)) {
    SmallVector<int64_t> at(type.getRank() - 1);
    int64_t rest = row;
    for (size_t dim = at.size(); dim-- > 0; rest /= type.getDimSize(dim))
      at[dim] = rest % type.getDimSize(dim);
    mask = vector::InsertOp::create(
        builder, loc, buildMask(builder, loc, rowType, bound, isOutside), mask,
        at);
  }
  return mask;
}

/// Comparisons that bound one axis, `base + u < limit` or `base + u >= limit`
/// or with a multiple of `u`, become masks of the first lanes: one, or one for
/// each place of a window that is unrolled.
bool Expander::expandCompare(arith::CmpIOp op) {
  if (!op.getLhs().getType().isIndex())
    return false;
  Value less = op.getLhs(), greater = op.getRhs();
  arith::CmpIPredicate predicate = op.getPredicate();
  if (predicate == arith::CmpIPredicate::sgt ||
      predicate == arith::CmpIPredicate::sge) {
    std::swap(less, greater);
    predicate = predicate == arith::CmpIPredicate::sgt
                    ? arith::CmpIPredicate::slt
                    : arith::CmpIPredicate::sle;
  }
  if (predicate != arith::CmpIPredicate::slt &&
      predicate != arith::CmpIPredicate::sle)
    return false;
  Place left{getIndexForm(less), {}}, right{getIndexForm(greater), {}};
  AxisSteps leftSteps = getPlaceSteps(left, left.form.expr);
  AxisSteps rightSteps = getPlaceSteps(right, right.form.expr);
  Axes over;
  SmallVector<int64_t> steps;
  for (unsigned axis = 0, e = axes.size(); axis != e; ++axis) {
    if (!leftSteps[axis] || !rightSteps[axis])
      return false;
    int64_t step = *leftSteps[axis] - *rightSteps[axis];
    if (step == 0)
      continue;
    over.push_back(axis);
    steps.push_back(step);
  }
  if (over.empty())
    return false;
  // Lanes without gaps are masked by comparisons as well.
  Axes window = over;
  window.pop_back();
  int64_t step = steps.pop_back_val();
  if (!window.empty() &&
      (std::abs(step) == 1 || countElements(window) > kMaxMaskRows ||
       llvm::any_of(window, [&](unsigned axis) {
         return RangeOp(axes.getRanges()[axis]).getAxis() != AxisType::Unroll;
       })))
    return false;

  // With d = left - right at the origin and s > 0: d + s u < 0 is
  // u < ceil(-d / s), d - s u < 0 is !(u < floor(d / s) + 1), and `<=` moves d
  // by one.
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> origins = {
      getBase(loc, left.form, left.form.expr),
      getBase(loc, right.form, right.form.expr)};
  AffineExpr difference =
      builder.getAffineDimExpr(0) - builder.getAffineDimExpr(1);
  if (predicate == arith::CmpIPredicate::sle)
    difference = difference - 1;
  SmallVector<OpFoldResult> bounds;
  for (int64_t row = 0, e = countElements(window); row != e; ++row) {
    AffineExpr place = difference;
    int64_t rest = row;
    for (size_t i = window.size(); i-- > 0;) {
      int64_t size = axes.getSize(window[i]);
      place = place + steps[i] * (rest % size);
      rest /= size;
    }
    AffineExpr bound =
        step > 0 ? (-place).ceilDiv(step) : place.floorDiv(-step) + 1;
    bounds.push_back(
        affine::makeComposedFoldedAffineApply(builder, loc, bound, origins));
  }
  auto type = cast<VectorType>(axes.getType(builder.getI1Type(), over));
  bool isOutside = step < 0;
  set(op,
      window.empty() ? buildMask(builder, loc, type, bounds.front(), isOutside)
                     : buildMasks(builder, loc, type, bounds, isOutside),
      over);
  return true;
}

LogicalResult Expander::expandElementwise(Operation *op) {
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumResults() != 1 ||
      op->getNumRegions() != 0)
    return op->emitOpError(
        "expected an elementwise op, since it depends on an upcast or unroll "
        "range");
  Axes over = axes.getAxes(op->getOperands());
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    Expanded value = get(operand.get());
    // A condition for all elements stays one.
    bool isCondition =
        isa<arith::SelectOp>(op) && operand.getOperandNumber() == 0;
    operands.push_back(isCondition && value.axes.empty()
                           ? value.value
                           : values.broadcast(op->getLoc(), value, over));
  }
  Operation *clone = builder.clone(*op);
  clone->setOperands(operands);
  clone->getResult(0).setType(axes.getType(op->getResult(0).getType(), over));
  set(op, clone->getResult(0), over);
  return success();
}

LogicalResult Expander::expandReduce(ReduceOp op) {
  Expanded value = get(op.getValue());
  Axes closed = axes.getAxes(op.getRanges());
  Axes over = unite(value.axes, closed), rest;
  SmallVector<int64_t> dims;
  SmallVector<Value> ranges;
  for (Value range : op.getRanges())
    if (!axes.getAxis(range))
      ranges.push_back(range);
  for (auto [dim, axis] : llvm::enumerate(over)) {
    if (llvm::is_contained(closed, axis))
      dims.push_back(dim);
    else
      rest.push_back(axis);
  }
  auto reduce = ReduceOp::create(
      builder, op.getLoc(), axes.getType(op.getResult().getType(), rest),
      op.getKind(), values.broadcast(op.getLoc(), value, over), ranges,
      builder.getDenseI64ArrayAttr(dims));
  reduce->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  set(op, reduce, rest);
  return success();
}

LogicalResult Expander::expandScan(ScanOp op) {
  Expanded value = get(op.getValue());
  Axes scanned, over = value.axes;
  SmallVector<Value> ranges;
  for (Value range : op.getRanges()) {
    if (std::optional<unsigned> axis = axes.getAxis(range)) {
      scanned.push_back(*axis);
      over = unite(over, {*axis});
    } else {
      ranges.push_back(range);
    }
  }
  SmallVector<int64_t> dims = llvm::map_to_vector(scanned, [&](unsigned axis) {
    return static_cast<int64_t>(llvm::find(over, axis) - over.begin());
  });
  auto scan = ScanOp::create(
      builder, op.getLoc(), axes.getType(op.getResult().getType(), over),
      op.getKind(), values.broadcast(op.getLoc(), value, over), ranges,
      builder.getDenseI64ArrayAttr(dims), op.getReverse());
  scan->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  set(op, scan, over);
  return success();
}

LogicalResult Expander::expandStage(StageOp op) {
  // Row-major order is kept where the vector dimensions are the last ranges.
  Axes closed;
  SmallVector<Value> ranges;
  for (Value range : op.getRanges()) {
    if (std::optional<unsigned> axis = axes.getAxis(range))
      closed.push_back(*axis);
    else if (closed.empty())
      ranges.push_back(range);
    else
      return op.emitOpError("expected its upcast ranges after the others");
  }
  Axes over = closed;
  llvm::sort(over);
  Expanded value = get(op.getValue());
  if (!llvm::all_of(value.axes,
                    [&](unsigned a) { return llvm::is_contained(over, a); }))
    return op.emitOpError("expected to close every upcast range of its value");
  Value full = values.broadcast(op.getLoc(), value, over);
  if (closed != over) {
    SmallVector<int64_t> order = llvm::map_to_vector(closed, [&](unsigned a) {
      return static_cast<int64_t>(llvm::find(over, a) - over.begin());
    });
    full = vector::TransposeOp::create(builder, op.getLoc(), full, order);
  }
  Value base;
  if (op.getPlace()) {
    // The vector goes side by side.
    Place place{getIndexForm(op.getPlace()), {}};
    AxisSteps steps = getPlaceSteps(place, place.form.expr);
    for (auto [axis, step] : llvm::enumerate(steps)) {
      bool isLast = closed.size() == 1 && closed.front() == axis;
      if (!step || *step != (isLast ? 1 : 0))
        return op.emitOpError("expected a place that grows by 1 along one "
                              "upcast range and by no other");
    }
    base = getBase(op.getLoc(), place.form, place.form.expr);
  }
  auto stage = StageOp::create(builder, op.getLoc(), op.getBuffer().getType(),
                               full, base, ranges);
  stage->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  set(op, stage, {});
  return success();
}

LogicalResult Expander::expand(Operation *op) {
  builder.setInsertionPoint(op);
  if (isa<RangeOp, affine::AffineApplyOp>(op))
    return success();
  if (auto load = dyn_cast<LoadOp>(op))
    return expandLoad(load), success();
  if (auto store = dyn_cast<StoreOp>(op))
    return expandStore(store), success();
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return expandReduce(reduce);
  if (auto scan = dyn_cast<ScanOp>(op))
    return expandScan(scan);
  if (auto stage = dyn_cast<StageOp>(op))
    return expandStage(stage);
  if (auto mma = dyn_cast<MmaOp>(op))
    return expandMma(mma);
  if (auto compare = dyn_cast<arith::CmpIOp>(op);
      compare && expandCompare(compare))
    return success();
  return expandElementwise(op);
}

LogicalResult Expander::run() {
  for (RangeOp range : axes.getRanges()) {
    if (range.getStaticSize() > kMaxVectorElements)
      return range.emitOpError()
             << "expected an " << stringifyAxisType(range.getAxis())
             << " range of at most " << kMaxVectorElements << ", but got "
             << range.getStaticSize();
  }
  SmallVector<Operation *> old;
  for (Operation &op : llvm::make_early_inc_range(kernel.getBody().front())) {
    bool depends = llvm::any_of(op.getOperands(), [&](Value operand) {
      return axes.getDependence(operand).any();
    });
    auto range = dyn_cast<RangeOp>(op);
    if (!depends && !(range && axes.getAxis(range.getResult())))
      continue;
    // The registers of a product's operands are no axes of one vector.
    if (!isa<MmaOp>(op) &&
        countElements(axes.getAxes(op.getOperands())) > kMaxVectorElements)
      return op.emitOpError() << "expected at most " << kMaxVectorElements
                              << " elements over upcast and unroll ranges";
    if (failed(expand(&op)))
      return failure();
    old.push_back(&op);
  }
  for (Operation *op : llvm::reverse(old))
    op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Makes loops of the ranges without a position, as no vector is empty.
static LogicalResult prepareRanges(KernelOp kernel) {
  OpBuilder builder(kernel.getContext());
  for (RangeOp range :
       llvm::make_early_inc_range(kernel.getBody().getOps<RangeOp>())) {
    bool isUnroll = range.getAxis() == AxisType::Unroll;
    if (!isUnroll && range.getAxis() != AxisType::Upcast)
      continue;
    if (range.getSize())
      return range.emitOpError()
             << "expected a constant size of an "
             << stringifyAxisType(range.getAxis()) << " range";
    if (range.getStaticSize() == 0)
      range.setAxis(isUnroll ? AxisType::Reduce : AxisType::Loop);
  }
  return success();
}

namespace {
struct ExpandPass : public impl::ExpandPassBase<ExpandPass> {
  void runOnOperation() override {
    KernelOp kernel = getOperation();
    if (failed(prepareRanges(kernel)) || failed(Expander(kernel).run()))
      signalPassFailure();
  }
};
} // namespace

} // namespace tinygrad::uop
