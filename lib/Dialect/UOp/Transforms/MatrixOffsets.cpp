//===- MatrixOffsets.cpp - bytes of any signs, less zero points -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A processor's unit takes bytes of certain signs. Those of the other sign are
// 128 more or less with the sign bit flipped: that, and zero points, which do
// not change along the sum, are taken off the sums of products by sums of rows
// and columns, in integers modulo 2^32.
//
//===----------------------------------------------------------------------===//

#include "MatrixTiling.h"
#include "StageOperand.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Sums of rows or columns that a kernel keeps, at most.
static constexpr int64_t kMaxSums = int64_t(1) << 24;

/// Finds the bytes in `factor`, and what is added to them that does not change
/// along the sum.
std::string MatrixTiling::findBytes(Value factor, RangeOp own,
                                    TileOperand &operand) {
  bool isLeft = own == m;
  std::string name = isLeft ? "the left operand" : "the right operand";
  auto isSteady = [&](Value value) {
    return llvm::none_of(reduce.getRanges(), [&](Value range) {
      return variesOver(value, range.getDefiningOp<RangeOp>());
    });
  };
  Value bytes = factor;
  if (auto difference = factor.getDefiningOp<arith::SubIOp>();
      difference && isSteady(difference.getRhs())) {
    bytes = difference.getLhs();
    operand.offset = difference.getRhs();
    operand.isSubtracted = true;
  } else if (auto sum = factor.getDefiningOp<arith::AddIOp>()) {
    bool isRight = isSteady(sum.getRhs());
    if (isRight || isSteady(sum.getLhs())) {
      bytes = isRight ? sum.getLhs() : sum.getRhs();
      operand.offset = isRight ? sum.getRhs() : sum.getLhs();
    }
  }
  Operation *extension = bytes.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(extension))
    extension = nullptr;
  Type type = extension ? extension->getOperand(0).getType() : bytes.getType();
  bool isUnsigned = isa_and_nonnull<arith::ExtUIOp>(extension);
  bool takesWords = unit.operands == UnitType::SI16;
  if (!extension ||
      !(type.isInteger(8) || (takesWords && type.isInteger(16) && !isUnsigned)))
    return "unit '" + unit.name.str() + "' multiplies " +
           (takesWords ? "i8 and signed i16" : "i8") + ", but " + name +
           " is " + (isUnsigned ? "unsigned " : "") + toText(type);
  operand.isUnsigned =
      takesWords ? isUnsigned : unit.getOperandKind(isLeft) == UnitType::UI8;
  operand.isFlipped = isUnsigned != operand.isUnsigned;
  if (operand.isFlipped &&
      !(isLeft ? options.mayFlipLeft : options.mayFlipRight))
    return "unit '" + unit.name.str() + "' multiplies " +
           (operand.isUnsigned ? "unsigned " : "") + "i8, but " + name +
           " is " + (isUnsigned ? "unsigned " : "") + "i8";
  operand.factor = factor;
  operand.value = extension->getOperand(0);
  return "";
}

/// What is added to bytes is taken off by sums of rows or columns, which are
/// kept for the whole axis.
std::string MatrixTiling::checkSums() {
  KernelIndices indices(kernel);
  for (auto [operand, other, own] :
       {std::tuple(&lhs, &rhs, n), std::tuple(&rhs, &lhs, m)}) {
    if (!operand->hasOffset())
      continue;
    std::string sums =
        "sums over " + getName(k) + " for each of " + getName(own);
    SmallVector<RangeOp> axes = {own};
    int64_t points = indices.getMaxSize(own);
    if (points <= 0 || points > kMaxSums)
      return "there would be " + std::to_string(points) + " " + sums;
    for (Value value : reduce.getRanges())
      axes.push_back(value.getDefiningOp<RangeOp>());
    if (!getSlice(other->factor, axes, scopes))
      return sums + " would be computed from a reduce or a stage";
    for (RangeOp range : scopes.getOpen(other->factor))
      if (isVectorAxis(range) && !llvm::is_contained(axes, range))
        return sums + " would be vectors over " + getName(range);
  }
  return "";
}

/// Bytes less 128, where they are unsigned, or as unsigned ones plus 128.
Value MatrixTiling::flip(Value bytes) {
  Value sign = arith::ConstantOp::create(
      builder, bytes.getLoc(), builder.getIntegerAttr(bytes.getType(), -128));
  return arith::XOrIOp::create(builder, bytes.getLoc(), bytes, sign);
}

