//===- IndexSimplifier.cpp - index arithmetic with bounds -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/IndexSimplifier.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace tinygrad::uop;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

const LeafBounds *IndexSimplifier::getLeaf(AffineExpr atom) const {
  if (auto dim = dyn_cast<AffineDimExpr>(atom))
    return dim.getPosition() < dims.size() ? &dims[dim.getPosition()] : nullptr;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(atom))
    return symbol.getPosition() < symbols.size()
               ? &symbols[symbol.getPosition()]
               : nullptr;
  return nullptr;
}

Interval IndexSimplifier::getAtomBounds(AffineExpr atom) {
  if (const LeafBounds *leaf = getLeaf(atom))
    return leaf->interval;
  auto binary = dyn_cast<AffineBinaryOpExpr>(atom);
  if (!binary || atom.getKind() != AffineExprKind::FloorDiv)
    return {};
  return Interval::floorDiv(getBounds(binary.getLHS()),
                            getBounds(binary.getRHS()));
}

Interval IndexSimplifier::getProductBounds(ArrayRef<AffineExpr> product) {
  Interval bounds = Interval::point(1);
  for (AffineExpr atom : product)
    bounds = bounds * getAtomBounds(atom);
  return bounds;
}

Interval IndexSimplifier::getSumBounds(const IndexSum &sum) {
  auto addTerms = [&](const IndexSum &terms) {
    Interval bounds = Interval::point(terms.getConstant());
    for (const IndexSum::Term &term : terms.getTerms())
      bounds = bounds + getProductBounds(term.product) *
                            Interval::point(term.coefficient);
    return bounds;
  };
  Interval bounds = addTerms(sum);
  if (!sum.hasDivision())
    return bounds;
  // x - c * (x floordiv c) is bounded by c whatever the bounds of x.
  Readable readable = makeReadable(sum);
  if (readable.remainders.empty())
    return bounds;
  Interval other = addTerms(readable.rest);
  for (const Remainder &remainder : readable.remainders) {
    Interval modulus = getBounds(remainder.modulus);
    Interval last = modulus + Interval::point(-1);
    other = other + Interval{0, std::max<int64_t>(last.hi, 0)} *
                        getProductBounds(remainder.product) *
                        Interval::point(remainder.coefficient);
  }
  return intersect(bounds, other);
}

Interval IndexSimplifier::getBounds(AffineExpr expr) {
  return getSumBounds(toSum(expr));
}

bool IndexSimplifier::isNonNegative(const IndexSum &sum) {
  if (sum.hasOverflowed())
    return false;
  if (getSumBounds(sum).lo >= 0)
    return true;
  // Put the symbolic last value of each leaf in place of it where that makes
  // the sum smaller, and its smallest value where it grows.
  IndexSum bound(sum.getConstant());
  bool replaced = false;
  for (const IndexSum::Term &term : sum.getTerms()) {
    const LeafBounds *leaf = nullptr;
    Product others;
    for (AffineExpr atom : term.product) {
      const LeafBounds *candidate = getLeaf(atom);
      if (!leaf && candidate && candidate->last)
        leaf = candidate;
      else
        others.push_back(atom);
    }
    bool hasPlainOthers = llvm::all_of(others, [&](AffineExpr atom) {
      const LeafBounds *other = getLeaf(atom);
      return other && !other->last && other->interval.lo >= 0;
    });
    if (!leaf || !hasPlainOthers) {
      bound.add(term.product, term.coefficient);
      continue;
    }
    replaced = true;
    IndexSum factor;
    factor.add(others, 1);
    if (others.empty())
      factor = IndexSum(1);
    IndexSum extreme =
        term.coefficient < 0 ? toSum(leaf->last) : IndexSum(leaf->interval.lo);
    bound.add(extreme * factor, term.coefficient);
  }
  return replaced && !bound.hasOverflowed() && getSumBounds(bound).lo >= 0;
}

//===----------------------------------------------------------------------===//
// Into the normal form
//===----------------------------------------------------------------------===//

