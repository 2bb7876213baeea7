//===- DivideByScalars.cpp - exact quotients by a reciprocal ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_DIVIDEBYSCALARS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// Lanes from which a reciprocal and the checks cost less than dividing.
constexpr int64_t kLeastLanes = 32;
/// The bits of 2^-60, and how many more those of numbers below 2^60 may be.
constexpr int64_t kLeastBits = int64_t(127 - 60) << 23;
constexpr int64_t kBitsRange = int64_t(120) << 23;

/// The scalar that every lane of `value` is, if it is one.
Value getScalar(Value value) {
  auto broadcast = value.getDefiningOp<vector::BroadcastOp>();
  if (!broadcast || isa<VectorType>(broadcast.getSource().getType()))
    return nullptr;
  return broadcast.getSource();
}

/// Whether the magnitude of `value`, or of each lane, is from 2^-60 to 2^60.
Value buildInside(OpBuilder &builder, Location loc, Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  Type type = builder.getI32Type();
  if (vector)
    type = vector.clone(type);
  auto constant = [&](int64_t bits) -> Value {
    TypedAttr attribute = builder.getI32IntegerAttr(bits);
    if (vector)
      attribute = DenseElementsAttr::get(cast<ShapedType>(type), attribute);
    return arith::ConstantOp::create(builder, loc, attribute);
  };
  Value bits = arith::BitcastOp::create(builder, loc, type, value);
  bits = arith::AndIOp::create(builder, loc, bits, constant(0x7fffffff));
  bits = arith::SubIOp::create(builder, loc, bits, constant(kLeastBits));
  Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       bits, constant(kBitsRange));
  if (vector)
    inside = vector::ReductionOp::create(builder, loc,
                                         vector::CombiningKind::AND, inside);
  return inside;
}

void divide(arith::DivFOp op, Value scalar) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value x = op.getLhs(), s = op.getRhs();
  // Loops that do not change the scalar are left by what is computed of it.
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(1.0f));
  Value reciprocal = arith::DivFOp::create(builder, loc, one, scalar);
  Value y = vector::BroadcastOp::create(builder, loc, op.getType(), reciprocal);
  Value inside =
      arith::AndIOp::create(builder, loc, buildInside(builder, loc, scalar),
                            buildInside(builder, loc, x));
  auto branch = scf::IfOp::create(builder, loc, TypeRange(op.getType()), inside,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value q = arith::MulFOp::create(builder, loc, x, y);
  Value negated = arith::NegFOp::create(builder, loc, q);
  Value rest = math::FmaOp::create(builder, loc, negated, s, x);
  Value exact = math::FmaOp::create(builder, loc, rest, y, q);
  scf::YieldOp::create(builder, loc, exact);
  builder.setInsertionPointToStart(branch.elseBlock());
  Value divided = arith::DivFOp::create(builder, loc, x, s);
  scf::YieldOp::create(builder, loc, divided);
  op.replaceAllUsesWith(branch.getResult(0));
  op.erase();
}

struct DivideByScalars : impl::DivideByScalarsBase<DivideByScalars> {
  void runOnOperation() override {
    SmallVector<std::pair<arith::DivFOp, Value>> divisions;
    getOperation().walk([&](arith::DivFOp op) {
      auto type = dyn_cast<VectorType>(op.getType());
      if (!type || type.getRank() != 1 || !type.getElementType().isF32() ||
          type.getDimSize(0) < kLeastLanes)
        return;
      if (Value scalar = getScalar(op.getRhs()))
        divisions.push_back({op, scalar});
    });
    for (auto [op, scalar] : divisions)
      divide(op, scalar);
  }
};
} // namespace
} // namespace tinygrad::uop
