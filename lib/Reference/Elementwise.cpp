//===- Elementwise.cpp - elementwise ops in the interpreter -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Float arithmetic is done in double and rounded once to the op's type, which
// for +, -, *, / and sqrt gives the correctly rounded result of f32 and all
// narrower types. Integer arithmetic wraps in 64 bits and is cut to the type.
//
//===----------------------------------------------------------------------===//

#include "Evaluators.h"

#include "TinyGrad/Support/IntegerSemantics.h"
#include "TinyGrad/Support/ScalarMath.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

double maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? a : b;
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

double minimum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? a : b;
  if (a == b)
    return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

bool lessThan(int64_t a, int64_t b, DType type) {
  return isUnsigned(type) ? uint64_t(a) < uint64_t(b) : a < b;
}

//===----------------------------------------------------------------------===//
// Loops over elements
//===----------------------------------------------------------------------===//

/// The result tensor, after a check that all operands have one shape.
static Result prepare(const Call &call) {
  const Shape &shape = call.operand(0).shape;
  for (const TensorPtr &operand : call.operands)
    if (operand->shape != shape)
      return call.error() << "expects operands of one shape, but got "
                          << toString(shape) << " and "
                          << toString(operand->shape);
  return call.makeResult(shape);
}

/// Applies `element(result, i)` to each position.
template <class Fn> static Result forEach(const Call &call, Fn element) {
  Result result = prepare(call);
  if (failed(result))
    return failure();
  for (int64_t i = 0, n = result->getNumElements(); i < n; ++i)
    element(*result, i);
  return result;
}

template <class FloatFn>
static Result floatUnary(const Call &call, FloatFn fn) {
  const HostTensor &x = call.operand(0);
  return forEach(call, [&](HostTensor &r, int64_t i) {
    r.setFloat(i, fn(x.getFloat(i)));
  });
}

template <class FloatFn, class IntFn>
static Result unary(const Call &call, FloatFn onFloat, IntFn onInt) {
  const HostTensor &x = call.operand(0);
  if (isFloat(x.dtype))
    return floatUnary(call, onFloat);
  return forEach(
      call, [&](HostTensor &r, int64_t i) { r.setInt(i, onInt(x.getInt(i))); });
}

template <class FloatFn, class IntFn>
static Result binary(const Call &call, FloatFn onFloat, IntFn onInt) {
  const HostTensor &a = call.operand(0), &b = call.operand(1);
  if (isFloat(a.dtype))
    return forEach(call, [&](HostTensor &r, int64_t i) {
      r.setFloat(i, onFloat(a.getFloat(i), b.getFloat(i)));
    });
  return forEach(call, [&](HostTensor &r, int64_t i) {
    r.setInt(i, onInt(a.getInt(i), b.getInt(i)));
  });
}

template <class IntFn> static Result intBinary(const Call &call, IntFn onInt) {
  return binary(call, [](double a, double) { return a; }, onInt);
}

/// The operation `fn` is a generic lambda over the exact integer type.
template <class Fn> static Result typedIntBinary(const Call &call, Fn fn) {
  auto as = [&](auto zero) {
    using T = decltype(zero);
    return intBinary(call, [&](int64_t a, int64_t b) {
      return static_cast<int64_t>(fn(static_cast<T>(a), static_cast<T>(b)));
    });
  };
  switch (call.operand(0).dtype) {
  case DType::Int8:
    return as(int8_t());
  case DType::Int16:
    return as(int16_t());
  case DType::Int32:
    return as(int32_t());
  case DType::UInt8:
    return as(uint8_t());
  case DType::UInt16:
    return as(uint16_t());
  case DType::UInt32:
    return as(uint32_t());
  case DType::UInt64:
    return as(uint64_t());
  default:
    return as(int64_t());
  }
}

/// f64 by the f64 sequence, every other type by the f32 one, rounded once.
static Result mathFunction(const Call &call, math::MathFn fn) {
  if (call.operand(0).dtype == DType::F64)
    return floatUnary(call, [&](double x) { return math::evaluate(fn, x); });
  return floatUnary(call, [&](double x) -> double {
    return math::evaluate(fn, static_cast<float>(x));
  });
}

//===----------------------------------------------------------------------===//
// Ops that need more than a line
//===----------------------------------------------------------------------===//

static uint64_t signBitOf(DType type) {
  return uint64_t(1) << (getBitWidth(type) - 1);
}

