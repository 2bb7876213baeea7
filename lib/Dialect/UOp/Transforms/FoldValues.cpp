//===- FoldValues.cpp - folds that keep tg's meaning ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream folds a math function of a constant by the host's library, whose
// result may differ from our sequence's, and overflow to fp8 its own way,
// whatever `uop.saturate` says. So until both are decomposed the greedy driver
// must not fold by itself; this pattern folds everything else.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tinygrad::uop {
namespace {

bool isFP8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(type));
}

/// Whether upstream's folder of `op` gives what the decomposed op would.
bool foldsExactly(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>())
    return false;
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return false;
  bool computes = isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
                  !isa<arith::SelectOp>(op);
  return !computes || llvm::none_of(op->getResultTypes(), isFP8);
}

struct FoldValue : RewritePattern {
  explicit FoldValue(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!foldsExactly(op))
      return rewriter.notifyMatchFailure(op, "upstream folds it otherwise");
    SmallVector<OpFoldResult> folded;
    if (failed(op->fold(folded)))
      return rewriter.notifyMatchFailure(op, "does not fold");
    if (folded.empty()) { // Changed in place.
      rewriter.modifyOpInPlace(op, [] {});
      return success();
    }
    SmallVector<Value> values;
    for (auto [result, type] : llvm::zip(folded, op->getResultTypes())) {
      auto value = dyn_cast<Value>(result);
      if (!value)
        if (auto constant = arith::ConstantOp::materialize(
                rewriter, cast<Attribute>(result), type, op->getLoc()))
          value = constant;
      if (!value)
        return rewriter.notifyMatchFailure(op, "folds to no constant of arith");
      values.push_back(value);
    }
    rewriter.replaceOp(op, values);
    return success();
  }
};

} // namespace

void populateFoldValuesPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldValue>(patterns.getContext());
}

} // namespace tinygrad::uop
