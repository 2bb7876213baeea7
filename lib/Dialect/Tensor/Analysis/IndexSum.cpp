//===- IndexSum.cpp - index expressions as sums of products -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexSum.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;

namespace tinygrad::tg {

int compareExprs(AffineExpr a, AffineExpr b) {
  if (a == b)
    return 0;
  if (a.getKind() != b.getKind()) {
    // Axes first, then divisions, variables last: the order of loops.
    auto rank = [](AffineExpr expr) {
      switch (expr.getKind()) {
      case AffineExprKind::DimId:
        return 0;
      case AffineExprKind::SymbolId:
        return 7;
      case AffineExprKind::Constant:
        return 8;
      default:
        return 1 + static_cast<int>(expr.getKind());
      }
    };
    return rank(a) < rank(b) ? -1 : 1;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(a))
    return dim.getPosition() < cast<AffineDimExpr>(b).getPosition() ? -1 : 1;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(a))
    return symbol.getPosition() < cast<AffineSymbolExpr>(b).getPosition() ? -1
                                                                          : 1;
  if (auto constant = dyn_cast<AffineConstantExpr>(a))
    return constant.getValue() < cast<AffineConstantExpr>(b).getValue() ? -1
                                                                        : 1;
  auto left = cast<AffineBinaryOpExpr>(a), right = cast<AffineBinaryOpExpr>(b);
  if (int order = compareExprs(left.getLHS(), right.getLHS()))
    return order;
  return compareExprs(left.getRHS(), right.getRHS());
}

static int compareFactors(ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b) {
  for (auto [left, right] : llvm::zip(a, b))
    if (int order = compareExprs(left, right))
      return order;
  // A longer product first; so the constant comes last.
  return a.size() == b.size() ? 0 : a.size() > b.size() ? -1 : 1;
}

std::optional<int64_t> IndexSum::getConstant() const {
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms[0].factors.empty())
    return terms[0].coefficient;
  return std::nullopt;
}

void IndexSum::add(IndexTerm term) {
  if (term.coefficient == 0)
    return;
  auto *place = llvm::lower_bound(
      terms, term, [](const IndexTerm &a, const IndexTerm &b) {
        return compareFactors(a.factors, b.factors) < 0;
      });
  if (place == terms.end() || compareFactors(place->factors, term.factors)) {
    terms.insert(place, std::move(term));
    return;
  }
  place->coefficient += term.coefficient;
  if (place->coefficient == 0)
    terms.erase(place);
}

void IndexSum::add(const IndexSum &other, int64_t scale) {
  for (IndexTerm term : other.getTerms()) {
    term.coefficient *= scale;
    add(std::move(term));
  }
}

IndexSum IndexSum::times(const IndexTerm &term) const {
  IndexSum result;
  for (IndexTerm mine : terms) {
    mine.coefficient *= term.coefficient;
    llvm::append_range(mine.factors, term.factors);
    llvm::sort(mine.factors, [](AffineExpr a, AffineExpr b) {
      return compareExprs(a, b) < 0;
    });
    result.add(std::move(mine));
  }
  return result;
}

IndexSum IndexSum::times(const IndexSum &other) const {
  IndexSum result;
  for (const IndexTerm &term : other.terms)
    result.add(times(term));
  return result;
}

AffineExpr IndexSum::build(MLIRContext *context) const {
  AffineExpr result = getAffineConstantExpr(0, context);
  for (const IndexTerm &term : terms) {
    AffineExpr product;
    for (AffineExpr factor : term.factors)
      product = product ? product * factor : factor;
    result =
        result + (product ? product * term.coefficient
                          : getAffineConstantExpr(term.coefficient, context));
  }
  return result;
}

static IndexSum asSum(AffineExpr atom) {
  IndexSum sum;
  sum.add({1, {atom}});
  return sum;
}

IndexSum IndexSimplifier::simplify(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return IndexSum(constant.getValue());
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return asSum(expr);
  IndexSum lhs = simplify(binary.getLHS()), rhs = simplify(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    lhs.add(rhs);
    return recombine(std::move(lhs));
  case AffineExprKind::Mul:
    return lhs.times(rhs);
  case AffineExprKind::FloorDiv:
    return floorDiv(lhs, rhs);
  case AffineExprKind::CeilDiv:
    // ceil(a / b) = floor((a + b - 1) / b) for b > 0.
    lhs.add(rhs);
    lhs.add({-1, {}});
    return floorDiv(lhs, rhs);
  default:
    return mod(lhs, rhs);
  }
}

