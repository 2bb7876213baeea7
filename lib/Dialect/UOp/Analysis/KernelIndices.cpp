//===- KernelIndices.cpp - a kernel's indices as expressions -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tinygrad::uop;

KernelIndices::KernelIndices(KernelOp kernel)
    : simplifier(kernel.getContext()) {
  for (auto [index, argument] :
       llvm::enumerate(kernel.getBody().getArguments())) {
    auto bounds = dyn_cast_or_null<ArrayAttr>(
        kernel.getArgAttr(index, KernelOp::kBounds));
    if (!argument.getType().isIndex() || !bounds)
      continue;
    Interval interval = {cast<IntegerAttr>(bounds[0]).getInt(),
                         cast<IntegerAttr>(bounds[1]).getInt()};
    exprs[argument] = getAffineSymbolExpr(
        simplifier.addSymbol({interval, AffineExpr()}), kernel.getContext());
    symbols.push_back(argument);
  }
}

/// What the type that an index was made from says.
static Interval getCastBounds(Value value) {
  Type type;
  bool isUnsigned = false;
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>()) {
    type = cast.getIn().getType();
  } else if (auto cast = value.getDefiningOp<arith::IndexCastUIOp>()) {
    type = cast.getIn().getType();
    isUnsigned = true;
  }
  auto integer = dyn_cast_or_null<IntegerType>(type);
  if (!integer || integer.getWidth() >= 62)
    return {};
  int64_t half = int64_t(1) << (integer.getWidth() - 1);
  if (isUnsigned)
    return {0, half * 2 - 1};
  return {-half, half - 1};
}

AffineExpr KernelIndices::addLeaf(Value value) {
  LeafBounds bounds = {getCastBounds(value), AffineExpr()};
  if (auto max = value.getDefiningOp<arith::MaxSIOp>()) {
    Interval lhs = getBounds(max.getLhs()), rhs = getBounds(max.getRhs());
    bounds.interval = {std::max(lhs.lo, rhs.lo), std::max(lhs.hi, rhs.hi)};
  }
  if (auto range = value.getDefiningOp<RangeOp>()) {
    // Without an iteration everything holds, so 0 is as good a last index.
    bounds.interval = {0, std::max<int64_t>(getMaxSize(range) - 1, 0)};
    if (Value size = range.getSize()) {
      bounds.last = getExpr(size) - 1;
      // A range that may have no iteration must not fold to its index 0: what
      // is stored there would be stored without it.
      if (bounds.interval.isPoint() && getBounds(size).lo < 1)
        bounds.interval.hi = 1;
    }
  }
  unsigned position = simplifier.addDim(bounds);
  dims.push_back(value);
  return getAffineDimExpr(position, value.getContext());
}

AffineExpr KernelIndices::compute(Value value) {
  MLIRContext *context = value.getContext();
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)) &&
      constant.isSignedIntN(64))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  Operation *op = value.getDefiningOp();
  if (!op)
    return addLeaf(value);
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    SmallVector<AffineExpr> operands =
        llvm::map_to_vector(apply.getMapOperands(),
                            [&](Value operand) { return getExpr(operand); });
    AffineMap map = apply.getAffineMap();
    auto all = ArrayRef(operands);
    return map.getResult(0).replaceDimsAndSymbols(
        all.take_front(map.getNumDims()), all.drop_front(map.getNumDims()));
  }
  if (isa<arith::AddIOp>(op))
    return getExpr(op->getOperand(0)) + getExpr(op->getOperand(1));
  if (isa<arith::SubIOp>(op))
    return getExpr(op->getOperand(0)) - getExpr(op->getOperand(1));
  if (isa<arith::MulIOp>(op)) {
    AffineExpr lhs = getExpr(op->getOperand(0));
    AffineExpr rhs = getExpr(op->getOperand(1));
    if (rhs.isSymbolicOrConstant())
      return lhs * rhs;
    if (lhs.isSymbolicOrConstant())
      return rhs * lhs;
  }
  return addLeaf(value);
}

AffineExpr KernelIndices::getExpr(Value value) {
  if (auto it = exprs.find(value); it != exprs.end())
    return it->second;
  AffineExpr expr = compute(value);
  exprs[value] = expr;
  return expr;
}

Interval KernelIndices::getBounds(Value value) {
  return simplifier.getBounds(getExpr(value));
}

int64_t KernelIndices::getMaxSize(RangeOp range) {
  if (!range.getSize())
    return range.getStaticSize();
  return std::max<int64_t>(getBounds(range.getSize()).hi, 0);
}

Value KernelIndices::materialize(OpBuilder &builder, Location loc,
                                 AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIndexOp::create(builder, loc, constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];

  llvm::SmallBitVector usedDims(dims.size()), usedSymbols(symbols.size());
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      usedDims.set(dim.getPosition());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      usedSymbols.set(symbol.getPosition());
  });
  SmallVector<Value> operands;
  SmallVector<AffineExpr> newDims(dims.size()), newSymbols(symbols.size());
  for (unsigned i : usedDims.set_bits()) {
    newDims[i] = builder.getAffineDimExpr(operands.size());
    operands.push_back(dims[i]);
  }
  unsigned numDims = operands.size();
  for (unsigned i : usedSymbols.set_bits()) {
    newSymbols[i] = builder.getAffineSymbolExpr(operands.size() - numDims);
    operands.push_back(symbols[i]);
  }
  auto map = AffineMap::get(numDims, operands.size() - numDims,
                            expr.replaceDimsAndSymbols(newDims, newSymbols));
  return affine::AffineApplyOp::create(builder, loc, map, operands);
}
