//===- ReduceKinds.cpp - what each reduce kind computes -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/UOp.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

TypedAttr tinygrad::uop::getIdentity(ReduceKind kind, Type element) {
  if (auto type = dyn_cast<FloatType>(element)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    // fp8 formats without infinity: the largest finite value does as well.
    auto infinity = [&](bool negative) {
      return APFloat::semanticsHasInf(semantics)
                 ? APFloat::getInf(semantics, negative)
                 : APFloat::getLargest(semantics, negative);
    };
    switch (kind) {
    case ReduceKind::Mul:
      return FloatAttr::get(type, APFloat::getOne(semantics));
    case ReduceKind::MinimumF:
      return FloatAttr::get(type, infinity(/*negative=*/false));
    case ReduceKind::MaximumF:
      return FloatAttr::get(type, infinity(/*negative=*/true));
    default:
      return FloatAttr::get(type, APFloat::getZero(semantics));
    }
  }
  unsigned width = element.getIntOrFloatBitWidth();
  switch (kind) {
  case ReduceKind::Mul:
    return IntegerAttr::get(element, APInt(width, 1));
  case ReduceKind::MinSI:
    return IntegerAttr::get(element, APInt::getSignedMaxValue(width));
  case ReduceKind::MaxSI:
    return IntegerAttr::get(element, APInt::getSignedMinValue(width));
  case ReduceKind::MinUI:
  case ReduceKind::And:
    return IntegerAttr::get(element, APInt::getAllOnes(width));
  default:
    return IntegerAttr::get(element, APInt::getZero(width));
  }
}

Value tinygrad::uop::buildCombine(OpBuilder &builder, Location loc,
                                  ReduceKind kind, Value lhs, Value rhs) {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(lhs.getType()));
  switch (kind) {
  case ReduceKind::Add:
    if (isFloat)
      return arith::AddFOp::create(builder, loc, lhs, rhs);
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  case ReduceKind::Mul:
    if (isFloat)
      return arith::MulFOp::create(builder, loc, lhs, rhs);
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  case ReduceKind::MinSI:
    return arith::MinSIOp::create(builder, loc, lhs, rhs);
  case ReduceKind::MinUI:
    return arith::MinUIOp::create(builder, loc, lhs, rhs);
  case ReduceKind::MaxSI:
    return arith::MaxSIOp::create(builder, loc, lhs, rhs);
  case ReduceKind::MaxUI:
    return arith::MaxUIOp::create(builder, loc, lhs, rhs);
  case ReduceKind::MinimumF:
    return arith::MinimumFOp::create(builder, loc, lhs, rhs);
  case ReduceKind::MaximumF:
    return arith::MaximumFOp::create(builder, loc, lhs, rhs);
  case ReduceKind::And:
    return arith::AndIOp::create(builder, loc, lhs, rhs);
  case ReduceKind::Or:
    return arith::OrIOp::create(builder, loc, lhs, rhs);
  case ReduceKind::Xor:
    return arith::XOrIOp::create(builder, loc, lhs, rhs);
  }
  llvm_unreachable("every kind is listed");
}

Value tinygrad::uop::buildSingle(OpBuilder &builder, Location loc,
                                 ReduceKind kind, Value value) {
  Type type = value.getType(), element = getElementTypeOrSelf(type);
  if (kind != ReduceKind::Add || !isa<FloatType>(element))
    return value;
  TypedAttr zero = getIdentity(kind, element);
  if (auto vector = dyn_cast<VectorType>(type))
    zero = DenseElementsAttr::get(vector, Attribute(zero));
  return arith::AddFOp::create(builder, loc, value,
                               arith::ConstantOp::create(builder, loc, zero));
}
