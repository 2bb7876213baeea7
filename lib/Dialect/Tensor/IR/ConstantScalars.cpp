//===- ConstantScalars.cpp - elementwise ops on constants -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same arithmetic as the reference interpreter's: floats in double, rounded
// once to the type; math functions by their fixed sequences; integers wrap.
//
//===----------------------------------------------------------------------===//

#include "ConstantScalars.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Support/DTypeMLIR.h"
#include "TinyGrad/Support/FloatFormat.h"
#include "TinyGrad/Support/IntegerSemantics.h"
#include "TinyGrad/Support/ScalarMath.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

// Each operation rounds; none are contracted to a fused one.
#pragma STDC FP_CONTRACT OFF

namespace tinygrad::tg {

//===----------------------------------------------------------------------===//
// Elements of attributes
//===----------------------------------------------------------------------===//

static uint64_t getBits(const APFloat &value) {
  return value.bitcastToAPInt().getZExtValue();
}

std::optional<SmallVector<uint64_t>> getElementBits(Attribute constant) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(constant);
  if (!dense || !isElementType(dense.getElementType()))
    return std::nullopt;
  SmallVector<uint64_t> bits;
  bool isFloat = isa<FloatType>(dense.getElementType());
  if (dense.isSplat())
    bits.push_back(isFloat ? getBits(dense.getSplatValue<APFloat>())
                           : dense.getSplatValue<APInt>().getZExtValue());
  else if (isFloat)
    for (const APFloat &value : dense.getValues<APFloat>())
      bits.push_back(getBits(value));
  else
    for (const APInt &value : dense.getValues<APInt>())
      bits.push_back(value.getZExtValue());
  return bits;
}

DenseElementsAttr makeElements(RankedTensorType type, ArrayRef<uint64_t> bits) {
  Type element = type.getElementType();
  unsigned width = getElementWidth(element);
  if (type.getNumElements() == 0)
    bits = {};
  if (auto floating = dyn_cast<FloatType>(element)) {
    SmallVector<APFloat> values;
    for (uint64_t value : bits)
      values.emplace_back(floating.getFloatSemantics(),
                          APInt(width, value, false, /*implicitTrunc=*/true));
    return DenseElementsAttr::get(type, values);
  }
  SmallVector<APInt> values;
  for (uint64_t value : bits)
    values.emplace_back(width, value, false, /*implicitTrunc=*/true);
  return DenseElementsAttr::get(type, values);
}

std::optional<Scalar> getSplat(Attribute constant) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(constant);
  if (!dense || !dense.isSplat())
    return std::nullopt;
  std::optional<DType> type = getDType(dense.getElementType());
  std::optional<SmallVector<uint64_t>> bits = getElementBits(constant);
  if (!type || !bits)
    return std::nullopt;
  return Scalar{*type, bits->front()};
}

//===----------------------------------------------------------------------===//
// One element
//===----------------------------------------------------------------------===//

namespace {
/// An operand as a number: a float's value, or an integer extended to 64 bits.
struct Number {
  double real = 0;
  int64_t integer = 0;

  explicit Number(Scalar scalar) {
    if (isFloat(scalar.type))
      real = decodeFloat(scalar.bits, scalar.type);
    else
      integer = wrapToInt(static_cast<int64_t>(scalar.bits), scalar.type);
  }
};
} // namespace

/// A float result; a NaN has no bits to rely on.
static std::optional<uint64_t> fromReal(double value, DType type) {
  if (std::isnan(value))
    return std::nullopt;
  uint64_t bits = encodeFloat(value, type);
  if (std::isnan(decodeFloat(bits, type)))
    return std::nullopt;
  return bits;
}

static bool isLess(int64_t a, int64_t b, DType type) {
  return isUnsigned(type) ? uint64_t(a) < uint64_t(b) : a < b;
}

/// `fn`, a generic lambda, on the exact integer type.
template <class Fn>
static int64_t onType(DType type, int64_t a, int64_t b, Fn fn) {
  switch (type) {
  case DType::Int8:
    return fn(static_cast<int8_t>(a), static_cast<int8_t>(b));
  case DType::Int16:
    return fn(static_cast<int16_t>(a), static_cast<int16_t>(b));
  case DType::Int32:
    return fn(static_cast<int32_t>(a), static_cast<int32_t>(b));
  case DType::UInt8:
    return fn(static_cast<uint8_t>(a), static_cast<uint8_t>(b));
  case DType::UInt16:
    return fn(static_cast<uint16_t>(a), static_cast<uint16_t>(b));
  case DType::UInt32:
    return fn(static_cast<uint32_t>(a), static_cast<uint32_t>(b));
  case DType::UInt64:
    return fn(static_cast<uint64_t>(a), static_cast<uint64_t>(b));
  default:
    return fn(a, b);
  }
}

