//===- VectorAxes.cpp - values over upcast and unroll axes -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorAxes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::uop {

Axes unite(ArrayRef<unsigned> lhs, ArrayRef<unsigned> rhs) {
  Axes result;
  std::set_union(lhs.begin(), lhs.end(), rhs.begin(), rhs.end(),
                 std::back_inserter(result));
  return result;
}

//===----------------------------------------------------------------------===//
// VectorAxes
//===----------------------------------------------------------------------===//

VectorAxes::VectorAxes(KernelOp kernel) {
  SmallVector<RangeOp> byId;
  for (RangeOp range : kernel.getBody().getOps<RangeOp>())
    if (isVectorAxis(range))
      byId.push_back(range);
  llvm::sort(byId, [](RangeOp a, RangeOp b) { return a.getId() < b.getId(); });
  setOrder(byId);
  analyze(kernel);

  SmallVector<int64_t> scores = scoreContiguity(kernel);
  SmallVector<unsigned> order = llvm::to_vector(llvm::seq<unsigned>(size()));
  llvm::stable_sort(
      order, [&](unsigned a, unsigned b) { return scores[a] < scores[b]; });
  if (llvm::is_sorted(order))
    return;
  setOrder(llvm::map_to_vector(order, [&](unsigned i) { return byId[i]; }));
  analyze(kernel);
}

void VectorAxes::setOrder(ArrayRef<RangeOp> order) {
  ranges.assign(order.begin(), order.end());
  sizes.clear();
  axisOf.clear();
  for (auto [axis, range] : llvm::enumerate(ranges)) {
    sizes.push_back(range.getStaticSize());
    axisOf[range.getResult()] = axis;
  }
}

void VectorAxes::analyze(KernelOp kernel) {
  dependence.clear();
  for (Operation &op : kernel.getBody().front()) {
    llvm::SmallBitVector bits(size());
    for (Value operand : op.getOperands())
      bits |= getDependence(operand);
    if (auto closer = dyn_cast<RangeCloserOpInterface>(op))
      for (Value range : closer.getClosedValues())
        bits.reset(getDependence(range));
    if (bits.none())
      continue;
    for (Value result : op.getResults())
      dependence[result] = bits;
  }
}

/// True for an access in the body of a reduce, which runs more often.
static bool isInReduce(const IndexForm &form) {
  return llvm::any_of(form.operands, [](Value operand) {
    auto range = operand.getDefiningOp<RangeOp>();
    return range && (range.getAxis() == AxisType::Reduce ||
                     range.getAxis() == AxisType::GroupReduce ||
                     range.getAxis() == AxisType::Unroll);
  });
}

/// For each axis how many accesses could move vectors along it, and how long
/// these would be: less for registers that are full in part. A few lanes that a
/// reduce combines, as of a window, are worth less than any of its results.
SmallVector<int64_t> VectorAxes::scoreContiguity(KernelOp kernel) const {
  constexpr int64_t kReduceWeight = 4, kStoreWeight = 2, kMaxLanes = 16,
                    kFewLanes = 4;
  SmallVector<int64_t> scores(size(), 0);
  auto count = [&](Value index, int64_t weight) {
    IndexForm form = getIndexForm(index);
    AxisSteps steps =
        query([&](const AxisQuery &q) { return getSteps(form, form.expr, q); });
    for (auto [score, step] : llvm::zip_equal(scores, steps))
      if (step == 1)
        score += isInReduce(form) ? kReduceWeight : weight;
  };
  for (Operation &op : kernel.getBody().front()) {
    if (auto load = dyn_cast<LoadOp>(op))
      count(load.getIndex(), 1);
    else if (auto store = dyn_cast<StoreOp>(op))
      count(store.getIndex(), kStoreWeight);
    else if (auto stage = dyn_cast<StageOp>(op);
             stage && !stage.getRanges().empty())
      if (std::optional<unsigned> axis = getAxis(stage.getRanges().back()))
        scores[*axis] += kStoreWeight;
  }
  for (auto [score, size, range] : llvm::zip_equal(scores, sizes, ranges)) {
    if (size < kFewLanes && RangeOp(range).getAxis() == AxisType::Unroll) {
      score = std::min<int64_t>(score, 1);
      continue;
    }
    bool isWhole = size % kMaxLanes == 0 || llvm::isPowerOf2_64(size);
    score *= std::min(size, kMaxLanes) * (isWhole ? 2 : 1);
  }
  return scores;
}

std::optional<unsigned> VectorAxes::getAxis(Value value) const {
  auto it = axisOf.find(value);
  if (it == axisOf.end())
    return std::nullopt;
  return it->second;
}

