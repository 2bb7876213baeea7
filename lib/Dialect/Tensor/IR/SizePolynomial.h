//===- SizePolynomial.h - sizes as sums of products -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A normal form of size expressions, in which n * (m + 2) and m * n + 2 * n are
// the same. AffineExpr's own simplification does not multiply out, and upstream
// has no other form for products of symbols (Presburger and ValueBounds are
// linear).
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_SIZEPOLYNOMIAL_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_SIZEPOLYNOMIAL_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <vector>

namespace tinygrad::tg {

/// A sum of products with integer coefficients of atoms: symbols, dimensions,
/// and quotients and remainders, which are not looked into.
class SizePolynomial {
public:
  /// A product of atoms, sorted; empty for the constant term.
  using Monomial = std::vector<mlir::AffineExpr>;
  struct Less {
    bool operator()(const Monomial &a, const Monomial &b) const;
  };
  using Terms = std::map<Monomial, int64_t, Less>;

  /// Multiplies out; std::nullopt when a coefficient overflows or the result
  /// has more terms than are worth looking at.
  static std::optional<SizePolynomial> get(mlir::AffineExpr expr);

  std::optional<SizePolynomial> subtract(const SizePolynomial &other) const;

  /// No coefficient is 0.
  const Terms &getTerms() const { return terms; }
  bool isZero() const { return terms.empty(); }
  bool operator==(const SizePolynomial &other) const {
    return terms == other.terms;
  }

private:
  /// False on overflow.
  bool add(const Monomial &monomial, int64_t coefficient);

  Terms terms;
};

/// Inclusive bounds of a value; absent where unknown.
struct Interval {
  std::optional<int64_t> min, max;
};

/// Bounds of `expr`, given those of symbol i in `symbols[i]`.
Interval getInterval(mlir::AffineExpr expr, llvm::ArrayRef<Interval> symbols);

/// The same of a polynomial.
Interval getInterval(const SizePolynomial &polynomial,
                     llvm::ArrayRef<Interval> symbols);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_SIZEPOLYNOMIAL_H
