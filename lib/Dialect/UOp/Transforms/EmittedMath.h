//===- EmittedMath.h - the math sequences as arith --------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder that emits MathSequences.h as `arith` ops and `math.fma`, on
// scalars or vectors.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_EMITTEDMATH_H
#define TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_EMITTEDMATH_H

#include "TinyGrad/Support/MathSequences.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

namespace tinygrad::uop {

template <int Bits> class EmittedMath {
public:
  static constexpr int bits = Bits;
  using Float = mlir::Value;
  using Int = mlir::Value;
  using Wide = mlir::Value;
  using Bit = mlir::Value;

  /// `type` is f32 or f64 by `Bits`, or a vector of it.
  EmittedMath(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type)
      : builder(builder), loc(loc), floatType(type),
        intType(sameShape(builder.getIntegerType(Bits))),
        wideType(sameShape(builder.getI64Type())) {}

  Float constF(double value) {
    mlir::Type element = mlir::getElementTypeOrSelf(floatType);
    return constant(floatType, builder.getFloatAttr(element, value));
  }
  Int constI(int64_t value) { return constantInt(intType, value); }
  Wide constW(uint64_t value) {
    return constantInt(wideType, static_cast<int64_t>(value));
  }

  Float addF(Float x, Float y) { return make<mlir::arith::AddFOp>(x, y); }
  Float subF(Float x, Float y) { return make<mlir::arith::SubFOp>(x, y); }
  Float mulF(Float x, Float y) { return make<mlir::arith::MulFOp>(x, y); }
  Float divF(Float x, Float y) { return make<mlir::arith::DivFOp>(x, y); }
  Float fmaF(Float x, Float y, Float z) {
    return make<mlir::math::FmaOp>(x, y, z);
  }
  Float negF(Float x) { return make<mlir::arith::NegFOp>(x); }
  Float absF(Float x) { return make<mlir::math::AbsFOp>(x); }
  Float sqrtF(Float x) { return make<mlir::math::SqrtOp>(x); }
  Bit ltF(Float x, Float y) {
    return make<mlir::arith::CmpFOp>(mlir::arith::CmpFPredicate::OLT, x, y);
  }
  Bit leF(Float x, Float y) {
    return make<mlir::arith::CmpFOp>(mlir::arith::CmpFPredicate::OLE, x, y);
  }
  Bit eqF(Float x, Float y) {
    return make<mlir::arith::CmpFOp>(mlir::arith::CmpFPredicate::OEQ, x, y);
  }
  Bit isNaN(Float x) {
    return make<mlir::arith::CmpFOp>(mlir::arith::CmpFPredicate::UNO, x, x);
  }

  Int addI(Int x, Int y) { return make<mlir::arith::AddIOp>(x, y); }
  Int subI(Int x, Int y) { return make<mlir::arith::SubIOp>(x, y); }
  Int mulI(Int x, Int y) { return make<mlir::arith::MulIOp>(x, y); }
  Int andI(Int x, Int y) { return make<mlir::arith::AndIOp>(x, y); }
  Int orI(Int x, Int y) { return make<mlir::arith::OrIOp>(x, y); }
  Int xorI(Int x, Int y) { return make<mlir::arith::XOrIOp>(x, y); }
  Int shlI(Int x, Int n) { return make<mlir::arith::ShLIOp>(x, n); }
  Int shrI(Int x, Int n) { return make<mlir::arith::ShRUIOp>(x, n); }
  Int sarI(Int x, Int n) { return make<mlir::arith::ShRSIOp>(x, n); }
  Bit ltI(Int x, Int y) {
    return make<mlir::arith::CmpIOp>(mlir::arith::CmpIPredicate::slt, x, y);
  }
  Bit ultI(Int x, Int y) {
    return make<mlir::arith::CmpIOp>(mlir::arith::CmpIPredicate::ult, x, y);
  }
  Bit eqI(Int x, Int y) {
    return make<mlir::arith::CmpIOp>(mlir::arith::CmpIPredicate::eq, x, y);
  }
  mlir::Value select(Bit c, mlir::Value x, mlir::Value y) {
    return make<mlir::arith::SelectOp>(c, x, y);
  }
  Bit andB(Bit x, Bit y) { return make<mlir::arith::AndIOp>(x, y); }
  Bit orB(Bit x, Bit y) { return make<mlir::arith::OrIOp>(x, y); }
  Bit eqB(Bit x, Bit y) { return eqI(x, y); }
  Bit notB(Bit x) {
    return make<mlir::arith::XOrIOp>(x, constantInt(x.getType(), -1));
  }

  Int bitsOf(Float x) { return make<mlir::arith::BitcastOp>(intType, x); }
  Float fromBits(Int x) { return make<mlir::arith::BitcastOp>(floatType, x); }
  Float toFloat(Int x) { return make<mlir::arith::SIToFPOp>(floatType, x); }
  Wide widen(Int x) {
    return Bits == 64 ? x : make<mlir::arith::ExtUIOp>(wideType, x);
  }
  Int narrow(Wide x) {
    return Bits == 64 ? x : make<mlir::arith::TruncIOp>(intType, x);
  }

  using Wider = EmittedMath<64>;
  Wider wider() {
    return EmittedMath<64>(builder, loc, sameShape(builder.getF64Type()));
  }
  mlir::Value widenF(Float x) {
    return make<mlir::arith::ExtFOp>(sameShape(builder.getF64Type()), x);
  }
  Float narrowF(mlir::Value x) {
    return make<mlir::arith::TruncFOp>(floatType, x);
  }

private:
  template <class Op, class... Args> mlir::Value make(Args... args) {
    return Op::create(builder, loc, args...);
  }

  mlir::Type sameShape(mlir::Type element) {
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(floatType))
      return vector.clone(element);
    return element;
  }

  mlir::Value constantInt(mlir::Type type, int64_t value) {
    mlir::Type element = mlir::getElementTypeOrSelf(type);
    llvm::APInt number(element.getIntOrFloatBitWidth(), value,
                       /*isSigned=*/true, /*implicitTrunc=*/true);
    return constant(type, mlir::IntegerAttr::get(element, number));
  }

  /// One op per constant of a sequence.
  mlir::Value constant(mlir::Type type, mlir::TypedAttr value) {
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(type))
      value = mlir::DenseElementsAttr::get(vector, mlir::Attribute(value));
    mlir::Value &known = constants[value];
    if (!known)
      known = mlir::arith::ConstantOp::create(builder, loc, value);
    return known;
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Type floatType, intType, wideType;
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
};

/// Calls `emit` with the sequences for values like `x`: of f32, f64 or vectors
/// of them.
template <class Fn>
mlir::Value emitSequence(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value x, Fn emit) {
  auto run = [&](auto emitter) {
    return emit(math::MathSequences<decltype(emitter)>(emitter));
  };
  if (mlir::getElementTypeOrSelf(x.getType()).isF64())
    return run(EmittedMath<64>(builder, loc, x.getType()));
  return run(EmittedMath<32>(builder, loc, x.getType()));
}

} // namespace tinygrad::uop

#endif // TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_EMITTEDMATH_H