IndexSum IndexSimplifier::toSum(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return IndexSum(constant.getValue());
  if (auto it = sums.find(expr); it != sums.end())
    return it->second;
  IndexSum result;
  if (isa<AffineDimExpr, AffineSymbolExpr>(expr)) {
    const LeafBounds *leaf = getLeaf(expr);
    if (leaf && leaf->interval.isPoint())
      result = IndexSum(leaf->interval.lo);
    else
      result = IndexSum(expr);
  } else {
    auto binary = cast<AffineBinaryOpExpr>(expr);
    IndexSum lhs = toSum(binary.getLHS()), rhs = toSum(binary.getRHS());
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      result = lhs;
      result.add(rhs);
      break;
    case AffineExprKind::Mul:
      result = lhs * rhs;
      break;
    case AffineExprKind::FloorDiv:
      result = floorDiv(lhs, rhs);
      break;
    case AffineExprKind::CeilDiv: {
      IndexSum negated;
      negated.add(lhs, -1);
      result.add(floorDiv(negated, rhs), -1);
      break;
    }
    default: // Mod
      result = lhs;
      result.add(floorDiv(lhs, rhs) * rhs, -1);
      break;
    }
  }
  sums[expr] = result;
  return result;
}

//===----------------------------------------------------------------------===//
// Back to expressions
//===----------------------------------------------------------------------===//

unsigned IndexSimplifier::getCost(AffineExpr expr) {
  llvm::SmallPtrSet<const void *, 16> seen;
  unsigned cost = 0;
  expr.walk([&](AffineExpr part) {
    if (isa<AffineBinaryOpExpr>(part))
      cost += seen.insert(part.getAsOpaquePointer()).second;
  });
  return cost;
}

// Not the cost of what `build` makes: the builder of AffineExpr finds some
// remainders by itself, and then we would not see that there is one.
unsigned IndexSimplifier::getCost(const Readable &readable) {
  unsigned cost = 0, addends = readable.rest.getConstant() != 0;
  auto add = [&](ArrayRef<AffineExpr> factors, int64_t coefficient) {
    ++addends;
    cost += factors.size() - 1 + (coefficient != 1);
    for (AffineExpr atom : factors)
      cost += getCost(atom);
  };
  for (const IndexSum::Term &term : readable.rest.getTerms())
    add(term.product, term.coefficient);
  for (const Remainder &remainder : readable.remainders) {
    Product factors = remainder.product;
    factors.push_back(remainder.value);
    factors.push_back(remainder.modulus);
    add(factors, remainder.coefficient);
  }
  return cost + std::max(addends, 1u) - 1;
}

AffineExpr IndexSimplifier::build(const Readable &readable) {
  AffineExpr result = getAffineConstantExpr(0, context);
  auto add = [&](ArrayRef<AffineExpr> product, AffineExpr last,
                 int64_t coefficient) {
    AffineExpr term = last;
    for (AffineExpr atom : product)
      term = term ? term * atom : atom;
    result = result + term * coefficient;
  };
  for (const IndexSum::Term &term : readable.rest.getTerms())
    add(term.product, AffineExpr(), term.coefficient);
  for (const Remainder &remainder : readable.remainders)
    add(remainder.product,
        getAffineBinaryOpExpr(AffineExprKind::Mod, remainder.value,
                              remainder.modulus),
        remainder.coefficient);
  return result + readable.rest.getConstant();
}

/// Of the divisors of a large coefficient only small ones are tried beside
/// itself.
static constexpr int64_t kMaxSmallModulus = 64;

