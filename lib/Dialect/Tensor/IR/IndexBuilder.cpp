//===- IndexBuilder.cpp - size expressions as values ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way back from SymbolicShapes: upstream's affine.apply would do, but
// getIndexExpr reads arith, and tg depends on no other dialect.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tinygrad::tg {

static Value buildValue(OpBuilder &builder, Location loc, AffineExpr expr,
                        const SymbolicShapes &shapes) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIndexOp::create(builder, loc, constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return VariableOp::create(builder, loc,
                              shapes.getVariables()[symbol.getPosition()].name);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return {};
  Value lhs = buildValue(builder, loc, binary.getLHS(), shapes);
  Value rhs = buildValue(builder, loc, binary.getRHS(), shapes);
  if (!lhs || !rhs)
    return {};
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::CeilDiv:
    return arith::CeilDivSIOp::create(builder, loc, lhs, rhs);
  case AffineExprKind::Mod: {
    // Affine's remainder is never negative: x - floor(x / y) * y.
    Value quotient = arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
    Value product = arith::MulIOp::create(builder, loc, quotient, rhs);
    return arith::SubIOp::create(builder, loc, lhs, product);
  }
  default:
    return {};
  }
}

OpFoldResult buildIndex(OpBuilder &builder, Location loc, AffineExpr expr,
                        const SymbolicShapes &shapes) {
  if (!expr)
    return {};
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return builder.getIndexAttr(constant.getValue());
  return buildValue(builder, loc, expr, shapes);
}

} // namespace tinygrad::tg