static double evaluateMath(math::MathFn fn, double x, DType type) {
  if (type == DType::F64)
    return math::evaluate(fn, x);
  return math::evaluate(fn, static_cast<float>(x));
}

static std::optional<uint64_t> evaluateFloat(Operation *op, DType type,
                                             double x, double y) {
  using math::MathFn;
  auto rounded = [type](double value) { return roundToFloat(value, type); };
  auto math = [&](MathFn fn) { return evaluateMath(fn, x, type); };
  // Zeros are told apart by the sign: +0 is larger than -0.
  bool xIsLess = x < y || (x == y && std::signbit(x));
  std::optional<double> value =
      TypeSwitch<Operation *, std::optional<double>>(op)
          .Case<ExpOp>([&](auto) { return math(MathFn::Exp); })
          .Case<Exp2Op>([&](auto) { return math(MathFn::Exp2); })
          .Case<LogOp>([&](auto) { return math(MathFn::Log); })
          .Case<Log2Op>([&](auto) { return math(MathFn::Log2); })
          .Case<SinOp>([&](auto) { return math(MathFn::Sin); })
          .Case<CosOp>([&](auto) { return math(MathFn::Cos); })
          .Case<TanhOp>([&](auto) { return math(MathFn::Tanh); })
          .Case<SqrtOp>([&](auto) { return std::sqrt(x); })
          .Case<ReciprocalOp>([&](auto) { return 1 / x; })
          .Case<TruncOp>([&](auto) { return std::trunc(x); })
          .Case<ReluOp>([&](auto) { return x > 0 || std::isnan(x) ? x : 0.0; })
          .Case<AddOp>([&](auto) { return x + y; })
          .Case<SubOp>([&](auto) { return x - y; })
          .Case<MulOp>([&](auto) { return x * y; })
          .Case<DivOp>([&](auto) { return x / y; })
          .Case<FloorDivOp>([&](auto) { return std::floor(rounded(x / y)); })
          .Case<ModOp>([&](auto) {
            double quotient = rounded(std::floor(rounded(x / y)));
            return x - rounded(quotient * y);
          })
          .Case<MaximumOp>([&](auto) {
            return std::isnan(x) || std::isnan(y) ? NAN : xIsLess ? y : x;
          })
          .Case<MinimumOp>([&](auto) {
            return std::isnan(x) || std::isnan(y) ? NAN : xIsLess ? x : y;
          })
          .Default(std::optional<double>());
  return value ? fromReal(*value, type) : std::nullopt;
}

static std::optional<uint64_t> evaluateInteger(Operation *op, DType type,
                                               int64_t x, int64_t y) {
  bool isBool = type == DType::Bool;
  auto typed = [&](auto fn) { return onType(type, x, y, fn); };
  std::optional<int64_t> value =
      TypeSwitch<Operation *, std::optional<int64_t>>(op)
          .Case<NegOp>([&](auto) { return wrapSub<int64_t>(0, x); })
          .Case<AbsOp>([&](auto) {
            return isSigned(type) && x < 0 ? wrapSub<int64_t>(0, x) : x;
          })
          .Case<ReluOp>([&](auto) { return isLess(x, 0, type) ? 0 : x; })
          .Case<NotOp>([&](auto) { return isBool ? x == 0 : ~x; })
          .Case<AddOp>([&](auto) { return isBool ? x | y : wrapAdd(x, y); })
          .Case<SubOp>([&](auto) { return wrapSub(x, y); })
          .Case<MulOp>([&](auto) { return isBool ? x & y : wrapMul(x, y); })
          .Case<FloorDivOp>([&](auto) {
            return typed([](auto a, auto b) { return floorDiv(a, b); });
          })
          .Case<ModOp>([&](auto) {
            return typed([](auto a, auto b) { return floorMod(a, b); });
          })
          .Case<CDivOp>([&](auto) {
            return typed([](auto a, auto b) { return cDiv(a, b); });
          })
          .Case<CModOp>([&](auto) {
            return typed([](auto a, auto b) { return cMod(a, b); });
          })
          .Case<MaximumOp>([&](auto) { return isLess(x, y, type) ? y : x; })
          .Case<MinimumOp>([&](auto) { return isLess(x, y, type) ? x : y; })
          .Case<AndOp>([&](auto) { return x & y; })
          .Case<OrOp>([&](auto) { return x | y; })
          .Case<XorOp>([&](auto) { return x ^ y; })
          .Case<ShlOp>([&](auto) {
            return typed([](auto a, auto b) { return shiftLeft(a, b); });
          })
          .Case<ShrOp>([&](auto) {
            return typed([](auto a, auto b) { return shiftRight(a, b); });
          })
          .Default(std::optional<int64_t>());
  return value ? std::optional<uint64_t>(*value) : std::nullopt;
}

