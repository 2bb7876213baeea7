//===- SizePolynomial.cpp - sizes as sums of products -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizePolynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::tg {

/// More terms than any shape has; multiplying out could be exponential.
static constexpr size_t kMaxTerms = 64;
static constexpr size_t kMaxDegree = 16;

/// A total order of atoms that is the same in every run where it matters to
/// nobody: only equality and sortedness count.
static bool atomLess(AffineExpr a, AffineExpr b) {
  return a.getAsOpaquePointer() < b.getAsOpaquePointer();
}

bool SizePolynomial::Less::operator()(const Monomial &a,
                                      const Monomial &b) const {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      atomLess);
}

bool SizePolynomial::add(const Monomial &monomial, int64_t coefficient) {
  int64_t &value = terms[monomial];
  if (llvm::AddOverflow(value, coefficient, value))
    return false;
  if (value == 0)
    terms.erase(monomial);
  return true;
}

std::optional<SizePolynomial> SizePolynomial::get(AffineExpr expr) {
  SizePolynomial result;
  if (!expr)
    return std::nullopt;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    result.add({}, constant.getValue());
    return result;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || (expr.getKind() != AffineExprKind::Add &&
                  expr.getKind() != AffineExprKind::Mul)) {
    result.add({expr}, 1);
    return result;
  }
  std::optional<SizePolynomial> lhs = get(binary.getLHS());
  std::optional<SizePolynomial> rhs = get(binary.getRHS());
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add) {
    for (auto &[monomial, coefficient] : rhs->terms)
      if (!lhs->add(monomial, coefficient))
        return std::nullopt;
    return lhs;
  }
  if (lhs->terms.size() * rhs->terms.size() > kMaxTerms)
    return std::nullopt;
  for (auto &[a, x] : lhs->terms)
    for (auto &[b, y] : rhs->terms) {
      Monomial product(a);
      product.insert(product.end(), b.begin(), b.end());
      llvm::sort(product, atomLess);
      int64_t coefficient;
      if (product.size() > kMaxDegree || llvm::MulOverflow(x, y, coefficient) ||
          !result.add(product, coefficient))
        return std::nullopt;
    }
  return result;
}

