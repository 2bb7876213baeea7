//===- Movement.cpp - random movement ops -------------------------*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

using namespace mlir;

namespace tinygrad::random {

static bool hasRank(const Tensor &tensor) { return !tensor.shape.empty(); }

void Generator::reshape() {
  const Tensor *x = pick([](const Tensor &) { return true; });
  if (!x)
    return;
  Shape shape = x->shape;
  for (int64_t i = 0, e = between(1, 3); i < e; ++i) {
    size_t axis = below(shape.size());
    if (chance(40) && shape.size() >= 2) {
      axis = below(shape.size() - 1);
      Dim &merged = shape[axis];
      merged.factor *= shape[axis + 1].factor;
      llvm::append_range(merged.variables, shape[axis + 1].variables);
      llvm::sort(merged.variables);
      if (merged.factor == 0)
        merged.variables.clear();
      shape.erase(shape.begin() + axis + 1);
    } else if (chance(50) && shape.size() < kMaxRank) {
      shape.insert(shape.begin() + below(shape.size() + 1), Dim{1, {}});
    } else if (!shape.empty() && shape[axis].factor > 1 &&
               shape.size() < kMaxRank) {
      for (int64_t divisor : {4, 3, 2, 5, 7})
        if (shape[axis].factor % divisor == 0) {
          shape[axis].factor /= divisor;
          // The variable, if there is one, stays in the outer axis.
          shape.insert(shape.begin() + axis + 1, Dim{divisor, {}});
          break;
        }
    } else if (!shape.empty() && shape[axis].isOne()) {
      shape.erase(shape.begin() + axis);
    }
  }
  Value value = tg::ReshapeOp::create(builder, builder.getUnknownLoc(),
                                      x->value, getSizes(shape));
  add(value, shape, x->exact, x->rounded);
}

void Generator::expand() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return llvm::any_of(tensor.shape,
                        [](const Dim &dim) { return dim.isOne(); });
  });
  if (!x)
    return;
  Shape shape = x->shape;
  for (Dim &dim : shape)
    if (dim.isOne() && chance(80))
      dim = randomDim();
  if (countElements(shape) > kMaxElements)
    return;
  Value value = tg::ExpandOp::create(builder, builder.getUnknownLoc(), x->value,
                                     getSizes(shape));
  add(value, shape, x->exact, x->rounded);
}

void Generator::permute() {
  const Tensor *x = pick(hasRank);
  if (!x)
    return;
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, x->shape.size()));
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[below(i)]);
  Shape shape;
  for (int64_t axis : order)
    shape.push_back(x->shape[axis]);
  Value value =
      tg::PermuteOp::create(builder, builder.getUnknownLoc(), x->value, order);
  add(value, shape, x->exact, x->rounded);
}

void Generator::pad() {
  const Tensor *x = pick(hasRank);
  if (!x)
    return;
  Shape shape = x->shape;
  SmallVector<OpFoldResult> low, high;
  for (Dim &dim : shape) {
    bool pads = dim.isConstant() && chance(60);
    int64_t before = pads ? between(0, 3) : 0, after = pads ? between(0, 3) : 0;
    low.push_back(index(before));
    high.push_back(index(after));
    if (pads)
      dim = Dim{dim.factor + before + after, {}};
  }
  if (countElements(shape) > kMaxElements)
    return;
  int64_t number = x->element().isInteger(1) ? between(0, 1) : between(-3, 3);
  Value value = tg::PadOp::create(builder, builder.getUnknownLoc(), x->value,
                                  low, high, getNumber(x->element(), number));
  std::optional<double> exact;
  if (x->exact)
    exact = std::max(*x->exact, std::abs(double(number)));
  add(value, shape, exact, x->rounded);
}

void Generator::shrink() {
  const Tensor *x = pick(hasRank);
  if (!x)
    return;
  Shape shape = x->shape;
  SmallVector<OpFoldResult> offsets;
  for (Dim &dim : shape) {
    offsets.push_back(index(0));
    if (!dim.isConstant() || chance(30))
      continue;
    int64_t size = dim.factor;
    int64_t most = upperBound(Dim{1, {1}});
    if (size > most && chance(20)) {
      // At an offset that is a variable.
      offsets.back() = getVariable(1);
      dim = Dim{between(0, size - most), {}};
      continue;
    }
    int64_t from = between(0, size), to = between(from, size);
    if (from == to && chance(80)) {
      from = 0;
      to = size;
    }
    offsets.back() = index(from);
    dim = Dim{to - from, {}};
  }
  Value value = tg::ShrinkOp::create(builder, builder.getUnknownLoc(), x->value,
                                     offsets, getSizes(shape));
  add(value, shape, x->exact, x->rounded);
}

void Generator::flip() {
  const Tensor *x = pick(hasRank);
  if (!x)
    return;
  SmallVector<int64_t> axes;
  for (int64_t axis = 0, e = x->shape.size(); axis < e; ++axis)
    if (chance(50))
      axes.push_back(axis);
  make("tg.flip", x->value, x->shape, x->element(), x->exact, x->rounded,
       builder.getNamedAttr("axes", builder.getDenseI64ArrayAttr(axes)));
}

} // namespace tinygrad::random
