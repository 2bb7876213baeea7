//===- ElementwiseElements.cpp - elementwise ops on one element -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// buildElement and getElementCost of the elementwise ops. Upstream's
// tosa-to-linalg and friends build similar bodies, but leave undefined what
// LLVM leaves undefined and do not know unsigned types.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tinygrad::tg {

SmallVector<AffineExpr> detail::elementwiseShape(Operation *op,
                                                 SymbolicShapes &shapes) {
  // All operands have the result's shape; one may know more of it.
  SmallVector<AffineExpr> result;
  for (Value operand : op->getOperands()) {
    ArrayRef<AffineExpr> shape = shapes.getShape(operand);
    if (result.empty())
      result.assign(shape.begin(), shape.end());
    for (auto [known, size] : llvm::zip(result, shape))
      if (size && (!known || isa<AffineConstantExpr>(size)))
        known = size;
  }
  return result;
}

OperandAccess detail::elementwiseAccess(Operation *op, SymbolicShapes &shapes) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<AffineExpr> dims;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    dims.push_back(getAffineDimExpr(axis, op->getContext()));
  return {AffineMap::get(type.getRank(), shapes.getVariables().size(), dims,
                         op->getContext()),
          {},
          {}};
}

/// The element type of an op's first operand.
static Type getOperandElement(Operation *op) {
  return getElementTypeOrSelf(op->getOperand(0).getType());
}

/// What the element type says about the ops to use.
enum class Kind { Float, Signed, Unsigned, Bool };
static Kind getKind(Operation *op) {
  Type element = getOperandElement(op);
  if (isa<FloatType>(element))
    return Kind::Float;
  if (element.isInteger(1))
    return Kind::Bool;
  return element.isUnsignedInteger() ? Kind::Unsigned : Kind::Signed;
}

/// Marks an op that LLVM leaves undefined for some operands.
static Value total(Value value) {
  value.getDefiningOp()->setAttr("uop.total",
                                 UnitAttr::get(value.getContext()));
  return value;
}

//===----------------------------------------------------------------------===//
// Unary
//===----------------------------------------------------------------------===//

// An op that is one op of math or arith on floats, and its cost.
#define FLOAT_UNARY(OP, SCALAR, COST)                                          \
  Value OP::buildElement(OpBuilder &builder, Location loc,                     \
                         ValueRange elements, ValueRange) {                    \
    return SCALAR::create(builder, loc, elements[0]);                          \
  }                                                                            \
  int64_t OP::getElementCost() { return COST; }

FLOAT_UNARY(ExpOp, math::ExpOp, 20)
FLOAT_UNARY(Exp2Op, math::Exp2Op, 20)
FLOAT_UNARY(LogOp, math::LogOp, 24)
FLOAT_UNARY(Log2Op, math::Log2Op, 24)
FLOAT_UNARY(SinOp, math::SinOp, 40)
FLOAT_UNARY(CosOp, math::CosOp, 40)
FLOAT_UNARY(TanhOp, math::TanhOp, 30)
FLOAT_UNARY(SqrtOp, math::SqrtOp, 8)
FLOAT_UNARY(TruncOp, math::TruncOp, 1)
#undef FLOAT_UNARY

Value NegOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  if (getKind(*this) == Kind::Float)
    return arith::NegFOp::create(builder, loc, elements[0]);
  Value zero = buildScalar(builder, loc, getOperandElement(*this), 0);
  return arith::SubIOp::create(builder, loc, zero, elements[0]);
}
int64_t NegOp::getElementCost() { return 1; }

Value ReciprocalOp::buildElement(OpBuilder &builder, Location loc,
                                 ValueRange elements, ValueRange) {
  Value one = buildScalar(builder, loc, getOperandElement(*this), 1);
  return arith::DivFOp::create(builder, loc, one, elements[0]);
}
int64_t ReciprocalOp::getElementCost() { return 8; }

Value AbsOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  switch (getKind(*this)) {
  case Kind::Float:
    return math::AbsFOp::create(builder, loc, elements[0]);
  case Kind::Signed:
    return math::AbsIOp::create(builder, loc, elements[0]);
  default:
    return elements[0];
  }
}
int64_t AbsOp::getElementCost() { return 1; }

Value ReluOp::buildElement(OpBuilder &builder, Location loc,
                           ValueRange elements, ValueRange) {
  Kind kind = getKind(*this);
  if (kind == Kind::Unsigned)
    return elements[0];
  Value zero = buildScalar(builder, loc, getOperandElement(*this), 0);
  if (kind == Kind::Float)
    return arith::MaximumFOp::create(builder, loc, elements[0], zero);
  return arith::MaxSIOp::create(builder, loc, elements[0], zero);
}
int64_t ReluOp::getElementCost() { return 1; }

