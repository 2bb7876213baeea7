//===- GPUVectors.cpp - whether accesses are vectors ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asked of a kernel whose axis is split already: so what simplifies an index or
// a condition then decides, remainders and quotients among it. Parts of a
// concatenation, of a repetition or of what is padded begin and end at
// multiples of a vector or they do not.
//
//===----------------------------------------------------------------------===//

#include "GPUVectors.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {

class VectorCheck {
public:
  VectorCheck(KernelOp kernel, RangeOp range)
      : range(range), scopes(kernel), indices(kernel),
        leaf(indices.getExpr(range.getResult())),
        elements(range.getStaticSize()) {}

  bool isVector(Value index, bool isStore);
  bool isShared(Value gate);

private:
  bool varies(Value value) {
    return llvm::is_contained(scopes.getOpen(value), range);
  }
  bool hasLeaf(AffineExpr expr) {
    bool found = false;
    expr.walk([&](AffineExpr part) { found |= part == leaf; });
    return found;
  }
  bool isShared(arith::CmpIOp compare);

  RangeOp range;
  RangeScopes scopes;
  KernelIndices indices;
  AffineExpr leaf;
  int64_t elements;
};

} // namespace

bool VectorCheck::isVector(Value index, bool isStore) {
  if (!varies(index))
    return true;
  AffineExpr expr = indices.getExpr(index);
  // Nothing is known of lanes that were loaded.
  bool isKnown = true;
  indices.forEachLeaf(expr, [&](Value value) {
    isKnown &= value == range.getResult() || !varies(value);
  });
  IndexSum sum = indices.getSimplifier().toSum(expr);
  if (!isKnown || sum.hasOverflowed())
    return false;
  int64_t step = 0;
  for (const IndexSum::Term &term : sum.getTerms()) {
    if (term.product.size() == 1 && term.product[0] == leaf)
      step = term.coefficient;
    else if (llvm::any_of(term.product,
                          [&](AffineExpr atom) { return hasLeaf(atom); }) ||
             term.coefficient % elements != 0)
      return false;
  }
  // In reverse the vector begins at its last element.
  int64_t begin = step == 1 ? 0 : elements - 1;
  return (step == 1 || (step == -1 && !isStore)) &&
         (sum.getConstant() - begin) % elements == 0;
}

bool VectorCheck::isShared(arith::CmpIOp compare) {
  IndexSimplifier &simplifier = indices.getSimplifier();
  IndexSum lhs = simplifier.toSum(indices.getExpr(compare.getLhs()));
  IndexSum rhs = simplifier.toSum(indices.getExpr(compare.getRhs()));
  // As a sum that is at least 0.
  IndexSum sum;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::slt:
    sum.add(lhs);
    sum.add(rhs, -1);
    break;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::sgt:
    sum.add(rhs);
    sum.add(lhs, -1);
    break;
  default:
    return false;
  }
  if (sum.hasOverflowed())
    return false;
  IndexSimplifier::Condition condition = simplifier.simplifyNonNegative(sum);
  return condition.value || (!condition.sum.hasOverflowed() &&
                             !hasLeaf(simplifier.toExpr(condition.sum)));
}

bool VectorCheck::isShared(Value gate) {
  SmallVector<Value> worklist = {gate};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!varies(value))
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    auto compare = dyn_cast<arith::CmpIOp>(op);
    if (compare && compare.getLhs().getType().isIndex() && isShared(compare))
      continue;
    if (!isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
      return false;
    llvm::append_range(worklist, op->getOperands());
  }
  return true;
}

bool tinygrad::uop::areVectors(KernelOp kernel, RangeOp range) {
  VectorCheck check(kernel, range);
  return llvm::all_of(kernel.getBody().front(), [&](Operation &op) {
    if (auto load = dyn_cast<LoadOp>(op))
      return check.isVector(load.getIndex(), /*isStore=*/false) &&
             (!load.getGate() || check.isShared(load.getGate()));
    if (auto store = dyn_cast<StoreOp>(op))
      return check.isVector(store.getIndex(), /*isStore=*/true) &&
             (!store.getGate() || check.isShared(store.getGate()));
    return true;
  });
}
