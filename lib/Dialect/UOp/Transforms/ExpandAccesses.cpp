//===- ExpandAccesses.cpp - indices, loads and stores of vectors -*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index is not expanded where it is used as one: the access keeps it at the
// axes' origin, with the step along each axis. Where an index does not grow by
// a constant along an outer axis there is one access per position of that axis;
// along the lanes it is a gather.
//
//===----------------------------------------------------------------------===//

#include "Expander.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tinygrad::uop {

/// Accesses that do not move by constant steps become one access per position
/// of their outer axes up to this number, and gathers beyond.
static constexpr int64_t kMaxSeparateAccesses = 64;

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
    elements = std::min(elements * axes.getSize(axis), kMaxVectorElements + 1);
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

} // namespace tinygrad::uop
