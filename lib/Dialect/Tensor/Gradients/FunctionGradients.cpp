//===- FunctionGradients.cpp - of named functions ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "TinyGrad/Dialect/Tensor/IR/Functions.h"

using namespace mlir;

namespace tinygrad::tg {

//===----------------------------------------------------------------------===//
// Unary. `x` is the operand, `y` the result, `g` the gradient of the result.
//===----------------------------------------------------------------------===//

static constexpr double kTwoOverRootPi = 1.12837916709551257390;
static constexpr double kRootHalf = 0.70710678118654752440;
static constexpr double kInverseRootTwoPi = 0.39894228040143267794;
static constexpr double kRootTwoOverPi = 0.79788456080286535588;

static Term root(Term x) { return x.apply<SqrtOp>(); }

#define UNARY(OP, EXPRESSION)                                                  \
  static OperandGradients gradientOf##OP(OP op, GradientBuilder &builder,      \
                                         Term g) {                             \
    [[maybe_unused]] Term x(builder, op.getInput()), y(builder, op);           \
    return {EXPRESSION};                                                       \
  }
UNARY(TanOp, g *(y *y + 1.0))
// (1 - x)(1 + x) keeps the digits that 1 - x * x loses near 1.
UNARY(AsinOp, g / root((1.0 - x) * (x + 1.0)))
UNARY(AcosOp, -(g / root((1.0 - x) * (x + 1.0))))
UNARY(AtanOp, g / (x * x + 1.0))
UNARY(SinhOp, g *x.apply<CoshOp>())
UNARY(CoshOp, g *x.apply<SinhOp>())
UNARY(AsinhOp, g / root(x * x + 1.0))
UNARY(AcoshOp, g / root((x + -1.0) * (x + 1.0)))
UNARY(AtanhOp, g / ((1.0 - x) * (x + 1.0)))
UNARY(Expm1Op, g *(y + 1.0))
UNARY(Log1pOp, g / (x + 1.0))
UNARY(RsqrtOp, g * y * y * y * -0.5)
UNARY(ErfOp, g * (-(x * x)).apply<ExpOp>() * kTwoOverRootPi)
UNARY(SigmoidOp, g * y * (1.0 - y))
#undef UNARY

/// s + y (1 - s) for the sigmoid s.
static OperandGradients gradientOfSilu(SiluOp op, GradientBuilder &builder,
                                       Term g) {
  Term x(builder, op.getInput()), y(builder, op);
  Term s = x.apply<SigmoidOp>();
  return {g * (s + y * (1.0 - s))};
}

static OperandGradients gradientOfGelu(GeluOp op, GradientBuilder &builder,
                                       Term g) {
  Term x(builder, op.getInput());
  if (op.getTanh()) {
    // t = tanh(u), u = sqrt(2 / pi) (x + 0.044715 x^3).
    Term square = x * x;
    Term u = x * (square * 0.044715 + 1.0) * kRootTwoOverPi;
    Term t = u.apply<TanhOp>();
    Term slope = (square * (3 * 0.044715) + 1.0) * kRootTwoOverPi;
    return {g * (((t + 1.0) + x * (1.0 - t * t) * slope) * 0.5)};
  }
  // The distribution function, and x times its density.
  Term below = ((x * kRootHalf).apply<ErfOp>() + 1.0) * 0.5;
  Term density = (x * x * -0.5).apply<ExpOp>() * kInverseRootTwoPi;
  return {g * (below + x * density)};
}

//===----------------------------------------------------------------------===//
// Of two and three tensors
//===----------------------------------------------------------------------===//

/// b a^(b - 1), which is 0 where b is, and a^b log(a), which is 0 where a^b is.
static OperandGradients gradientOfPow(PowOp op, GradientBuilder &builder,
                                      Term g) {
  Term a(builder, op.getLhs()), b(builder, op.getRhs()), y(builder, op);
  Term zero = g.number(0);
  Term left = g * b * a.make<PowOp>(b + -1.0);
  Term right = g * y * a.apply<LogOp>();
  return {zero.where(CmpPredicate::eq, b, zero, left),
          zero.where(CmpPredicate::eq, y, zero, right)};
}

/// The left one's, by whether the signs agree.
static OperandGradients gradientOfCopysign(CopysignOp op,
                                           GradientBuilder &builder, Term g) {
  Term a(builder, op.getLhs()), b(builder, op.getRhs());
  Term one = g.number(1);
  return {g * one.make<CopysignOp>(a) * one.make<CopysignOp>(b), Value()};
}

static OperandGradients gradientOfMulAcc(MulAccOp op, GradientBuilder &builder,
                                         Term g) {
  Term a(builder, op.getA()), b(builder, op.getB());
  return {g * b, g * a, g};
}

/// That of the minimum and maximum which it is.
static FailureOr<OperandGradients>
gradientOfClamp(ClampOp op, GradientBuilder &builder, Term g) {
  Value raised = builder.create<MaximumOp>(op.getInput(), op.getLow());
  Value clamped = builder.create<MinimumOp>(raised, op.getHigh());
  return buildGradients(builder, clamped, Value(g), op->getOperands(), op);
}

void attachFunctionGradients(MLIRContext *context) {
  attach<gradientOfTanOp>(context);
  attach<gradientOfAsinOp>(context);
  attach<gradientOfAcosOp>(context);
  attach<gradientOfAtanOp>(context);
  attach<gradientOfSinhOp>(context);
  attach<gradientOfCoshOp>(context);
  attach<gradientOfAsinhOp>(context);
  attach<gradientOfAcoshOp>(context);
  attach<gradientOfAtanhOp>(context);
  attach<gradientOfExpm1Op>(context);
  attach<gradientOfLog1pOp>(context);
  attach<gradientOfRsqrtOp>(context);
  attach<gradientOfErfOp>(context);
  attach<gradientOfSigmoidOp>(context);
  attach<gradientOfSilu>(context);
  attach<gradientOfGelu>(context);
  attach<gradientOfPow>(context);
  attach<gradientOfCopysign>(context);
  attach<gradientOfMulAcc>(context);
  attach<gradientOfClamp>(context);
  attach<noGradient<FloorOp>>(context);
  attach<noGradient<CeilOp>>(context);
  attach<noGradient<RoundOp>>(context);
  attach<noGradient<SignOp>>(context);
}

} // namespace tinygrad::tg