/// Flips or clears the sign bit, of NaNs too.
static Result changeSign(const Call &call, bool flip) {
  const HostTensor &x = call.operand(0);
  uint64_t sign = signBitOf(x.dtype);
  return forEach(call, [&](HostTensor &r, int64_t i) {
    uint64_t bits = x.getBits(i);
    r.setBits(i, flip ? bits ^ sign : bits & ~sign);
  });
}

static Result negate(const Call &call) {
  if (isFloat(call.operand(0).dtype))
    return changeSign(call, /*flip=*/true);
  return unary(
      call, [](double x) { return x; },
      [](int64_t x) { return wrapSub<int64_t>(0, x); });
}

static Result absolute(const Call &call) {
  DType type = call.operand(0).dtype;
  if (isFloat(type))
    return changeSign(call, /*flip=*/false);
  return unary(
      call, [](double x) { return x; },
      [&](int64_t x) {
        bool negative = isSigned(type) && x < 0;
        return negative ? wrapSub<int64_t>(0, x) : x;
      });
}

static Result relu(const Call &call) {
  DType type = call.operand(0).dtype;
  return unary(
      call, [](double x) { return maximum(x, 0.0); },
      [&](int64_t x) { return lessThan(x, 0, type) ? 0 : x; });
}

static Result bitwiseNot(const Call &call) {
  bool isBool = call.operand(0).dtype == DType::Bool;
  return unary(
      call, [](double x) { return x; },
      [&](int64_t x) { return isBool ? int64_t(x == 0) : ~x; });
}

/// The quotient is rounded to the type before it is rounded down.
static double floorOfQuotient(double a, double b, DType type) {
  return std::floor(roundToFloat(a / b, type));
}

static Result floorDivide(const Call &call) {
  const HostTensor &a = call.operand(0), &b = call.operand(1);
  if (!isFloat(a.dtype))
    return typedIntBinary(call, [](auto x, auto y) { return floorDiv(x, y); });
  return forEach(call, [&](HostTensor &r, int64_t i) {
    r.setFloat(i, floorOfQuotient(a.getFloat(i), b.getFloat(i), a.dtype));
  });
}

/// On floats x - floor(x / y) * y, where each step rounds.
static Result modulo(const Call &call) {
  const HostTensor &a = call.operand(0), &b = call.operand(1);
  if (!isFloat(a.dtype))
    return typedIntBinary(call, [](auto x, auto y) { return floorMod(x, y); });
  return forEach(call, [&](HostTensor &r, int64_t i) {
    double x = a.getFloat(i), y = b.getFloat(i);
    double q = roundToFloat(floorOfQuotient(x, y, a.dtype), a.dtype);
    r.setFloat(i, x - roundToFloat(q * y, a.dtype));
  });
}

static Result extremum(const Call &call, bool larger) {
  DType type = call.operand(0).dtype;
  return binary(
      call,
      [&](double a, double b) {
        return larger ? maximum(a, b) : minimum(a, b);
      },
      [&](int64_t a, int64_t b) {
        return lessThan(a, b, type) == larger ? b : a;
      });
}

static bool holds(tg::CmpPredicate predicate, bool less, bool equal,
                  bool greater) {
  switch (predicate) {
  case tg::CmpPredicate::eq:
    return equal;
  case tg::CmpPredicate::ne:
    return !equal;
  case tg::CmpPredicate::lt:
    return less;
  case tg::CmpPredicate::le:
    return less || equal;
  case tg::CmpPredicate::gt:
    return greater;
  case tg::CmpPredicate::ge:
    return greater || equal;
  }
  return false;
}

static Result compare(const Call &call, tg::CmpPredicate predicate) {
  const HostTensor &a = call.operand(0), &b = call.operand(1);
  if (isFloat(a.dtype))
    return forEach(call, [&](HostTensor &r, int64_t i) {
      double x = a.getFloat(i), y = b.getFloat(i);
      r.setInt(i, holds(predicate, x<y, x == y, x> y));
    });
  return forEach(call, [&](HostTensor &r, int64_t i) {
    int64_t x = a.getInt(i), y = b.getInt(i);
    r.setInt(i, holds(predicate, lessThan(x, y, a.dtype), x == y,
                      lessThan(y, x, a.dtype)));
  });
}

static Result choose(const Call &call) {
  const HostTensor &condition = call.operand(0);
  const HostTensor &a = call.operand(1), &b = call.operand(2);
  return forEach(call, [&](HostTensor &r, int64_t i) {
    r.setBits(i, condition.getInt(i) ? a.getBits(i) : b.getBits(i));
  });
}