Value NotOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  Value ones = buildScalar(builder, loc, getOperandElement(*this), -1);
  return arith::XOrIOp::create(builder, loc, elements[0], ones);
}
int64_t NotOp::getElementCost() { return 1; }

//===----------------------------------------------------------------------===//
// Binary
//===----------------------------------------------------------------------===//

Value AddOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  switch (getKind(*this)) {
  case Kind::Float:
    return arith::AddFOp::create(builder, loc, elements[0], elements[1]);
  case Kind::Bool:
    return arith::OrIOp::create(builder, loc, elements[0], elements[1]);
  default:
    return arith::AddIOp::create(builder, loc, elements[0], elements[1]);
  }
}
int64_t AddOp::getElementCost() { return 1; }

Value SubOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  if (getKind(*this) == Kind::Float)
    return arith::SubFOp::create(builder, loc, elements[0], elements[1]);
  return arith::SubIOp::create(builder, loc, elements[0], elements[1]);
}
int64_t SubOp::getElementCost() { return 1; }

Value MulOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  switch (getKind(*this)) {
  case Kind::Float:
    return arith::MulFOp::create(builder, loc, elements[0], elements[1]);
  case Kind::Bool:
    return arith::AndIOp::create(builder, loc, elements[0], elements[1]);
  default:
    return arith::MulIOp::create(builder, loc, elements[0], elements[1]);
  }
}
int64_t MulOp::getElementCost() { return 1; }

Value DivOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  return arith::DivFOp::create(builder, loc, elements[0], elements[1]);
}
int64_t DivOp::getElementCost() { return 8; }

/// floor(lhs / rhs), on floats with two roundings.
static Value buildFloorDiv(OpBuilder &builder, Location loc, Kind kind,
                           Value lhs, Value rhs) {
  switch (kind) {
  case Kind::Float: {
    Value quotient = arith::DivFOp::create(builder, loc, lhs, rhs);
    return math::FloorOp::create(builder, loc, quotient);
  }
  case Kind::Signed:
    return total(arith::FloorDivSIOp::create(builder, loc, lhs, rhs));
  default:
    return total(arith::DivUIOp::create(builder, loc, lhs, rhs));
  }
}

Value FloorDivOp::buildElement(OpBuilder &builder, Location loc,
                               ValueRange elements, ValueRange) {
  return buildFloorDiv(builder, loc, getKind(*this), elements[0], elements[1]);
}
int64_t FloorDivOp::getElementCost() { return 10; }

Value ModOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  Kind kind = getKind(*this);
  if (kind == Kind::Unsigned)
    return total(
        arith::RemUIOp::create(builder, loc, elements[0], elements[1]));
  // x - floor(x / y) * y; for y = 0 the integer quotient -1 leaves x.
  Value quotient = buildFloorDiv(builder, loc, kind, elements[0], elements[1]);
  if (kind == Kind::Float) {
    Value product = arith::MulFOp::create(builder, loc, quotient, elements[1]);
    return arith::SubFOp::create(builder, loc, elements[0], product);
  }
  Value product = arith::MulIOp::create(builder, loc, quotient, elements[1]);
  return arith::SubIOp::create(builder, loc, elements[0], product);
}
int64_t ModOp::getElementCost() { return 12; }

Value CDivOp::buildElement(OpBuilder &builder, Location loc,
                           ValueRange elements, ValueRange) {
  if (getKind(*this) == Kind::Unsigned)
    return total(
        arith::DivUIOp::create(builder, loc, elements[0], elements[1]));
  return total(arith::DivSIOp::create(builder, loc, elements[0], elements[1]));
}
int64_t CDivOp::getElementCost() { return 8; }

Value CModOp::buildElement(OpBuilder &builder, Location loc,
                           ValueRange elements, ValueRange) {
  if (getKind(*this) == Kind::Unsigned)
    return total(
        arith::RemUIOp::create(builder, loc, elements[0], elements[1]));
  return total(arith::RemSIOp::create(builder, loc, elements[0], elements[1]));
}
int64_t CModOp::getElementCost() { return 8; }

Value MaximumOp::buildElement(OpBuilder &builder, Location loc,
                              ValueRange elements, ValueRange) {
  Value lhs = elements[0], rhs = elements[1];
  switch (getKind(*this)) {
  case Kind::Float:
    return arith::MaximumFOp::create(builder, loc, lhs, rhs);
  case Kind::Signed:
    return arith::MaxSIOp::create(builder, loc, lhs, rhs);
  case Kind::Unsigned:
    return arith::MaxUIOp::create(builder, loc, lhs, rhs);
  case Kind::Bool:
    return arith::OrIOp::create(builder, loc, lhs, rhs);
  }
  return {};
}
int64_t MaximumOp::getElementCost() { return 1; }

