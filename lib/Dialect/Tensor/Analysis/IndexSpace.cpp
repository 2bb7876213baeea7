//===- IndexSpace.cpp - the axes of one kernel -------------------*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Analysis/IndexSpace.h"
#include "IndexSum.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace mlir;

namespace tinygrad::tg {

AffineExpr IndexSpace::addAxis(AffineExpr size) {
  MLIRContext *context = shapes.getContext();
  sizes.push_back(size);
  if (shapes.areEqual(size, getAffineConstantExpr(1, context)) == true)
    return getAffineConstantExpr(0, context);
  return getAffineDimExpr(sizes.size() - 1, context);
}

AffineExpr IndexSpace::simplify(AffineExpr expr) const {
  return IndexSimplifier(*this).simplify(expr).build(shapes.getContext());
}

using Bounds = std::optional<std::pair<int64_t, int64_t>>;

static Bounds multiply(Bounds a, Bounds b) {
  if (!a || !b)
    return std::nullopt;
  int64_t products[4];
  if (llvm::MulOverflow(a->first, b->first, products[0]) ||
      llvm::MulOverflow(a->first, b->second, products[1]) ||
      llvm::MulOverflow(a->second, b->first, products[2]) ||
      llvm::MulOverflow(a->second, b->second, products[3]))
    return std::nullopt;
  return std::pair(*llvm::min_element(products), *llvm::max_element(products));
}

Bounds IndexSpace::getBounds(AffineExpr expr) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::pair(constant.getValue(), constant.getValue());
  if (isa<AffineSymbolExpr>(expr)) {
    auto least = shapes.getLowerBound(expr), most = shapes.getUpperBound(expr);
    if (!least || !most)
      return std::nullopt;
    return std::pair(*least, *most);
  }
  if (auto axis = dyn_cast<AffineDimExpr>(expr)) {
    if (axis.getPosition() >= sizes.size())
      return std::nullopt;
    auto size = shapes.getUpperBound(sizes[axis.getPosition()]);
    if (!size)
      return std::nullopt;
    return std::pair(int64_t(0), std::max<int64_t>(*size, 1) - 1);
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Bounds lhs = getBounds(binary.getLHS()), rhs = getBounds(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add: {
    std::pair<int64_t, int64_t> sum;
    if (!lhs || !rhs || llvm::AddOverflow(lhs->first, rhs->first, sum.first) ||
        llvm::AddOverflow(lhs->second, rhs->second, sum.second))
      return std::nullopt;
    return sum;
  }
  case AffineExprKind::Mul:
    return multiply(lhs, rhs);
  case AffineExprKind::Mod:
    if (!rhs || rhs->first <= 0)
      return std::nullopt;
    if (lhs && lhs->first >= 0)
      return std::pair(int64_t(0), std::min(lhs->second, rhs->second - 1));
    return std::pair(int64_t(0), rhs->second - 1);
  case AffineExprKind::FloorDiv: {
    if (!lhs || !rhs || rhs->first <= 0)
      return std::nullopt;
    int64_t corners[] = {llvm::divideFloorSigned(lhs->first, rhs->first),
                         llvm::divideFloorSigned(lhs->first, rhs->second),
                         llvm::divideFloorSigned(lhs->second, rhs->first),
                         llvm::divideFloorSigned(lhs->second, rhs->second)};
    return std::pair(*llvm::min_element(corners), *llvm::max_element(corners));
  }
  default:
    return std::nullopt;
  }
}

std::optional<bool> IndexSpace::isNonNegative(AffineExpr expr) const {
  Bounds bounds = getBounds(expr);
  if (bounds && bounds->first >= 0)
    return true;
  if (bounds && bounds->second < 0)
    return false;
  // The same with the sizes as expressions: n - 1 - i >= 0 for i below n.
  IndexSimplifier simplifier(*this);
  if (auto minimum = simplifier.getMinimum(simplifier.simplify(expr)))
    if (auto least = shapes.getLowerBound(minimum->build(shapes.getContext())))
      if (*least >= 0)
        return true;
  return std::nullopt;
}

ComposedAccess IndexSpace::access(IndexMapOpInterface op, unsigned operandNo,
                                  ArrayRef<AffineExpr> index,
                                  ArrayRef<AffineExpr> reduceIndex) const {
  OperandAccess access = op.getOperandAccess(operandNo, shapes);
  SmallVector<AffineExpr> axes(index), symbols;
  llvm::append_range(axes, reduceIndex);
  for (unsigned i = 0, e = access.map.getNumSymbols(); i < e; ++i)
    symbols.push_back(getAffineSymbolExpr(i, shapes.getContext()));

  ComposedAccess result;
  result.otherwise = access.otherwise;
  for (AffineExpr expr : access.map.getResults())
    result.index.push_back(simplify(expr.replaceDimsAndSymbols(axes, symbols)));
  for (AffineExpr expr : access.constraints) {
    AffineExpr constraint = simplify(expr.replaceDims(axes));
    std::optional<bool> holds = isNonNegative(constraint);
    if (!holds && !llvm::is_contained(result.constraints, constraint))
      result.constraints.push_back(constraint);
    result.never |= holds == false;
  }
  return result;
}

std::optional<std::pair<unsigned, bool>>
IndexSpace::findScan(ArrayRef<AffineExpr> index, unsigned scanAxis,
                     AffineExpr elements, unsigned numOutputAxes) const {
  AffineExpr expr = index[scanAxis];
  SmallVector<unsigned> used = getUsedAxes(expr);
  if (used.size() != 1 || used[0] >= numOutputAxes)
    return std::nullopt;
  unsigned axis = used[0];
  // The others stay the same along it.
  for (auto [number, other] : llvm::enumerate(index))
    if (number != scanAxis && llvm::is_contained(getUsedAxes(other), axis))
      return std::nullopt;
  // The loop goes through the elements from the first one on, perhaps not to
  // the last.
  AffineExpr size = sizes[axis];
  if (isNonNegative(elements - size) != true)
    return std::nullopt;
  AffineExpr forward = getAffineDimExpr(axis, shapes.getContext());
  if (expr == forward)
    return std::pair(axis, false);
  if (expr == simplify(size - 1 - forward))
    return std::pair(axis, true);
  return std::nullopt;
}

SmallVector<unsigned> getUsedAxes(AffineExpr expr) {
  std::set<unsigned> axes;
  expr.walk([&](AffineExpr part) {
    if (auto axis = dyn_cast<AffineDimExpr>(part))
      axes.insert(axis.getPosition());
  });
  return SmallVector<unsigned>(axes.begin(), axes.end());
}

} // namespace tinygrad::tg
