//===- FoldSelects.cpp - conditions and what they select -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beside upstream's canonicalization of arith.select and arith.xori, which
// knows negated and nested conditions.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tinygrad::uop {

std::optional<bool> compareConditions(Value a, Value b) {
  if (a == b)
    return true;
  auto isNegationOf = [](Value value, Value other) {
    auto negation = value.getDefiningOp<arith::XOrIOp>();
    return negation && negation.getLhs() == other &&
           matchPattern(negation.getRhs(), m_One());
  };
  if (isNegationOf(a, b) || isNegationOf(b, a))
    return false;
  auto lhs = a.getDefiningOp<arith::CmpIOp>();
  auto rhs = b.getDefiningOp<arith::CmpIOp>();
  if (!lhs || !rhs || lhs.getLhs() != rhs.getLhs() ||
      lhs.getRhs() != rhs.getRhs())
    return std::nullopt;
  if (lhs.getPredicate() == rhs.getPredicate())
    return true;
  if (lhs.getPredicate() == arith::invertPredicate(rhs.getPredicate()))
    return false;
  return std::nullopt;
}

namespace {

/// A condition that is compared with a constant is itself, or its opposite.
struct FoldComparedCondition : OpRewritePattern<arith::CmpIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::CmpIOp compare,
                                PatternRewriter &rewriter) const override {
    using arith::CmpIPredicate;
    CmpIPredicate predicate = compare.getPredicate();
    APInt constant;
    if (!compare.getLhs().getType().isInteger(1) ||
        (predicate != CmpIPredicate::eq && predicate != CmpIPredicate::ne) ||
        !matchPattern(compare.getRhs(), m_ConstantInt(&constant)))
      return rewriter.notifyMatchFailure(compare, "no condition is compared");
    if (constant.isOne() == (predicate == CmpIPredicate::eq)) {
      rewriter.replaceOp(compare, compare.getLhs());
      return success();
    }
    Value one = arith::ConstantIntOp::create(rewriter, compare.getLoc(), 1, 1);
    rewriter.replaceOpWithNewOp<arith::XOrIOp>(compare, compare.getLhs(), one);
    return success();
  }
};

/// One of two opposites holds, and never both.
template <typename Op> struct FoldOpposites : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isInteger(1) ||
        compareConditions(op.getLhs(), op.getRhs()) != false)
      return rewriter.notifyMatchFailure(op, "no condition and its opposite");
    rewriter.replaceOpWithNewOp<arith::ConstantIntOp>(
        op, std::is_same_v<Op, arith::OrIOp>, 1);
    return success();
  }
};

/// The smaller or larger of two numbers, chosen by their comparison. Against a
/// constant k the choice may also be k - 1, which x < k says x reaches at most.
struct SelectToMinMax : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SelectOp select,
                                PatternRewriter &rewriter) const override {
    using arith::CmpIPredicate;
    auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!compare || !select.getType().isIntOrIndex() ||
        compare.getLhs().getType() != select.getType())
      return rewriter.notifyMatchFailure(select, "no comparison of integers");
    CmpIPredicate predicate = compare.getPredicate();
    Value lhs = compare.getLhs(), rhs = compare.getRhs();
    Value chosen = select.getTrueValue(), other = select.getFalseValue();
    if (predicate == CmpIPredicate::sge || predicate == CmpIPredicate::sle) {
      predicate = arith::invertPredicate(predicate);
      std::swap(chosen, other);
    }
    if (predicate == CmpIPredicate::sgt)
      std::swap(lhs, rhs);
    else if (predicate != CmpIPredicate::slt)
      return rewriter.notifyMatchFailure(select, "not ordered as signed");

    // Now it is: chosen where lhs < rhs, and other where it is not.
    auto isLimit = [&](Value value) {
      APInt limit, constant;
      return value == rhs || (matchPattern(rhs, m_ConstantInt(&limit)) &&
                              matchPattern(value, m_ConstantInt(&constant)) &&
                              !limit.isMinSignedValue() &&
                              (constant == limit || constant == limit - 1));
    };
    if (chosen == lhs && isLimit(other))
      rewriter.replaceOpWithNewOp<arith::MinSIOp>(select, lhs, other);
    else if (other == lhs && isLimit(chosen))
      rewriter.replaceOpWithNewOp<arith::MaxSIOp>(select, lhs, chosen);
    else
      return rewriter.notifyMatchFailure(select, "chooses something else");
    return success();
  }
};

/// An op on two values that one condition selects, where it folds on one side.
template <typename Op> struct CombineSelects : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto lhs = op.getLhs().template getDefiningOp<arith::SelectOp>();
    auto rhs = op.getRhs().template getDefiningOp<arith::SelectOp>();
    if (!lhs || !rhs ||
        compareConditions(lhs.getCondition(), rhs.getCondition()) != true)
      return rewriter.notifyMatchFailure(op, "no common condition");
    auto fold = [](Value a, Value b) {
      return matchPattern(a, m_Constant()) && matchPattern(b, m_Constant());
    };
    if (!fold(lhs.getTrueValue(), rhs.getTrueValue()) &&
        !fold(lhs.getFalseValue(), rhs.getFalseValue()))
      return rewriter.notifyMatchFailure(op, "folds on neither side");
    Location loc = op.getLoc();
    Value whenTrue =
        Op::create(rewriter, loc, lhs.getTrueValue(), rhs.getTrueValue());
    Value whenFalse =
        Op::create(rewriter, loc, lhs.getFalseValue(), rhs.getFalseValue());
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, lhs.getCondition(),
                                                 whenTrue, whenFalse);
    return success();
  }
};

} // namespace

void populateFoldSelectsPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<FoldComparedCondition, FoldOpposites<arith::AndIOp>,
               FoldOpposites<arith::OrIOp>, SelectToMinMax,
               CombineSelects<arith::AddIOp>, CombineSelects<arith::SubIOp>,
               CombineSelects<arith::MulIOp>, CombineSelects<arith::AndIOp>,
               CombineSelects<arith::OrIOp>, CombineSelects<arith::XOrIOp>,
               CombineSelects<arith::MaxSIOp>, CombineSelects<arith::MinSIOp>,
               CombineSelects<arith::MaxUIOp>, CombineSelects<arith::MinUIOp>>(
      context);
  arith::SelectOp::getCanonicalizationPatterns(patterns, context);
  arith::XOrIOp::getCanonicalizationPatterns(patterns, context);
}

} // namespace tinygrad::uop
