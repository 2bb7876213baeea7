//===- IndexDivision.cpp - rules of floordiv -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rule takes a numerator in normal form and proves its step by bounds or
// by divisibility. Mods need no rules: they are written with floordiv.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/IndexSimplifier.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace tinygrad::uop;

/// Deeper nests than any index map makes stay as they are.
static constexpr unsigned kMaxDepth = 24;
/// Divisors beyond this are not multiplied any further.
static constexpr int64_t kMaxDivisor = int64_t(1) << 40;

IndexSum IndexSimplifier::makeFloorDiv(const IndexSum &sum,
                                       const IndexSum &divisor) {
  AffineExpr lhs = toExpr(sum), rhs = toExpr(divisor);
  AffineExpr expr = getAffineBinaryOpExpr(AffineExprKind::FloorDiv, lhs, rhs);
  // The builder folds what we have folded; in doubt it is not an atom.
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return IndexSum(expr);
  return toSum(expr);
}

IndexSum IndexSimplifier::floorDiv(const IndexSum &sum,
                                   const IndexSum &divisor) {
  if (depth >= kMaxDepth)
    return makeFloorDiv(sum, divisor);
  ++depth;
  IndexSum result;
  if (!divisor.isConstant())
    result = floorDivSymbolic(sum, divisor);
  else if (divisor.getConstant() >= 1)
    result = floorDivConstant(sum, divisor.getConstant());
  else
    result = makeFloorDiv(sum, divisor);
  --depth;
  if (sum.hasOverflowed() || divisor.hasOverflowed())
    result.setOverflowed();
  return result;
}

/// If `sum` is E floordiv c plus the rest: (E floordiv c + rest) floordiv d is
/// (E + c * rest) floordiv (c * d). Likewise for the negative, since
/// -(E floordiv c) is (c - 1 - E) floordiv c.
bool IndexSimplifier::flattenNested(IndexSum &sum, int64_t &divisor) {
  for (const IndexSum::Term &term : sum.getTerms()) {
    if (std::abs(term.coefficient) != 1 || term.product.size() != 1 ||
        term.product[0].getKind() != AffineExprKind::FloorDiv)
      continue;
    auto nested = cast<AffineBinaryOpExpr>(term.product[0]);
    auto inner = dyn_cast<AffineConstantExpr>(nested.getRHS());
    if (!inner || inner.getValue() < 1 ||
        inner.getValue() > kMaxDivisor / divisor)
      continue;
    IndexSum flat;
    flat.add(toSum(nested.getLHS()), term.coefficient);
    if (term.coefficient < 0)
      flat.addConstant(inner.getValue() - 1);
    IndexSum rest = sum;
    rest.add(term.product, -term.coefficient);
    flat.add(rest, inner.getValue());
    if (flat.hasOverflowed())
      continue;
    sum = std::move(flat);
    divisor *= inner.getValue();
    return true;
  }
  return false;
}

/// A coefficient c may be replaced by c - d (or c + d) when the term is added
/// to (or taken from) the quotient. Looks for a choice that makes the rest
/// vanish: (3 * a + 3) floordiv 4 is a for a in [0, 3], since 3 = 4 - 1.
std::optional<IndexSum> IndexSimplifier::foldByCongruence(const IndexSum &sum,
                                                          int64_t divisor) {
  unsigned count = sum.getTerms().size();
  if (count > 5)
    return std::nullopt;
  for (unsigned choice = 0; choice < (1u << count); ++choice) {
    IndexSum quotient, rest(sum.getConstant());
    for (auto [i, term] : llvm::enumerate(sum.getTerms())) {
      int64_t whole = 0;
      if (choice >> i & 1)
        whole = term.coefficient > 0 ? 1 : -1;
      quotient.add(term.product, whole);
      rest.add(term.product, term.coefficient - whole * divisor);
    }
    Interval bounds =
        Interval::floorDiv(getSumBounds(rest), Interval::point(divisor));
    if (!bounds.isPoint() || rest.hasOverflowed())
      continue;
    quotient.addConstant(bounds.lo);
    return quotient;
  }
  return std::nullopt;
}

/// (g * A + R) floordiv (g * d) is (A + R floordiv g) floordiv d: better if the
/// inner quotient needs no division.
std::optional<IndexSum> IndexSimplifier::dropSmallTerms(const IndexSum &sum,
                                                        int64_t divisor) {
  SmallVector<int64_t> candidates;
  for (const IndexSum::Term &term : sum.getTerms()) {
    int64_t gcd = std::gcd(term.coefficient, divisor);
    if (gcd > 1 && !llvm::is_contained(candidates, gcd))
      candidates.push_back(gcd);
  }
  llvm::sort(candidates, std::greater<>());
  for (int64_t gcd : candidates) {
    IndexSum whole, rest(sum.getConstant());
    for (const IndexSum::Term &term : sum.getTerms()) {
      if (term.coefficient % gcd == 0)
        whole.add(term.product, term.coefficient / gcd);
      else
        rest.add(term.product, term.coefficient);
    }
    IndexSum inner = floorDiv(rest, gcd);
    if (inner.hasDivision() && !rest.hasDivision())
      continue;
    if (inner.getTerms().size() > rest.getTerms().size() ||
        (inner.hasDivision() &&
         getCost(toExpr(inner)) >= getCost(toExpr(rest))))
      continue;
    whole.add(inner);
    return floorDiv(whole, divisor / gcd);
  }
  return std::nullopt;
}