/// Where both `k * (x mod c)` and `k * c * (x floordiv c)` occur, they are
/// `k * x`.
IndexSum IndexSimplifier::recombine(IndexSum sum) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const IndexTerm &term : sum.getTerms()) {
      const AffineExpr *found = llvm::find_if(term.factors, [](AffineExpr e) {
        return e.getKind() == AffineExprKind::Mod;
      });
      if (found == term.factors.end())
        continue;
      auto remainder = cast<AffineBinaryOpExpr>(*found);
      IndexSum x = simplify(remainder.getLHS()),
               c = simplify(remainder.getRHS());
      IndexTerm scale = term;
      scale.factors.erase(scale.factors.begin() +
                          (found - term.factors.begin()));
      IndexSum candidate = sum;
      candidate.add(asSum(remainder).times(scale), -1);
      candidate.add(floorDiv(x, c).times(c).times(scale), -1);
      candidate.add(x.times(scale));
      if (candidate.getTerms().size() < sum.getTerms().size()) {
        sum = std::move(candidate);
        changed = true;
        break;
      }
    }
  }
  return sum;
}

std::pair<IndexSum, IndexSum>
IndexSimplifier::split(const IndexSum &sum, const IndexSum &denominator) {
  IndexSum quotient, rest;
  if (std::optional<int64_t> divisor = denominator.getConstant()) {
    for (const IndexTerm &term : sum.getTerms()) {
      // For a negative constant, the remainder is not negative either.
      int64_t r = term.coefficient % *divisor;
      if (r < 0)
        r += *divisor;
      if (r != 0 && !term.factors.empty()) {
        rest.add(term);
        continue;
      }
      quotient.add({(term.coefficient - r) / *divisor, term.factors});
      rest.add({r, term.factors});
    }
    return {quotient, rest};
  }
  if (denominator.getTerms().size() != 1)
    return {quotient, sum};
  const IndexTerm &divisor = denominator.getTerms()[0];
  for (const IndexTerm &term : sum.getTerms()) {
    IndexTerm divided = term;
    bool divides = term.coefficient % divisor.coefficient == 0;
    for (AffineExpr factor : divisor.factors) {
      auto *place = llvm::find(divided.factors, factor);
      divides = divides && place != divided.factors.end();
      if (divides)
        divided.factors.erase(place);
    }
    if (!divides) {
      rest.add(term);
      continue;
    }
    divided.coefficient /= divisor.coefficient;
    quotient.add(std::move(divided));
  }
  return {quotient, rest};
}

std::optional<IndexSum> IndexSimplifier::getMaximum(AffineExpr factor) {
  if (isa<AffineSymbolExpr>(factor))
    return asSum(factor);
  if (auto axis = dyn_cast<AffineDimExpr>(factor)) {
    if (axis.getPosition() >= space.getSizes().size())
      return std::nullopt;
    IndexSum size = simplify(space.getSizes()[axis.getPosition()]);
    size.add({-1, {}});
    return size;
  }
  auto binary = cast<AffineBinaryOpExpr>(factor);
  if (factor.getKind() == AffineExprKind::Mod) {
    IndexSum divisor = simplify(binary.getRHS());
    divisor.add({-1, {}});
    return divisor;
  }
  if (factor.getKind() != AffineExprKind::FloorDiv)
    return std::nullopt;
  std::optional<IndexSum> numerator = getMaximum(simplify(binary.getLHS()));
  if (!numerator)
    return std::nullopt;
  return floorDiv(*numerator, simplify(binary.getRHS()));
}

std::optional<IndexSum> IndexSimplifier::getMaximum(const IndexSum &sum) {
  IndexSum result;
  for (const IndexTerm &term : sum.getTerms()) {
    bool moves = llvm::any_of(term.factors, [](AffineExpr factor) {
      return !factor.isSymbolicOrConstant();
    });
    if (term.coefficient < 0 && moves)
      return std::nullopt;
    IndexSum product(1);
    for (AffineExpr factor : term.factors) {
      std::optional<IndexSum> maximum = getMaximum(factor);
      if (!maximum)
        return std::nullopt;
      product = product.times(*maximum);
    }
    result.add(product, term.coefficient);
  }
  return result;
}

std::optional<IndexSum> IndexSimplifier::getMinimum(const IndexSum &sum) {
  IndexSum result;
  for (const IndexTerm &term : sum.getTerms()) {
    IndexSum single;
    single.add({std::abs(term.coefficient), term.factors});
    bool moves = llvm::any_of(term.factors, [](AffineExpr factor) {
      return !factor.isSymbolicOrConstant();
    });
    if (!moves) {
      result.add(term);
      continue;
    }
    auto bounds = space.getBounds(single.build(context));
    if (!bounds || bounds->first < 0)
      return std::nullopt;
    if (term.coefficient > 0)
      continue; // At least 0.
    std::optional<IndexSum> maximum = getMaximum(single);
    if (!maximum)
      return std::nullopt;
    result.add(*maximum, -1);
  }
  return result;
}

