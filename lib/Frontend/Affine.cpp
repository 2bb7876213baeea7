//===- Affine.cpp - sizes and numbers as functions of variables ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Affine.h"
#include <algorithm>
#include <cmath>

namespace tinygrad::frontend {

bool AffineSize::isConstant() const {
  return std::all_of(factors.begin(), factors.end(),
                     [](int64_t factor) { return factor == 0; });
}

std::optional<unsigned> AffineSize::getVariable() const {
  std::optional<unsigned> found;
  for (size_t i = 0; i < factors.size(); ++i) {
    if (factors[i] == 0)
      continue;
    if (factors[i] != 1 || found)
      return std::nullopt;
    found = unsigned(i);
  }
  return offset == 0 ? found : std::nullopt;
}

std::optional<int64_t>
AffineSize::evaluate(const std::vector<int64_t> &values) const {
  int64_t sum = offset;
  for (size_t i = 0; i < factors.size(); ++i) {
    int64_t product;
    if (__builtin_mul_overflow(factors[i], values[i], &product) ||
        __builtin_add_overflow(sum, product, &sum))
      return std::nullopt;
  }
  return sum;
}

static double getProduct(uint32_t mask, const std::vector<int64_t> &values) {
  double product = 1;
  for (size_t i = 0; i < values.size(); ++i)
    if (mask >> i & 1)
      product *= double(values[i]);
  return product;
}

double VariableNumber::evaluate(const std::vector<int64_t> &values) const {
  double sum = 0;
  for (size_t i = 0; i < masks.size(); ++i)
    sum += factors[i] * getProduct(masks[i], values);
  return sum;
}

/// The coefficients of the products `masks` that give `results`, by Gaussian
/// elimination; none where the samples do not tell them.
static std::optional<std::vector<double>>
eliminate(const std::vector<uint32_t> &masks,
          const std::vector<std::vector<int64_t>> &values,
          const std::vector<double> &results) {
  size_t numColumns = masks.size();
  std::vector<std::vector<double>> rows;
  for (size_t i = 0; i < values.size(); ++i) {
    std::vector<double> row;
    for (uint32_t mask : masks)
      row.push_back(getProduct(mask, values[i]));
    row.push_back(results[i]);
    rows.push_back(std::move(row));
  }
  if (rows.size() < numColumns)
    return std::nullopt;
  for (size_t column = 0; column < numColumns; ++column) {
    size_t best = column;
    for (size_t i = column; i < rows.size(); ++i)
      if (std::abs(rows[i][column]) > std::abs(rows[best][column]))
        best = i;
    if (std::abs(rows[best][column]) < 1e-6)
      return std::nullopt;
    std::swap(rows[column], rows[best]);
    for (size_t i = 0; i < rows.size(); ++i) {
      if (i == column || rows[i][column] == 0)
        continue;
      double factor = rows[i][column] / rows[column][column];
      for (size_t j = column; j <= numColumns; ++j)
        rows[i][j] -= factor * rows[column][j];
    }
  }
  std::vector<double> coefficients;
  for (size_t column = 0; column < numColumns; ++column)
    coefficients.push_back(rows[column][numColumns] / rows[column][column]);
  return coefficients;
}

AffineSolver::AffineSolver(const SampledVariables &variables)
    : variables(variables), linear{0} {
  size_t count = variables.names.size();
  for (size_t i = 0; i < count; ++i)
    linear.push_back(uint32_t(1) << i);
  products = linear;
  for (size_t i = 0; i < count; ++i)
    for (size_t j = i + 1; j < count; ++j)
      products.push_back(uint32_t(1) << i | uint32_t(1) << j);
}

bool AffineSolver::isDetermined() const {
  return variables.values.size() > linear.size() &&
         eliminate(linear, variables.values,
                   std::vector<double>(variables.values.size()));
}

std::optional<AffineSize>
AffineSolver::solve(const std::vector<int64_t> &results) const {
  AffineSize size;
  size.factors.assign(variables.names.size(), 0);
  size.offset = results[0];
  if (std::all_of(results.begin(), results.end(),
                  [&](int64_t result) { return result == results[0]; }))
    return size;
  auto coefficients =
      eliminate(linear, variables.values,
                std::vector<double>(results.begin(), results.end()));
  if (!coefficients)
    return std::nullopt;
  size.offset = std::llround((*coefficients)[0]);
  for (size_t i = 0; i < size.factors.size(); ++i)
    size.factors[i] = std::llround((*coefficients)[i + 1]);
  for (size_t i = 0; i < results.size(); ++i)
    if (size.evaluate(variables.values[i]) != results[i])
      return std::nullopt;
  return size;
}

std::optional<VariableNumber>
AffineSolver::solveNumber(const std::vector<double> &results) const {
  for (const std::vector<uint32_t> *masks : {&linear, &products}) {
    if (results.size() <= masks->size())
      return std::nullopt;
    auto coefficients = eliminate(*masks, variables.values, results);
    if (!coefficients)
      continue;
    VariableNumber number{*masks, std::move(*coefficients)};
    // Most are whole, and then exact.
    for (double &factor : number.factors)
      if (std::abs(factor - std::round(factor)) < 1e-9)
        factor = std::round(factor);
    bool fits = true;
    for (size_t i = 0; i < results.size(); ++i)
      fits &= std::abs(number.evaluate(variables.values[i]) - results[i]) <=
              1e-12 * std::abs(results[i]);
    if (fits)
      return number;
  }
  return std::nullopt;
}

} // namespace tinygrad::frontend
