//===- mine-opt.cpp - one op, and a tool that has it ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Gradients/GradientBuilder.h"
#include "TinyGrad/Dialect/Tensor/IR/Gradient.h"
#include "TinyGrad/InitAllDialects.h"
#include "TinyGrad/InitAllPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "MineDialect.h.inc"
#define GET_OP_CLASSES
#include "MineOps.h.inc"

#include "MineDialect.cpp.inc"
#define GET_OP_CLASSES
#include "MineOps.cpp.inc"

using namespace mlir;
using namespace tinygrad;
using mine::LeakyOp;

void mine::MineDialect::initialize() { addOperations<LeakyOp>(); }

// Where it is computed, and from what: element by element.
SmallVector<AffineExpr> LeakyOp::getResultShape(tg::SymbolicShapes &shapes) {
  return tg::detail::elementwiseShape(*this, shapes);
}
tg::OperandAccess LeakyOp::getOperandAccess(unsigned,
                                            tg::SymbolicShapes &shapes) {
  return tg::detail::elementwiseAccess(*this, shapes);
}

// What an element is.
Value LeakyOp::buildElement(OpBuilder &builder, Location loc, ValueRange x,
                            ValueRange) {
  auto slope =
      builder.getFloatAttr(x[0].getType(), getSlope().convertToDouble());
  Value factor = arith::ConstantOp::create(builder, loc, slope);
  Value scaled = arith::MulFOp::create(builder, loc, x[0], factor);
  return arith::MaximumFOp::create(builder, loc, x[0], scaled);
}

// What its gradient is, as a formula over tensors.
FailureOr<SmallVector<Value>> LeakyOp::buildGradients(tg::GradientBuilder &b,
                                                      ValueRange gradients) {
  tg::Term gradient(b, gradients[0]), x(b, getX());
  tg::Term scaled = gradient * getSlope().convertToDouble();
  return SmallVector<Value>{
      gradient.where(tg::CmpPredicate::gt, x, x.number(0), scaled)};
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registry.insert<mine::MineDialect, func::FuncDialect>();
  registerAllPasses();
  return asMainReturnCode(MlirOptMain(argc, argv, "My compiler\n", registry));
}
