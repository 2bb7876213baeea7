//===- GuardDivisors.cpp - no index is divided by zero ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_GUARDDIVISORS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {
/// Whether `expr` divides by what is not constant.
bool hasVariableDivisor(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  return binary && expr.getKind() != AffineExprKind::Add &&
         expr.getKind() != AffineExprKind::Mul &&
         !isa<AffineConstantExpr>(binary.getRHS());
}

/// Rewrites one affine.apply; each divisor that may be 0 becomes a symbol more.
class DivisorGuard {
public:
  DivisorGuard(affine::AffineApplyOp apply, KernelIndices &indices)
      : apply(apply), indices(indices), builder(apply),
        numDims(apply.getAffineMap().getNumDims()),
        operands(apply.getMapOperands()) {}

  void run() {
    AffineExpr expr = apply.getAffineMap().getResult(0);
    AffineExpr safe = guard(expr);
    if (safe == expr)
      return;
    apply.setMap(getMap(safe));
    apply.getMapOperandsMutable().assign(operands);
  }

private:
  AffineMap getMap(AffineExpr expr) {
    return AffineMap::get(numDims, operands.size() - numDims, expr);
  }

  AffineExpr guard(AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return expr;
    AffineExpr lhs = guard(binary.getLHS()), rhs = guard(binary.getRHS());
    if (hasVariableDivisor(expr))
      rhs = guardDivisor(rhs);
    return getAffineBinaryOpExpr(expr.getKind(), lhs, rhs);
  }

  AffineExpr guardDivisor(AffineExpr divisor) {
    SmallVector<AffineExpr> leaves = llvm::map_to_vector(
        operands, [&](Value operand) { return indices.getExpr(operand); });
    ArrayRef<AffineExpr> all(leaves);
    AffineExpr expr = divisor.replaceDimsAndSymbols(all.take_front(numDims),
                                                    all.drop_front(numDims));
    if (indices.getSimplifier().getBounds(expr).lo >= 1)
      return divisor;
    AffineExpr &known = guarded[divisor];
    if (!known) {
      Location loc = apply.getLoc();
      // Of the operands only those that the divisor uses.
      OpFoldResult size = affine::makeComposedFoldedAffineApply(
          builder, loc, getMap(divisor), getAsOpFoldResult(operands));
      Value value = getValueOrCreateConstantIndexOp(builder, loc, size);
      Value one = arith::ConstantIndexOp::create(builder, loc, 1);
      known = builder.getAffineSymbolExpr(operands.size() - numDims);
      operands.push_back(arith::MaxSIOp::create(builder, loc, value, one));
    }
    return known;
  }

  affine::AffineApplyOp apply;
  KernelIndices &indices;
  OpBuilder builder;
  unsigned numDims;
  SmallVector<Value> operands;
  DenseMap<AffineExpr, AffineExpr> guarded;
};

struct GuardDivisors : impl::GuardDivisorsBase<GuardDivisors> {
  void runOnOperation() override {
    SmallVector<affine::AffineApplyOp> divisions;
    getOperation().walk([&](affine::AffineApplyOp apply) {
      bool found = false;
      apply.getAffineMap().getResult(0).walk(
          [&](AffineExpr expr) { found |= hasVariableDivisor(expr); });
      if (found)
        divisions.push_back(apply);
    });
    if (divisions.empty())
      return;
    KernelIndices indices(getOperation());
    for (affine::AffineApplyOp apply : divisions)
      DivisorGuard(apply, indices).run();
  }
};
} // namespace

} // namespace tinygrad::uop
