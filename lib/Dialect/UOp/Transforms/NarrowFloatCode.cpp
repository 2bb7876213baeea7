//===- NarrowFloatCode.cpp - conversions as integer code --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's arith-expand was considered: it rounds bf16 and a few fp8 types,
// but knows neither the three ways to saturate nor f64 and integer sources.
//
//===----------------------------------------------------------------------===//

#include "NarrowFloatCode.h"

#include "TinyGrad/Support/DTypeMLIR.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tinygrad::uop {

using IPred = arith::CmpIPredicate;
using FPred = arith::CmpFPredicate;

namespace {
/// A narrow format next to f32's.
struct Layout {
  DType type;
  unsigned width;
  int mantissa, bias;
  int64_t infinity; // The smallest magnitude that is no finite number.
  int64_t maxFinite, nan;

  explicit Layout(FloatType floatType)
      : type(*getDType(floatType)), width(floatType.getWidth()),
        mantissa(getFloatInfo(type).mantissaBits),
        bias((1 << (getFloatInfo(type).exponentBits - 1)) - 1),
        maxFinite(encodeFloat(getFloatInfo(type).max, type)),
        nan(encodeFloat(std::numeric_limits<double>::quiet_NaN(), type)) {
    infinity = maxFinite + 1;
  }

  /// Bits of f32's mantissa that the format lacks.
  int dropped() const { return 23 - mantissa; }
};
} // namespace

static constexpr int64_t f32Infinity = 0x7f800000;

/// The magnitude `u` of an f32, as its bits, rounded to the format, in which it
/// is a normal number or too large.
static Value emitNormal(ElementOps &ops, Value u, const Layout &layout) {
  Value shift = ops.integer(32, layout.dropped());
  Value odd = ops.bitAnd(ops.shiftRight(u, shift), ops.integer(32, 1));
  int64_t half = (int64_t(1) << (layout.dropped() - 1)) - 1;
  Value rounded = ops.add(ops.add(u, ops.integer(32, half)), odd);
  int64_t rebias = int64_t(127 - layout.bias) << layout.mantissa;
  return ops.sub(ops.shiftRight(rounded, shift), ops.integer(32, rebias));
}

/// The same for a magnitude that is denormal in the format: adding a number
/// whose last place is the smallest denormal makes the processor round.
static Value emitDenormal(ElementOps &ops, Value u, const Layout &layout) {
  Type f32 = getElementTypeOrSelf(ops.f32());
  double magic = std::ldexp(1.0, 1 - layout.bias - layout.mantissa + 23);
  Value base = ops.number(f32, magic);
  Value sum = ops.make<arith::AddFOp>(ops.bitcast(ops.f32(), u), base);
  return ops.sub(ops.bitcast(ops.intType(32), sum),
                 ops.bitcast(ops.intType(32), base));
}

/// The f32 `x` as bf16, whose range is f32's: sign and all, as bits, it is
/// rounded by one addition, which carries into the exponent and gives infinity
/// above all finite numbers. Only a NaN could carry into the sign.
static Value emitShortened(ElementOps &ops, Value x, const Layout &layout) {
  Value bits = ops.bitcast(ops.intType(32), x);
  Value shift = ops.integer(32, layout.dropped());
  Value odd = ops.bitAnd(ops.shiftRight(bits, shift), ops.integer(32, 1));
  int64_t half = (int64_t(1) << (layout.dropped() - 1)) - 1;
  Value rounded = ops.add(ops.add(bits, ops.integer(32, half)), odd);
  // LLVM knows the sign of many functions, and then that of this.
  Value nan = ops.make<math::CopySignOp>(
      ops.number(getElementTypeOrSelf(ops.f32()),
                 std::numeric_limits<double>::quiet_NaN()),
      x);
  nan = ops.bitcast(ops.intType(32), nan);
  Value isNaN = ops.compare(FPred::UNO, x, x);
  Value kept = ops.shiftRight(ops.select(isNaN, nan, rounded), shift);
  return ops.make<arith::TruncIOp>(ops.intType(layout.width), kept);
}

