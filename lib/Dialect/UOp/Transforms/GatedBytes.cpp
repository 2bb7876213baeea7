//===- GatedBytes.cpp - padded bytes less a zero point ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a convolution of bytes less a zero point reads outside of its input is
// 0, the zero point less itself: bytes again that are the zero point there.
//
//===----------------------------------------------------------------------===//

#include "MatrixTile.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Whether `gate` is false wherever `other` is.
static bool implies(Value gate, Value other) {
  if (gate == other)
    return true;
  auto both = gate ? gate.getDefiningOp<arith::AndIOp>() : arith::AndIOp();
  return both &&
         (implies(both.getLhs(), other) || implies(both.getRhs(), other));
}

/// The zero point that is taken off bytes extended as `isSigned` says, as a
/// byte that may be read everywhere; null if it is not one.
static Value buildZeroPoint(OpBuilder &builder, Value wide, bool isSigned) {
  Location loc = wide.getLoc();
  Type byte = builder.getI8Type();
  APInt value;
  if (matchPattern(wide, m_ConstantInt(&value))) {
    bool fits = isSigned ? value.isSignedIntN(8) : value.isIntN(8);
    return fits
               ? arith::ConstantOp::create(
                     builder, loc, builder.getIntegerAttr(byte, value.trunc(8)))
                     .getResult()
               : Value();
  }
  Operation *extension = wide.getDefiningOp();
  if (!(isSigned ? isa_and_nonnull<arith::ExtSIOp>(extension)
                 : isa_and_nonnull<arith::ExtUIOp>(extension)) ||
      extension->getOperand(0).getType() != byte)
    return {};
  Value narrow = extension->getOperand(0);
  auto load = narrow.getDefiningOp<LoadOp>();
  if (!load || !load.getGate())
    return narrow;
  KernelIndices indices(load->getParentOfType<KernelOp>());
  Interval bounds = indices.getBounds(load.getIndex());
  int64_t size = cast<MemRefType>(load.getBuffer().getType()).getNumElements();
  if (bounds.lo < 0 || bounds.hi >= size)
    return {};
  return LoadOp::create(builder, loc, byte, load.getBuffer(), load.getIndex(),
                        Value(), Value(), DenseI64ArrayAttr());
}

/// select(g, extend(x) - extend(z), 0), where x is read under g, is
/// extend(y) - extend(z) with a y that is z where g is false.
static void moveGate(arith::SelectOp select) {
  auto difference = select.getTrueValue().getDefiningOp<arith::SubIOp>();
  if (!difference || !matchPattern(select.getFalseValue(), m_Zero()))
    return;
  Operation *extension = difference.getLhs().getDefiningOp();
  if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(extension))
    return;
  bool isSigned = isa<arith::ExtSIOp>(extension);
  auto load = extension->getOperand(0).getDefiningOp<LoadOp>();
  if (!load || !load.getResult().getType().isInteger(8) || !load.getGate() ||
      !implies(load.getGate(), select.getCondition()))
    return;
  OpBuilder builder(select);
  Location loc = select.getLoc();
  Value zero = buildZeroPoint(builder, difference.getRhs(), isSigned);
  if (!zero)
    return;
  Value bytes = LoadOp::create(builder, loc, load.getResult().getType(),
                               load.getBuffer(), load.getIndex(),
                               load.getGate(), zero, DenseI64ArrayAttr());
  auto extend = [&](Value value) -> Value {
    if (isSigned)
      return arith::ExtSIOp::create(builder, loc, select.getType(), value);
    return arith::ExtUIOp::create(builder, loc, select.getType(), value);
  };
  Value wide = extend(bytes);
  Value moved = arith::SubIOp::create(builder, loc, wide, extend(zero));
  select.replaceAllUsesWith(moved);
  // What nothing reads any more.
  SmallVector<Operation *> unused = {select};
  while (!unused.empty()) {
    Operation *op = unused.pop_back_val();
    if (!op || !op->use_empty() || isa<RangeOp>(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *next = operand.getDefiningOp();
          next && !llvm::is_contained(unused, next))
        unused.push_back(next);
    op->erase();
  }
}

void tinygrad::uop::moveGatesToBytes(ReduceOp reduce) {
  Value value = reduce.getValue();
  if (auto select = value.getDefiningOp<arith::SelectOp>();
      select && matchPattern(select.getFalseValue(), m_Zero()))
    value = select.getTrueValue();
  auto product = value.getDefiningOp<arith::MulIOp>();
  if (!product)
    return;
  for (OpOperand &factor : product->getOpOperands())
    if (auto select = factor.get().getDefiningOp<arith::SelectOp>();
        select && select->hasOneUse())
      moveGate(select);
}
