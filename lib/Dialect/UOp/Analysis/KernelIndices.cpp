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
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return {};
  bool isUnsigned = isa<arith::IndexCastUIOp>(op);
  value = op->getOperand(0);
  if (auto extension = value.getDefiningOp<arith::ExtUIOp>()) {
    isUnsigned = true;
    value = extension.getIn();
  } else if (auto extension = value.getDefiningOp<arith::ExtSIOp>();
             extension && !isUnsigned) {
    value = extension.getIn();
  }
  auto integer = dyn_cast<IntegerType>(value.getType());
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
  } else if (auto min = value.getDefiningOp<arith::MinSIOp>()) {
    Interval lhs = getBounds(min.getLhs()), rhs = getBounds(min.getRhs());
    bounds.interval = {std::min(lhs.lo, rhs.lo), std::min(lhs.hi, rhs.hi)};
  } else if (auto select = value.getDefiningOp<arith::SelectOp>()) {
    bounds.interval = unite(getBounds(select.getTrueValue()),
                            getBounds(select.getFalseValue()));
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

/// The quotient of a division that rounds towards minus infinity, or nothing
/// where affine expressions have none: their divisors are positive, and
/// constants or variables.
AffineExpr KernelIndices::floorDivide(AffineExpr lhs, AffineExpr rhs) {
  if (simplifier.getBounds(rhs).hi < 0) {
    lhs = -lhs;
    rhs = -rhs;
  }
  if (!rhs.isSymbolicOrConstant() || simplifier.getBounds(rhs).lo < 1)
    return {};
  return lhs.floorDiv(rhs);
}

/// Likewise for the one that rounds towards zero, whose direction must be
/// known.
AffineExpr KernelIndices::truncateDivide(AffineExpr lhs, AffineExpr rhs) {
  if (simplifier.getBounds(rhs).hi < 0) {
    lhs = -lhs;
    rhs = -rhs;
  }
  Interval bounds = simplifier.getBounds(lhs);
  if (bounds.lo >= 0)
    return floorDivide(lhs, rhs);
  AffineExpr quotient = bounds.hi <= 0 ? floorDivide(-lhs, rhs) : AffineExpr();
  return quotient ? -quotient : quotient;
}

/// Arithmetic of indices, where it is affine.
AffineExpr KernelIndices::computeBinary(Operation *op) {
  AffineExpr lhs = getExpr(op->getOperand(0)), rhs = getExpr(op->getOperand(1));
  auto isNonNegative = [&](AffineExpr expr) {
    return simplifier.getBounds(expr).lo >= 0;
  };
  auto multiply = [](AffineExpr a, AffineExpr b) {
    if (b.isSymbolicOrConstant())
      return a * b;
    return a.isSymbolicOrConstant() ? b * a : AffineExpr();
  };
  auto remainder = [&](AffineExpr quotient) {
    AffineExpr product = quotient ? multiply(quotient, rhs) : quotient;
    return product ? lhs - product : product;
  };
  // What a shift by a constant multiplies or divides by.
  auto constant = dyn_cast<AffineConstantExpr>(rhs);
  AffineExpr power;
  if (constant && constant.getValue() >= 0 && constant.getValue() < 62)
    power = getAffineConstantExpr(int64_t(1) << constant.getValue(),
                                  op->getContext());

  return TypeSwitch<Operation *, AffineExpr>(op)
      .Case([&](arith::AddIOp) { return lhs + rhs; })
      .Case([&](arith::SubIOp) { return lhs - rhs; })
      .Case([&](arith::MulIOp) { return multiply(lhs, rhs); })
      .Case([&](arith::FloorDivSIOp) { return floorDivide(lhs, rhs); })
      .Case([&](arith::CeilDivSIOp) {
        AffineExpr quotient = floorDivide(-lhs, rhs);
        return quotient ? -quotient : quotient;
      })
      .Case([&](arith::DivSIOp) { return truncateDivide(lhs, rhs); })
      .Case([&](arith::RemSIOp) { return remainder(truncateDivide(lhs, rhs)); })
      .Case([&](arith::DivUIOp) {
        return isNonNegative(lhs) && isNonNegative(rhs) ? floorDivide(lhs, rhs)
                                                        : AffineExpr();
      })
      .Case([&](arith::RemUIOp) {
        return isNonNegative(lhs) && isNonNegative(rhs)
                   ? remainder(floorDivide(lhs, rhs))
                   : AffineExpr();
      })
      .Case([&](arith::ShLIOp) { return power ? lhs * power : power; })
      .Case([&](arith::ShRSIOp) { return power ? lhs.floorDiv(power) : power; })
      .Case([&](arith::ShRUIOp) {
        return power && isNonNegative(lhs) ? lhs.floorDiv(power) : AffineExpr();
      })
      .Default([](Operation *) { return AffineExpr(); });
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
  if (op->getNumOperands() == 2 && value.getType().isIndex() &&
      isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    if (AffineExpr expr = computeBinary(op))
      return expr;
  return addLeaf(value);
}

bool KernelIndices::isLeaf(Value value) {
  auto dim = dyn_cast<AffineDimExpr>(getExpr(value));
  return dim && dims[dim.getPosition()] == value;
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

void KernelIndices::forEachLeaf(AffineExpr expr,
                                llvm::function_ref<void(Value)> visit) {
  llvm::SmallBitVector used(dims.size());
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      used.set(dim.getPosition());
  });
  for (unsigned i : used.set_bits())
    visit(dims[i]);
}

AffineExpr
KernelIndices::substitute(AffineExpr expr,
                          llvm::function_ref<AffineExpr(Value)> branch) {
  llvm::DenseMap<AffineExpr, AffineExpr> replacements;
  forEachLeaf(expr, [&](Value leaf) {
    if (AffineExpr other = branch(leaf))
      replacements[getExpr(leaf)] = other;
  });
  return replacements.empty() ? expr : expr.replace(replacements);
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
