//===- Reduce.cpp - random reduces, contractions and composites ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

using namespace mlir;

namespace tinygrad::random {

/// Decides how to sum `count` elements of `tensor`: as they are where the order
/// does not show, else their magnitudes, which do not cancel.
bool Generator::sumOver(const Tensor &tensor, double count,
                        const Tensor *&operand, std::optional<double> &exact,
                        bool &rounded) {
  operand = &tensor;
  rounded = false;
  if (!isa<FloatType>(tensor.element()))
    return true;
  if (tensor.exact && *tensor.exact * count <= 16777216) {
    exact = *tensor.exact * count;
    return true;
  }
  operand = make("tg.abs", tensor.value, tensor.shape, tensor.element());
  rounded = true;
  return true;
}

void Generator::reduce() {
  const Tensor *x = pick([](const Tensor &tensor) { return !tensor.rounded; });
  if (!x)
    return;
  SmallVector<int64_t> axes;
  double count = 1;
  bool mayBeEmpty = false, keepdim = chance(50);
  Shape shape;
  for (int64_t axis = 0, e = x->shape.size(); axis < e; ++axis) {
    const Dim &dim = x->shape[axis];
    if (!chance(50)) {
      shape.push_back(dim);
      continue;
    }
    axes.push_back(axis);
    count *= static_cast<double>(upperBound(dim));
    mayBeEmpty |= lowerBound(dim) == 0;
    if (keepdim)
      shape.push_back(Dim{1, {}});
  }
  if (axes.size() > 1 && chance(20))
    std::swap(axes.front(), axes.back());
  StringRef op;
  std::optional<double> exact = x->exact;
  bool rounded = false;
  Type element = x->element(), result = element;
  uint64_t kind = below(5);
  if (kind < 2 || (mayBeEmpty && kind < 4) ||
      (kind == 4 && element.isInteger(1))) {
    op = "tg.sum";
    exact.reset();
    sumOver(*x, count, x, exact, rounded);
    if (auto integer = dyn_cast<IntegerType>(element);
        integer && integer.getWidth() < 32)
      result = builder.getIntegerType(32, !integer.isUnsigned());
    if (result.isSignedInteger())
      result = builder.getI32Type();
  } else if (kind == 4) {
    // The order of a float product shows in its rounding.
    if (isa<FloatType>(element) && !(x->exact && *x->exact <= 1))
      return;
    op = "tg.prod";
    if (exact)
      exact = std::max(*exact, 1.0); // Of no elements.
  } else {
    op = kind == 2 ? "tg.max" : "tg.min";
  }
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr("axes", builder.getDenseI64ArrayAttr(axes))};
  if (keepdim)
    attributes.push_back(
        builder.getNamedAttr("keepdim", builder.getUnitAttr()));
  make(op, x->value, shape, result, exact, rounded, attributes);
}

/// A reduce of one axis, broadcast back and combined with what it came from.
void Generator::broadcastReduce() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return !tensor.rounded && !tensor.shape.empty() &&
           !tensor.element().isInteger(1);
  });
  if (!x)
    return;
  int64_t axis = chance(60) ? x->shape.size() - 1 : below(x->shape.size());
  if (lowerBound(x->shape[axis]) == 0)
    return;
  Shape shape = x->shape;
  shape[axis] = Dim{1, {}};
  const Tensor *row =
      make(chance(50) ? "tg.max" : "tg.min", x->value, shape, x->element(),
           x->exact, false,
           {builder.getNamedAttr("axes", builder.getDenseI64ArrayAttr(axis)),
            builder.getNamedAttr("keepdim", builder.getUnitAttr())});
  Value expanded = tg::ExpandOp::create(builder, builder.getUnknownLoc(),
                                        row->value, getSizes(x->shape));
  std::optional<double> exact;
  if (x->exact)
    exact = 2 * *x->exact;
  make("tg.sub", {x->value, expanded}, x->shape, x->element(), exact);
}

void Generator::matmul() {
  const Tensor *a = pick([](const Tensor &tensor) {
    return !tensor.rounded && tensor.shape.size() >= 2 &&
           !tensor.element().isInteger(1);
  });
  if (!a)
    return;
  Shape shape = a->shape;
  size_t rank = shape.size();
  Dim rows = shape[rank - 2], inner = shape[rank - 1];
  Shape right = shape;
  right[rank - 2] = inner;
  right[rank - 1] = chance(50) ? rows : Dim{between(1, 9), {}};
  const Tensor *b;
  if (right[rank - 1] == rows && chance(60)) {
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    std::swap(order[rank - 2], order[rank - 1]);
    Value value = tg::PermuteOp::create(builder, builder.getUnknownLoc(),
                                        a->value, order);
    b = add(value, right, a->exact);
  } else {
    if (countElements(right) > kMaxElements)
      return;
    b = constant(right, a->element());
  }
  shape[rank - 1] = right[rank - 1];
  double count = static_cast<double>(upperBound(inner));
  if (countElements(shape) * count > 65536 ||
      countElements(shape) > kMaxElements)
    return;
  std::optional<double> exact;
  if (isa<FloatType>(a->element())) {
    if (!a->exact || !b->exact || *a->exact * *b->exact * count > 16777216)
      return;
    exact = *a->exact * *b->exact * count;
  }
  Value value = tg::MatmulOp::create(builder, builder.getUnknownLoc(), a->value,
                                     b->value);
  Type element = mlir::cast<RankedTensorType>(value.getType()).getElementType();
  add(value, shape, limit(element, exact));
}