IndexSum IndexSimplifier::floorDivConstant(IndexSum sum, int64_t divisor) {
  AffineExpr key = toExpr(sum);
  if (auto it = quotients.find({key, divisor}); it != quotients.end())
    return it->second;
  int64_t original = divisor;

  IndexSum quotient;
  while (true) {
    if (divisor == 1) {
      quotient.add(sum);
      break;
    }
    // Multiples of the divisor leave; remainders keep the coefficient's sign,
    // the constant's is positive.
    IndexSum rest;
    for (const IndexSum::Term &term : sum.getTerms()) {
      quotient.add(term.product, term.coefficient / divisor);
      rest.add(term.product, term.coefficient % divisor);
    }
    int64_t constant = llvm::divideFloorSigned(sum.getConstant(), divisor);
    quotient.addConstant(constant);
    rest.addConstant(sum.getConstant() - constant * divisor);
    sum = std::move(rest);

    if (std::optional<IndexSum> folded = foldByCongruence(sum, divisor)) {
      quotient.add(*folded);
      break;
    }
    // (g * A + k) floordiv (g * d) is (A + k floordiv g) floordiv d.
    int64_t gcd = std::gcd(sum.getGCD(), divisor);
    if (gcd > 1) {
      IndexSum reduced(llvm::divideFloorSigned(sum.getConstant(), gcd));
      for (const IndexSum::Term &term : sum.getTerms())
        reduced.add(term.product, term.coefficient / gcd);
      sum = std::move(reduced);
      divisor /= gcd;
      continue;
    }
    if (flattenNested(sum, divisor))
      continue;
    if (std::optional<IndexSum> dropped = dropSmallTerms(sum, divisor)) {
      quotient.add(*dropped);
      break;
    }
    quotient.add(makeFloorDiv(sum, divisor));
    break;
  }
  quotients[{key, original}] = quotient;
  return quotient;
}

/// Divides `product` by `divisor` if it holds all of its atoms.
static std::optional<Product> divide(ArrayRef<AffineExpr> product,
                                     ArrayRef<AffineExpr> divisor) {
  Product result(product);
  for (AffineExpr atom : divisor) {
    auto *it = llvm::find(result, atom);
    if (it == result.end())
      return std::nullopt;
    result.erase(it);
  }
  return result;
}

IndexSum IndexSimplifier::floorDivSymbolic(const IndexSum &sum,
                                           const IndexSum &divisor) {
  // 0 <= sum < divisor
  IndexSum room = divisor;
  room.add(sum, -1);
  room.addConstant(-1);
  if (isNonNegative(sum) && isNonNegative(room))
    return {};
  if (divisor.getTerms().size() != 1 || divisor.getConstant() != 0)
    return makeFloorDiv(sum, divisor);

  // Multiples of the divisor leave.
  const IndexSum::Term &unit = divisor.getTerms().front();
  IndexSum quotient, rest(sum.getConstant());
  for (const IndexSum::Term &term : sum.getTerms()) {
    std::optional<Product> product = divide(term.product, unit.product);
    int64_t whole = product ? term.coefficient / unit.coefficient : 0;
    if (whole)
      quotient.add(*product, whole);
    rest.add(term.product, term.coefficient - whole * unit.coefficient);
  }
  if (!quotient.isConstant()) {
    quotient.add(floorDiv(rest, divisor));
    return quotient;
  }

  // A common factor of all terms and the divisor leaves both.
  if (unit.coefficient < 1)
    return makeFloorDiv(sum, divisor);
  int64_t gcd = std::gcd(sum.getGCD(), unit.coefficient);
  if (gcd > 1) {
    IndexSum reduced(llvm::divideFloorSigned(sum.getConstant(), gcd));
    for (const IndexSum::Term &term : sum.getTerms())
      reduced.add(term.product, term.coefficient / gcd);
    IndexSum smaller;
    smaller.add(unit.product, unit.coefficient / gcd);
    return floorDiv(reduced, smaller);
  }
  for (AffineExpr atom : unit.product) {
    IndexSum reduced;
    bool all = sum.getConstant() == 0 && getAtomBounds(atom).lo >= 0;
    for (const IndexSum::Term &term : sum.getTerms()) {
      std::optional<Product> product = divide(term.product, {atom});
      all &= product.has_value();
      if (all)
        reduced.add(*product, term.coefficient);
    }
    if (!all)
      continue;
    IndexSum smaller;
    smaller.add(*divide(unit.product, {atom}), unit.coefficient);
    return floorDiv(reduced, smaller);
  }
  return makeFloorDiv(sum, divisor);
}