static bool evaluateCmp(CmpPredicate predicate, Scalar lhs, Scalar rhs) {
  Number a(lhs), b(rhs);
  bool floating = isFloat(lhs.type);
  bool less =
      floating ? a.real < b.real : isLess(a.integer, b.integer, lhs.type);
  bool greater =
      floating ? a.real > b.real : isLess(b.integer, a.integer, lhs.type);
  bool equal = floating ? a.real == b.real : a.integer == b.integer;
  switch (predicate) {
  case CmpPredicate::eq:
    return equal;
  case CmpPredicate::ne:
    return !equal;
  case CmpPredicate::lt:
    return less;
  case CmpPredicate::le:
    return less || equal;
  case CmpPredicate::gt:
    return greater;
  case CmpPredicate::ge:
    return greater || equal;
  }
  return false;
}

static std::optional<uint64_t> evaluateCast(CastOp op, Scalar input, DType to) {
  Number x(input);
  auto saturation = static_cast<Saturation>(op.getSaturate());
  if (!isFloat(to))
    return isFloat(input.type) ? floatToInt(x.real, to)
                               : wrapToInt(x.integer, to);
  if (!isFloat(input.type))
    return encodeFloat(input.type == DType::UInt64
                           ? uintToFloat(x.integer, to, saturation)
                           : intToFloat(x.integer, to, saturation),
                       to, saturation);
  if (std::isnan(x.real))
    return std::nullopt;
  return encodeFloat(x.real, to, saturation);
}

std::optional<uint64_t>
evaluateElement(Operation *op, ArrayRef<Scalar> operands, DType result) {
  DType type = operands[0].type;
  if (auto where = dyn_cast<WhereOp>(op))
    return operands[0].bits ? operands[1].bits : operands[2].bits;
  if (auto cmp = dyn_cast<CmpOp>(op))
    return evaluateCmp(cmp.getPredicate(), operands[0], operands[1]);
  if (auto cast = dyn_cast<CastOp>(op))
    return evaluateCast(cast, operands[0], result);
  if (isa<BitcastOp>(op))
    return operands[0].bits;
  uint64_t sign = uint64_t(1) << (getBitWidth(type) - 1);
  if (isFloat(type) && isa<NegOp>(op))
    return operands[0].bits ^ sign;
  if (isFloat(type) && isa<AbsOp>(op))
    return operands[0].bits & ~sign;
  Number x(operands[0]), y(operands.back());
  return isFloat(type) ? evaluateFloat(op, type, x.real, y.real)
                       : evaluateInteger(op, type, x.integer, y.integer);
}

bool isFoldable(Attribute elements) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(elements);
  return dense &&
         (dense.isSplat() || dense.getNumElements() <= kMostFoldedElements);
}

OpFoldResult foldConstants(Operation *op, ArrayRef<Attribute> operands,
                           ElementEvaluator evaluate) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<DType> resultType = getDType(type.getElementType());
  if (!type.hasStaticShape() || !resultType || operands.empty())
    return {};
  SmallVector<SmallVector<uint64_t>> columns;
  SmallVector<DType> types;
  size_t count = 1;
  for (Attribute operand : operands) {
    if (!isFoldable(operand))
      return {};
    auto dense = cast<DenseElementsAttr>(operand);
    std::optional<SmallVector<uint64_t>> bits = getElementBits(dense);
    std::optional<DType> dtype = getDType(dense.getElementType());
    if (!bits || !dtype)
      return {};
    // No elements at all, in every operand alike.
    count = bits->empty() ? 0 : std::max(count, bits->size());
    columns.push_back(std::move(*bits));
    types.push_back(*dtype);
  }
  SmallVector<uint64_t> results;
  for (size_t i = 0; i < count; ++i) {
    SmallVector<Scalar> elements;
    for (auto [column, dtype] : llvm::zip(columns, types))
      elements.push_back({dtype, column[column.size() == 1 ? 0 : i]});
    std::optional<uint64_t> bits = evaluate(op, elements, *resultType);
    if (!bits)
      return {};
    results.push_back(*bits);
  }
  return makeElements(type, results);
}

} // namespace tinygrad::tg
