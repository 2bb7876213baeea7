//===- DecomposeMath.cpp - math functions become IEEE sequences -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's math-expand-ops and polynomial approximations were considered:
// they cover some of the functions, f32 only, with errors of several ULP, and
// the interpreter could not run the same sequence.
//
//===----------------------------------------------------------------------===//

#include "EmittedMath.h"

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_DECOMPOSEMATHPASS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {
/// Replaces one function. Types narrower than f32 are computed in f32 and
/// rounded once.
template <class Op> struct DecomposeFunction : OpRewritePattern<Op> {
  DecomposeFunction(MLIRContext *context, tinygrad::math::MathFn fn)
      : OpRewritePattern<Op>(context), fn(fn) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Value x = op.getOperand();
    Type type = x.getType(), element = getElementTypeOrSelf(type);
    unsigned width = element.getIntOrFloatBitWidth();
    if (width > 32 && !element.isF64())
      return rewriter.notifyMatchFailure(op, "no sequence for this type");
    if (width >= 32) {
      rewriter.replaceOp(op, emitMath(rewriter, op.getLoc(), fn, x));
      return success();
    }
    Type wide = rewriter.getF32Type();
    if (auto vector = dyn_cast<VectorType>(type))
      wide = vector.clone(wide);
    x = arith::ExtFOp::create(rewriter, op.getLoc(), wide, x);
    Value result = emitMath(rewriter, op.getLoc(), fn, x);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, result);
    return success();
  }

  tinygrad::math::MathFn fn;
};

struct DecomposeMathPass : impl::DecomposeMathPassBase<DecomposeMathPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateDecomposeMathPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    walkAndApplyPatterns(getOperation(), patterns);
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

void populateDecomposeMathPatterns(RewritePatternSet &patterns) {
  using tinygrad::math::MathFn;
  MLIRContext *context = patterns.getContext();
  patterns.add<DecomposeFunction<mlir::math::ExpOp>>(context, MathFn::Exp);
  patterns.add<DecomposeFunction<mlir::math::Exp2Op>>(context, MathFn::Exp2);
  patterns.add<DecomposeFunction<mlir::math::LogOp>>(context, MathFn::Log);
  patterns.add<DecomposeFunction<mlir::math::Log2Op>>(context, MathFn::Log2);
  patterns.add<DecomposeFunction<mlir::math::SinOp>>(context, MathFn::Sin);
  patterns.add<DecomposeFunction<mlir::math::CosOp>>(context, MathFn::Cos);
  patterns.add<DecomposeFunction<mlir::math::TanhOp>>(context, MathFn::Tanh);
  patterns.add<DecomposeFunction<mlir::math::ErfOp>>(context, MathFn::Erf);
}

} // namespace tinygrad::uop
