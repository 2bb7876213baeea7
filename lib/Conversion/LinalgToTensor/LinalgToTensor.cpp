//===- LinalgToTensor.cpp - linalg, tensor, arith and math to tg ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TensorBuilder/ControlFlow.h"
#include "../TensorBuilder/ConversionDriver.h"
#include "../TosaToTensor/TosaPattern.h"
#include "Patterns.h"
#include "TensorPattern.h"
#include "TinyGrad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
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
    if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            op->getDialect()) ||
        !worksOnTensors(op) || op->getNumResults() != 1)
      return failure();
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    Type element = getStoredElement(op->getResult(0).getType());
    auto isGiven = [](Type type) {
      return !isa<TensorType>(type) || isTensor(type);
    };
    if (!element || !llvm::all_of(op->getOperandTypes(), isGiven))
      return rewriter.notifyMatchFailure(
          op, "its elements are of a type that tg lacks");
    TensorBuilder b(rewriter, op->getLoc());
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto value = dyn_cast<ElementsAttr>(constant.getValue());
      if (!value)
        return rewriter.notifyMatchFailure(op, "it is no list of elements");
      if (auto indices = dyn_cast<DenseIntElementsAttr>(value);
          indices && type.getElementType().isIndex())
        value = indices.mapValues(
            element, [](const APInt &index) { return index.sextOrTrunc(64); });
      rewriter.replaceOpWithNewOp<ConstantOp>(op, value);
      return success();
    }
    SmallVector<Value> operands(op->getOperands());
    std::string reason;
    // What is known of one operand's sizes holds for all of them.
    bool isRefined = llvm::any_of(operands, [&](Value operand) {
      auto shaped = dyn_cast<ShapedType>(operand.getType());
      return shaped && shaped.getShape() != type.getShape();
    });
    Sizes sizes;
    for (Value operand : operands)
      if (isa<RankedTensorType>(operand.getType()) &&
          (isRefined || sizes.empty())) {
        FailureOr<Sizes> own = b.getSizes(operand);
        if (failed(own))
          return rewriter.notifyMatchFailure(
              op, "a size of its does not follow from the function's "
                  "variables (tg.variables, tg.dims)");
        sizes.resize(own->size(), OpFoldResult());
        for (auto [size, found] : llvm::zip(sizes, withConstants(*own)))
          if (!size || isa<Attribute>(found))
            size = found;
      }
    for (Value &operand : operands) {
      if (isa<RankedTensorType>(operand.getType())) {
        if (isRefined)
          operand = b.withKnownSizes(operand, sizes);
        continue;
      }
      // One condition for all elements.
      FailureOr<Value> scalar = evaluateScalar(operand, b, reason);
      if (failed(scalar))
        return rewriter.notifyMatchFailure(op, reason);
      operand = b.spread(*scalar, {}, sizes);
    }
    FailureOr<Value> result =
        convertScalarOp(op->getResult(0), operands, b, reason);
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
    populateSliceOpPatterns(patterns);
    populateTensorOpPatterns(patterns);
    populateTosaPatterns(patterns);
    patterns.add<ConvertElementwise>(&getContext());
    auto mustGo = [](Operation *op) {
      if (isa_and_nonnull<linalg::LinalgDialect, tensor::TensorDialect,
                          tosa::TosaDialect>(op->getDialect()))
        return true;
      return ControlFlow::handles(op) || isa<cf::AssertOp>(op) ||
             (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
                  op->getDialect()) &&
              worksOnTensors(op));
    };
    if (failed(convertInOrder(getOperation(), std::move(patterns), mustGo, "tg",
                              /*isForeign=*/true)) ||
        failed(matchResultTypes(getOperation())))
      signalPassFailure();
  }
};
} // namespace
