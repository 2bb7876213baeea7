//===- OpReductions.cpp - ops become less -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reductions.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tinygrad::tg {

/// Whether `op` computes tensors that others can stand for.
static bool isReplaceable(Operation *op) {
  return op->getName().getDialectNamespace() ==
             TGDialect::getDialectNamespace() &&
         !isa<ConstantOp, VariableOp, YieldOp>(op) && op->getNumResults() > 0;
}

/// A constant of one element, 1.
static TypedAttr getOne(Type element) {
  if (auto type = dyn_cast<FloatType>(element))
    return FloatAttr::get(type, 1.0);
  return IntegerAttr::get(element, 1);
}

/// Ones instead of every result.
static LogicalResult replaceByConstants(RewriterBase &rewriter, Operation *op) {
  SmallVector<Value> values;
  for (Value result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || !type.hasStaticShape())
      return failure();
    values.push_back(ConstantOp::create(
        rewriter, op->getLoc(),
        DenseElementsAttr::get(type,
                               Attribute(getOne(type.getElementType())))));
  }
  rewriter.replaceOp(op, values);
  return success();
}

namespace {
/// An op becomes an operand of its type, the first with which the program stays
/// interesting, or a constant. Each is tried by itself: mlir-reduce takes what
/// a pattern does to a whole range of ops or leaves it.
class ReplaceOp : public RewritePattern {
public:
  ReplaceOp(MLIRContext *context, Trial trial)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context),
        trial(trial) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isReplaceable(op))
      return rewriter.notifyMatchFailure(op, "not an op of tg that computes");
    for (unsigned number = 0; number < op->getNumOperands(); ++number) {
      if (op->getNumResults() != 1 ||
          op->getOperand(number).getType() != op->getResult(0).getType() ||
          op->getOperand(number) == op->getResult(0))
        continue;
      auto change = [=](RewriterBase &rewriter, Operation *op) {
        rewriter.replaceOp(op, op->getOperand(number));
        return success();
      };
      if (trial.change(rewriter, op, change))
        return success();
    }
    if (trial.change(rewriter, op, replaceByConstants))
      return success();
    return rewriter.notifyMatchFailure(op, "no replacement is interesting");
  }

private:
  Trial trial;
};
} // namespace

void populateOpReductions(RewritePatternSet &patterns, Trial trial) {
  patterns.add<ReplaceOp>(patterns.getContext(), trial);
}

} // namespace tinygrad::tg
