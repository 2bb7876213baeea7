//===- Expand.cpp - upcast and unroll axes become vectors ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each value that depends on upcast or unroll ranges becomes a vector with a
// dimension for each of them. An index is not expanded where it is used as one:
// the access keeps it at the axes' origin, with the step along each axis. Where
// an index does not grow by a constant along an outer axis there is one access
// per position of that axis; along the lanes it is a gather.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "VectorAxes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_EXPANDPASS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// Vectors of more elements are taken for a mistake in the opts.
constexpr int64_t kMaxElements = 4096;
/// Accesses that do not move by constant steps become one access per position
/// of their outer axes up to this number, and gathers beyond.
constexpr int64_t kMaxSeparateAccesses = 64;

/// Where an access is: an index in which some axes are at a fixed position.
struct Place {
  IndexForm form;
  SmallVector<std::pair<unsigned, int64_t>, 2> fixed;
};

class Expander {
public:
  explicit Expander(KernelOp kernel)
      : kernel(kernel), axes(kernel), builder(kernel.getContext()),
        values(builder, axes) {}
  LogicalResult run();

private:
  LogicalResult expand(Operation *op);
  LogicalResult expandElementwise(Operation *op);
  bool expandCompare(arith::CmpIOp op);
  LogicalResult expandReduce(ReduceOp op);
  LogicalResult expandMma(MmaOp op);
  LogicalResult expandStage(StageOp op);
  void expandLoad(LoadOp op);
  void expandStore(StoreOp op);

  Expanded get(Value value);
  Expanded evaluate(Location loc, const Place &place, AffineExpr expr);
  Expanded evaluateLeaf(Location loc, const Place &place, AffineExpr leaf);
  Value getBase(Location loc, const IndexForm &form, AffineExpr expr);
  AxisSteps getPlaceSteps(const Place &place, AffineExpr expr);
  Place fix(Location loc, Place place, unsigned axis, int64_t at);
  std::optional<unsigned> getSeparateAxis(const Place &place,
                                          ArrayRef<unsigned> over);

  Value buildLoad(LoadOp op, const Place &place, const Expanded &gate,
                  const Expanded &other, ArrayRef<unsigned> over);
  void buildStore(StoreOp op, const Place &place, const Expanded &value,
                  const Expanded &gate, ArrayRef<unsigned> over);
  /// Index and strides of an access over `over`.
  std::pair<Value, DenseI64ArrayAttr>
  buildIndex(Location loc, const Place &place, ArrayRef<unsigned> over);

  void set(Operation *op, Value value, ArrayRef<unsigned> over);
  /// Elements over `list` for each of `elements`, or just more than the limit.
  int64_t countElements(ArrayRef<unsigned> list, int64_t elements = 1) const;

