//===- Fnuz.cpp - fp8 types that tg lacks, in simpler ops ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fnuz.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include <cmath>

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::frontend;

namespace {

/// Builds elementwise ops of one shape.
class Elementwise {
public:
  Elementwise(OpBuilder &builder, Location loc, Value like)
      : builder(builder), loc(loc), like(like) {}

  RankedTensorType getType(Type element) {
    return cast<RankedTensorType>(tg::withElementType(like.getType(), element));
  }
  Value number(Type element, double value) {
    Attribute attribute =
        isa<FloatType>(element)
            ? Attribute(FloatAttr::get(element, value))
            : Attribute(IntegerAttr::get(
                  element,
                  APInt(element.getIntOrFloatBitWidth(), uint64_t(value))));
    return tg::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(getType(element), attribute));
  }
  Value cast_(Value value, Type element) {
    return tg::CastOp::create(builder, loc, getType(element), value);
  }
  Value bitcast(Value value, Type element) {
    return tg::BitcastOp::create(builder, loc, getType(element), value);
  }
  template <typename Op> Value make(Value lhs, Value rhs) {
    return Op::create(builder, loc, lhs, rhs);
  }
  Value compare(tg::CmpPredicate predicate, Value lhs, Value rhs) {
    return tg::CmpOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value choose(Value condition, Value onTrue, Value onFalse) {
    return tg::WhereOp::create(builder, loc, condition, onTrue, onFalse);
  }

private:
  OpBuilder &builder;
  Location loc;
  Value like;
};

struct Layout {
  unsigned mantissa;
  int bias;
};

Layout getLayout(ElementType type) {
  return type == ElementType::F8E4M3FNUZ ? Layout{3, 8} : Layout{2, 16};
}

} // namespace

Value frontend::decodeFnuz(OpBuilder &builder, Location loc, Value bits,
                           ElementType type) {
  Layout layout = getLayout(type);
  Elementwise e(builder, loc, bits);
  Type ui32 = builder.getIntegerType(32, /*isSigned=*/false);
  Type f32 = builder.getF32Type();
  Value wide = e.cast_(bits, ui32);
  Value rest = e.make<tg::AndOp>(wide, e.number(ui32, 0x7F));
  // As the bits of an f32 the number is off by a power of two, also where it is
  // subnormal.
  Value shifted =
      e.make<tg::ShlOp>(rest, e.number(ui32, 23 - int(layout.mantissa)));
  Value magnitude =
      e.make<tg::MulOp>(e.bitcast(shifted, f32),
                        e.number(f32, std::ldexp(1.0, 127 - layout.bias)));
  Value minus = tg::NegOp::create(builder, loc, magnitude.getType(), magnitude);
  Value sign = e.number(ui32, 0x80);
  Value signedNumber =
      e.choose(e.compare(tg::CmpPredicate::gt, wide, sign), minus, magnitude);
  return e.choose(e.compare(tg::CmpPredicate::eq, wide, sign),
                  e.number(f32, std::nan("")), signedNumber);
}

Value frontend::encodeFnuz(OpBuilder &builder, Location loc, Value numbers,
                           ElementType type) {
  Layout layout = getLayout(type);
  Elementwise e(builder, loc, numbers);
  Type ui64 = builder.getIntegerType(64, /*isSigned=*/false);
  Type ui8 = builder.getIntegerType(8, /*isSigned=*/false);
  Type f64 = builder.getF64Type(), f32 = builder.getF32Type();
  // In f64 the scaled number is exact, and its upper bits are those looked for.
  Value magnitude = tg::AbsOp::create(builder, loc, numbers.getType(), numbers);
  Value scaled =
      e.make<tg::MulOp>(e.cast_(magnitude, f64),
                        e.number(f64, std::ldexp(1.0, layout.bias - 1023)));
  Value bits = e.bitcast(scaled, ui64);
  int drop = 52 - int(layout.mantissa);
  Value shift = e.number(ui64, drop), one = e.number(ui64, 1);
  Value isOdd = e.make<tg::AndOp>(e.make<tg::ShrOp>(bits, shift), one);
  Value half = e.number(ui64, std::ldexp(1.0, drop - 1) - 1);
  Value rounded = e.make<tg::AddOp>(e.make<tg::AddOp>(bits, half), isOdd);
  Value rest = e.make<tg::MinimumOp>(e.make<tg::ShrOp>(rounded, shift),
                                     e.number(ui64, 0x7F));
  Value minus = e.make<tg::OrOp>(rest, e.number(ui64, 0x80));
  Value zero = e.number(ui64, 0);
  Value isNegative = e.make<tg::AndOp>(
      e.compare(tg::CmpPredicate::lt, numbers, e.number(f32, 0)),
      e.compare(tg::CmpPredicate::ne, rest, zero));
  Value code = e.choose(isNegative, minus, rest);
  // What is not finite differs from itself times 0.
  Value nothing = e.make<tg::MulOp>(numbers, e.number(f32, 0));
  Value isFinite = e.compare(tg::CmpPredicate::eq, nothing, e.number(f32, 0));
  return e.cast_(e.choose(isFinite, code, e.number(ui64, 0x80)), ui8);
}