static Result convert(const Call &call, Saturation saturation) {
  const HostTensor &x = call.operand(0);
  DType to = call.resultType();
  if (x.dtype == to) // Keeps NaNs as they are.
    return forEach(
        call, [&](HostTensor &r, int64_t i) { r.setBits(i, x.getBits(i)); });
  return forEach(call, [&](HostTensor &r, int64_t i) {
    if (!isFloat(x.dtype) && !isFloat(to))
      r.setInt(i, x.getInt(i));
    else if (!isFloat(to))
      r.setInt(i, floatToInt(x.getFloat(i), to));
    else if (isFloat(x.dtype))
      r.setFloat(i, x.getFloat(i), saturation);
    else if (x.dtype == DType::UInt64)
      r.setFloat(i, uintToFloat(x.getInt(i), to, saturation), saturation);
    else
      r.setFloat(i, intToFloat(x.getInt(i), to, saturation), saturation);
  });
}

static Result reinterpret(const Call &call) {
  const HostTensor &x = call.operand(0);
  return forEach(call,
                 [&](HostTensor &r, int64_t i) { r.setBits(i, x.getBits(i)); });
}

std::optional<Result> evaluateElementwise(const Call &call) {
  using namespace tg;
  using math::MathFn;
  bool isBool = !call.operands.empty() && call.operand(0).dtype == DType::Bool;
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](NegOp) { return negate(call); })
      .Case([&](ExpOp) { return mathFunction(call, MathFn::Exp); })
      .Case([&](Exp2Op) { return mathFunction(call, MathFn::Exp2); })
      .Case([&](LogOp) { return mathFunction(call, MathFn::Log); })
      .Case([&](Log2Op) { return mathFunction(call, MathFn::Log2); })
      .Case([&](SinOp) { return mathFunction(call, MathFn::Sin); })
      .Case([&](CosOp) { return mathFunction(call, MathFn::Cos); })
      .Case([&](TanhOp) { return mathFunction(call, MathFn::Tanh); })
      .Case([&](SqrtOp) {
        return floatUnary(call, [](double x) { return std::sqrt(x); });
      })
      .Case([&](ReciprocalOp) {
        return floatUnary(call, [](double x) { return 1 / x; });
      })
      .Case([&](TruncOp) {
        return floatUnary(call, [](double x) { return std::trunc(x); });
      })
      .Case([&](AbsOp) { return absolute(call); })
      .Case([&](ReluOp) { return relu(call); })
      .Case([&](NotOp) { return bitwiseNot(call); })
      .Case([&](AddOp) {
        return binary(
            call, [](double a, double b) { return a + b; },
            [&](int64_t a, int64_t b) {
              return isBool ? a | b : wrapAdd(a, b);
            });
      })
      .Case([&](SubOp) {
        return binary(
            call, [](double a, double b) { return a - b; },
            [](int64_t a, int64_t b) { return wrapSub(a, b); });
      })
      .Case([&](MulOp) {
        return binary(
            call, [](double a, double b) { return a * b; },
            [](int64_t a, int64_t b) { return wrapMul(a, b); });
      })
      .Case([&](DivOp) {
        return binary(
            call, [](double a, double b) { return a / b; },
            [](int64_t a, int64_t) { return a; });
      })
      .Case([&](FloorDivOp) { return floorDivide(call); })
      .Case([&](ModOp) { return modulo(call); })
      .Case([&](CDivOp) {
        return typedIntBinary(call, [](auto x, auto y) { return cDiv(x, y); });
      })
      .Case([&](CModOp) {
        return typedIntBinary(call, [](auto x, auto y) { return cMod(x, y); });
      })
      .Case([&](MaximumOp) { return extremum(call, /*larger=*/true); })
      .Case([&](MinimumOp) { return extremum(call, /*larger=*/false); })
      .Case([&](AndOp) {
        return intBinary(call, [](int64_t a, int64_t b) { return a & b; });
      })
      .Case([&](OrOp) {
        return intBinary(call, [](int64_t a, int64_t b) { return a | b; });
      })
      .Case([&](XorOp) {
        return intBinary(call, [](int64_t a, int64_t b) { return a ^ b; });
      })
      .Case([&](ShlOp) {
        return typedIntBinary(call,
                              [](auto x, auto y) { return shiftLeft(x, y); });
      })
      .Case([&](ShrOp) {
        return typedIntBinary(call,
                              [](auto x, auto y) { return shiftRight(x, y); });
      })
      .Case([&](CmpOp op) { return compare(call, op.getPredicate()); })
      .Case([&](WhereOp) { return choose(call); })
      .Case([&](CastOp op) {
        return convert(call, static_cast<Saturation>(op.getSaturate()));
      })
      .Case([&](BitcastOp) { return reinterpret(call); })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
