//===- ScalarOps.cpp - arith and math ops as elementwise tg ops ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

Type tg::convertScalarType(Type type) {
  if (type.isIndex())
    return IntegerType::get(type.getContext(), 64);
  return isElementType(type) ? type : Type();
}

TypedAttr tg::getScalarConstant(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return {};
  if (auto integer = dyn_cast<IntegerAttr>(attribute);
      integer && integer.getType().isIndex())
    return IntegerAttr::get(IntegerType::get(value.getContext(), 64),
                            integer.getValue().sextOrTrunc(64));
  auto typed = dyn_cast<TypedAttr>(attribute);
  return typed && convertScalarType(typed.getType()) ? typed : TypedAttr();
}

namespace {
/// Converts one op.
class ScalarConverter {
public:
  ScalarConverter(OpResult result, ValueRange operands, TensorBuilder &b,
                  std::string &reason)
      : op(result.getOwner()), number(result.getResultNumber()), x(operands),
        b(b), reason(reason) {}

  FailureOr<Value> convert() {
    if (number < op->getNumResults())
      element = convertScalarType(
          getElementTypeOrSelf(op->getResult(number).getType()));
    if (!element)
      return refuse("its result type is none of tg's element types");
    isBool = element.isInteger(1);
    // What overflows is infinite here, not tg's largest number.
    if (isNarrowFloat(element) && !isa<arith::SelectOp, arith::BitcastOp>(op) &&
        !isa<arith::TruncFOp, arith::ExtFOp>(op))
      return convertInF32();
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
      return convertApply(apply);
    if (FailureOr<Value> value = convertArith(); succeeded(value) || isKnown)
      return value;
    if (FailureOr<Value> value = convertConversion();
        succeeded(value) || isKnown)
      return value;
    if (FailureOr<Value> value = convertMath(); succeeded(value) || isKnown)
      return value;
    return refuse("tg has no op that means the same as '" +
                  op->getName().getStringRef().str() + "'");
  }

private:
  FailureOr<Value> refuse(const Twine &why) {
    isKnown = true;
    reason = why.str();
    return failure();
  }
  static bool isNarrowFloat(Type type) {
    return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
  }
  FailureOr<Value> convertInF32();
  FailureOr<Value> convertApply(affine::AffineApplyOp apply);
  FailureOr<Value> convertArith();
  FailureOr<Value> convertConversion();
  FailureOr<Value> convertMath();
  FailureOr<Value> convertExtended(bool isSigned);
  Value countOnes();
  Value atan2();
  Value compareInts(arith::CmpIPredicate predicate);
  Value compareFloats(arith::CmpFPredicate predicate);
  /// A maximum or minimum that gives the other operand in place of a NaN.
  template <typename Op> Value ignoringNan() {
    Value both = b.binary<Op>(x[0], x[1]);
    Value noLeft = b.select(b.unary<IsNanOp>(x[0]), x[1], both);
    return b.select(b.unary<IsNanOp>(x[1]), x[0], noLeft);
  }
  Value roundHalfAway();

  Operation *op;
  unsigned number; ///< Of the result.
  ValueRange x;
  TensorBuilder &b;
  std::string &reason;
  Type element;
  bool isBool = false;
  bool isKnown = false;
};
} // namespace

FailureOr<Value> ScalarConverter::convertInF32() {
  SmallVector<Value> wide;
  for (Value operand : x)
    wide.push_back(isNarrowFloat(b.getElement(operand))
                       ? b.cast(operand, b.builder.getF32Type())
                       : operand);
  Type narrow = element;
  x = wide;
  element = b.builder.getF32Type();
  FailureOr<Value> value = convertArith();
  if (failed(value) && !isKnown)
    value = convertConversion();
  if (failed(value) && !isKnown)
    value = convertMath();
  if (failed(value) && !isKnown)
    return refuse("tg has no op that means the same as '" +
                  op->getName().getStringRef() + "'");
  if (failed(value))
    return failure();
  return b.cast(*value, narrow, Saturate::none);
}

FailureOr<Value> ScalarConverter::convertApply(affine::AffineApplyOp apply) {
  AffineMap map = apply.getAffineMap();
  FailureOr<Sizes> sizes = b.getSizes(x.empty() ? Value() : x.front());
  if (failed(sizes))
    return failure();
  SmallVector<Value> operands(x);
  return b.evaluate(map.getResult(0),
                    ArrayRef(operands).take_front(map.getNumDims()),
                    ArrayRef(operands).drop_front(map.getNumDims()), *sizes);
}

