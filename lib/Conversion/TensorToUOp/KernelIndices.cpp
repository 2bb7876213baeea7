//===- KernelIndices.cpp - axes, addresses and gates of a kernel -*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tinygrad {

/// `r_` for a kernel that reduces, `e_` for one that does not, and the sizes of
/// its axes, as tinygrad names kernels.
std::string KernelEmitter::getName() const {
  constexpr size_t kLongest = 60;
  std::string name = reduceSizes.empty() ? "e" : "r";
  auto add = [&](AffineExpr size) {
    if (name.size() > kLongest)
      return;
    if (auto constant = dyn_cast<AffineConstantExpr>(size))
      name += "_" + std::to_string(constant.getValue());
    else if (auto symbol = dyn_cast<AffineSymbolExpr>(size))
      name += "_" + shapes.getVariables()[symbol.getPosition()].name.str();
    else
      name += "_x";
  };
  unsigned rank = space.getSizes().size() - reduceSizes.size();
  for (auto [axis, size] : llvm::enumerate(space.getSizes().take_front(rank)))
    if (ranges[axis])
      add(size);
  for (AffineExpr size : reduceSizes)
    add(size);
  return name;
}

AffineExpr KernelEmitter::addAxis(AffineExpr size, uop::AxisType type) {
  int64_t id = ranges.size();
  AffineExpr axis = space.addAxis(size);
  if (type == uop::AxisType::Reduce)
    reduceSizes.push_back(size);
  if (isa<AffineConstantExpr>(axis)) {
    ranges.push_back(Value());
    return axis;
  }
  OpFoldResult extent;
  if (auto constant = dyn_cast<AffineConstantExpr>(size))
    extent = builder.getIndexAttr(constant.getValue());
  else
    extent = emitIndex(size);
  ranges.push_back(
      uop::RangeOp::create(builder, source.getLoc(), id, extent, type));
  return axis;
}

/// Row-major, with the tensor's actual sizes.
AffineExpr KernelEmitter::getAddress(Value tensor, ArrayRef<AffineExpr> index) {
  AffineExpr address = builder.getAffineConstantExpr(0);
  for (auto [size, place] : llvm::zip(shapes.getShape(tensor), index))
    address = address * size + place;
  return space.simplify(address);
}

Value KernelEmitter::emitIndex(AffineExpr expr) {
  if (Value known = indices.lookup(expr))
    return known;
  Location loc = source.getLoc();
  Value result;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    result = arith::ConstantIndexOp::create(builder, loc, constant.getValue());
  } else if (auto axis = dyn_cast<AffineDimExpr>(expr)) {
    result = ranges[axis.getPosition()];
  } else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    unsigned first = body->getNumArguments() - shapes.getVariables().size();
    result = body->getArgument(first + symbol.getPosition());
  } else {
    // Only what the expression uses becomes an operand.
    SmallVector<AffineExpr> axes(ranges.size()),
        symbols(shapes.getVariables().size());
    SmallVector<Value> operands;
    for (unsigned axis : tg::getUsedAxes(expr)) {
      axes[axis] = builder.getAffineDimExpr(operands.size());
      operands.push_back(ranges[axis]);
    }
    unsigned numAxes = operands.size();
    for (unsigned i = 0; i < symbols.size(); ++i)
      if (expr.isFunctionOfSymbol(i)) {
        symbols[i] = builder.getAffineSymbolExpr(operands.size() - numAxes);
        operands.push_back(emitIndex(builder.getAffineSymbolExpr(i)));
      }
    AffineMap map = AffineMap::get(numAxes, operands.size() - numAxes,
                                   expr.replaceDimsAndSymbols(axes, symbols));
    result = affine::AffineApplyOp::create(builder, loc, map, operands);
  }
  indices[expr] = result;
  return result;
}

Value KernelEmitter::emitGate(ArrayRef<AffineExpr> gates) {
  Location loc = source.getLoc();
  Value all;
  Value zero = emitIndex(builder.getAffineConstantExpr(0));
  for (AffineExpr gate : gates) {
    Value holds = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                        emitIndex(gate), zero);
    all = all ? arith::AndIOp::create(builder, loc, all, holds) : holds;
  }
  return all;
}

bool KernelEmitter::isEmpty(Value tensor) {
  return llvm::any_of(shapes.getShape(tensor), [&](AffineExpr size) {
    return shapes.getUpperBound(size) == 0;
  });
}

} // namespace tinygrad
