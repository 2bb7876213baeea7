//===- IndexSimplifier.h - index arithmetic with bounds -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simplifies affine and semi-affine expressions whose dimensions and symbols
// have known bounds. Upstream's `simplifyAffineExpr` knows no bounds, and its
// integer-range analysis no div/mod recombination.
//
// Divisors are taken to be positive, as affine.apply demands.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_ANALYSIS_INDEXSIMPLIFIER_H
#define TINYGRAD_DIALECT_UOP_ANALYSIS_INDEXSIMPLIFIER_H

#include "TinyGrad/Dialect/UOp/Analysis/IndexSum.h"
#include "TinyGrad/Dialect/UOp/Analysis/Interval.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace tinygrad::uop {

/// What is known of a dimension or symbol.
struct LeafBounds {
  Interval interval;
  /// Also an upper bound, over other leaves: `n - 1` for a range of size n.
  mlir::AffineExpr last;
};

class IndexSimplifier {
public:
  IndexSimplifier(mlir::MLIRContext *context,
                  llvm::ArrayRef<LeafBounds> dims = {},
                  llvm::ArrayRef<LeafBounds> symbols = {})
      : context(context), dims(dims), symbols(symbols) {}

  unsigned addDim(LeafBounds bounds) {
    dims.push_back(bounds);
    return dims.size() - 1;
  }
  unsigned addSymbol(LeafBounds bounds) {
    symbols.push_back(bounds);
    return symbols.size() - 1;
  }

  /// An equal expression, no costlier than `expr`.
  mlir::AffineExpr simplify(mlir::AffineExpr expr);
  /// Smallest interval that we can show to hold all values.
  Interval getBounds(mlir::AffineExpr expr);

  /// A condition is decided, or an expression in another form.
  struct Condition {
    std::optional<bool> value;
    IndexSum sum;
  };
  /// `sum >= 0`
  Condition simplifyNonNegative(IndexSum sum);
  /// `sum == 0`
  Condition simplifyZero(IndexSum sum);

  /// `lhs >= rhs`, or `lhs < rhs` where strict.
  struct Comparison {
    mlir::AffineExpr lhs, rhs;
    bool isLess;
  };
  /// `sum >= 0` with negative terms on the right-hand side.
  Comparison toComparison(const IndexSum &sum);
  /// `sum == 0` as lhs == rhs, likewise.
  std::pair<mlir::AffineExpr, mlir::AffineExpr> toEquation(const IndexSum &sum);

  IndexSum toSum(mlir::AffineExpr expr);
  mlir::AffineExpr toExpr(const IndexSum &sum);

  /// The number of operations that computing `expr` takes, equal
  /// subexpressions counted once.
  static unsigned getCost(mlir::AffineExpr expr);

private:
  /// `coefficient * product * (value mod modulus)`
  struct Remainder {
    int64_t coefficient;
    Product product;
    mlir::AffineExpr value, modulus;
  };
  /// A sum with its remainders made visible again.
  struct Readable {
    IndexSum rest;
    llvm::SmallVector<Remainder, 2> remainders;
  };

  // The rules of floordiv, in the order in which they are tried.
  IndexSum floorDiv(const IndexSum &sum, const IndexSum &divisor);
  IndexSum floorDivConstant(IndexSum sum, int64_t divisor);
  IndexSum floorDivSymbolic(const IndexSum &sum, const IndexSum &divisor);
  IndexSum makeFloorDiv(const IndexSum &sum, const IndexSum &divisor);
  bool flattenNested(IndexSum &sum, int64_t &divisor);
  std::optional<IndexSum> foldByCongruence(const IndexSum &sum,
                                           int64_t divisor);
  std::optional<IndexSum> dropSmallTerms(const IndexSum &sum, int64_t divisor);

  mlir::AffineExpr foldPoints(mlir::AffineExpr expr);
  Interval getSumBounds(const IndexSum &sum);
  Interval getProductBounds(llvm::ArrayRef<mlir::AffineExpr> product);
  Interval getAtomBounds(mlir::AffineExpr atom);
  /// Shows `sum >= 0`, also by the symbolic bounds of leaves.
  bool isNonNegative(const IndexSum &sum);
  const LeafBounds *getLeaf(mlir::AffineExpr atom) const;

  Readable makeReadable(const IndexSum &sum);
  bool extractRemainder(Readable &readable);
  mlir::AffineExpr build(const Readable &readable);
  static unsigned getCost(const Readable &readable);

  mlir::MLIRContext *context;
  llvm::SmallVector<LeafBounds> dims, symbols;
  llvm::DenseMap<mlir::AffineExpr, IndexSum> sums;
  llvm::DenseMap<std::pair<mlir::AffineExpr, int64_t>, IndexSum> quotients;
  unsigned depth = 0;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_ANALYSIS_INDEXSIMPLIFIER_H
