//===- SimplifyIndexOperands.cpp - indices in their simplest form -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tinygrad::uop {
namespace {

class Rewriter {
public:
  explicit Rewriter(KernelOp kernel)
      : kernel(kernel), indices(kernel), builder(kernel.getContext()) {}

  void run() {
    for (Operation &op : llvm::make_early_inc_range(kernel.getBody().front())) {
      builder.setInsertionPoint(&op);
      if (auto compare = dyn_cast<arith::CmpIOp>(op);
          compare && compare.getLhs().getType().isIndex())
        rewriteComparison(compare);
      else if (!isIndexArithmetic(&op))
        rewriteOperands(&op);
    }
  }

private:
  /// Ops that `KernelIndices` sees through: what uses them is rewritten.
  static bool isIndexArithmetic(Operation *op) {
    return isa<affine::AffineApplyOp>(op) ||
           (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) &&
            op->getResult(0).getType().isIndex());
  }

  /// One value per expression: it stands before all that use it, since the
  /// kernel is one block and is rewritten in order.
  Value materialize(Location loc, AffineExpr expr) {
    Value &value = values[expr];
    if (!value)
      value = indices.materialize(builder, loc, expr);
    return value;
  }

  void rewriteOperands(Operation *op) {
    // Ranges are named, not computed with, where they are closed.
    bool namesRanges = isa<RangeCloserOpInterface>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (!value.getType().isIndex() ||
          (namesRanges && value.getDefiningOp<RangeOp>()))
        continue;
      AffineExpr expr = indices.getExpr(value);
      AffineExpr simple = indices.getSimplifier().simplify(expr);
      operand.set(materialize(op->getLoc(), simple));
    }
  }

  void rewriteComparison(arith::CmpIOp compare) {
    using arith::CmpIPredicate;
    IndexSimplifier &simplifier = indices.getSimplifier();
    AffineExpr lhs = indices.getExpr(compare.getLhs());
    AffineExpr rhs = indices.getExpr(compare.getRhs());
    CmpIPredicate predicate = compare.getPredicate();
    // Where neither side is negative, signs do not matter.
    bool bothPositive =
        simplifier.getBounds(lhs).lo >= 0 && simplifier.getBounds(rhs).lo >= 0;
    IndexSimplifier::Condition condition;
    bool isEquation = false;
    switch (predicate) {
    case CmpIPredicate::ult:
    case CmpIPredicate::ugt:
    case CmpIPredicate::ule:
    case CmpIPredicate::uge:
      if (!bothPositive)
        return rewriteOperands(compare);
      [[fallthrough]];
    default: {
      if (predicate == CmpIPredicate::slt || predicate == CmpIPredicate::ult ||
          predicate == CmpIPredicate::sle || predicate == CmpIPredicate::ule)
        std::swap(lhs, rhs);
      bool isStrict =
          predicate == CmpIPredicate::slt || predicate == CmpIPredicate::ult ||
          predicate == CmpIPredicate::sgt || predicate == CmpIPredicate::ugt;
      condition = simplifier.simplifyNonNegative(
          simplifier.toSum(lhs - rhs - (isStrict ? 1 : 0)));
      break;
    }
    case CmpIPredicate::eq:
    case CmpIPredicate::ne:
      isEquation = true;
      condition = simplifier.simplifyZero(simplifier.toSum(lhs - rhs));
      break;
    }
    if (condition.sum.hasOverflowed())
      return;

    Location loc = compare.getLoc();
    Value result;
    if (condition.value) {
      bool value = *condition.value != (predicate == CmpIPredicate::ne);
      result = arith::ConstantIntOp::create(builder, loc, value, 1);
    } else if (isEquation) {
      auto [left, right] = simplifier.toEquation(condition.sum);
      result =
          arith::CmpIOp::create(builder, loc, predicate, materialize(loc, left),
                                materialize(loc, right));
    } else {
      auto [left, right, isLess] = simplifier.toComparison(condition.sum);
      result = arith::CmpIOp::create(
          builder, loc, isLess ? CmpIPredicate::slt : CmpIPredicate::sge,
          materialize(loc, left), materialize(loc, right));
    }
    compare.replaceAllUsesWith(result);
    compare.erase();
  }

  KernelOp kernel;
  KernelIndices indices;
  OpBuilder builder;
  llvm::DenseMap<AffineExpr, Value> values;
};

} // namespace

void simplifyIndexOperands(KernelOp kernel) { Rewriter(kernel).run(); }

} // namespace tinygrad::uop
