//===- IndexSum.h - index expressions as sums of products ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_ANALYSIS_INDEXSUM_H
#define TINYGRAD_LIB_DIALECT_TENSOR_ANALYSIS_INDEXSUM_H

#include "TinyGrad/Dialect/Tensor/Analysis/IndexSpace.h"

namespace tinygrad::tg {

/// `coefficient * factors[0] * factors[1] * …`; each factor is an axis, a
/// variable, a division or a remainder; sorted.
struct IndexTerm {
  int64_t coefficient;
  llvm::SmallVector<mlir::AffineExpr, 2> factors;
};

/// A sum of terms with distinct factors, sorted by them; a term without factors
/// is the constant.
class IndexSum {
public:
  IndexSum() = default;
  explicit IndexSum(int64_t constant) { add({constant, {}}); }

  llvm::ArrayRef<IndexTerm> getTerms() const { return terms; }
  bool isZero() const { return terms.empty(); }
  /// The value, if the sum is constant.
  std::optional<int64_t> getConstant() const;

  void add(IndexTerm term);
  void add(const IndexSum &other, int64_t scale = 1);
  IndexSum times(const IndexSum &other) const;
  IndexSum times(const IndexTerm &term) const;

  mlir::AffineExpr build(mlir::MLIRContext *context) const;

private:
  llvm::SmallVector<IndexTerm> terms;
};

/// A total order of expressions that depends on their structure only.
int compareExprs(mlir::AffineExpr a, mlir::AffineExpr b);

/// Simplifies with the bounds of a space; see IndexSpace::simplify.
class IndexSimplifier {
public:
  explicit IndexSimplifier(const IndexSpace &space)
      : space(space), context(space.getShapes().getContext()) {}

  IndexSum simplify(mlir::AffineExpr expr);
  IndexSum floorDiv(const IndexSum &numerator, const IndexSum &denominator);
  IndexSum mod(const IndexSum &numerator, const IndexSum &denominator);

  /// A lower bound over the axes, in terms of the variables only.
  std::optional<IndexSum> getMinimum(const IndexSum &sum);

private:
  IndexSum recombine(IndexSum sum);
  /// Splits into a multiple of `denominator` (its quotient) and the rest.
  std::pair<IndexSum, IndexSum> split(const IndexSum &sum,
                                      const IndexSum &denominator);
  /// Whether 0 <= `sum` < `denominator` everywhere.
  bool isInRange(const IndexSum &sum, const IndexSum &denominator);
  /// An upper bound over the axes, in terms of the variables only.
  std::optional<IndexSum> getMaximum(const IndexSum &sum);
  std::optional<IndexSum> getMaximum(mlir::AffineExpr factor);
  /// With `sum` = gcd * high + low, 0 <= low < gcd, gcd a divisor of `divisor`
  /// larger than 1.
  struct Split {
    int64_t gcd;
    IndexSum high, low;
  };
  std::optional<Split> splitByDivisor(const IndexSum &sum, int64_t divisor);

  const IndexSpace &space;
  mlir::MLIRContext *context;
};

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_ANALYSIS_INDEXSUM_H
