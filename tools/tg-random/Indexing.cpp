//===- Indexing.cpp - random ops that join, find and order -------*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"
#include "Generator.h"

using namespace mlir;

namespace tinygrad::random {

static bool hasRank(const Tensor &tensor) { return !tensor.shape.empty(); }

/// The larger of two magnitudes, if both are known.
static std::optional<double> larger(std::optional<double> a,
                                    std::optional<double> b) {
  return a && b ? std::optional<double>(std::max(*a, *b)) : std::nullopt;
}

void Generator::concat() {
  const Tensor *x = pick(hasRank);
  if (!x)
    return;
  size_t axis = below(x->shape.size());
  if (!x->shape[axis].isConstant())
    return;
  SmallVector<Value> parts = {x->value};
  Shape shape = x->shape;
  std::optional<double> exact = x->exact;
  bool rounded = x->rounded;
  for (int64_t i = 0, e = between(0, 2); i < e; ++i) {
    Shape other = x->shape;
    other[axis] = Dim{between(0, 4), {}};
    const Tensor *part =
        chance(40) ? partner(*x) : constant(other, x->element());
    parts.push_back(part->value);
    shape[axis].factor += part->shape[axis].factor;
    exact = larger(exact, part->exact);
    rounded |= part->rounded;
  }
  if (countElements(shape) > kMaxElements)
    return;
  if (chance(30))
    std::swap(parts.front(), parts.back());
  Value value = tg::ConcatOp::create(builder, builder.getUnknownLoc(), parts,
                                     int64_t(axis));
  add(value, shape, exact, rounded);
}

void Generator::stack() {
  const Tensor *x =
      pick([](const Tensor &tensor) { return tensor.shape.size() < kMaxRank; });
  if (!x || countElements(x->shape) * 2 > kMaxElements)
    return;
  const Tensor *y = partner(*x);
  size_t axis = below(x->shape.size() + 1);
  Shape shape = x->shape;
  shape.insert(shape.begin() + axis, Dim{2, {}});
  Value value =
      tg::StackOp::create(builder, builder.getUnknownLoc(),
                          ValueRange{x->value, y->value}, int64_t(axis));
  add(value, shape, larger(x->exact, y->exact), x->rounded || y->rounded);
}

void Generator::repeat() {
  const Tensor *x = pick(hasRank);
  if (!x)
    return;
  Shape shape = x->shape, counts;
  for (Dim &dim : shape) {
    // A variable size stays one.
    Dim count{chance(60) ? 1 : between(dim.isConstant() ? 0 : 1, 3), {}};
    if (dim.isConstant() && dim.factor > 0 && chance(10))
      count = Dim{1, {static_cast<unsigned>(below(2))}};
    dim.factor *= count.factor;
    llvm::append_range(dim.variables, count.variables);
    counts.push_back(std::move(count));
  }
  if (countElements(shape) > kMaxElements)
    return;
  Value value = tg::RepeatOp::create(builder, builder.getUnknownLoc(), x->value,
                                     getSizes(counts));
  add(value, shape, x->exact, x->rounded);
}

/// Integers some of which are places of a short axis.
const Tensor *Generator::indices(const Shape &shape) {
  Type element = chance(60)   ? Type(builder.getI32Type())
                 : chance(50) ? Type(builder.getI64Type())
                              : builder.getIntegerType(8, /*isSigned=*/false);
  if (chance(70))
    return constant(shape, element);
  const Tensor *known = pick([&](const Tensor &tensor) {
    return tensor.shape == shape && !tensor.rounded &&
           !isa<FloatType>(tensor.element());
  });
  return known ? cast(*known, element) : constant(shape, element);
}

void Generator::oneHot() {
  Shape shape = randomShape();
  if (shape.size() >= kMaxRank || countElements(shape) * 9 > kMaxElements)
    return;
  const Tensor *index = indices(shape);
  Dim classes = chance(80) ? Dim{between(0, 9), {}} : Dim{1, {0}};
  Type element = randomElement();
  shape.push_back(classes);
  Value value = tg::OneHotOp::create(builder, builder.getUnknownLoc(),
                                     index->value, getSize(classes), element);
  add(value, shape, limit(element, 1));
}

void Generator::gather() {
  const Tensor *x = pick(hasRank);
  if (!x)
    return;
  size_t axis = below(x->shape.size());
  Shape shape = x->shape;
  if (chance(70))
    shape[axis] = Dim{between(0, 6), {}};
  if (countElements(shape) > kMaxElements)
    return;
  const Tensor *index = indices(shape);
  Value value = tg::GatherOp::create(builder, builder.getUnknownLoc(), x->value,
                                     index->value, int64_t(axis));
  add(value, shape, x->exact, x->rounded);
}

void Generator::scatter() {
  const Tensor *x = pick(
      [](const Tensor &tensor) { return hasRank(tensor) && !tensor.rounded; });
  if (!x)
    return;
  size_t axis = below(x->shape.size());
  Shape shape = x->shape;
  shape[axis] = Dim{between(0, 5), {}};
  if (countElements(shape) > kMaxElements)
    return;
  static constexpr tg::ScatterKind kKinds[] = {
      tg::ScatterKind::set, tg::ScatterKind::add, tg::ScatterKind::prod,
      tg::ScatterKind::max, tg::ScatterKind::min};
  tg::ScatterKind kind = choose<tg::ScatterKind>(kKinds);
  bool sums = kind == tg::ScatterKind::add || kind == tg::ScatterKind::prod;
  if (sums && isa<FloatType>(x->element()) && !x->exact)
    return;
  const Tensor *index = indices(shape);
  const Tensor *updates = constant(shape, x->element());
  std::optional<double> exact = larger(x->exact, updates->exact);
  if (exact && sums)
    exact = kind == tg::ScatterKind::add ? *exact + 15 : *exact * 243;
  if (sums && isa<FloatType>(x->element()) && !limit(x->element(), exact))
    return;
  Value value =
      tg::ScatterOp::create(builder, builder.getUnknownLoc(), kind, x->value,
                            index->value, updates->value, uint64_t(axis));
  add(value, x->shape, limit(x->element(), exact));
}

void Generator::cumulative() {
  const Tensor *x = pick(
      [](const Tensor &tensor) { return hasRank(tensor) && !tensor.rounded; });
  if (!x)
    return;
  size_t axis = below(x->shape.size());
  double count = static_cast<double>(upperBound(x->shape[axis]));
  Location loc = builder.getUnknownLoc();
  bool isFloat = isa<FloatType>(x->element());
  Value value;
  std::optional<double> exact = x->exact;
  switch (below(4)) {
  case 0:
    if (isFloat && (!exact || !limit(x->element(), *exact * count)))
      return;
    value = tg::CumsumOp::create(builder, loc, x->value, int64_t(axis));
    if (exact)
      *exact *= count;
    break;
  case 1:
    if (isFloat || x->element().isInteger(1))
      return; // Products soon are no small integers.
    value = tg::CumprodOp::create(builder, loc, x->value, int64_t(axis));
    exact = {};
    break;
  case 2:
    value = tg::CummaxOp::create(builder, loc, x->value, int64_t(axis));
    break;
  default:
    value = tg::CumminOp::create(builder, loc, x->value, int64_t(axis));
    break;
  }
  Type element = mlir::cast<RankedTensorType>(value.getType()).getElementType();
  add(value, x->shape, limit(element, exact));
}

void Generator::sort() {
  const Tensor *x = pick(
      [](const Tensor &tensor) { return hasRank(tensor) && !tensor.rounded; });
  if (!x)
    return;
  size_t axis = below(x->shape.size());
  Shape shape = x->shape;
  Location loc = builder.getUnknownLoc();
  Operation *op;
  if (chance(50)) {
    op = tg::SortOp::create(builder, loc, x->value, int64_t(axis), chance(50));
  } else {
    int64_t k = between(0, lowerBound(shape[axis]));
    op = tg::TopkOp::create(builder, loc, x->value, int64_t(axis), k,
                            chance(50));
    shape[axis] = Dim{k, {}};
  }
  add(op->getResult(0), shape, x->exact);
  add(op->getResult(1), shape);
}

void Generator::random() {
  Shape two = {Dim{2, {}}};
  Type word = builder.getIntegerType(32, /*isSigned=*/false);
  const Tensor *key = partner(*constant(two, word));
  const Tensor *counter = constant(two, word);
  Shape shape = randomShape();
  Type element = randomElement();
  if (!isa<FloatType>(element) || key->rounded)
    return;
  Value value = tg::RandOp::create(builder, builder.getUnknownLoc(), key->value,
                                   counter->value, getSizes(shape), element);
  add(value, shape);
}

} // namespace tinygrad::random
