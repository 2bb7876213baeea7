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

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_DECOMPOSEMATHPASS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

using tinygrad::math::MathFn;

namespace {
/// Replaces `op` by what `emit` makes of its operands. Types narrower than f32
/// are computed in f32 and rounded once.
template <class Fn>
LogicalResult replaceBySequence(Operation *op, PatternRewriter &rewriter,
                                Fn emit) {
  Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
  unsigned width = element.getIntOrFloatBitWidth();
  if (width > 32 && !element.isF64())
    return rewriter.notifyMatchFailure(op, "no sequence for this type");
  SmallVector<Value, 2> operands(op->getOperands());
  Location loc = op->getLoc();
  if (width < 32) {
    Type wide = rewriter.getF32Type();
    if (auto vector = dyn_cast<VectorType>(type))
      wide = vector.clone(wide);
    for (Value &operand : operands)
      operand = arith::ExtFOp::create(rewriter, loc, wide, operand);
  }
  Value result = emitSequence(rewriter, loc, operands[0], [&](auto sequences) {
    return emit(sequences, operands);
  });
  if (width < 32)
    result = arith::TruncFOp::create(rewriter, loc, type, result);
  rewriter.replaceOp(op, result);
  return success();
}

LogicalResult replaceByFunction(Operation *op, PatternRewriter &rewriter,
                                MathFn fn) {
  return replaceBySequence(op, rewriter, [fn](auto &sequences, auto &operands) {
    return sequences.apply(fn, operands[0]);
  });
}

template <class Op> struct DecomposeFunction : OpRewritePattern<Op> {
  DecomposeFunction(MLIRContext *context, MathFn fn)
      : OpRewritePattern<Op>(context), fn(fn) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    return replaceByFunction(op, rewriter, fn);
  }

  MathFn fn;
};

MathFn getMathFn(Activation function) {
  switch (function) {
  case Activation::Sigmoid:
    return MathFn::Sigmoid;
  case Activation::Silu:
    return MathFn::Silu;
  case Activation::Gelu:
    return MathFn::Gelu;
  case Activation::GeluTanh:
    return MathFn::GeluTanh;
  }
  return MathFn::Sigmoid;
}

struct DecomposeActivation : OpRewritePattern<ActivationOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ActivationOp op,
                                PatternRewriter &rewriter) const override {
    return replaceByFunction(op, rewriter, getMathFn(op.getFunction()));
  }
};

struct DecomposePower : OpRewritePattern<mlir::math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(mlir::math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    return replaceBySequence(op, rewriter, [](auto &sequences, auto &operands) {
      return sequences.pow(operands[0], operands[1]);
    });
  }
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
  namespace m = mlir::math;
  MLIRContext *context = patterns.getContext();
  patterns.add<DecomposeFunction<m::ExpOp>>(context, MathFn::Exp);
  patterns.add<DecomposeFunction<m::Exp2Op>>(context, MathFn::Exp2);
  patterns.add<DecomposeFunction<m::LogOp>>(context, MathFn::Log);
  patterns.add<DecomposeFunction<m::Log2Op>>(context, MathFn::Log2);
  patterns.add<DecomposeFunction<m::SinOp>>(context, MathFn::Sin);
  patterns.add<DecomposeFunction<m::CosOp>>(context, MathFn::Cos);
  patterns.add<DecomposeFunction<m::TanOp>>(context, MathFn::Tan);
  patterns.add<DecomposeFunction<m::TanhOp>>(context, MathFn::Tanh);
  patterns.add<DecomposeFunction<m::ErfOp>>(context, MathFn::Erf);
  patterns.add<DecomposeFunction<m::RsqrtOp>>(context, MathFn::Rsqrt);
  patterns.add<DecomposeFunction<m::ExpM1Op>>(context, MathFn::Expm1);
  patterns.add<DecomposeFunction<m::Log1pOp>>(context, MathFn::Log1p);
  patterns.add<DecomposeFunction<m::AsinOp>>(context, MathFn::Asin);
  patterns.add<DecomposeFunction<m::AcosOp>>(context, MathFn::Acos);
  patterns.add<DecomposeFunction<m::AtanOp>>(context, MathFn::Atan);
  patterns.add<DecomposeFunction<m::SinhOp>>(context, MathFn::Sinh);
  patterns.add<DecomposeFunction<m::CoshOp>>(context, MathFn::Cosh);
  patterns.add<DecomposeFunction<m::AsinhOp>>(context, MathFn::Asinh);
  patterns.add<DecomposeFunction<m::AcoshOp>>(context, MathFn::Acosh);
  patterns.add<DecomposeFunction<m::AtanhOp>>(context, MathFn::Atanh);
  patterns.add<DecomposeActivation, DecomposePower>(context);
}

} // namespace tinygrad::uop
