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
  /// Ops that `KernelIndices` sees through: what uses them is rewritten. Asks
  /// only where it depends on operands, since asking numbers the leaves.
  bool isIndexArithmetic(Operation *op) {
    if (isa<affine::AffineApplyOp>(op))
      return true;
    return op->getNumOperands() == 2 &&
           isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
           op->getResult(0).getType().isIndex() &&
           (isa<arith::AddIOp, arith::SubIOp>(op) ||
            !indices.isLeaf(op->getResult(0)));
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
      // A branch is only read where its condition says so.
      if (auto select = dyn_cast<arith::SelectOp>(op))
        expr = assume(expr, select.getCondition(),
                      operand.getOperandNumber() == 1);
      operand.set(combineSelects(op->getLoc(), simplify(expr)));
    }
  }

  AffineExpr simplify(AffineExpr expr) {
    return indices.getSimplifier().simplify(expr);
  }

  /// `expr` where `condition` holds, or where it does not.
  AffineExpr assume(AffineExpr expr, Value condition, bool holds) {
    return indices.substitute(expr, [&](Value leaf) -> AffineExpr {
      auto select = leaf.getDefiningOp<arith::SelectOp>();
      std::optional<bool> same =
          select ? compareConditions(condition, select.getCondition())
                 : std::nullopt;
      if (!same)
        return {};
      Value branch =
          *same == holds ? select.getTrueValue() : select.getFalseValue();
      return assume(indices.getExpr(branch), condition, holds);
    });
  }

  /// Where several values that one condition selects are added up, their sums
  /// may cost less than they do, and are then selected.
  Value combineSelects(Location loc, AffineExpr expr) {
    Value condition;
    unsigned count = 0;
    auto isSelected = [&](Value leaf) {
      auto select = leaf.getDefiningOp<arith::SelectOp>();
      if (select && !condition)
        condition = select.getCondition();
      return select &&
             compareConditions(condition, select.getCondition()).has_value();
    };
    indices.forEachLeaf(expr, [&](Value leaf) { count += isSelected(leaf); });
    if (count < 2)
      return materialize(loc, expr);

    IndexSimplifier &simplifier = indices.getSimplifier();
    IndexSum sum = simplifier.toSum(expr);
    IndexSum selected, rest(sum.getConstant());
    for (const IndexSum::Term &term : sum.getTerms()) {
      bool isPart = false;
      for (AffineExpr atom : term.product)
        indices.forEachLeaf(atom,
                            [&](Value leaf) { isPart |= isSelected(leaf); });
      (isPart ? selected : rest).add(term.product, term.coefficient);
    }
    AffineExpr whole = simplifier.toExpr(selected);
    AffineExpr whenTrue = simplify(assume(whole, condition, true));
    AffineExpr whenFalse = simplify(assume(whole, condition, false));
    unsigned apart = IndexSimplifier::getCost(whole) + count;
    unsigned together = IndexSimplifier::getCost(whenTrue) +
                        IndexSimplifier::getCost(whenFalse) + 1;
    if (together >= apart || sum.hasOverflowed())
      return materialize(loc, expr);
    Value select = arith::SelectOp::create(builder, loc, condition,
                                           materialize(loc, whenTrue),
                                           materialize(loc, whenFalse));
    return materialize(loc, indices.getExpr(select) + simplifier.toExpr(rest));
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