/// Bytes as the unit reads them, in a wider type.
Value MatrixTiling::extend(const TileOperand &operand, Value bytes, Type type) {
  if (bytes.getType() == type)
    return bytes;
  if (operand.isUnsigned)
    return arith::ExtUIOp::create(builder, bytes.getLoc(), type, bytes);
  return arith::ExtSIOp::create(builder, bytes.getLoc(), type, bytes);
}

/// What the factor has beside the bytes that the unit takes.
Value MatrixTiling::buildOffset(const TileOperand &operand) {
  Location loc = reduce.getLoc();
  Type type = reduce.getResult().getType();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  };
  // Unsigned ones that were flipped are 128 more than the signed ones.
  Value flipped =
      operand.isFlipped ? constant(operand.isUnsigned ? -128 : 128) : Value();
  if (!operand.offset)
    return flipped;
  if (operand.isSubtracted)
    return arith::SubIOp::create(builder, loc, flipped ? flipped : constant(0),
                                 operand.offset);
  return flipped ? arith::AddIOp::create(builder, loc, operand.offset, flipped)
                       .getResult()
                 : operand.offset;
}

/// The sums of an operand's factors over the reduce's axes for each point of
/// `own`, computed once for all of them; `asTaken`, of the bytes alone that the
/// unit takes.
Value MatrixTiling::buildSums(const TileOperand &operand, RangeOp own,
                              bool asTaken) {
  Location loc = reduce.getLoc();
  IRMapping mapping;
  SmallVector<RangeOp> axes;
  SmallVector<Value> copies;
  auto copy = [&](RangeOp range, AxisType axis) {
    auto created = RangeOp::create(builder, loc, kernel.getFreeRangeId(),
                                   range.getMixedSize(), axis);
    mapping.map(range.getResult(), created.getResult());
    axes.push_back(range);
    copies.push_back(created);
  };
  copy(own, AxisType::Loop);
  for (Value range : reduce.getRanges()) {
    auto axis = range.getDefiningOp<RangeOp>();
    copy(axis, axis.getAxis());
  }
  auto clone = [&](Value original) {
    auto slice = getSlice(original, axes, scopes);
    for (Operation *op : *slice)
      if (!mapping.contains(op->getResult(0)))
        builder.clone(*op, mapping);
    return mapping.lookupOrDefault(original);
  };
  Value term = clone(asTaken ? operand.value : operand.factor);
  if (asTaken)
    term = extend(operand, operand.isFlipped ? flip(term) : term,
                  reduce.getResult().getType());
  if (gate.value) {
    Value zero = arith::ConstantOp::create(builder, loc,
                                           builder.getZeroAttr(term.getType()));
    term = arith::SelectOp::create(builder, loc, clone(gate.value), term, zero);
  }
  Value sum =
      ReduceOp::create(builder, loc, term.getType(), ReduceKind::Add, term,
                       ArrayRef(copies).drop_front(), ArrayRef<int64_t>());
  int64_t points;
  {
    KernelIndices indices(kernel);
    points = indices.getMaxSize(own);
  }
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                          gpu::AddressSpace::Private);
  auto type = MemRefType::get(points, sum.getType(),
                              MemRefLayoutAttrInterface(), space);
  auto stage = StageOp::create(builder, loc, type, sum, copies.front());
  return LoadOp::create(builder, loc, sum.getType(), stage.getBuffer(),
                        own.getResult(), Value(), Value(), DenseI64ArrayAttr());
}

/// With the factors a + p and b + q of bytes a and b,
/// sum((a + p)(b + q)) = sum(ab) + p sum(b) + q sum(a + p).
Value MatrixTiling::addOffsets(Value result) {
  Location loc = reduce.getLoc();
  auto add = [&](Value offset, Value sums) {
    result = arith::AddIOp::create(
        builder, loc, result,
        arith::MulIOp::create(builder, loc, offset, sums));
  };
  if (lhs.hasOffset())
    add(buildOffset(lhs), buildSums(rhs, n, /*asTaken=*/true));
  if (rhs.hasOffset())
    add(buildOffset(rhs), buildSums(lhs, m, /*asTaken=*/false));
  return result;
}