/// Looks for the term q * (E floordiv c) that is best read as part of a
/// remainder: with q = -m * d for a divisor d of c, m * (E floordiv (c / d) mod
/// d) stands for itself and what it adds elsewhere.
bool IndexSimplifier::extractRemainder(Readable &readable) {
  unsigned bestCost = getCost(readable);
  std::optional<Readable> best;
  auto consider = [&](const IndexSum &value, const IndexSum &modulus,
                      int64_t coefficient, const Product &product) {
    // m * (value mod d) is m * value - m * d * (value floordiv d).
    IndexSum whole = value;
    whole.add(floorDiv(value, modulus) * modulus, -1);
    IndexSum factor(1);
    if (!product.empty()) {
      factor = IndexSum();
      factor.add(product, 1);
    }
    Readable candidate = readable;
    candidate.rest.add(whole * factor, -coefficient);
    candidate.remainders.push_back(
        {coefficient, product, toExpr(value), toExpr(modulus)});
    if (candidate.rest.hasOverflowed())
      return;
    unsigned cost = getCost(candidate);
    if (cost >= bestCost)
      return;
    bestCost = cost;
    best = std::move(candidate);
  };

  for (const IndexSum::Term &term : readable.rest.getTerms()) {
    for (auto [i, atom] : llvm::enumerate(term.product)) {
      if (atom.getKind() != AffineExprKind::FloorDiv)
        continue;
      auto quotient = cast<AffineBinaryOpExpr>(atom);
      Product others = term.product;
      others.erase(others.begin() + i);
      IndexSum numerator = toSum(quotient.getLHS());
      if (auto constant = dyn_cast<AffineConstantExpr>(quotient.getRHS())) {
        int64_t common = std::gcd(term.coefficient, constant.getValue());
        SmallVector<int64_t> moduli = {common};
        for (int64_t d = std::min(common - 1, kMaxSmallModulus); d > 1; --d)
          if (common % d == 0)
            moduli.push_back(d);
        for (int64_t d : moduli)
          if (d > 1)
            consider(floorDiv(numerator, constant.getValue() / d), d,
                     -term.coefficient / d, others);
        continue;
      }
      // A symbolic divisor that is one product, with its atoms among the rest.
      IndexSum divisor = toSum(quotient.getRHS());
      if (divisor.getTerms().size() != 1 || divisor.getConstant() != 0)
        continue;
      const IndexSum::Term &unit = divisor.getTerms().front();
      if (term.coefficient % unit.coefficient != 0)
        continue;
      bool all = llvm::all_of(unit.product, [&](AffineExpr factor) {
        auto *it = llvm::find(others, factor);
        bool found = it != others.end();
        if (found)
          others.erase(it);
        return found;
      });
      if (all)
        consider(numerator, divisor, -term.coefficient / unit.coefficient,
                 others);
    }
  }
  if (!best)
    return false;
  readable = std::move(*best);
  return true;
}

IndexSimplifier::Readable IndexSimplifier::makeReadable(const IndexSum &sum) {
  Readable readable = {sum, {}};
  while (readable.rest.hasDivision() && readable.remainders.size() < 8 &&
         extractRemainder(readable))
    ;
  return readable;
}

AffineExpr IndexSimplifier::toExpr(const IndexSum &sum) {
  return build(makeReadable(sum));
}

/// `expr` with the leaves that have one value as constants.
AffineExpr IndexSimplifier::foldPoints(AffineExpr expr) {
  SmallVector<AffineExpr> dimValues, symbolValues;
  for (auto [i, leaf] : llvm::enumerate(dims))
    dimValues.push_back(leaf.interval.isPoint()
                            ? getAffineConstantExpr(leaf.interval.lo, context)
                            : getAffineDimExpr(i, context));
  for (auto [i, leaf] : llvm::enumerate(symbols))
    symbolValues.push_back(
        leaf.interval.isPoint()
            ? getAffineConstantExpr(leaf.interval.lo, context)
            : getAffineSymbolExpr(i, context));
  return expr.replaceDimsAndSymbols(dimValues, symbolValues);
}

AffineExpr IndexSimplifier::simplify(AffineExpr expr) {
  IndexSum sum = toSum(expr);
  // What is left as it is must not depend on what all others have folded.
  expr = foldPoints(expr);
  if (sum.hasOverflowed())
    return expr;
  AffineExpr result = toExpr(sum);
  return getCost(result) <= getCost(expr) ? result : expr;
}