FailureOr<Value> ScalarConverter::convertArith() {
  using FV = FailureOr<Value>;
  return TypeSwitch<Operation *, FV>(op)
      .Case<arith::AddFOp>([&](auto) { return b.binary<AddOp>(x[0], x[1]); })
      // On i1 an addition is an exclusive or, which tg.add is not.
      .Case<arith::AddIOp>([&](auto) {
        return isBool ? b.binary<XorOp>(x[0], x[1])
                      : b.binary<AddOp>(x[0], x[1]);
      })
      .Case<arith::SubFOp>([&](auto) { return b.binary<SubOp>(x[0], x[1]); })
      .Case<arith::SubIOp>([&](auto) {
        return isBool ? b.binary<XorOp>(x[0], x[1])
                      : b.binary<SubOp>(x[0], x[1]);
      })
      .Case<arith::MulFOp, arith::MulIOp>(
          [&](auto) { return b.binary<MulOp>(x[0], x[1]); })
      .Case<arith::DivFOp>([&](auto) { return b.binary<DivOp>(x[0], x[1]); })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
            arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(
          [&](auto division) -> FV {
            if (isBool)
              return refuse("divides values of type i1");
            using Op = decltype(division);
            if constexpr (std::is_same_v<Op, arith::DivSIOp>)
              return b.binary<CDivOp>(x[0], x[1]);
            if constexpr (std::is_same_v<Op, arith::DivUIOp>)
              return b.unsignedBinary<CDivOp>(x[0], x[1]);
            if constexpr (std::is_same_v<Op, arith::RemSIOp>)
              return b.binary<CModOp>(x[0], x[1]);
            if constexpr (std::is_same_v<Op, arith::RemUIOp>)
              return b.unsignedBinary<CModOp>(x[0], x[1]);
            if constexpr (std::is_same_v<Op, arith::FloorDivSIOp>)
              return b.binary<FloorDivOp>(x[0], x[1]);
            // The rounded up quotient is the rounded down one, plus 1 where
            // something is left.
            bool isSigned = std::is_same_v<Op, arith::CeilDivSIOp>;
            Value down = isSigned ? b.binary<FloorDivOp>(x[0], x[1])
                                  : b.unsignedBinary<CDivOp>(x[0], x[1]);
            Value rest = isSigned ? b.binary<ModOp>(x[0], x[1])
                                  : b.unsignedBinary<CModOp>(x[0], x[1]);
            Value more =
                b.compare(CmpPredicate::ne, rest, b.splatLike(rest, 0));
            return b.binary<AddOp>(down, b.cast(more, element));
          })
      .Case<arith::MulSIExtendedOp>(
          [&](auto) { return convertExtended(/*isSigned=*/true); })
      .Case<arith::MulUIExtendedOp>(
          [&](auto) { return convertExtended(/*isSigned=*/false); })
      .Case<arith::AddUIExtendedOp>([&](auto) -> Value {
        Value sum = b.binary<AddOp>(x[0], x[1]);
        // It wrapped where it is less than what was added.
        return number == 0 ? sum
                           : b.compare(CmpPredicate::lt, b.asUnsigned(sum),
                                       b.asUnsigned(x[0]));
      })
      .Case<arith::MaximumFOp>(
          [&](auto) { return b.binary<MaximumOp>(x[0], x[1]); })
      .Case<arith::MinimumFOp>(
          [&](auto) { return b.binary<MinimumOp>(x[0], x[1]); })
      .Case<arith::MaxNumFOp>([&](auto) { return ignoringNan<MaximumOp>(); })
      .Case<arith::MinNumFOp>([&](auto) { return ignoringNan<MinimumOp>(); })
      // As signed numbers of one bit, true is -1.
      .Case<arith::MaxSIOp>([&](auto) {
        return isBool ? b.binary<AndOp>(x[0], x[1])
                      : b.binary<MaximumOp>(x[0], x[1]);
      })
      .Case<arith::MinSIOp>([&](auto) {
        return isBool ? b.binary<OrOp>(x[0], x[1])
                      : b.binary<MinimumOp>(x[0], x[1]);
      })
      .Case<arith::MaxUIOp>(
          [&](auto) { return b.unsignedBinary<MaximumOp>(x[0], x[1]); })
      .Case<arith::MinUIOp>(
          [&](auto) { return b.unsignedBinary<MinimumOp>(x[0], x[1]); })
      .Case<arith::AndIOp>([&](auto) { return b.binary<AndOp>(x[0], x[1]); })
      .Case<arith::OrIOp>([&](auto) { return b.binary<OrOp>(x[0], x[1]); })
      .Case<arith::XOrIOp>([&](auto) { return b.binary<XorOp>(x[0], x[1]); })
      .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(
          [&](auto shift) -> FV {
            if (isBool)
              return refuse("shifts values of type i1");
            using Op = decltype(shift);
            if constexpr (std::is_same_v<Op, arith::ShLIOp>)
              return b.binary<ShlOp>(x[0], x[1]);
            if constexpr (std::is_same_v<Op, arith::ShRSIOp>)
              return b.binary<ShrOp>(x[0], x[1]);
            return b.unsignedBinary<ShrOp>(x[0], x[1]);
          })
      .Case<arith::NegFOp>([&](auto) { return b.unary<NegOp>(x[0]); })
      .Case<arith::CmpIOp>(
          [&](auto cmp) { return compareInts(cmp.getPredicate()); })
      .Case<arith::CmpFOp>(
          [&](auto cmp) { return compareFloats(cmp.getPredicate()); })
      .Case<arith::SelectOp>([&](auto) { return b.select(x[0], x[1], x[2]); })
      .Default([](Operation *) { return failure(); });
}