std::optional<SizePolynomial>
SizePolynomial::subtract(const SizePolynomial &other) const {
  SizePolynomial result = *this;
  for (auto &[monomial, coefficient] : other.terms) {
    int64_t negative;
    if (llvm::SubOverflow<int64_t>(0, coefficient, negative) ||
        !result.add(monomial, negative))
      return std::nullopt;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static Interval addIntervals(Interval a, Interval b) {
  Interval result;
  int64_t sum;
  if (a.min && b.min && !llvm::AddOverflow(*a.min, *b.min, sum))
    result.min = sum;
  if (a.max && b.max && !llvm::AddOverflow(*a.max, *b.max, sum))
    result.max = sum;
  return result;
}

static Interval multiplyIntervals(Interval a, Interval b) {
  if (a.min == 0 && a.max == 0)
    return a;
  if (b.min == 0 && b.max == 0)
    return b;
  // Without an upper bound a product of numbers >= 0 still has a lower one.
  if (a.min && b.min && *a.min >= 0 && *b.min >= 0) {
    Interval result;
    int64_t product;
    result.min = 0;
    if (!llvm::MulOverflow(*a.min, *b.min, product))
      result.min = product;
    if (a.max && b.max && !llvm::MulOverflow(*a.max, *b.max, product))
      result.max = product;
    return result;
  }
  if (!a.min || !a.max || !b.min || !b.max)
    return {};
  Interval result;
  for (int64_t x : {*a.min, *a.max})
    for (int64_t y : {*b.min, *b.max}) {
      int64_t product;
      if (llvm::MulOverflow(x, y, product))
        return {};
      result.min = result.min ? std::min(*result.min, product) : product;
      result.max = result.max ? std::max(*result.max, product) : product;
    }
  return result;
}

/// Floor or ceiling division and remainder. By a number that may be 0 or
/// negative nothing is known.
static Interval divideIntervals(AffineExprKind kind, Interval a, Interval b) {
  if (!b.min || *b.min <= 0)
    return {};
  Interval result;
  if (kind == AffineExprKind::Mod) {
    result.min = 0;
    if (b.max)
      result.max = *b.max - 1;
    // A value below every divisor is its own remainder.
    if (a.min && a.max && *a.min >= 0 && *a.max < *b.min)
      return a;
    if (a.min && *a.min >= 0 && a.max && (!result.max || *a.max < *result.max))
      result.max = a.max;
    return result;
  }
  auto divide = [kind](int64_t x, int64_t y) {
    return kind == AffineExprKind::FloorDiv ? llvm::divideFloorSigned(x, y)
                                            : llvm::divideCeilSigned(x, y);
  };
  if (a.min && *a.min < 0)
    result.min = divide(*a.min, *b.min);
  else if (a.min)
    result.min = b.max ? divide(*a.min, *b.max) : 0;
  if (a.max && *a.max >= 0)
    result.max = divide(*a.max, *b.min);
  else if (a.max)
    result.max = b.max ? divide(*a.max, *b.max) : 0;
  return result;
}

Interval getInterval(AffineExpr expr, ArrayRef<Interval> symbols) {
  if (!expr)
    return {};
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {constant.getValue(), constant.getValue()};
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbol.getPosition() < symbols.size() ? symbols[symbol.getPosition()]
                                                 : Interval();
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return {};
  if (expr.getKind() == AffineExprKind::Add ||
      expr.getKind() == AffineExprKind::Mul)
    if (std::optional<SizePolynomial> polynomial = SizePolynomial::get(expr))
      return getInterval(*polynomial, symbols);
  Interval lhs = getInterval(binary.getLHS(), symbols);
  Interval rhs = getInterval(binary.getRHS(), symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return addIntervals(lhs, rhs);
  case AffineExprKind::Mul:
    return multiplyIntervals(lhs, rhs);
  default:
    return divideIntervals(expr.getKind(), lhs, rhs);
  }
}

static Interval getInterval(const SizePolynomial &polynomial,
                            ArrayRef<Interval> symbols, unsigned depth);

/// A rounded quotient in a sum is at least, or at most, the exact one: with it
/// multiplied out, terms that were rounded alike cancel, as in
/// `(n ceildiv 4) * 4 - n`. The smallest value of `polynomial` that follows.
static std::optional<int64_t>
getMinimumOfQuotients(const SizePolynomial &polynomial,
                      ArrayRef<Interval> symbols, unsigned depth) {
  constexpr unsigned kMostNested = 4;
  if (depth == kMostNested)
    return std::nullopt;
  for (auto &[monomial, coefficient] : polynomial.getTerms()) {
    auto quotient = dyn_cast_or_null<AffineBinaryOpExpr>(
        monomial.size() == 1 ? monomial.front() : AffineExpr());
    bool helps =
        quotient &&
        ((coefficient > 0 && quotient.getKind() == AffineExprKind::CeilDiv) ||
         (coefficient < 0 && quotient.getKind() == AffineExprKind::FloorDiv));
    auto divisor =
        helps ? dyn_cast<AffineConstantExpr>(quotient.getRHS()) : nullptr;
    if (!divisor || divisor.getValue() <= 0)
      continue;
    // divisor * polynomial, with the dividend in place of the quotient.
    AffineExpr sum = quotient.getLHS() * coefficient;
    for (auto &[other, factor] : polynomial.getTerms()) {
      if (other == monomial)
        continue;
      int64_t scaled;
      if (llvm::MulOverflow(factor, divisor.getValue(), scaled))
        return std::nullopt;
      AffineExpr term = getAffineConstantExpr(scaled, quotient.getContext());
      for (AffineExpr atom : other)
        term = term * atom;
      sum = sum + term;
    }
    std::optional<SizePolynomial> multiplied = SizePolynomial::get(sum);
    if (!multiplied)
      return std::nullopt;
    std::optional<int64_t> least =
        getInterval(*multiplied, symbols, depth + 1).min;
    if (least)
      return llvm::divideCeilSigned(*least, divisor.getValue());
    return std::nullopt;
  }
  return std::nullopt;
}

static Interval getInterval(const SizePolynomial &polynomial,
                            ArrayRef<Interval> symbols, unsigned depth) {
  Interval result{0, 0};
  for (auto &[monomial, coefficient] : polynomial.getTerms()) {
    Interval term{coefficient, coefficient};
    // The bounds of the atoms first: they are mostly >= 0.
    Interval product{1, 1};
    for (AffineExpr atom : monomial)
      product = multiplyIntervals(product, getInterval(atom, symbols));
    result = addIntervals(result, multiplyIntervals(term, product));
  }
  if (std::optional<int64_t> least =
          getMinimumOfQuotients(polynomial, symbols, depth))
    if (!result.min || *least > *result.min)
      result.min = least;
  return result;
}

Interval getInterval(const SizePolynomial &polynomial,
                     ArrayRef<Interval> symbols) {
  return getInterval(polynomial, symbols, /*depth=*/0);
}

} // namespace tinygrad::tg
