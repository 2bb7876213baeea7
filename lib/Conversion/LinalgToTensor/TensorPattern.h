//===- TensorPattern.h - a pattern that builds one tensor ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_TENSORPATTERN_H
#define TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_TENSORPATTERN_H

#include "Patterns.h"
#include "ScalarOps.h"

namespace tinygrad::tg {

/// Whether tg has tensors of a type.
inline bool isTensor(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  return tensor && isTensorType(tensor) &&
         isElementType(tensor.getElementType());
}

/// The element type of tg that stands for that of a tensor type, or null.
inline mlir::Type getStoredElement(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  return tensor && isTensorType(tensor)
             ? convertScalarType(tensor.getElementType())
             : mlir::Type();
}

/// A pattern that builds one tensor in the place of an op.
template <typename Op> struct TensorPattern : mlir::OpRewritePattern<Op> {
  using mlir::OpRewritePattern<Op>::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(Op op, mlir::PatternRewriter &rewriter) const final {
    auto isGiven = [](mlir::Type type) {
      return !mlir::isa<mlir::TensorType>(type) || isTensor(type);
    };
    if (!llvm::all_of(op->getResultTypes(), getStoredElement) ||
        !llvm::all_of(op->getOperandTypes(), isGiven))
      return rewriter.notifyMatchFailure(
          op, "its elements are of a type that tg lacks");
    TensorBuilder b(rewriter, op.getLoc());
    std::string reason = "a size of its does not follow from the function's "
                         "variables (tg.variables, tg.dims)";
    mlir::FailureOr<mlir::Value> result = build(op, b, reason);
    if (mlir::failed(result))
      return rewriter.notifyMatchFailure(op, reason);
    if (!isRefinement(result->getType(), op->getResult(0).getType()))
      return rewriter.notifyMatchFailure(
          op, "its result has another type than its sizes say");
    rewriter.replaceOp(op, *result);
    return mlir::success();
  }

  virtual mlir::FailureOr<mlir::Value> build(Op op, TensorBuilder &b,
                                             std::string &reason) const = 0;

  static mlir::FailureOr<mlir::Value> refuse(std::string &reason,
                                             const llvm::Twine &why) {
    reason = why.str();
    return mlir::failure();
  }
};

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_CONVERSION_LINALGTOTENSOR_TENSORPATTERN_H