Value ScalarConverter::compareInts(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  bool isUnsigned = predicate == P::ult || predicate == P::ule ||
                    predicate == P::ugt || predicate == P::uge;
  bool ofBools = b.getElement(x[0]).isInteger(1);
  bool ordersSigned = predicate == P::slt || predicate == P::sle ||
                      predicate == P::sgt || predicate == P::sge;
  Value lhs = isUnsigned ? b.asUnsigned(x[0]) : x[0];
  Value rhs = isUnsigned ? b.asUnsigned(x[1]) : x[1];
  // As signed numbers of one bit, true is -1: the order turns around.
  if (ofBools && ordersSigned)
    std::swap(lhs, rhs);
  switch (predicate) {
  case P::eq:
    return b.compare(CmpPredicate::eq, lhs, rhs);
  case P::ne:
    return b.compare(CmpPredicate::ne, lhs, rhs);
  case P::slt:
  case P::ult:
    return b.compare(CmpPredicate::lt, lhs, rhs);
  case P::sle:
  case P::ule:
    return b.compare(CmpPredicate::le, lhs, rhs);
  case P::sgt:
  case P::ugt:
    return b.compare(CmpPredicate::gt, lhs, rhs);
  case P::sge:
  case P::uge:
    return b.compare(CmpPredicate::ge, lhs, rhs);
  }
  return {};
}

/// tg's comparisons are false with a NaN, but for `ne`.
Value ScalarConverter::compareFloats(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  auto compare = [&](CmpPredicate is) { return b.compare(is, x[0], x[1]); };
  auto differ = [&](CmpPredicate is) { return b.unary<NotOp>(compare(is)); };
  auto lessOrGreater = [&] {
    return b.binary<OrOp>(compare(CmpPredicate::lt), compare(CmpPredicate::gt));
  };
  auto isUnordered = [&] {
    return b.binary<OrOp>(b.unary<IsNanOp>(x[0]), b.unary<IsNanOp>(x[1]));
  };
  switch (predicate) {
  case P::AlwaysFalse:
    return b.splatLike(compare(CmpPredicate::eq), 0);
  case P::AlwaysTrue:
    return b.splatLike(compare(CmpPredicate::eq), 1);
  case P::OEQ:
    return compare(CmpPredicate::eq);
  case P::OGT:
    return compare(CmpPredicate::gt);
  case P::OGE:
    return compare(CmpPredicate::ge);
  case P::OLT:
    return compare(CmpPredicate::lt);
  case P::OLE:
    return compare(CmpPredicate::le);
  case P::ONE:
    return lessOrGreater();
  case P::ORD:
    return b.unary<NotOp>(isUnordered());
  case P::UEQ:
    return b.unary<NotOp>(lessOrGreater());
  case P::UGT:
    return differ(CmpPredicate::le);
  case P::UGE:
    return differ(CmpPredicate::lt);
  case P::ULT:
    return differ(CmpPredicate::ge);
  case P::ULE:
    return differ(CmpPredicate::gt);
  case P::UNE:
    return compare(CmpPredicate::ne);
  case P::UNO:
    return isUnordered();
  }
  return {};
}

