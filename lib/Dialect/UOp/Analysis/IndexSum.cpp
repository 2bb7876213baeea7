//===- IndexSum.cpp - an index expression as a sum -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/IndexSum.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace tinygrad::uop;

int tinygrad::uop::compareAtoms(AffineExpr a, AffineExpr b) {
  if (a == b)
    return 0;
  auto rank = [](AffineExpr expr) {
    switch (expr.getKind()) {
    case AffineExprKind::DimId:
      return 0;
    case AffineExprKind::SymbolId:
      return 1;
    case AffineExprKind::FloorDiv:
      return 2;
    case AffineExprKind::Constant:
      return 8;
    default:
      return 3 + static_cast<int>(expr.getKind());
    }
  };
  if (int difference = rank(a) - rank(b))
    return difference;
  auto compare = [](int64_t x, int64_t y) { return x < y ? -1 : x > y; };
  if (auto dim = dyn_cast<AffineDimExpr>(a))
    return compare(dim.getPosition(), cast<AffineDimExpr>(b).getPosition());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(a))
    return compare(symbol.getPosition(),
                   cast<AffineSymbolExpr>(b).getPosition());
  if (auto constant = dyn_cast<AffineConstantExpr>(a))
    return compare(constant.getValue(), cast<AffineConstantExpr>(b).getValue());
  auto x = cast<AffineBinaryOpExpr>(a), y = cast<AffineBinaryOpExpr>(b);
  if (int difference = compareAtoms(x.getLHS(), y.getLHS()))
    return difference;
  return compareAtoms(x.getRHS(), y.getRHS());
}

static int compareProducts(ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b) {
  for (auto [x, y] : llvm::zip(a, b))
    if (int difference = compareAtoms(x, y))
      return difference;
  return static_cast<int>(a.size()) - static_cast<int>(b.size());
}

bool IndexSum::hasDivision() const {
  return llvm::any_of(terms, [](const Term &term) {
    return llvm::any_of(term.product, [](AffineExpr atom) {
      return atom.getKind() == AffineExprKind::FloorDiv;
    });
  });
}

int64_t IndexSum::getGCD() const {
  int64_t gcd = 0;
  for (const Term &term : terms)
    gcd = std::gcd(gcd, term.coefficient);
  return gcd;
}

void IndexSum::add(Product product, int64_t coefficient) {
  if (coefficient == 0)
    return;
  if (product.empty())
    return addConstant(coefficient);
  auto *it = llvm::lower_bound(
      terms, product, [](const Term &term, const Product &product) {
        return compareProducts(term.product, product) < 0;
      });
  if (it == terms.end() || it->product != product) {
    terms.insert(it, Term{std::move(product), coefficient});
    return;
  }
  overflowed |=
      llvm::AddOverflow(it->coefficient, coefficient, it->coefficient);
  if (it->coefficient == 0)
    terms.erase(it);
}

void IndexSum::addConstant(int64_t value) {
  overflowed |= llvm::AddOverflow(constant, value, constant);
}

void IndexSum::add(const IndexSum &other, int64_t scale) {
  int64_t scaled;
  overflowed |= other.overflowed;
  for (const Term &term : other.terms) {
    overflowed |= llvm::MulOverflow(term.coefficient, scale, scaled);
    add(term.product, scaled);
  }
  overflowed |= llvm::MulOverflow(other.constant, scale, scaled);
  addConstant(scaled);
}

IndexSum tinygrad::uop::operator*(const IndexSum &a, const IndexSum &b) {
  IndexSum result;
  result.add(b, a.constant);
  for (const IndexSum::Term &x : a.terms) {
    int64_t scaled;
    result.overflowed |= llvm::MulOverflow(x.coefficient, b.constant, scaled);
    result.add(x.product, scaled);
    for (const IndexSum::Term &y : b.terms) {
      Product product = x.product;
      llvm::append_range(product, y.product);
      llvm::sort(product, [](AffineExpr p, AffineExpr q) {
        return compareAtoms(p, q) < 0;
      });
      result.overflowed |=
          llvm::MulOverflow(x.coefficient, y.coefficient, scaled);
      result.add(std::move(product), scaled);
    }
  }
  result.overflowed |= a.overflowed || b.overflowed;
  return result;
}

bool IndexSum::operator==(const IndexSum &other) const {
  return constant == other.constant && terms.size() == other.terms.size() &&
         llvm::all_of(llvm::zip(terms, other.terms), [](auto pair) {
           const auto &[x, y] = pair;
           return x.coefficient == y.coefficient && x.product == y.product;
         });
}
