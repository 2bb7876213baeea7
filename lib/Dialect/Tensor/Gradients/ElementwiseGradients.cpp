//===- ElementwiseGradients.cpp - of elementwise ops ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

using namespace mlir;

namespace tinygrad::tg {

static constexpr double kLn2 = 0.693147180559945309417;

//===----------------------------------------------------------------------===//
// Unary. `x` is the operand, `y` the result, `g` the gradient of the result.
//===----------------------------------------------------------------------===//

#define UNARY(OP, EXPRESSION)                                                  \
  static OperandGradients gradientOf##OP(OP op, GradientBuilder &builder,      \
                                         Term g) {                             \
    [[maybe_unused]] Term x(builder, op.getInput()), y(builder, op);           \
    return {EXPRESSION};                                                       \
  }
UNARY(NegOp, -g)
UNARY(ExpOp, g *y)
UNARY(Exp2Op, g * y * kLn2)
UNARY(LogOp, g / x)
UNARY(Log2Op, g / (x * kLn2))
UNARY(SinOp, g *x.apply<CosOp>())
UNARY(CosOp, -(g *x.apply<SinOp>()))
UNARY(TanhOp, g * (1.0 - y * y))
UNARY(SqrtOp, g / (y * 2.0))
UNARY(ReciprocalOp, -(g * y * y))
// 0 at 0, between the two slopes.
UNARY(AbsOp, g.where(CmpPredicate::gt, x, x.number(0),
                     (-g).where(CmpPredicate::lt, x, x.number(0), g.number(0))))
UNARY(ReluOp, g.where(CmpPredicate::gt, x, x.number(0), g.number(0)))
#undef UNARY

//===----------------------------------------------------------------------===//
// Binary: `a` and `b` are the operands
//===----------------------------------------------------------------------===//

#define BINARY(OP, LEFT, RIGHT)                                                \
  static OperandGradients gradientOf##OP(OP op, GradientBuilder &builder,      \
                                         Term g) {                             \
    [[maybe_unused]] Term a(builder, op.getLhs()), b(builder, op.getRhs()),    \
        y(builder, op);                                                        \
    return {LEFT, RIGHT};                                                      \
  }
BINARY(AddOp, g, g)
BINARY(SubOp, g, -g)
BINARY(MulOp, g *b, g *a)
BINARY(DivOp, g / b, -(g *y / b))
// a - floor(a / b) * b, where the floor is constant but for jumps.
BINARY(ModOp, g, -(g *a.make<FloorDivOp>(b)))
#undef BINARY

/// The gradient of the operand `a` that wins against `b` by `predicate`; equal
/// operands share it.
static Term shareOf(CmpPredicate predicate, Term g, Term a, Term b) {
  return g.where(predicate, a, b,
                 (g * 0.5).where(CmpPredicate::eq, a, b, g.number(0)));
}

template <class OpT, CmpPredicate predicate>
static OperandGradients gradientOfExtremum(OpT op, GradientBuilder &builder,
                                           Term g) {
  Term a(builder, op.getLhs()), b(builder, op.getRhs());
  return {shareOf(predicate, g, a, b), shareOf(predicate, g, b, a)};
}

//===----------------------------------------------------------------------===//
// Ternary and conversions
//===----------------------------------------------------------------------===//

static OperandGradients gradientOfWhere(WhereOp op, GradientBuilder &builder,
                                        Term g) {
  Value zero = g.number(0), condition = op.getCondition();
  return {Value(), builder.create<WhereOp>(condition, g, zero),
          builder.create<WhereOp>(condition, zero, g)};
}

/// Back to the type it came from, which for an integer is nothing.
static OperandGradients gradientOfCast(CastOp op, GradientBuilder &builder,
                                       Term g) {
  Type element = op.getInput().getType().getElementType();
  if (!isa<FloatType>(element))
    return {Value()};
  return {builder.cast(g, element)};
}

void attachElementwiseGradients(MLIRContext *context) {
  attach<gradientOfNegOp>(context);
  attach<gradientOfExpOp>(context);
  attach<gradientOfExp2Op>(context);
  attach<gradientOfLogOp>(context);
  attach<gradientOfLog2Op>(context);
  attach<gradientOfSinOp>(context);
  attach<gradientOfCosOp>(context);
  attach<gradientOfTanhOp>(context);
  attach<gradientOfSqrtOp>(context);
  attach<gradientOfReciprocalOp>(context);
  attach<gradientOfAbsOp>(context);
  attach<gradientOfReluOp>(context);
  attach<noGradient<TruncOp>>(context);
  attach<gradientOfAddOp>(context);
  attach<gradientOfSubOp>(context);
  attach<gradientOfMulOp>(context);
  attach<gradientOfDivOp>(context);
  attach<gradientOfModOp>(context);
  attach<noGradient<FloorDivOp>>(context);
  attach<gradientOfExtremum<MaximumOp, CmpPredicate::gt>>(context);
  attach<gradientOfExtremum<MinimumOp, CmpPredicate::lt>>(context);
  attach<gradientOfWhere>(context);
  attach<gradientOfCast>(context);
}

} // namespace tinygrad::tg
