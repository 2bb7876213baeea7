//===- LinalgBuilder.h - linalg ops in the place of tg ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_TENSORTOLINALG_LINALGBUILDER_H
#define TINYGRAD_LIB_CONVERSION_TENSORTOLINALG_LINALGBUILDER_H

#include "TinyGrad/Dialect/Tensor/IR/Composite.h"
#include "TinyGrad/Dialect/Tensor/IR/Functions.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"
#include "TinyGrad/Dialect/Tensor/IR/State.h"
#include "TinyGrad/Dialect/Tensor/IR/Summary.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace tinygrad::tg {

using Sizes = llvm::SmallVector<mlir::OpFoldResult>;

/// Builds linalg and tensor ops at a place.
class LinalgBuilder {
public:
  using Body = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location,
                                              mlir::ValueRange)>;

  LinalgBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;

  static mlir::RankedTensorType getType(mlir::Value tensor) {
    return mlir::cast<mlir::RankedTensorType>(tensor.getType());
  }
  Sizes getSizes(mlir::Value tensor) {
    return mlir::tensor::getMixedSizes(builder, loc, tensor);
  }
  mlir::Value empty(llvm::ArrayRef<mlir::OpFoldResult> sizes,
                    mlir::Type element) {
    return mlir::tensor::EmptyOp::create(builder, loc, sizes, element);
  }
  /// A tensor that holds `value` everywhere.
  mlir::Value filled(llvm::ArrayRef<mlir::OpFoldResult> sizes,
                     mlir::TypedAttr value);

  /// A structured op with the identity as the map of its result; the other
  /// axes, those behind the result's, are reduced. `init` is the first content.
  mlir::Value generic(mlir::ValueRange inputs,
                      llvm::ArrayRef<mlir::AffineMap> maps, mlir::Value init,
                      Body body, unsigned numReduced = 0);
  /// Elementwise over tensors of one shape.
  mlir::Value elementwise(mlir::ValueRange inputs, mlir::Type element,
                          Body body);

  mlir::Value pad(mlir::Value input, llvm::ArrayRef<mlir::OpFoldResult> low,
                  llvm::ArrayRef<mlir::OpFoldResult> high,
                  mlir::TypedAttr value);
  /// Pads the last axes.
  mlir::Value padLast(mlir::Value input, llvm::ArrayRef<int64_t> low,
                      llvm::ArrayRef<int64_t> high, mlir::TypedAttr value);
  /// Null where no reassociation of axes gives the shape.
  mlir::Value reshape(mlir::Value input, mlir::RankedTensorType type,
                      llvm::ArrayRef<mlir::OpFoldResult> sizes);
  /// Elements of another type, as tg.cast converts them.
  mlir::Value cast(mlir::Value tensor, mlir::Type element);

  mlir::AffineExpr dim(unsigned i) {
    return mlir::getAffineDimExpr(i, builder.getContext());
  }
};

/// What tg.cast does to one scalar, in arith ops that are defined everywhere.
/// Null where arith has none.
mlir::Value castScalar(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value, mlir::Type to);

/// The first content of an accumulator, which changes nothing.
mlir::TypedAttr getIdentity(Combiner combiner, mlir::Type element);
/// Two scalars combined.
mlir::Value combine(mlir::OpBuilder &builder, mlir::Location loc,
                    Combiner combiner, mlir::Value a, mlir::Value b);

/// Whether arith computes with such elements: signless, and no fp8.
bool isArithElement(mlir::Type element);

/// A pattern that builds one tensor in the place of an op.
template <typename Op> struct ToLinalgPattern : mlir::OpRewritePattern<Op> {
  using mlir::OpRewritePattern<Op>::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(Op op, mlir::PatternRewriter &rewriter) const final {
    for (mlir::Value value : llvm::concat<mlir::Value>(
             llvm::SmallVector<mlir::Value>(op->getOperands()),
             llvm::SmallVector<mlir::Value>(op->getResults())))
      if (auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType()))
        if (!isArithElement(type.getElementType()))
          return rewriter.notifyMatchFailure(
              op, "arith has no ops on unsigned and 8-bit float elements");
    LinalgBuilder b(rewriter, op.getLoc());
    std::string reason;
    mlir::Value result = build(op, b, reason);
    if (!result)
      return rewriter.notifyMatchFailure(op, reason);
    rewriter.replaceOp(op, result);
    return mlir::success();
  }

  /// Null, with the reason, where the op has no counterpart.
  virtual mlir::Value build(Op op, LinalgBuilder &b,
                            std::string &reason) const = 0;
};

void populateElementwiseToLinalgPatterns(mlir::RewritePatternSet &patterns);
void populateMovementToLinalgPatterns(mlir::RewritePatternSet &patterns);
void populateReduceToLinalgPatterns(mlir::RewritePatternSet &patterns);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_CONVERSION_TENSORTOLINALG_LINALGBUILDER_H