  KernelOp kernel;
  VectorAxes axes;
  OpBuilder builder;
  AxisBuilder values;
  DenseMap<Value, Expanded> expanded;
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Expander::set(Operation *op, Value value, ArrayRef<unsigned> over) {
  Value result = op->getResult(0);
  if (over.empty())
    result.replaceAllUsesWith(value);
  else
    expanded[result] = {value, Axes(over)};
}

int64_t Expander::countElements(ArrayRef<unsigned> list,
                                int64_t elements) const {
  for (unsigned axis : list)
    elements = std::min(elements * axes.getSize(axis), kMaxElements + 1);
  return elements;
}

Expanded Expander::get(Value value) {
  if (!value)
    return {};
  auto it = expanded.find(value);
  if (it != expanded.end())
    return it->second;
  if (axes.getDependence(value).none())
    return {value, {}};
  // Indices are made when something other than an access wants them.
  Place place{getIndexForm(value), {}};
  Expanded result = evaluate(value.getLoc(), place, place.form.expr);
  expanded[value] = result;
  return result;
}

Value Expander::getBase(Location loc, const IndexForm &form, AffineExpr expr) {
  expr =
      axes.query([&](const AxisQuery &q) { return getOrigin(form, expr, q); });
  SmallVector<OpFoldResult> operands(form.operands.begin(),
                                     form.operands.end());
  // Operands over axes occur only where their step is 0, so nowhere.
  for (OpFoldResult &operand : operands)
    if (axes.getDependence(cast<Value>(operand)).any())
      operand = builder.getIndexAttr(0);
  AffineMap map =
      AffineMap::get(form.numDims, form.operands.size() - form.numDims, expr);
  OpFoldResult base =
      affine::makeComposedFoldedAffineApply(builder, loc, map, operands);
  if (auto value = dyn_cast<Value>(base))
    return value;
  return arith::ConstantOp::create(builder, loc,
                                   cast<TypedAttr>(cast<Attribute>(base)));
}

AxisSteps Expander::getPlaceSteps(const Place &place, AffineExpr expr) {
  return axes.query([&](const AxisQuery &q) {
    AxisSteps steps = getSteps(place.form, expr, q);
    for (auto [axis, at] : place.fixed)
      steps[axis] = 0;
    return steps;
  });
}

Expanded Expander::evaluateLeaf(Location loc, const Place &place,
                                AffineExpr leaf) {
  unsigned position =
      isa<AffineDimExpr>(leaf)
          ? cast<AffineDimExpr>(leaf).getPosition()
          : place.form.numDims + cast<AffineSymbolExpr>(leaf).getPosition();
  Expanded result = get(place.form.operands[position]);
  for (auto [axis, at] : place.fixed)
    result = values.slice(loc, result, axis, at);
  return result;
}

Expanded Expander::evaluate(Location loc, const Place &place, AffineExpr expr) {
  AxisSteps steps = getPlaceSteps(place, expr);
  if (llvm::all_of(steps, [](std::optional<int64_t> s) { return s; }))
    return values.grow(loc, getBase(loc, place.form, expr), steps);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return evaluateLeaf(loc, place, expr);
  Expanded left = evaluate(loc, place, binary.getLHS());
  Expanded right = evaluate(loc, place, binary.getRHS());
  Axes over = unite(left.axes, right.axes);
  Value lhs = values.broadcast(loc, left, over);
  Value rhs = values.broadcast(loc, right, over);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return {arith::AddIOp::create(builder, loc, lhs, rhs), over};
  case AffineExprKind::Mul:
    return {arith::MulIOp::create(builder, loc, lhs, rhs), over};
  case AffineExprKind::FloorDiv:
    return {arith::FloorDivSIOp::create(builder, loc, lhs, rhs), over};
  case AffineExprKind::CeilDiv:
    return {arith::CeilDivSIOp::create(builder, loc, lhs, rhs), over};
  default:
    break;
  }
  // The remainder of a division rounded down.
  Value quotient = arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
  Value product = arith::MulIOp::create(builder, loc, quotient, rhs);
  return {arith::SubIOp::create(builder, loc, lhs, product), over};
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

Place Expander::fix(Location loc, Place place, unsigned axis, int64_t at) {
  place.fixed.push_back({axis, at});
  DenseMap<AffineExpr, AffineExpr> constants;
  for (unsigned i = 0, e = place.form.operands.size(); i != e; ++i) {
    Value operand = place.form.operands[i];
    if (axes.getAxis(operand) == axis)
      constants[place.form.getLeaf(i)] =
          getAffineConstantExpr(at, builder.getContext());
  }
  if (!constants.empty())
    place.form.expr = place.form.expr.replace(constants);
  // An operand that depends on fixed axes only is a scalar now.
  for (Value &operand : place.form.operands) {
    llvm::SmallBitVector open = axes.getDependence(operand);
    if (open.none() || axes.getAxis(operand))
      continue;
    for (auto [other, position] : place.fixed)
      open.reset(other);
    if (open.any())
      continue;
    Expanded part = get(operand);
    for (auto [other, position] : place.fixed)
      part = values.slice(loc, part, other, position);
    operand = part.value;
  }
  return place;
}

std::optional<unsigned> Expander::getSeparateAxis(const Place &place,
                                                  ArrayRef<unsigned> over) {
  AxisSteps steps = getPlaceSteps(place, place.form.expr);
  int64_t accesses = 1;
  for (auto [axis, at] : place.fixed)
    accesses *= axes.getSize(axis);
  for (unsigned axis : over.drop_back(over.empty() ? 0 : 1))
    if (!steps[axis] && accesses * axes.getSize(axis) <= kMaxSeparateAccesses)
      return axis;
  return std::nullopt;
}

std::pair<Value, DenseI64ArrayAttr>
Expander::buildIndex(Location loc, const Place &place,
                     ArrayRef<unsigned> over) {
  AxisSteps steps = getPlaceSteps(place, place.form.expr);
  SmallVector<int64_t> strides;
  for (unsigned axis : over) {
    if (!steps[axis]) {
      Expanded index = evaluate(loc, place, place.form.expr);
      return {values.broadcast(loc, index, over), nullptr};
    }
    strides.push_back(*steps[axis]);
  }
  Value base = getBase(loc, place.form, place.form.expr);
  return {base, over.empty() ? nullptr : builder.getDenseI64ArrayAttr(strides)};
}

static Axes without(ArrayRef<unsigned> over, unsigned axis) {
  Axes rest(over);
  llvm::erase(rest, axis);
  return rest;
}

Value Expander::buildLoad(LoadOp op, const Place &place, const Expanded &gate,
                          const Expanded &other, ArrayRef<unsigned> over) {
  Location loc = op.getLoc();
  if (std::optional<unsigned> axis = getSeparateAxis(place, over)) {
    Axes rest = without(over, *axis);
    SmallVector<Value> parts;
    for (int64_t at = 0, e = axes.getSize(*axis); at != e; ++at)
      parts.push_back(buildLoad(
          op, fix(loc, place, *axis, at),
          gate.value ? values.slice(loc, gate, *axis, at) : gate,
          other.value ? values.slice(loc, other, *axis, at) : other, rest));
    return values.assemble(loc, parts, *axis, over);
  }
  auto [index, strides] = buildIndex(loc, place, over);
  Value gateValue = gate.value, otherValue;
  if (gateValue) {
    if (!gate.axes.empty())
      gateValue = values.broadcast(loc, gate, over);
    otherValue = values.broadcast(loc, other, over);
  }
  auto load =
      LoadOp::create(builder, loc, axes.getType(op.getResult().getType(), over),
                     op.getBuffer(), index, gateValue, otherValue, strides);
  load->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return load;
}

void Expander::buildStore(StoreOp op, const Place &place, const Expanded &value,
                          const Expanded &gate, ArrayRef<unsigned> over) {
  Location loc = op.getLoc();
  if (std::optional<unsigned> axis = getSeparateAxis(place, over)) {
    Axes rest = without(over, *axis);
    for (int64_t at = 0, e = axes.getSize(*axis); at != e; ++at)
      buildStore(op, fix(loc, place, *axis, at),
                 values.slice(loc, value, *axis, at),
                 gate.value ? values.slice(loc, gate, *axis, at) : gate, rest);
    return;
  }
  auto [index, strides] = buildIndex(loc, place, over);
  Value gateValue = gate.value;
  if (gateValue && !gate.axes.empty())
    gateValue = values.broadcast(loc, gate, over);
  auto store = StoreOp::create(builder, loc, values.broadcast(loc, value, over),
                               op.getBuffer(), index, gateValue, strides);
  store->setDiscardableAttrs(op->getDiscardableAttrDictionary());
}

void Expander::expandLoad(LoadOp op) {
  Axes over = axes.getAxes(op->getOperands());
  Place place{getIndexForm(op.getIndex()), {}};
  set(op, buildLoad(op, place, get(op.getGate()), get(op.getOther()), over),
      over);
}

void Expander::expandStore(StoreOp op) {
  Axes over = axes.getAxes(op->getOperands());
  Place place{getIndexForm(op.getIndex()), {}};
  buildStore(op, place, get(op.getValue()), get(op.getGate()), over);
}

//===----------------------------------------------------------------------===//
// Everything else
//===----------------------------------------------------------------------===//

/// Comparisons that bound one axis, `base + u < limit` or `base + u >= limit`,
/// become masks of the first lanes.
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
  std::optional<unsigned> bounded;
  int64_t direction = 0;
  for (unsigned axis = 0, e = axes.size(); axis != e; ++axis) {
    if (!leftSteps[axis] || !rightSteps[axis])
      return false;
    int64_t step = *leftSteps[axis] - *rightSteps[axis];
    if (step == 0)
      continue;
    if (bounded || (step != 1 && step != -1))
      return false;
    bounded = axis;
    direction = step;
  }
  if (!bounded)
    return false;

