//===- Functions.cpp - random functions of elements, any, mean --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

using namespace mlir;

namespace tinygrad::random {

static bool isComparable(const Tensor &tensor) { return !tensor.rounded; }

static bool isComparableFloat(const Tensor &tensor) {
  return !tensor.rounded && isa<FloatType>(tensor.element());
}

void Generator::floatFunction() {
  const Tensor *x = pick(isComparableFloat);
  if (!x)
    return;
  static constexpr StringLiteral kFunctions[] = {
      "tg.tan",   "tg.asin",  "tg.acos",  "tg.atan",    "tg.sinh",  "tg.cosh",
      "tg.asinh", "tg.acosh", "tg.atanh", "tg.expm1",   "tg.log1p", "tg.rsqrt",
      "tg.erf",   "tg.gelu",  "tg.gelu",  "tg.sigmoid", "tg.silu"};
  static constexpr StringLiteral kExact[] = {"tg.floor", "tg.ceil", "tg.round",
                                             "tg.sign"};
  if (chance(40)) {
    make(choose<StringLiteral>(kExact), x->value, x->shape, x->element(),
         x->exact);
    return;
  }
  StringRef op = choose<StringLiteral>(kFunctions);
  SmallVector<NamedAttribute> attributes;
  if (op == "tg.gelu" && chance(50))
    attributes.push_back(builder.getNamedAttr("tanh", builder.getUnitAttr()));
  make(op, x->value, x->shape, x->element(), {}, false, attributes);
}

void Generator::classify() {
  const Tensor *x = pick(isComparableFloat);
  if (!x)
    return;
  static constexpr StringLiteral kClasses[] = {"tg.is_nan", "tg.is_inf",
                                               "tg.is_finite"};
  make(choose<StringLiteral>(kClasses), x->value, x->shape,
       builder.getI1Type());
}

void Generator::power() {
  const Tensor *a = pick([](const Tensor &tensor) {
    return !tensor.rounded && !tensor.element().isInteger(1);
  });
  if (!a)
    return;
  const Tensor *b = partner(*a);
  bool isFloat = isa<FloatType>(a->element());
  StringRef op = isFloat && chance(40) ? "tg.copysign" : "tg.pow";
  std::optional<double> exact;
  if (op == "tg.copysign")
    exact = a->exact;
  make(op, {a->value, b->value}, a->shape, a->element(), exact);
}

void Generator::ternary() {
  const Tensor *a = pick(isComparable);
  if (!a)
    return;
  const Tensor *b = partner(*a), *c = partner(*a);
  std::optional<double> exact;
  if (a->exact && b->exact && c->exact)
    exact = *a->exact * *b->exact + *c->exact;
  if (a->element().isInteger(1) || chance(50)) {
    make("tg.mulacc", {a->value, b->value, c->value}, a->shape, a->element(),
         exact);
    return;
  }
  if (exact)
    exact = std::max({*a->exact, *b->exact, *c->exact});
  make("tg.clamp", {a->value, b->value, c->value}, a->shape, a->element(),
       exact);
}

void Generator::summary() {
  const Tensor *x = pick(isComparable);
  if (!x)
    return;
  SmallVector<int64_t> axes;
  bool keepdim = chance(50);
  Shape shape;
  for (int64_t axis = 0, e = x->shape.size(); axis < e; ++axis) {
    if (!chance(50)) {
      shape.push_back(x->shape[axis]);
      continue;
    }
    axes.push_back(axis);
    if (keepdim)
      shape.push_back(Dim{1, {}});
  }
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr("axes", builder.getDenseI64ArrayAttr(axes))};
  if (keepdim)
    attributes.push_back(
        builder.getNamedAttr("keepdim", builder.getUnitAttr()));
  if (!isa<FloatType>(x->element()) || chance(50)) {
    make(chance(50) ? "tg.any" : "tg.all", x->value, shape, builder.getI1Type(),
         {}, false, attributes);
    return;
  }
  // Magnitudes, whose sum does not cancel; a difference from the mean may, so
  // that a variance is compared only of small whole numbers.
  const Tensor *y = x;
  bool isVar = x->exact && *x->exact <= 64 && chance(50);
  if (isVar)
    attributes.push_back(builder.getNamedAttr(
        "correction", builder.getI64IntegerAttr(between(0, 2))));
  else
    y = make("tg.abs", x->value, x->shape, x->element(), x->exact);
  make(isVar ? "tg.var" : "tg.mean", y->value, shape, y->element(), {}, true,
       attributes);
}

} // namespace tinygrad::random
