//===- Elementwise.cpp - random elementwise ops, casts, creation --*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

using namespace mlir;

namespace tinygrad::random {

static bool isExactlyComparable(const Tensor &tensor) {
  return !tensor.rounded;
}

void Generator::unary() {
  const Tensor *x = pick([](const Tensor &) { return true; });
  if (!x)
    return;
  Type element = x->element();
  if (x->rounded) {
    // What keeps a small difference small.
    StringRef op = chance(50) ? "tg.neg" : "tg.relu";
    make(op, x->value, x->shape, element, {}, true);
    return;
  }
  if (element.isInteger(1)) {
    make("tg.not", x->value, x->shape, element);
    return;
  }
  static constexpr StringLiteral kInteger[] = {"tg.neg", "tg.abs", "tg.relu",
                                               "tg.not"};
  static constexpr StringLiteral kExact[] = {"tg.neg", "tg.abs", "tg.relu",
                                             "tg.trunc"};
  static constexpr StringLiteral kOther[] = {
      "tg.exp", "tg.exp2", "tg.log",  "tg.log2",      "tg.sin",
      "tg.cos", "tg.tanh", "tg.sqrt", "tg.reciprocal"};
  if (!isa<FloatType>(element))
    make(choose<StringLiteral>(kInteger), x->value, x->shape, element);
  else if (chance(50))
    make(choose<StringLiteral>(kExact), x->value, x->shape, element, x->exact);
  else
    make(choose<StringLiteral>(kOther), x->value, x->shape, element);
}

void Generator::binary() {
  const Tensor *a = pick(isExactlyComparable);
  if (!a)
    return;
  const Tensor *b = partner(*a);
  Type element = a->element();
  std::optional<double> sum, product, larger;
  if (a->exact && b->exact) {
    sum = *a->exact + *b->exact;
    product = *a->exact * *b->exact;
    larger = std::max(*a->exact, *b->exact);
  }
  auto build = [&](StringRef op, std::optional<double> exact) {
    Value operands[] = {a->value, b->value};
    if (chance(30))
      std::swap(operands[0], operands[1]);
    make(op, operands, a->shape, element, exact);
  };
  if (element.isInteger(1)) {
    static constexpr StringLiteral kBool[] = {
        "tg.and", "tg.or",      "tg.xor",    "tg.add",
        "tg.mul", "tg.maximum", "tg.minimum"};
    return build(choose<StringLiteral>(kBool), {});
  }
  if (element.isUnsignedInteger(64) && chance(15))
    return build("tg.threefry", {});
  if (!isa<FloatType>(element)) {
    static constexpr StringLiteral kInteger[] = {
        "tg.add",     "tg.sub",     "tg.mul", "tg.floordiv", "tg.mod",
        "tg.cdiv",    "tg.cmod",    "tg.and", "tg.or",       "tg.xor",
        "tg.maximum", "tg.minimum", "tg.shl", "tg.shr"};
    return build(choose<StringLiteral>(kInteger), {});
  }
  switch (below(8)) {
  case 0:
  case 1:
    return build("tg.add", sum);
  case 2:
    return build("tg.sub", sum);
  case 3:
    return build("tg.mul", product);
  case 4:
    return build("tg.maximum", larger);
  case 5:
    return build("tg.minimum", larger);
  case 6:
    return build("tg.div", {});
  default:
    return build(chance(50) ? "tg.floordiv" : "tg.mod", {});
  }
}

void Generator::compare() {
  const Tensor *a = pick(isExactlyComparable);
  if (!a)
    return;
  const Tensor *b = partner(*a);
  static constexpr tg::CmpPredicate kPredicates[] = {
      tg::CmpPredicate::eq, tg::CmpPredicate::ne, tg::CmpPredicate::lt,
      tg::CmpPredicate::le, tg::CmpPredicate::gt, tg::CmpPredicate::ge};
  make("tg.cmp", {a->value, b->value}, a->shape, builder.getI1Type(), {}, false,
       builder.getNamedAttr(
           "predicate",
           tg::CmpPredicateAttr::get(builder.getContext(),
                                     choose<tg::CmpPredicate>(kPredicates))));
}

void Generator::where() {
  const Tensor *a = pick(isExactlyComparable);
  if (!a)
    return;
  const Tensor *b = partner(*a);
  Tensor like = *a;
  const Tensor *condition = pick([&](const Tensor &tensor) {
    return tensor.shape == like.shape && tensor.element().isInteger(1);
  });
  if (!condition)
    condition = chance(50) ? constant(a->shape, builder.getI1Type())
                           : cast(*partner(*a), builder.getI1Type());
  std::optional<double> exact;
  if (a->exact && b->exact)
    exact = std::max(*a->exact, *b->exact);
  make("tg.where", {condition->value, a->value, b->value}, a->shape,
       a->element(), exact);
}

void Generator::convert() {
  const Tensor *x = pick(isExactlyComparable);
  if (!x)
    return;
  Type element = randomElement();
  if (element == x->element())
    return;
  static constexpr tg::Saturate kModes[] = {
      tg::Saturate::finite, tg::Saturate::all, tg::Saturate::none};
  SmallVector<NamedAttribute> attributes;
  if (isa<Float8E4M3FNType, Float8E5M2Type>(element))
    attributes.push_back(builder.getNamedAttr(
        "saturate", tg::SaturateAttr::get(builder.getContext(),
                                          choose<tg::Saturate>(kModes))));
  make("tg.cast", x->value, x->shape, element, getMagnitude(*x), false,
       attributes);
}

void Generator::bitcast() {
  const Tensor *x = pick([](const Tensor &tensor) {
    return !tensor.rounded && !tensor.element().isInteger(1);
  });
  if (!x)
    return;
  unsigned width = x->element().getIntOrFloatBitWidth();
  for (unsigned tries = 0; tries < 20; ++tries) {
    Type element = randomElement();
    if (element.getIntOrFloatBitWidth() != width || element == x->element())
      continue;
    // The bits of a NaN are not part of what is compared.
    if (isa<FloatType>(x->element()))
      return;
    make("tg.bitcast", x->value, x->shape, element);
    return;
  }
}

void Generator::create() {
  if (chance(50)) {
    Shape shape = randomShape();
    constant(shape, randomElement());
    return;
  }
  Type element = randomElement();
  if (element.isInteger(1))
    element = builder.getI32Type();
  Dim size = randomDim();
  double largest = 3 + 2 * static_cast<double>(upperBound(size));
  TypedAttr start = getNumber(element, between(-3, 3));
  TypedAttr step = getNumber(element, between(-2, 2));
  Value value = tg::ArangeOp::create(builder, builder.getUnknownLoc(),
                                     getSize(size), start, step);
  add(value, {size}, limit(element, largest));
}

void Generator::contiguous() {
  if (const Tensor *x = pick([](const Tensor &) { return true; }))
    make("tg.contiguous", x->value, x->shape, x->element(), x->exact,
         x->rounded);
}

} // namespace tinygrad::random