FailureOr<Value> ScalarConverter::convertConversion() {
  using FV = FailureOr<Value>;
  bool fromBool = !x.empty() && b.getElement(x[0]).isInteger(1);
  return TypeSwitch<Operation *, FV>(op)
      // As a signed number of one bit, true is -1.
      .Case<arith::ExtSIOp, arith::SIToFPOp>([&](auto) {
        Value value = b.cast(x[0], element);
        return fromBool ? b.unary<NegOp>(value) : value;
      })
      .Case<arith::ExtUIOp, arith::UIToFPOp>([&](auto) {
        return b.cast(fromBool ? x[0] : b.asUnsigned(x[0]), element);
      })
      .Case<arith::IndexCastOp>([&](auto) {
        Value value = b.cast(x[0], element);
        return fromBool ? b.unary<NegOp>(value) : value;
      })
      .Case<arith::IndexCastUIOp>([&](auto) {
        return b.cast(fromBool ? x[0] : b.asUnsigned(x[0]), element);
      })
      // tg.cast to i1 asks for any bit; truncation keeps the lowest.
      .Case<arith::TruncIOp>([&](auto) {
        return b.cast(isBool ? b.binary<AndOp>(x[0], b.splatLike(x[0], 1))
                             : x[0],
                      element);
      })
      .Case<arith::ExtFOp>([&](auto) { return b.cast(x[0], element); })
      .Case<arith::TruncFOp>([&](auto truncate) -> FV {
        if (truncate.getRoundingmode().value_or(
                arith::RoundingMode::to_nearest_even) !=
            arith::RoundingMode::to_nearest_even)
          return refuse("rounds otherwise than to nearest even");
        return b.cast(x[0], element, Saturate::none);
      })
      .Case<arith::FPToSIOp>([&](auto) -> FV {
        if (isBool)
          return refuse("converts a float to a signed number of one bit");
        return b.cast(x[0], element);
      })
      .Case<arith::FPToUIOp>([&](auto) -> FV {
        if (isBool)
          return b.cast(x[0], element);
        auto type = cast<IntegerType>(element);
        return b.asSigned(
            b.cast(x[0], IntegerType::get(type.getContext(), type.getWidth(),
                                          IntegerType::Unsigned)));
      })
      .Case<arith::BitcastOp>([&](auto) { return b.bitcast(x[0], element); })
      .Default([](Operation *) { return failure(); });
}

/// The lower and the upper half of a product twice as wide.
FailureOr<Value> ScalarConverter::convertExtended(bool isSigned) {
  unsigned width = element.getIntOrFloatBitWidth();
  if (isBool || width > 32)
    return refuse("multiplies to more than 64 bits");
  Type wide = IntegerType::get(element.getContext(), 2 * width);
  auto widen = [&](Value value) {
    return b.cast(isSigned ? value : b.asUnsigned(value), wide);
  };
  Value product = b.binary<MulOp>(widen(x[0]), widen(x[1]));
  if (number == 1)
    product = b.binary<ShrOp>(product, b.splatLike(product, width));
  return b.cast(product, element);
}

/// Sums of neighbouring bits, pairs, fours, ….
Value ScalarConverter::countOnes() {
  Value bits = b.asUnsigned(x[0]);
  Type type = b.getElement(bits);
  unsigned width = type.getIntOrFloatBitWidth();
  for (unsigned step = 1; step < width; step *= 2) {
    APInt mask = APInt::getSplat(width, APInt::getLowBitsSet(2 * step, step));
    Value kept = b.splat(IntegerAttr::get(type, mask), *b.getSizes(bits));
    Value upper = b.binary<ShrOp>(bits, b.splatLike(bits, step));
    bits = b.binary<AddOp>(b.binary<AndOp>(bits, kept),
                           b.binary<AndOp>(upper, kept));
  }
  return b.asSigned(bits);
}

/// The angle of (x, y): that of y / x, turned by a half where x is negative.
Value ScalarConverter::atan2() {
  Value y = x[0], z = x[1];
  Value bothInf = b.binary<AndOp>(b.unary<IsInfOp>(y), b.unary<IsInfOp>(z));
  Value one = b.splatLike(y, 1), zero = b.splatLike(y, 0);
  auto along = [&](double size, Value sign) {
    return b.binary<CopysignOp>(b.splatLike(sign, size), sign);
  };
  Value rise = b.select(bothInf, along(1, y), y);
  Value run = b.select(bothInf, along(1, z), z);
  Value isZero = b.compare(CmpPredicate::eq, rise, zero);
  Value angle = b.unary<AtanOp>(b.binary<DivOp>(rise, run));
  Value isLeft =
      b.compare(CmpPredicate::lt, b.binary<CopysignOp>(one, run), zero);
  Value turned = b.binary<AddOp>(angle, along(llvm::numbers::pi, rise));
  Value flat = b.select(isLeft, along(llvm::numbers::pi, rise), rise);
  return b.select(isZero, flat, b.select(isLeft, turned, angle));
}