void Generator::conv() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return !tensor.rounded && tensor.shape.size() >= 3 &&
           tensor.shape[1].isConstant() && tensor.shape[1].factor > 0 &&
           !tensor.element().isInteger(1);
  });
  if (!x)
    return;
  int64_t channels = x->shape[1].factor;
  int64_t groups = channels % 2 == 0 && chance(30) ? 2 : 1;
  int64_t outputs = groups * between(1, 3);
  Shape filter = {Dim{outputs, {}}, Dim{channels / groups, {}}};
  Shape shape = {x->shape[0], Dim{outputs, {}}};
  SmallVector<int64_t> strides, dilations, low, high;
  double count = static_cast<double>(channels / groups);
  for (const Dim &dim : ArrayRef(x->shape).drop_front(2)) {
    if (lowerBound(dim) == 0)
      return;
    bool fixed = dim.isConstant();
    int64_t kernel = fixed ? between(1, 3) : 1;
    dilations.push_back(fixed && kernel > 1 && chance(30) ? 2 : 1);
    strides.push_back(fixed ? between(1, 2) : 1);
    low.push_back(fixed ? between(0, 2) : 0);
    high.push_back(fixed ? between(0, 2) : 0);
    int64_t room = dim.factor + low.back() + high.back() -
                   dilations.back() * (kernel - 1) - 1;
    if (fixed && room < 0)
      return;
    count *= static_cast<double>(kernel);
    filter.push_back(Dim{kernel, {}});
    shape.push_back(fixed ? Dim{room / strides.back() + 1, {}} : dim);
  }
  if (countElements(filter) > kMaxElements ||
      countElements(shape) > kMaxElements ||
      static_cast<double>(countElements(shape)) * count > 65536)
    return;
  const Tensor *weights = constant(filter, x->element());
  std::optional<double> exact;
  if (isa<FloatType>(x->element())) {
    if (!x->exact || *x->exact * 3 * count > 16777216)
      return;
    exact = *x->exact * 3 * count;
  }
  Value value =
      tg::ConvOp::create(builder, builder.getUnknownLoc(), x->value,
                         weights->value, strides, dilations, low, high, groups);
  Type element = mlir::cast<RankedTensorType>(value.getType()).getElementType();
  add(value, shape, limit(element, exact));
}

void Generator::maxPool() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return !tensor.shape.empty() && tensor.shape.back().isConstant() &&
           tensor.shape.back().factor > 0;
  });
  if (!x)
    return;
  Shape shape = x->shape;
  SmallVector<int64_t> kernel, strides, low, high;
  size_t first = shape.size() - 1;
  if (first > 0 && shape[first - 1].isConstant() &&
      shape[first - 1].factor > 0 && chance(60))
    --first;
  for (size_t axis = first; axis < shape.size(); ++axis) {
    int64_t size = shape[axis].factor;
    kernel.push_back(between(1, std::min<int64_t>(size, 3)));
    strides.push_back(between(1, 3));
    // Less than the window, so that each window touches the input.
    low.push_back(between(0, kernel.back() - 1));
    high.push_back(between(0, kernel.back() - 1));
    int64_t room = size + low.back() + high.back() - kernel.back();
    shape[axis] = Dim{room / strides.back() + 1, {}};
  }
  Value value =
      tg::MaxPoolOp::create(builder, builder.getUnknownLoc(), x->value, kernel,
                            strides, ArrayRef<int64_t>(), low, high);
  add(value, shape, x->exact, x->rounded);
}

void Generator::softmax() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return !tensor.rounded && !tensor.shape.empty() &&
           isa<FloatType>(tensor.element());
  });
  if (!x)
    return;
  size_t axis = below(x->shape.size());
  if (!x->shape[axis].isConstant() && lowerBound(x->shape[axis]) == 0)
    return; // The maximum of no elements is an error.
  make("tg.softmax", x->value, x->shape, x->element(), {}, true,
       builder.getNamedAttr("axis", builder.getI64IntegerAttr(axis)));
}

void Generator::argReduce() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return !tensor.rounded && !tensor.shape.empty();
  });
  if (!x)
    return;
  size_t axis = below(x->shape.size());
  if (lowerBound(x->shape[axis]) == 0)
    return;
  Shape shape = x->shape;
  shape[axis] = Dim{1, {}};
  bool keepdim = chance(50);
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr("axis", builder.getI64IntegerAttr(axis))};
  if (keepdim)
    attributes.push_back(
        builder.getNamedAttr("keepdim", builder.getUnitAttr()));
  else
    shape.erase(shape.begin() + axis);
  make(chance(50) ? "tg.argmax" : "tg.argmin", x->value, shape,
       builder.getI32Type(), {}, false, attributes);
}

} // namespace tinygrad::random
