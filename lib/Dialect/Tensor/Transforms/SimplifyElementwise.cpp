//===- SimplifyElementwise.cpp - the algebra of elements --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimplifyHelpers.h"

using namespace mlir;

namespace tinygrad::tg {

using namespace simplify;

/// Whether `not` of the comparison is a comparison of values like `operand`.
static bool isInvertible(CmpPredicateAttr predicate, Value operand) {
  return !isFloat(operand) || predicate.getValue() == CmpPredicate::eq ||
         predicate.getValue() == CmpPredicate::ne;
}

static CmpPredicateAttr invert(CmpPredicateAttr predicate) {
  auto opposite = [&] {
    switch (predicate.getValue()) {
    case CmpPredicate::eq:
      return CmpPredicate::ne;
    case CmpPredicate::ne:
      return CmpPredicate::eq;
    case CmpPredicate::lt:
      return CmpPredicate::ge;
    case CmpPredicate::le:
      return CmpPredicate::gt;
    case CmpPredicate::gt:
      return CmpPredicate::le;
    case CmpPredicate::ge:
      return CmpPredicate::lt;
    }
    return CmpPredicate::ne;
  };
  return CmpPredicateAttr::get(predicate.getContext(), opposite());
}

namespace {
#include "SimplifyElementwise.inc"
} // namespace

void populateElementwiseSimplifications(RewritePatternSet &patterns) {
  populateWithGenerated(patterns);
}

} // namespace tinygrad::tg
