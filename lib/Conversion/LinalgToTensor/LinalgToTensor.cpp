//===- LinalgToTensor.cpp - linalg, tensor, arith and math to tg ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TensorBuilder/ConversionDriver.h"
#include "Patterns.h"
#include "ScalarOps.h"
#include "TinyGrad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTLINALGTOTG
#include "TinyGrad/Conversion/Passes.h.inc"
} // namespace tinygrad

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

static bool worksOnTensors(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
}

namespace {
/// arith and math on whole tensors.
struct ConvertElementwise : RewritePattern {
  explicit ConvertElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
        !worksOnTensors(op) || op->getNumResults() != 1)
      return failure();
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || !isTensorType(type) || !isElementType(type.getElementType()))
      return rewriter.notifyMatchFailure(
          op, "its elements are of a type that tg lacks");
    TensorBuilder b(rewriter, op->getLoc());
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto value = dyn_cast<ElementsAttr>(constant.getValue());
      if (!value)
        return rewriter.notifyMatchFailure(op, "it is no list of elements");
      rewriter.replaceOpWithNewOp<ConstantOp>(op, value);
      return success();
    }
    SmallVector<Value> operands(op->getOperands());
    for (Value &operand : operands)
      // One condition for all elements.
      if (!isa<RankedTensorType>(operand.getType())) {
        TypedAttr constant = getScalarConstant(operand);
        FailureOr<Sizes> sizes = b.getSizes(op->getOperands().back());
        if (!constant || failed(sizes))
          return rewriter.notifyMatchFailure(op, "it uses a scalar that is not "
                                                 "constant");
        operand = b.splat(constant, *sizes);
      }
    std::string reason;
    FailureOr<Value> result = convertScalarOp(op, operands, b, reason);
    if (failed(result))
      return rewriter.notifyMatchFailure(op, reason);
    rewriter.replaceOp(op, *result);
    return success();
  }
};

struct ConvertLinalgToTGPass
    : tinygrad::impl::ConvertLinalgToTGBase<ConvertLinalgToTGPass> {
  using ConvertLinalgToTGBase::ConvertLinalgToTGBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateStructuredOpPatterns(patterns);
    populateTensorOpPatterns(patterns);
    patterns.add<ConvertElementwise>(&getContext());
    auto mustGo = [](Operation *op) {
      if (isa<linalg::LinalgDialect, tensor::TensorDialect>(op->getDialect()))
        return true;
      return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
             worksOnTensors(op);
    };
    if (failed(
            convertInOrder(getOperation(), std::move(patterns), mustGo, "tg")))
      signalPassFailure();
  }
};
} // namespace