llvm::SmallBitVector VectorAxes::getDependence(Value value) const {
  if (std::optional<unsigned> axis = getAxis(value)) {
    llvm::SmallBitVector bits(size());
    bits.set(*axis);
    return bits;
  }
  auto it = dependence.find(value);
  return it == dependence.end() ? llvm::SmallBitVector(size()) : it->second;
}

Axes VectorAxes::getAxes(ValueRange values) const {
  llvm::SmallBitVector bits(size());
  for (Value value : values)
    if (value)
      bits |= getDependence(value);
  return Axes(bits.set_bits_begin(), bits.set_bits_end());
}

Type VectorAxes::getType(Type element, ArrayRef<unsigned> axes) const {
  if (axes.empty())
    return element;
  return VectorType::get(
      llvm::map_to_vector(axes, [&](unsigned a) { return sizes[a]; }), element);
}

//===----------------------------------------------------------------------===//
// AxisBuilder
//===----------------------------------------------------------------------===//

Value AxisBuilder::broadcast(Location loc, const Expanded &source,
                             ArrayRef<unsigned> target) {
  if (ArrayRef<unsigned>(source.axes) == target)
    return source.value;
  Type element = getElementTypeOrSelf(source.value.getType());
  auto type = cast<VectorType>(axes.getType(element, target));
  if (source.axes.empty()) {
    Attribute constant;
    if (matchPattern(source.value, m_Constant(&constant)))
      return arith::ConstantOp::create(builder, loc,
                                       DenseElementsAttr::get(type, constant));
    return vector::BroadcastOp::create(builder, loc, type, source.value);
  }
  // Unit dimensions where the source lacks an axis after its first one.
  SmallVector<int64_t> shape;
  for (unsigned axis : target)
    if (llvm::is_contained(source.axes, axis))
      shape.push_back(axes.getSize(axis));
    else if (!shape.empty())
      shape.push_back(1);
  Value value = source.value;
  if (shape.size() != source.axes.size())
    value = vector::ShapeCastOp::create(builder, loc,
                                        VectorType::get(shape, element), value);
  return vector::BroadcastOp::create(builder, loc, type, value);
}

Expanded AxisBuilder::slice(Location loc, const Expanded &source, unsigned axis,
                            int64_t at) {
  auto it = llvm::find(source.axes, axis);
  if (it == source.axes.end())
    return source;
  int64_t position = it - source.axes.begin();
  Value value = source.value;
  if (position != 0) {
    SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(source.axes.size()));
    std::rotate(order.begin(), order.begin() + position,
                order.begin() + position + 1);
    value = vector::TransposeOp::create(builder, loc, value, order);
  }
  Expanded result = source;
  result.axes.erase(result.axes.begin() + position);
  result.value = vector::ExtractOp::create(builder, loc, value, at);
  return result;
}

Value AxisBuilder::assemble(Location loc, ArrayRef<Value> parts, unsigned axis,
                            ArrayRef<unsigned> target) {
  Type element = getElementTypeOrSelf(parts.front().getType());
  if (target.size() == 1)
    return vector::FromElementsOp::create(
        builder, loc, cast<VectorType>(axes.getType(element, target)), parts);
  SmallVector<int64_t> shape = {axes.getSize(axis)};
  for (unsigned other : target)
    if (other != axis)
      shape.push_back(axes.getSize(other));
  auto type = VectorType::get(shape, element);
  Value whole =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  for (auto [at, part] : llvm::enumerate(parts))
    whole = vector::InsertOp::create(builder, loc, part, whole, at);
  int64_t position = llvm::find(target, axis) - target.begin();
  if (position == 0)
    return whole;
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(1, shape.size()));
  order.insert(order.begin() + position, 0);
  return vector::TransposeOp::create(builder, loc, whole, order);
}

Expanded AxisBuilder::grow(Location loc, Value base, const AxisSteps &steps) {
  Expanded result{base, {}};
  for (auto [axis, step] : llvm::enumerate(steps))
    if (step != 0)
      result.axes.push_back(axis);
  Axes target = result.axes;
  result.value = broadcast(loc, {base, {}}, target);
  for (unsigned axis : target) {
    SmallVector<int64_t> offsets;
    for (int64_t i = 0, e = axes.getSize(axis); i != e; ++i)
      offsets.push_back(i * *steps[axis]);
    Value along = arith::ConstantOp::create(
        builder, loc, builder.getIndexVectorAttr(offsets));
    Value offset = broadcast(loc, {along, {axis}}, target);
    if (matchPattern(result.value, m_Zero()))
      result.value = offset;
    else
      result.value = arith::AddIOp::create(builder, loc, result.value, offset);
  }
  return result;
}

} // namespace tinygrad::uop
