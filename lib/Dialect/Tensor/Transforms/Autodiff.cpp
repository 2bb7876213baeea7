//===- Autodiff.cpp - gradients become ops ----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream MLIR has no differentiation; Enzyme's works on scalar code with
// memory, where a reduce or a window has lost what its gradient could use.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Gradients/Gradients.h"
#include "TinyGrad/Dialect/Tensor/IR/Gradient.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace tinygrad::tg {

#define GEN_PASS_DEF_TGAUTODIFFPASS
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h.inc"

/// Ways through other blocks would not be followed.
static LogicalResult checkPlace(GradOp op) {
  if (!op->getParentRegion()->hasOneBlock())
    return op.emitOpError("expected a region of one block");
  for (Value input : op.getInputs())
    if (input.getParentBlock() != op->getBlock())
      return op.emitOpError("expected inputs of its own block");
  return success();
}

static LogicalResult expandGradient(RewriterBase &rewriter, GradOp grad) {
  if (failed(checkPlace(grad)))
    return failure();
  Operation *before = grad->getPrevNode();
  rewriter.setInsertionPoint(grad);
  SymbolicShapes shapes(grad);
  GradientBuilder builder(rewriter, shapes, grad.getLoc());
  Value one = builder.splat(1.0, grad.getScalar());
  FailureOr<SmallVector<Value>> gradients =
      buildGradients(builder, grad.getScalar(), one, grad.getInputs(), grad,
                     Derivative::Total);
  if (failed(gradients))
    return failure();
  for (auto [gradient, input] : llvm::zip_equal(*gradients, grad.getInputs()))
    if (!gradient)
      gradient = builder.splat(0.0, input);
  if (builder.hasFailed())
    return failure();
  Operation *last = grad->getPrevNode();
  rewriter.replaceOp(grad, *gradients);
  // Rules build the gradients of all operands, wanted or not.
  for (Operation *op = last; op && op != before;) {
    Operation *previous = op->getPrevNode();
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
    op = previous;
  }
  return success();
}

namespace {
struct AutodiffPass : impl::TGAutodiffPassBase<AutodiffPass> {
  void runOnOperation() override {
    SmallVector<GradOp> grads;
    getOperation()->walk([&](GradOp op) { grads.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (GradOp op : grads)
      if (failed(expandGradient(rewriter, op)))
        return signalPassFailure();
    if (grads.empty())
      markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace tinygrad::tg