Value emitEncode(ElementOps &ops, Value x, FloatType to,
                 Saturation saturation) {
  Layout layout(to);
  if (layout.bias == 127)
    return ops.bitcast(ops.shaped(to), emitShortened(ops, x, layout));
  Value bits = ops.bitcast(ops.intType(32), x);
  Value u = ops.bitAnd(bits, ops.integer(32, 0x7fffffff));
  Value magnitude = emitNormal(ops, u, layout);
  int64_t smallestNormal = int64_t(128 - layout.bias) << 23;
  Value isDenormal =
      ops.compare(IPred::slt, u, ops.integer(32, smallestNormal));
  magnitude = ops.select(isDenormal, emitDenormal(ops, u, layout), magnitude);

  Value largest = ops.integer(32, layout.maxFinite);
  Value infinity = ops.integer(32, layout.infinity);
  Value overflow = infinity;
  if (isFP8(layout.type) && saturation == Saturation::All)
    overflow = largest;
  if (isFP8(layout.type) && saturation == Saturation::Finite)
    overflow =
        ops.select(ops.compare(IPred::eq, u, ops.integer(32, f32Infinity)),
                   infinity, largest);
  magnitude = ops.select(ops.compare(IPred::sgt, magnitude, largest), overflow,
                         magnitude);
  magnitude =
      ops.select(ops.compare(IPred::sgt, u, ops.integer(32, f32Infinity)),
                 ops.integer(32, layout.nan), magnitude);

  Value sign =
      ops.bitAnd(ops.shiftRight(bits, ops.integer(32, 32 - layout.width)),
                 ops.integer(32, int64_t(1) << (layout.width - 1)));
  Value result = ops.make<arith::TruncIOp>(ops.intType(layout.width),
                                           ops.bitOr(magnitude, sign));
  return ops.bitcast(ops.shaped(to), result);
}

Value emitDecode(ElementOps &ops, Value x) {
  Layout layout(cast<FloatType>(getElementTypeOrSelf(x.getType())));
  Value narrow = ops.bitcast(ops.intType(layout.width), x);
  Value bits = ops.make<arith::ExtUIOp>(ops.intType(32), narrow);
  if (layout.bias == 127)
    return ops.bitcast(ops.f32(),
                       ops.shiftLeft(bits, ops.integer(32, layout.dropped())));

  int64_t signBit = int64_t(1) << (layout.width - 1);
  Value magnitude = ops.bitAnd(bits, ops.integer(32, signBit - 1));
  Value sign = ops.shiftLeft(ops.bitAnd(bits, ops.integer(32, signBit)),
                             ops.integer(32, 32 - layout.width));
  // Read as f32 the number is too small by the difference of the biases, which
  // a product makes good, denormals included.
  Value moved = ops.shiftLeft(magnitude, ops.integer(32, layout.dropped()));
  Value factor = ops.number(getElementTypeOrSelf(ops.f32()),
                            std::ldexp(1.0, 127 - layout.bias));
  Value scaled = ops.make<arith::MulFOp>(ops.bitcast(ops.f32(), moved), factor);
  Value finite = ops.bitcast(ops.intType(32), scaled);
  Value special = ops.bitOr(moved, ops.integer(32, f32Infinity));
  Value isSpecial =
      ops.compare(IPred::sge, magnitude, ops.integer(32, layout.infinity));
  Value result = ops.select(isSpecial, special, finite);
  return ops.bitcast(ops.f32(), ops.bitOr(result, sign));
}

Value emitRoundToOdd(ElementOps &ops, Value x) {
  // Where rounding to nearest gave an even neighbour of an inexact number, take
  // the neighbour on the other side. Bits order numbers by magnitude.
  Value nearest = ops.make<arith::TruncFOp>(ops.f32(), x);
  Value back = ops.make<arith::ExtFOp>(ops.f64(), nearest);
  Value bits = ops.bitcast(ops.intType(32), nearest);
  Value magnitudeMask = ops.integer(64, INT64_MAX);
  Value xMagnitude = ops.bitAnd(ops.bitcast(ops.intType(64), x), magnitudeMask);
  Value backMagnitude =
      ops.bitAnd(ops.bitcast(ops.intType(64), back), magnitudeMask);
  Value tooLarge = ops.compare(IPred::ugt, backMagnitude, xMagnitude);
  Value step = ops.select(tooLarge, ops.integer(32, -1), ops.integer(32, 1));
  Value isEven = ops.compare(IPred::eq, ops.bitAnd(bits, ops.integer(32, 1)),
                             ops.integer(32, 0));
  // Ordered: a NaN stays.
  Value isInexact = ops.compare(FPred::ONE, back, x);
  Value moves = ops.bitAnd(isEven, isInexact);
  Value result = ops.select(moves, ops.add(bits, step), bits);
  return ops.bitcast(ops.f32(), result);
}

Value emitIntToOddF64(ElementOps &ops, Value x, bool isSigned) {
  // Beyond 53 bits only the lowest kept bit tells of the bits below it.
  Value low = ops.bitAnd(x, ops.integer(64, 0x7ff));
  Value sticky =
      ops.bitAnd(ops.add(low, ops.integer(64, 0x7ff)), ops.integer(64, 0x800));
  Value kept =
      ops.bitOr(ops.bitAnd(x, ops.integer(64, ~int64_t(0x7ff))), sticky);
  int64_t exact = int64_t(1) << 53;
  Value distance = isSigned ? ops.add(x, ops.integer(64, exact)) : x;
  Value fits = ops.compare(IPred::ule, distance,
                           ops.integer(64, isSigned ? 2 * exact : exact));
  Value safe = ops.select(fits, x, kept);
  if (isSigned)
    return ops.make<arith::SIToFPOp>(ops.f64(), safe);
  return ops.make<arith::UIToFPOp>(ops.f64(), safe);
}

} // namespace tinygrad::uop
