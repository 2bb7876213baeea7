//===- AxisSteps.cpp - how an index moves along vector axes ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's flattening of affine expressions turns each division into a local
// variable and forgets that `(16 * i + u) mod 64` moves with u; here alignment
// and the axes' sizes are enough to see it.
//
//===----------------------------------------------------------------------===//

#include "AxisSteps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;

namespace tinygrad::uop {

AffineExpr IndexForm::getLeaf(unsigned operand) const {
  if (operand < numDims)
    return getAffineDimExpr(operand, expr.getContext());
  return getAffineSymbolExpr(operand - numDims, expr.getContext());
}

AffineMap IndexForm::getMap() const {
  return AffineMap::get(numDims, operands.size() - numDims, expr);
}

IndexForm getIndexForm(Value value) {
  MLIRContext *context = value.getContext();
  AffineMap map = AffineMap::getMultiDimIdentityMap(1, context);
  SmallVector<Value> operands = {value};
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  return {map.getResult(0), map.getNumDims(), operands};
}

/// The operand that is `leaf`.
static Value getOperand(const IndexForm &form, AffineExpr leaf) {
  if (auto dim = dyn_cast<AffineDimExpr>(leaf))
    return form.operands[dim.getPosition()];
  return form
      .operands[form.numDims + cast<AffineSymbolExpr>(leaf).getPosition()];
}

AffineExpr getOrigin(const IndexForm &form, AffineExpr expr,
                     const AxisQuery &query) {
  DenseMap<AffineExpr, AffineExpr> zeros;
  for (unsigned i = 0, e = form.operands.size(); i != e; ++i)
    if (query.getAxis(form.operands[i]))
      zeros[form.getLeaf(i)] = getAffineConstantExpr(0, expr.getContext());
  return zeros.empty() ? expr : expr.replace(zeros);
}

static AxisSteps getLeafSteps(const IndexForm &form, AffineExpr leaf,
                              const AxisQuery &query) {
  AxisSteps steps(query.sizes.size(), 0);
  Value operand = getOperand(form, leaf);
  if (std::optional<unsigned> axis = query.getAxis(operand)) {
    steps[*axis] = 1;
    return steps;
  }
  for (unsigned axis : query.getDependence(operand).set_bits())
    steps[axis] = std::nullopt;
  return steps;
}

/// Steps of `lhs` divided by the constant `divisor`, rounded down, or of the
/// remainder. They are known where no axis carries `lhs` over a multiple of the
/// divisor.
static AxisSteps getDivisionSteps(const IndexForm &form, AffineExpr lhs,
                                  int64_t divisor, bool remainder,
                                  const AxisQuery &query) {
  AxisSteps steps = getSteps(form, lhs, query);
  int64_t span = 0;
  bool fits = divisor > 0;
  for (auto [step, size] : llvm::zip_equal(steps, query.sizes)) {
    int64_t part;
    fits = fits && step && *step >= 0 &&
           !llvm::MulOverflow(*step, size - 1, part) &&
           !llvm::AddOverflow(span, part, span);
  }
  if (fits) {
    int64_t known = getOrigin(form, lhs, query).getLargestKnownDivisor();
    fits = span < std::gcd(known, divisor);
  }
  for (std::optional<int64_t> &step : steps) {
    if (fits)
      step = remainder ? *step : 0;
    else if (step != 0)
      step = std::nullopt;
  }
  return steps;
}

AxisSteps getSteps(const IndexForm &form, AffineExpr expr,
                   const AxisQuery &query) {
  if (isa<AffineConstantExpr>(expr))
    return AxisSteps(query.sizes.size(), 0);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return getLeafSteps(form, expr, query);

  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  AffineExprKind kind = expr.getKind();
  if (divisor && divisor.getValue() > 0 &&
      (kind == AffineExprKind::FloorDiv || kind == AffineExprKind::Mod))
    return getDivisionSteps(form, binary.getLHS(), divisor.getValue(),
                            kind == AffineExprKind::Mod, query);

  AxisSteps steps = getSteps(form, binary.getLHS(), query);
  AxisSteps rhs = getSteps(form, binary.getRHS(), query);
  for (auto [left, right] : llvm::zip_equal(steps, rhs)) {
    int64_t result;
    if (kind == AffineExprKind::Add && left && right &&
        !llvm::AddOverflow(*left, *right, result))
      left = result;
    else if (kind == AffineExprKind::Mul && divisor && left &&
             !llvm::MulOverflow(*left, divisor.getValue(), result))
      left = result;
    else if (left != 0 || right != 0)
      left = std::nullopt;
  }
  return steps;
}

} // namespace tinygrad::uop