  // With d = left - right at the origin: d + u < 0 is u < -d, d - u < 0 is
  // !(u < d + 1), and `<=` moves the bound by one.
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> origins = {
      getBase(loc, left.form, left.form.expr),
      getBase(loc, right.form, right.form.expr)};
  AffineExpr difference =
      builder.getAffineDimExpr(0) - builder.getAffineDimExpr(1);
  bool strict = predicate == arith::CmpIPredicate::slt;
  AffineExpr bound = direction == 1 ? -difference + (strict ? 0 : 1)
                                    : difference + (strict ? 1 : 0);
  OpFoldResult folded =
      affine::makeComposedFoldedAffineApply(builder, loc, bound, origins);
  auto type = cast<VectorType>(axes.getType(builder.getI1Type(), {*bounded}));
  Value mask = vector::CreateMaskOp::create(builder, loc, type,
                                            ArrayRef<OpFoldResult>{folded});
  if (direction == -1) {
    Value all = arith::ConstantOp::create(builder, loc,
                                          DenseElementsAttr::get(type, true));
    mask = arith::XOrIOp::create(builder, loc, mask, all);
  }
  set(op, mask, {*bounded});
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

/// The order that puts `from` into that of `to`, a permutation of it.
static SmallVector<int64_t> getOrder(ArrayRef<unsigned> from,
                                     ArrayRef<unsigned> to) {
  return llvm::map_to_vector(to, [&](unsigned axis) {
    return static_cast<int64_t>(llvm::find(from, axis) - from.begin());
  });
}

LogicalResult Expander::expandMma(MmaOp op) {
  Location loc = op.getLoc();
  if (op.getAcc() || op.getRegisters().empty())
    return op.emitOpError()
           << "expected a product of scalars without sums, but got "
           << op.getLhs().getType() << " and " << op.getRhs().getType();
  auto toAxes = [&](ValueRange values) {
    SmallVector<unsigned> list;
    for (Value value : values)
      if (std::optional<unsigned> axis = axes.getAxis(value))
        list.push_back(*axis);
    return list;
  };
  SmallVector<unsigned> lanes = toAxes(op.getLanes());
  if (!lanes.empty() && lanes.size() != op.getLanes().size())
    return op.emitOpError("expected all of its lanes to be upcast, or none");
  auto isOwn = [&](ArrayRef<unsigned> registers, unsigned axis) {
    return llvm::is_contained(lanes, axis) ||
           llvm::is_contained(registers, axis);
  };
  SmallVector<unsigned> left = toAxes(op.getLhsRegisters()),
                        right = toAxes(op.getRhsRegisters()),
                        own = toAxes(op.getRegisters());
  size_t registers = op.getLhsRegisters().size() + op.getRhsRegisters().size() +
                     op.getRegisters().size();
  if (left.size() + right.size() + own.size() != registers)
    return op.emitOpError()
           << "expected " << registers
           << " registers to be upcast or unroll ranges, but got "
           << left.size() + right.size() + own.size();
  // What is no register of the operand would be taken for a tile's axis.
  auto checkOperand = [&](StringRef what, Value value,
                          ArrayRef<unsigned> others) -> LogicalResult {
    for (unsigned axis : axes.getAxes(value))
      if (llvm::is_contained(others, axis) || llvm::is_contained(own, axis)) {
        RangeOp range = axes.getRanges()[axis];
        return op.emitOpError()
               << "expected a " << what
               << " operand that varies over no registers but its own, but got "
                  "one over range "
               << range.getId();
      }
    return success();
  };
  if (failed(checkOperand("left", op.getLhs(), right)) ||
      failed(checkOperand("right", op.getRhs(), left)))
    return failure();
  Expanded lhs = get(op.getLhs()), rhs = get(op.getRhs());
  // The axes of tiles: those of either operand, and those summed over.
  Axes leading = axes.getAxes(op.getRanges());
  for (auto [axis, registers] :
       {std::pair(&lhs, &left), std::pair(&rhs, &right)})
    for (unsigned other : axis->axes)
      if (!isOwn(*registers, other))
        leading = unite(leading, {other});
  // Both are broadcast over the tiles of both, each with its own registers.
  int64_t elements = countElements(lanes, countElements(leading));
  int64_t most =
      std::max({countElements(left), countElements(right), countElements(own)});
  if (elements * most > kMaxElements)
    return op.emitOpError() << "expected at most " << kMaxElements
                            << " elements over upcast and unroll ranges, but "
                               "got more in an operand";
  auto build = [&](const Expanded &value, ArrayRef<unsigned> registers) {
    SmallVector<unsigned> order(leading.begin(), leading.end());
    llvm::append_range(order, lanes);
    llvm::append_range(order, registers);
    Axes over(order.begin(), order.end());
    llvm::sort(over);
    Value full = values.broadcast(loc, value, over);
    if (llvm::is_sorted(order))
      return full;
    return Value(
        vector::TransposeOp::create(builder, loc, full, getOrder(over, order)));
  };
  Axes closed = axes.getAxes(op.getRanges());
  SmallVector<int64_t> dims;
  SmallVector<unsigned> order;
  for (auto [dim, axis] : llvm::enumerate(leading)) {
    if (llvm::is_contained(closed, axis))
      dims.push_back(dim);
    else
      order.push_back(axis);
  }
  llvm::append_range(order, lanes);
  llvm::append_range(order, own);
  SmallVector<Value> ranges;
  for (Value range : op.getRanges())
    if (!axes.getAxis(range))
      ranges.push_back(range);
  Type element = op.getResult().getType();
  Value result =
      MmaOp::create(builder, loc, axes.getType(element, order), op.getUnit(),
                    build(lhs, left), build(rhs, right), /*acc=*/Value(),
                    ValueRange(), ValueRange(), ranges,
                    lanes.empty() ? ValueRange(op.getLanes()) : ValueRange(),
                    ValueRange(), dims);
  Axes over(order.begin(), order.end());
  llvm::sort(over);
  if (!llvm::is_sorted(order))
    result = vector::TransposeOp::create(builder, loc, result,
                                         getOrder(order, over));
  set(op, result, over);
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
    if (range.getStaticSize() > kMaxElements)
      return range.emitOpError()
             << "expected an " << stringifyAxisType(range.getAxis())
             << " range of at most " << kMaxElements << ", but got "
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
        countElements(axes.getAxes(op.getOperands())) > kMaxElements)
      return op.emitOpError() << "expected at most " << kMaxElements
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
