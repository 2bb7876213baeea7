//===- IndexCondition.cpp - comparisons with bounds -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/IndexSimplifier.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>

using namespace mlir;
using namespace tinygrad::uop;

/// Divides all coefficients by `divisor`, which they are multiples of.
static IndexSum divideTerms(const IndexSum &sum, int64_t divisor,
                            int64_t constant) {
  IndexSum result(constant);
  for (const IndexSum::Term &term : sum.getTerms())
    result.add(term.product, term.coefficient / divisor);
  return result;
}

static IndexSum negate(const IndexSum &sum) {
  IndexSum result;
  result.add(sum, -1);
  return result;
}

IndexSimplifier::Condition IndexSimplifier::simplifyNonNegative(IndexSum sum) {
  if (sum.hasOverflowed())
    return {std::nullopt, sum};
  while (true) {
    if (isNonNegative(sum))
      return {true, {}};
    IndexSum opposite = negate(sum);
    opposite.addConstant(-1);
    if (isNonNegative(opposite))
      return {false, {}};

    // g * A + k >= 0 where A + floor(k / g) >= 0.
    if (int64_t gcd = sum.getGCD(); gcd > 1) {
      sum = divideTerms(sum, gcd,
                        llvm::divideFloorSigned(sum.getConstant(), gcd));
      continue;
    }

    // The cheapest of the equal conditions, if it is cheaper.
    unsigned bestCost = getCost(toExpr(sum));
    std::optional<IndexSum> best;
    auto consider = [&](const IndexSum &candidate) {
      if (candidate.hasOverflowed())
        return;
      unsigned cost = getCost(toExpr(candidate));
      if (cost >= bestCost)
        return;
      bestCost = cost;
      best = candidate;
    };

    for (const IndexSum::Term &term : sum.getTerms()) {
      // g * A + R >= 0 where A + R floordiv g >= 0.
      int64_t g = std::abs(term.coefficient);
      if (g > 1) {
        IndexSum whole, rest(sum.getConstant());
        for (const IndexSum::Term &other : sum.getTerms()) {
          if (other.coefficient % g == 0)
            whole.add(other.product, other.coefficient / g);
          else
            rest.add(other.product, other.coefficient);
        }
        IndexSum inner = floorDiv(rest, g);
        if (!inner.hasDivision() || rest.hasDivision()) {
          whole.add(inner);
          consider(whole);
        }
      }
      // E floordiv d + R >= 0 where E + d * R >= 0, and
      // R - E floordiv d >= 0 where d * R + d - 1 - E >= 0.
      if (g != 1 || term.product.size() != 1 ||
          term.product[0].getKind() != AffineExprKind::FloorDiv)
        continue;
      auto quotient = cast<AffineBinaryOpExpr>(term.product[0]);
      IndexSum divisor = toSum(quotient.getRHS());
      if (getSumBounds(divisor).lo < 1)
        continue;
      IndexSum rest = sum;
      rest.add(term.product, -term.coefficient);
      IndexSum candidate = rest * divisor;
      candidate.add(toSum(quotient.getLHS()), term.coefficient);
      if (term.coefficient < 0) {
        candidate.add(divisor);
        candidate.addConstant(-1);
      }
      consider(candidate);
    }
    if (!best)
      return {std::nullopt, sum};
    sum = std::move(*best);
  }
}

IndexSimplifier::Condition IndexSimplifier::simplifyZero(IndexSum sum) {
  if (sum.hasOverflowed())
    return {std::nullopt, sum};
  if (int64_t gcd = sum.getGCD(); gcd > 1) {
    if (sum.getConstant() % gcd != 0)
      return {false, {}};
    sum = divideTerms(sum, gcd, sum.getConstant() / gcd);
  }
  Interval bounds = getSumBounds(sum);
  if (bounds.isPoint() && bounds.lo == 0)
    return {true, {}};
  IndexSum above = sum, below = negate(sum);
  above.addConstant(-1);
  below.addConstant(-1);
  if (isNonNegative(above) || isNonNegative(below))
    return {false, {}};
  return {std::nullopt, sum};
}

/// The positive terms, and the others negated; no constant in either.
static std::pair<IndexSum, IndexSum> splitBySign(const IndexSum &sum) {
  IndexSum positive, negative;
  for (const IndexSum::Term &term : sum.getTerms()) {
    if (term.coefficient > 0)
      positive.add(term.product, term.coefficient);
    else
      negative.add(term.product, -term.coefficient);
  }
  return {positive, negative};
}

IndexSimplifier::Comparison IndexSimplifier::toComparison(const IndexSum &sum) {
  // A remainder's quotient has a negative coefficient: keep such sums whole.
  if (sum.hasDivision() && !makeReadable(sum).remainders.empty()) {
    IndexSum whole = sum;
    whole.addConstant(-sum.getConstant());
    return {toExpr(whole), toExpr(IndexSum(-sum.getConstant())), false};
  }
  auto [positive, negative] = splitBySign(sum);
  int64_t constant = sum.getConstant();
  if (positive.isConstant())
    return {toExpr(negative), toExpr(IndexSum(constant + 1)), true};
  if (negative.isConstant())
    return {toExpr(positive), toExpr(IndexSum(-constant)), false};
  if (constant == -1)
    return {toExpr(negative), toExpr(positive), true};
  positive.addConstant(constant);
  return {toExpr(positive), toExpr(negative), false};
}

std::pair<AffineExpr, AffineExpr>
IndexSimplifier::toEquation(const IndexSum &sum) {
  if (sum.hasDivision() && !makeReadable(sum).remainders.empty()) {
    IndexSum whole = sum;
    whole.addConstant(-sum.getConstant());
    return {toExpr(whole), toExpr(IndexSum(-sum.getConstant()))};
  }
  auto [positive, negative] = splitBySign(sum);
  if (positive.isConstant())
    return {toExpr(negative), toExpr(IndexSum(sum.getConstant()))};
  if (negative.isConstant())
    return {toExpr(positive), toExpr(IndexSum(-sum.getConstant()))};
  positive.addConstant(sum.getConstant());
  return {toExpr(positive), toExpr(negative)};
}
