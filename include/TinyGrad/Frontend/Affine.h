//===- Affine.h - sizes and numbers as functions of variables ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a function gives for several values of its variables tells how its sizes
// and numbers depend on them, if there are more samples than unknowns: the last
// ones confirm what the others say.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_AFFINE_H
#define TINYGRAD_FRONTEND_AFFINE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tinygrad::frontend {

/// The sum of `factors[i]` times variable i, plus `offset`.
struct AffineSize {
  std::vector<int64_t> factors;
  int64_t offset = 0;

  bool isConstant() const;
  /// Which variable it is, if it is one.
  std::optional<unsigned> getVariable() const;
  /// None where it overflows.
  std::optional<int64_t> evaluate(const std::vector<int64_t> &values) const;
};

/// A number that is a sum of products of different variables, as a mean's
/// divisor is: `factors[i]` times the variables whose bits `masks[i]` has.
struct VariableNumber {
  std::vector<uint32_t> masks;
  std::vector<double> factors;
  double evaluate(const std::vector<int64_t> &values) const;
};

/// Variables, and the values that they had in several calls of a function.
struct SampledVariables {
  std::vector<std::string> names;
  std::vector<int64_t> low, high;
  /// Of each sample one for each variable.
  std::vector<std::vector<int64_t>> values;
};

/// Explains what samples gave, one value each.
class AffineSolver {
public:
  explicit AffineSolver(const SampledVariables &variables);

  /// Whether there are more samples than sizes have unknowns, and the samples
  /// tell these.
  bool isDetermined() const;
  std::optional<AffineSize> solve(const std::vector<int64_t> &results) const;
  std::optional<VariableNumber>
  solveNumber(const std::vector<double> &results) const;

private:
  const SampledVariables &variables;
  std::vector<uint32_t> linear, products;
};

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_AFFINE_H
