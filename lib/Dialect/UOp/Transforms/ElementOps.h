//===- ElementOps.h - arithmetic on scalars or vectors ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_ELEMENTOPS_H
#define TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_ELEMENTOPS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

namespace tinygrad::uop {

/// Emits `arith` ops on values shaped like one given type: scalars, or vectors
/// of its shape.
class ElementOps {
public:
  ElementOps(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type like)
      : builder(builder), loc(loc), like(like) {}

  mlir::Type shaped(mlir::Type element) const {
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(like))
      return vector.clone(element);
    return element;
  }
  mlir::Type intType(unsigned width) const {
    return shaped(builder.getIntegerType(width));
  }
  mlir::Type f32() const { return shaped(builder.getF32Type()); }
  mlir::Type f64() const { return shaped(builder.getF64Type()); }

  mlir::Value constant(mlir::TypedAttr element) {
    mlir::Type type = shaped(element.getType());
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(type))
      element = mlir::DenseElementsAttr::get(vector, mlir::Attribute(element));
    return mlir::arith::ConstantOp::create(builder, loc, element);
  }
  mlir::Value integer(unsigned width, int64_t value) {
    llvm::APInt number(width, value, /*isSigned=*/true, /*implicitTrunc=*/true);
    return constant(
        builder.getIntegerAttr(builder.getIntegerType(width), number));
  }
  /// Of f32 or f64.
  mlir::Value number(mlir::Type element, double value) {
    return constant(builder.getFloatAttr(element, value));
  }

  template <class Op, class... Args> mlir::Value make(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...);
  }
  mlir::Value add(mlir::Value a, mlir::Value b) {
    return make<mlir::arith::AddIOp>(a, b);
  }
  mlir::Value sub(mlir::Value a, mlir::Value b) {
    return make<mlir::arith::SubIOp>(a, b);
  }
  mlir::Value bitAnd(mlir::Value a, mlir::Value b) {
    return make<mlir::arith::AndIOp>(a, b);
  }
  mlir::Value bitOr(mlir::Value a, mlir::Value b) {
    return make<mlir::arith::OrIOp>(a, b);
  }
  mlir::Value bitXor(mlir::Value a, mlir::Value b) {
    return make<mlir::arith::XOrIOp>(a, b);
  }
  mlir::Value shiftLeft(mlir::Value a, mlir::Value n) {
    return make<mlir::arith::ShLIOp>(a, n);
  }
  mlir::Value shiftRight(mlir::Value a, mlir::Value n) {
    return make<mlir::arith::ShRUIOp>(a, n);
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                      mlir::Value b) {
    return make<mlir::arith::CmpIOp>(predicate, a, b);
  }
  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value a,
                      mlir::Value b) {
    return make<mlir::arith::CmpFOp>(predicate, a, b);
  }
  mlir::Value select(mlir::Value c, mlir::Value a, mlir::Value b) {
    return make<mlir::arith::SelectOp>(c, a, b);
  }
  mlir::Value bitcast(mlir::Type type, mlir::Value a) {
    return make<mlir::arith::BitcastOp>(type, a);
  }

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Type like;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_ELEMENTOPS_H