/// math.round takes halves away from zero; x and its whole part differ exactly.
Value ScalarConverter::roundHalfAway() {
  Value whole = b.unary<TruncOp>(x[0]);
  Value rest = b.unary<AbsOp>(b.binary<SubOp>(x[0], whole));
  Value isHalf = b.compare(CmpPredicate::ge, rest, b.splatLike(rest, 0.5));
  Value one = b.binary<CopysignOp>(b.splatLike(rest, 1), x[0]);
  return b.select(isHalf, b.binary<AddOp>(whole, one), whole);
}

FailureOr<Value> ScalarConverter::convertMath() {
  using FV = FailureOr<Value>;
  return TypeSwitch<Operation *, FV>(op)
#define TINYGRAD_MATH_FUNCTION(TG, MATH)                                       \
  .Case<math::MATH>([&](auto) { return b.unary<TG>(x[0]); })
#include "../TensorBuilder/MathFunctions.def"
      .Case<math::AbsFOp>([&](auto) { return b.unary<AbsOp>(x[0]); })
      .Case<math::AbsIOp>([&](auto) -> FV {
        if (isBool)
          return refuse("takes the magnitude of a value of type i1");
        return b.unary<AbsOp>(x[0]);
      })
      .Case<math::RoundOp>([&](auto) { return roundHalfAway(); })
      .Case<math::PowFOp>([&](auto) { return b.binary<PowOp>(x[0], x[1]); })
      .Case<math::FPowIOp>(
          [&](auto) { return b.binary<PowOp>(x[0], b.cast(x[1], element)); })
      .Case<math::Atan2Op>([&](auto) { return atan2(); })
      .Case<math::CbrtOp>([&](auto) {
        Value root =
            b.binary<PowOp>(b.unary<AbsOp>(x[0]), b.splatLike(x[0], 1.0 / 3));
        return b.binary<CopysignOp>(root, x[0]);
      })
      .Case<math::ErfcOp>([&](auto) {
        return b.binary<SubOp>(b.splatLike(x[0], 1), b.unary<ErfOp>(x[0]));
      })
      .Case<math::CountLeadingZerosOp, math::CountTrailingZerosOp,
            math::CtPopOp>([&](auto counted) -> FV {
        using Op = decltype(counted);
        if (isBool)
          return refuse("counts bits of a value of type i1");
        if constexpr (std::is_same_v<Op, math::CtPopOp>)
          return countOnes();
        if constexpr (std::is_same_v<Op, math::CountLeadingZerosOp>)
          return b.countLeadingZeros(x[0]);
        // Before the lowest one: all ones below it, counted from the top.
        Value below = b.binary<AndOp>(
            b.unary<NotOp>(x[0]), b.binary<SubOp>(x[0], b.splatLike(x[0], 1)));
        Value width =
            b.splatLike(x[0], double(element.getIntOrFloatBitWidth()));
        return b.binary<SubOp>(width, b.countLeadingZeros(below));
      })
      .Case<math::IPowIOp>([&](auto) -> FV {
        if (isBool)
          return refuse("raises a value of type i1 to a power");
        return b.binary<PowOp>(x[0], x[1]);
      })
      .Case<math::CopySignOp>(
          [&](auto) { return b.binary<CopysignOp>(x[0], x[1]); })
      .Case<math::FmaOp>([&](auto) -> Value {
        return MulAccOp::create(b.builder, b.loc, x[0], x[1], x[2]);
      })
      // NaN in any of the three is NaN, and `high` wins, in both.
      .Case<math::ClampFOp>([&](auto) -> Value {
        return ClampOp::create(b.builder, b.loc, x[0], x[1], x[2]);
      })
      .Default([](Operation *) { return failure(); });
}

FailureOr<Value> tg::convertScalarOp(OpResult result, ValueRange operands,
                                     TensorBuilder &b, std::string &reason) {
  return ScalarConverter(result, operands, b, reason).convert();
}
