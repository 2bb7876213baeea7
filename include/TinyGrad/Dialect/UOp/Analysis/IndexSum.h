//===- IndexSum.h - an index expression as a sum -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The normal form in which index expressions are simplified: a constant plus
// products of atoms with integer coefficients. An atom is a dimension, a
// symbol, or a floordiv of normal forms; a mod is written x - c (x floordiv c),
// so that recombining a quotient with its remainder is plain cancellation.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_ANALYSIS_INDEXSUM_H
#define TINYGRAD_DIALECT_UOP_ANALYSIS_INDEXSUM_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace tinygrad::uop {

/// Atoms multiplied, in the order of `compareAtoms`.
using Product = llvm::SmallVector<mlir::AffineExpr, 2>;

/// A deterministic total order: dimensions, symbols, then floordivs, by
/// structure. Negative, zero or positive like strcmp.
int compareAtoms(mlir::AffineExpr a, mlir::AffineExpr b);

class IndexSum {
public:
  struct Term {
    Product product;
    int64_t coefficient;
  };

  IndexSum() = default;
  IndexSum(int64_t constant) : constant(constant) {}
  /// One atom.
  explicit IndexSum(mlir::AffineExpr atom) { add({atom}, 1); }

  llvm::ArrayRef<Term> getTerms() const { return terms; }
  int64_t getConstant() const { return constant; }
  bool isConstant() const { return terms.empty(); }
  /// Some coefficient did not fit 64 bits: the sum means nothing.
  bool hasOverflowed() const { return overflowed; }
  void setOverflowed() { overflowed = true; }
  /// True if some atom is a floordiv.
  bool hasDivision() const;
  /// The greatest common divisor of the coefficients, not the constant; 0 if
  /// there are none.
  int64_t getGCD() const;

  void add(Product product, int64_t coefficient);
  void addConstant(int64_t value);
  void add(const IndexSum &other, int64_t scale = 1);
  /// The product of two sums.
  friend IndexSum operator*(const IndexSum &a, const IndexSum &b);
  bool operator==(const IndexSum &other) const;

private:
  llvm::SmallVector<Term, 4> terms; // Ordered, coefficients not 0.
  int64_t constant = 0;
  bool overflowed = false;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_ANALYSIS_INDEXSUM_H