bool IndexSimplifier::isInRange(const IndexSum &sum,
                                const IndexSum &denominator) {
  auto bounds = space.getBounds(sum.build(context));
  if (bounds && bounds->first < 0)
    return false;
  std::optional<int64_t> divisor = denominator.getConstant();
  if (bounds && divisor)
    return bounds->second < *divisor;
  if (!bounds || divisor)
    return false;
  std::optional<IndexSum> maximum = getMaximum(sum);
  if (!maximum)
    return false;
  IndexSum slack = denominator;
  slack.add(*maximum, -1);
  slack.add({-1, {}});
  std::optional<int64_t> least =
      space.getShapes().getLowerBound(slack.build(context));
  return least && *least >= 0;
}

std::optional<IndexSimplifier::Split>
IndexSimplifier::splitByDivisor(const IndexSum &sum, int64_t divisor) {
  SmallVector<int64_t> candidates;
  for (const IndexTerm &term : sum.getTerms()) {
    int64_t gcd = std::gcd(term.coefficient, divisor);
    if (gcd > 1 && gcd < divisor && !llvm::is_contained(candidates, gcd))
      candidates.push_back(gcd);
  }
  llvm::sort(candidates, std::greater<>());
  for (int64_t gcd : candidates) {
    auto [high, low] = split(sum, IndexSum(gcd));
    if (isInRange(low, IndexSum(gcd)))
      return Split{gcd, high, low};
  }
  return std::nullopt;
}

/// The division or remainder that is all of `sum`, if it is one.
static AffineBinaryOpExpr getOnlyFactor(const IndexSum &sum,
                                        AffineExprKind kind) {
  if (sum.getTerms().size() != 1)
    return nullptr;
  const IndexTerm &term = sum.getTerms()[0];
  if (term.coefficient != 1 || term.factors.size() != 1 ||
      term.factors[0].getKind() != kind)
    return nullptr;
  return cast<AffineBinaryOpExpr>(term.factors[0]);
}

static std::optional<int64_t> getConstantRHS(AffineBinaryOpExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr.getRHS());
  if (!constant || constant.getValue() <= 0)
    return std::nullopt;
  return constant.getValue();
}

IndexSum IndexSimplifier::floorDiv(const IndexSum &numerator,
                                   const IndexSum &denominator) {
  std::optional<int64_t> divisor = denominator.getConstant();
  if (divisor && *divisor <= 0)
    return asSum(getAffineBinaryOpExpr(AffineExprKind::FloorDiv,
                                       numerator.build(context),
                                       denominator.build(context)));
  auto [quotient, rest] = split(numerator, denominator);
  if (rest.isZero() || isInRange(rest, denominator))
    return quotient;
  if (divisor) {
    auto bounds = space.getBounds(rest.build(context));
    auto floor = [&](int64_t value) {
      return value >= 0 ? value / *divisor : -((-value - 1) / *divisor) - 1;
    };
    if (bounds && floor(bounds->first) == floor(bounds->second)) {
      quotient.add({floor(bounds->first), {}});
      return quotient;
    }
    if (auto parts = splitByDivisor(rest, *divisor)) {
      quotient.add(floorDiv(parts->high, IndexSum(*divisor / parts->gcd)));
      return quotient;
    }
    if (auto inner = getOnlyFactor(rest, AffineExprKind::FloorDiv))
      if (auto factor = getConstantRHS(inner)) {
        quotient.add(
            floorDiv(simplify(inner.getLHS()), IndexSum(*factor * *divisor)));
        return quotient;
      }
    if (auto inner = getOnlyFactor(rest, AffineExprKind::Mod))
      if (auto factor = getConstantRHS(inner);
          factor && *factor % *divisor == 0) {
        quotient.add(mod(floorDiv(simplify(inner.getLHS()), denominator),
                         IndexSum(*factor / *divisor)));
        return quotient;
      }
  }
  quotient.add(
      asSum(getAffineBinaryOpExpr(AffineExprKind::FloorDiv, rest.build(context),
                                  denominator.build(context))));
  return quotient;
}

IndexSum IndexSimplifier::mod(const IndexSum &numerator,
                              const IndexSum &denominator) {
  std::optional<int64_t> divisor = denominator.getConstant();
  if (divisor && *divisor <= 0)
    return asSum(getAffineBinaryOpExpr(AffineExprKind::Mod,
                                       numerator.build(context),
                                       denominator.build(context)));
  IndexSum rest = split(numerator, denominator).second;
  if (rest.isZero() || isInRange(rest, denominator))
    return rest;
  if (divisor) {
    if (auto parts = splitByDivisor(rest, *divisor)) {
      IndexSum result = parts->low;
      result.add(mod(parts->high, IndexSum(*divisor / parts->gcd)), parts->gcd);
      return result;
    }
    if (auto inner = getOnlyFactor(rest, AffineExprKind::Mod))
      if (auto factor = getConstantRHS(inner);
          factor && *factor % *divisor == 0)
        return mod(simplify(inner.getLHS()), denominator);
  }
  return asSum(getAffineBinaryOpExpr(AffineExprKind::Mod, rest.build(context),
                                     denominator.build(context)));
}

} // namespace tinygrad::tg
