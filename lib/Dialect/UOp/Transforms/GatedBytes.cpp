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

/// Whether `gate` is true wherever all `conditions` are.
static bool isCovered(Value gate, ArrayRef<Value> conditions) {
  if (!gate || llvm::any_of(conditions, [&](Value condition) {
        return implies(condition, gate);
      }))
    return true;
  auto both = gate.getDefiningOp<arith::AndIOp>();
  return both && isCovered(both.getLhs(), conditions) &&
         isCovered(both.getRhs(), conditions);
}

/// The zero point that is taken off bytes extended as `isSigned` says where all
/// `conditions` are true, as a byte that may be read everywhere; null if it is
/// not one.
static Value buildZeroPoint(OpBuilder &builder, Value wide, bool isSigned,
                            ArrayRef<Value> conditions) {
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
  if (!isCovered(load.getGate(), conditions))
    return {};
  KernelIndices indices(load->getParentOfType<KernelOp>());
  Interval bounds = indices.getBounds(load.getIndex());
  int64_t size = cast<MemRefType>(load.getBuffer().getType()).getNumElements();
  if (bounds.lo < 0 || bounds.hi >= size)
    return {};
  return LoadOp::create(builder, loc, byte, load.getBuffer(), load.getIndex(),
                        Value(), Value(), DenseI64ArrayAttr());
}

/// select(g, extend(x) - extend(z), 0), where x is read under g, is
/// extend(y) - extend(z) with a y that is z where g is false. What the reduce
/// leaves out where `outer` is false does not matter there.
static bool moveGate(arith::SelectOp select, Value outer) {
  auto difference = select.getTrueValue().getDefiningOp<arith::SubIOp>();
  if (!difference || !matchPattern(select.getFalseValue(), m_Zero()))
    return false;
  Operation *extension = difference.getLhs().getDefiningOp();
  if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(extension))
    return false;
  bool isSigned = isa<arith::ExtSIOp>(extension);
  auto load = extension->getOperand(0).getDefiningOp<LoadOp>();
  if (!load || !load.getResult().getType().isInteger(8) || !load.getGate() ||
      !implies(load.getGate(), select.getCondition()))
    return false;
  SmallVector<Value> conditions = {select.getCondition()};
  if (outer)
    conditions.push_back(outer);
  // Elsewhere it is less the zero point that the unit would have to see.
  if (!isCovered(load.getGate(), conditions))
    return false;
  OpBuilder builder(select);
  Location loc = select.getLoc();
  Value zero =
      buildZeroPoint(builder, difference.getRhs(), isSigned, conditions);
  if (!zero)
    return false;
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
  return true;
}

bool tinygrad::uop::moveGatesToBytes(ReduceOp reduce) {
  Value value = reduce.getValue(), outer;
  if (auto select = value.getDefiningOp<arith::SelectOp>();
      select && matchPattern(select.getFalseValue(), m_Zero())) {
    outer = select.getCondition();
    value = select.getTrueValue();
  }
  auto product = value.getDefiningOp<arith::MulIOp>();
  if (!product)
    return false;
  bool isMoved = false;
  for (OpOperand &factor : product->getOpOperands())
    if (auto select = factor.get().getDefiningOp<arith::SelectOp>();
        select && select->hasOneUse())
      isMoved |= moveGate(select, outer);
  return isMoved;
}
