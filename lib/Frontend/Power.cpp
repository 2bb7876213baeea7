//===- Power.cpp - powers of lazy nodes ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Builder.h"
#include <limits>

namespace tinygrad::frontend {

static NodeRef both(const NodeRef &a, const NodeRef &b) {
  return makeBinary(OpKind::And, a, b);
}
static NodeRef either(const NodeRef &a, const NodeRef &b) {
  return makeBinary(OpKind::Or, a, b);
}
static NodeRef equals(const NodeRef &a, double number) {
  return makeBinary(OpKind::Eq, a, makeConstLike(a, number));
}

/// The value of a power of f32 or f64 in simpler ops.
static NodeRef expandPow(const NodeRef &x, const NodeRef &y) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  NodeRef log = makeUnary(OpKind::Log2, makeUnary(OpKind::Abs, x));
  NodeRef magnitude = makeUnary(OpKind::Exp2, makeBinary(OpKind::Mul, log, y));
  NodeRef whole = makeUnary(OpKind::Trunc, y);
  NodeRef isWhole = makeBinary(OpKind::Eq, y, whole);
  NodeRef half = makeBinary(OpKind::Mul, whole, makeConstLike(y, 0.5));
  NodeRef isEven = makeBinary(OpKind::Eq, half, makeUnary(OpKind::Trunc, half));
  NodeRef isOdd = both(isWhole, makeUnary(OpKind::Not, isEven));
  NodeRef nan = makeConstLike(x, std::numeric_limits<double>::quiet_NaN());
  // A negative base has a power where the exponent is whole, or the base
  // infinite.
  NodeRef negative =
      makeWhere(isOdd, makeUnary(OpKind::Neg, magnitude), magnitude);
  negative = makeWhere(either(isWhole, equals(x, -inf)), negative, nan);
  NodeRef isNegative = makeBinary(OpKind::Lt, x, makeConstLike(x, 0));
  NodeRef value = makeWhere(isNegative, negative, magnitude);
  return makeWhere(either(equals(y, 0), equals(x, 1)), makeConstLike(x, 1),
                   value);
}

NodeRef makePow(const NodeRef &base, const NodeRef &exponent) {
  ElementType type = base->type;
  ElementType wide = type == ElementType::F64 || type == ElementType::F32 ||
                             type == ElementType::WeakFloat
                         ? type
                         : ElementType::F32;
  NodeRef value =
      makeCast(expandPow(makeCast(base, wide), makeCast(exponent, wide)), type);
  NodeRef node = makeBinary(OpKind::Pow, base, exponent);
  node->operands.push_back(std::move(value));
  return node;
}

} // namespace tinygrad::frontend