Value MinimumOp::buildElement(OpBuilder &builder, Location loc,
                              ValueRange elements, ValueRange) {
  Value lhs = elements[0], rhs = elements[1];
  switch (getKind(*this)) {
  case Kind::Float:
    return arith::MinimumFOp::create(builder, loc, lhs, rhs);
  case Kind::Signed:
    return arith::MinSIOp::create(builder, loc, lhs, rhs);
  case Kind::Unsigned:
    return arith::MinUIOp::create(builder, loc, lhs, rhs);
  case Kind::Bool:
    return arith::AndIOp::create(builder, loc, lhs, rhs);
  }
  return {};
}
int64_t MinimumOp::getElementCost() { return 1; }

// An op that is one op of arith for every type that it takes.
#define PLAIN_BINARY(OP, SCALAR)                                               \
  Value OP::buildElement(OpBuilder &builder, Location loc,                     \
                         ValueRange elements, ValueRange) {                    \
    return SCALAR::create(builder, loc, elements[0], elements[1]);             \
  }                                                                            \
  int64_t OP::getElementCost() { return 1; }

PLAIN_BINARY(AndOp, arith::AndIOp)
PLAIN_BINARY(OrOp, arith::OrIOp)
PLAIN_BINARY(XorOp, arith::XOrIOp)
#undef PLAIN_BINARY

Value ShlOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  return total(arith::ShLIOp::create(builder, loc, elements[0], elements[1]));
}
int64_t ShlOp::getElementCost() { return 1; }

Value ShrOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  if (getKind(*this) == Kind::Unsigned)
    return total(
        arith::ShRUIOp::create(builder, loc, elements[0], elements[1]));
  return total(arith::ShRSIOp::create(builder, loc, elements[0], elements[1]));
}
int64_t ShrOp::getElementCost() { return 1; }

static arith::CmpFPredicate getFloatPredicate(CmpPredicate predicate) {
  switch (predicate) {
  case CmpPredicate::eq:
    return arith::CmpFPredicate::OEQ;
  case CmpPredicate::ne:
    return arith::CmpFPredicate::UNE; // The one that is true for NaNs.
  case CmpPredicate::lt:
    return arith::CmpFPredicate::OLT;
  case CmpPredicate::le:
    return arith::CmpFPredicate::OLE;
  case CmpPredicate::gt:
    return arith::CmpFPredicate::OGT;
  case CmpPredicate::ge:
    return arith::CmpFPredicate::OGE;
  }
  return arith::CmpFPredicate::OEQ;
}

static arith::CmpIPredicate getIntPredicate(CmpPredicate predicate,
                                            bool isSigned) {
  switch (predicate) {
  case CmpPredicate::eq:
    return arith::CmpIPredicate::eq;
  case CmpPredicate::ne:
    return arith::CmpIPredicate::ne;
  case CmpPredicate::lt:
    return isSigned ? arith::CmpIPredicate::slt : arith::CmpIPredicate::ult;
  case CmpPredicate::le:
    return isSigned ? arith::CmpIPredicate::sle : arith::CmpIPredicate::ule;
  case CmpPredicate::gt:
    return isSigned ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::ugt;
  case CmpPredicate::ge:
    return isSigned ? arith::CmpIPredicate::sge : arith::CmpIPredicate::uge;
  }
  return arith::CmpIPredicate::eq;
}

Value CmpOp::buildElement(OpBuilder &builder, Location loc, ValueRange elements,
                          ValueRange) {
  Kind kind = getKind(*this);
  if (kind == Kind::Float)
    return arith::CmpFOp::create(builder, loc,
                                 getFloatPredicate(getPredicate()), elements[0],
                                 elements[1]);
  return arith::CmpIOp::create(
      builder, loc, getIntPredicate(getPredicate(), kind == Kind::Signed),
      elements[0], elements[1]);
}
int64_t CmpOp::getElementCost() { return 1; }

//===----------------------------------------------------------------------===//
// Ternary and conversions
//===----------------------------------------------------------------------===//

Value WhereOp::buildElement(OpBuilder &builder, Location loc,
                            ValueRange elements, ValueRange) {
  return arith::SelectOp::create(builder, loc, elements[0], elements[1],
                                 elements[2]);
}
int64_t WhereOp::getElementCost() { return 1; }

Value CastOp::buildElement(OpBuilder &builder, Location loc,
                           ValueRange elements, ValueRange) {
  return buildScalarCast(builder, loc, elements[0], getOperandElement(*this),
                         getElementTypeOrSelf(getType()), getSaturate());
}
int64_t CastOp::getElementCost() { return 1; }

Value BitcastOp::buildElement(OpBuilder &builder, Location loc,
                              ValueRange elements, ValueRange) {
  Type type = getScalarType(getElementTypeOrSelf(getType()));
  if (elements[0].getType() == type)
    return elements[0];
  return arith::BitcastOp::create(builder, loc, type, elements[0]);
}
int64_t BitcastOp::getElementCost() { return 0; }

} // namespace tinygrad::tg
