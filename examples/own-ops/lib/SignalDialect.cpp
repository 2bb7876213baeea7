//===- SignalDialect.cpp - what signal ops say of themselves ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signal/SignalDialect.h"

#include "TinyGrad/Dialect/Tensor/Gradients/GradientBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tinygrad;
using namespace signals;

#include "Signal/SignalDialect.cpp.inc"
#define GET_OP_CLASSES
#include "Signal/SignalOps.cpp.inc"

void SignalDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Signal/SignalOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// signal.mix: elementwise, with a gradient
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> MixOp::getResultShape(tg::SymbolicShapes &shapes) {
  return tg::detail::elementwiseShape(*this, shapes);
}

tg::OperandAccess MixOp::getOperandAccess(unsigned,
                                          tg::SymbolicShapes &shapes) {
  return tg::detail::elementwiseAccess(*this, shapes);
}

Value MixOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  Type type = elements[0].getType();
  auto number = [&](double value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, value));
  };
  double amount = getAmount().convertToDouble();
  Value dry =
      arith::MulFOp::create(builder, loc, elements[0], number(1 - amount));
  Value wet = arith::MulFOp::create(builder, loc, elements[1], number(amount));
  return arith::AddFOp::create(builder, loc, dry, wet);
}

int64_t MixOp::getElementCost() { return 3; }

FailureOr<SmallVector<Value>>
MixOp::buildGradients(tg::GradientBuilder &builder, ValueRange gradients) {
  tg::Term gradient(builder, gradients[0]);
  double amount = getAmount().convertToDouble();
  return SmallVector<Value>{gradient * (1 - amount), gradient * amount};
}

//===----------------------------------------------------------------------===//
// signal.clip: elementwise, with an estimate
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> ClipOp::getResultShape(tg::SymbolicShapes &shapes) {
  return tg::detail::elementwiseShape(*this, shapes);
}

tg::OperandAccess ClipOp::getOperandAccess(unsigned,
                                           tg::SymbolicShapes &shapes) {
  return tg::detail::elementwiseAccess(*this, shapes);
}

Value ClipOp::buildElement(OpBuilder &builder, Location loc,
                           ValueRange elements, ValueRange) {
  Value x = elements[0];
  Value third = arith::ConstantOp::create(
      builder, loc, builder.getFloatAttr(x.getType(), 1.0 / 3));
  for (uint64_t i = 0; i < getRounds(); ++i) {
    Value square = arith::MulFOp::create(builder, loc, x, x);
    Value cube = arith::MulFOp::create(builder, loc, square, x);
    Value part = arith::MulFOp::create(builder, loc, cube, third);
    x = arith::SubFOp::create(builder, loc, x, part);
  }
  return x;
}

int64_t ClipOp::getElementCost() { return 4 * int64_t(getRounds()); }

//===----------------------------------------------------------------------===//
// signal.energy: a reduce
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> EnergyOp::getResultShape(tg::SymbolicShapes &shapes) {
  return llvm::to_vector(shapes.getShape(getInput()).drop_back());
}

SmallVector<AffineExpr> EnergyOp::getReduceSizes(tg::SymbolicShapes &shapes) {
  return {shapes.getShape(getInput()).back()};
}

/// The result's axes, then the reduced one: the input's own order.
tg::OperandAccess EnergyOp::getOperandAccess(unsigned,
                                             tg::SymbolicShapes &shapes) {
  unsigned rank = getInput().getType().getRank();
  return {
      AffineMap::get(
          rank, unsigned(shapes.getVariables().size()),
          AffineMap::getMultiDimIdentityMap(rank, getContext()).getResults(),
          getContext()),
      {},
      {}};
}

Value EnergyOp::buildElement(OpBuilder &builder, Location loc,
                             ValueRange elements, ValueRange) {
  return arith::MulFOp::create(builder, loc, elements[0], elements[0]);
}

tg::Combiner EnergyOp::getCombiner() { return tg::Combiner::Sum; }

int64_t EnergyOp::getElementCost() { return 2; }

LogicalResult EnergyOp::verify() {
  ShapedType input = getInput().getType(), result = getResult().getType();
  if (input.getRank() == 0 ||
      result.getShape() != input.getShape().drop_back() ||
      result.getElementType() != input.getElementType())
    return emitOpError() << "expected a result without the last axis of "
                         << input << ", but got " << result;
  return success();
}

//===----------------------------------------------------------------------===//
// signal.level: what it means, in ops of tg
//===----------------------------------------------------------------------===//

LogicalResult LevelOp::verify() {
  if (getInput().getType().getRank() == 0 ||
      !getInput().getType().hasStaticShape())
    return emitOpError() << "expected rows of a constant size, but got "
                         << getInput().getType();
  return success();
}

FailureOr<SmallVector<Value>> LevelOp::decompose(OpBuilder &builder) {
  Location loc = getLoc();
  Value x = getInput();
  int64_t last = getInput().getType().getRank() - 1;
  Value square = tg::MulOp::create(builder, loc, x, x);
  Value mean = tg::MeanOp::create(builder, loc, square, ArrayRef<int64_t>{last},
                                  /*keepdim=*/true);
  Value root = tg::SqrtOp::create(builder, loc, mean);
  Value roots =
      tg::ExpandOp::create(builder, loc, getType(), root, ValueRange(),
                           getInput().getType().getShape());
  return SmallVector<Value>{tg::DivOp::create(builder, loc, x, roots)};
}

//===----------------------------------------------------------------------===//
// signal.filter: an exec item. signal.meter has nothing to say.
//===----------------------------------------------------------------------===//

void FilterOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getInputMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getOutputMutable());
}

bool FilterOp::canRunInGraph(StringRef deviceKind) {
  return deviceKind == "cpu" || deviceKind == "null";
}
