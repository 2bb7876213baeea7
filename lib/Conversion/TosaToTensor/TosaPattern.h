//===- TosaPattern.h - what the patterns of convert-tosa-to-tg share ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_TOSATOTENSOR_TOSAPATTERN_H
#define TINYGRAD_LIB_CONVERSION_TOSATOTENSOR_TOSAPATTERN_H

#include "../TensorBuilder/TensorBuilder.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace tinygrad::tg {

/// One op of TOSA on its way to tg.
struct TosaConversion {
  TensorBuilder b;
  mlir::RankedTensorType type; ///< Of the result.
  std::string reason = "a size of its does not follow from the function's "
                       "variables (tg.variables, tg.dims)";

  mlir::Type element() const { return type.getElementType(); }
  mlir::FailureOr<mlir::Value> refuse(const llvm::Twine &why) {
    reason = why.str();
    return mlir::failure();
  }
  /// The number that a constant of one element holds; fails with a reason.
  mlir::FailureOr<int64_t> getZeroPoint(mlir::Value constant,
                                        bool isUnsigned = false);
  /// A quantized tensor in a wider type, less its zero point.
  mlir::FailureOr<mlir::Value>
  dequantize(mlir::Value tensor, mlir::Value zeroPoint, mlir::Type wide);
  /// `tensor` with NaNs replaced, where `mode` ignores them.
  mlir::Value withoutNan(mlir::Value tensor,
                         mlir::tosa::NanPropagationMode mode,
                         mlir::TypedAttr otherwise);
};

/// Adds to the type of an op's result what follows from its operands' types.
void refineType(mlir::Operation *op);

/// A pattern that builds one tensor in the place of an op.
template <typename Op> struct TosaPattern : mlir::OpRewritePattern<Op> {
  using mlir::OpRewritePattern<Op>::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(Op op, mlir::PatternRewriter &rewriter) const final {
    if (op->getNumResults() == 1)
      refineType(op);
    auto type =
        mlir::dyn_cast<mlir::RankedTensorType>(op->getResult(0).getType());
    if (op->getNumResults() != 1 || !type || !isTensorType(type) ||
        !isElementType(type.getElementType()))
      return rewriter.notifyMatchFailure(
          op, "its elements are of a type that tg lacks");
    for (mlir::Value operand : op->getOperands())
      if (auto tensor = mlir::dyn_cast<mlir::TensorType>(operand.getType()))
        if (!isTensorType(tensor) || !isElementType(tensor.getElementType()))
          return rewriter.notifyMatchFailure(
              op, "an operand's elements are of a type that tg lacks");
    TosaConversion c{TensorBuilder(rewriter, op.getLoc()), type};
    for (mlir::Value operand : op->getOperands())
      if (mlir::isa<mlir::TensorType>(operand.getType()) &&
          mlir::failed(c.b.getSizes(operand)))
        return rewriter.notifyMatchFailure(op, c.reason);
    mlir::FailureOr<mlir::Value> result = build(op, c);
    if (mlir::failed(result))
      return rewriter.notifyMatchFailure(op, c.reason);
    if (!isRefinement(result->getType(), type))
      return rewriter.notifyMatchFailure(
          op, "its result has another type than its operands give");
    rewriter.replaceOp(op, *result);
    return mlir::success();
  }

  virtual mlir::FailureOr<mlir::Value> build(Op op,
                                             TosaConversion &c) const = 0;
};

/// All of convert-tosa-to-tg's patterns: the three sets below.
void populateTosaPatterns(mlir::RewritePatternSet &patterns);

void populateTosaElementwisePatterns(mlir::RewritePatternSet &patterns);
void populateTosaMovementPatterns(mlir::RewritePatternSet &patterns);
void populateTosaContractionPatterns(mlir::RewritePatternSet &patterns);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_CONVERSION_TOSATOTENSOR_TOSAPATTERN_H
