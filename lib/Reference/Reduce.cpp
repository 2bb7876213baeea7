//===- Reduce.cpp - reduces in the interpreter ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Float sums and products accumulate in f64 and round once.
//
//===----------------------------------------------------------------------===//

#include "Axes.h"

#include "TinyGrad/Support/IntegerSemantics.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

/// A reduce that has an identity.
template <class FloatFn, class IntFn>
static Result fold(const Call &call, const Axes &axes, int64_t identity,
                   FloatFn onFloat, IntFn onInt) {
  const HostTensor &input = call.operand(0);
  Result result = call.makeResult(axes.result);
  if (failed(result))
    return failure();
  if (isFloat(input.dtype)) {
    // Without axes there is nothing to add to: -0 stays.
    bool reduces = llvm::is_contained(axes.reduced, true);
    std::vector<double> values = accumulate<double>(
        input, axes, identity, [&](int64_t i) { return input.getFloat(i); },
        [&](double a, double b) { return reduces ? onFloat(a, b) : b; });
    for (size_t i = 0; i < values.size(); ++i)
      result->setFloat(i, values[i]);
    return result;
  }
  std::vector<int64_t> values = accumulate<int64_t>(
      input, axes, identity, [&](int64_t i) { return input.getInt(i); }, onInt);
  for (size_t i = 0; i < values.size(); ++i)
    result->setInt(i, values[i]);
  return result;
}

static Result extremum(const Call &call, const Axes &axes, bool larger) {
  const HostTensor &input = call.operand(0);
  for (size_t axis = 0; axis < axes.reduced.size(); ++axis)
    if (axes.reduced[axis] && input.shape[axis] == 0)
      return call.error() << "has no elements to choose from: axis " << axis
                          << " has size 0";
  Result result = call.makeResult(axes.result);
  if (failed(result))
    return failure();
  // The position of the best element so far; -1 before the first.
  auto better = [&](int64_t best, int64_t i) {
    if (best < 0)
      return i;
    if (isFloat(input.dtype)) {
      double a = input.getFloat(best), b = input.getFloat(i);
      if (std::isnan(a))
        return best;
      double chosen = larger ? maximum(a, b) : minimum(a, b);
      bool keepsFirst = chosen == a && std::signbit(chosen) == std::signbit(a);
      return keepsFirst ? best : i;
    }
    int64_t a = input.getInt(best), b = input.getInt(i);
    bool secondWins =
        larger ? lessThan(a, b, input.dtype) : lessThan(b, a, input.dtype);
    return secondWins ? i : best;
  };
  std::vector<int64_t> best =
      accumulate<int64_t>(input, axes, -1, [](int64_t i) { return i; }, better);
  for (size_t i = 0; i < best.size(); ++i)
    result->setBits(i, input.getBits(best[i]));
  return result;
}

std::optional<Result> evaluateReduce(const Call &call) {
  auto axesOf = [&](auto op) {
    return Axes(call.operand(0).shape, op.getAxes(), op.getKeepdim());
  };
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](tg::SumOp op) {
        return fold(
            call, axesOf(op), 0, [](double a, double b) { return a + b; },
            wrapAdd<int64_t>);
      })
      .Case([&](tg::ProdOp op) {
        return fold(
            call, axesOf(op), 1, [](double a, double b) { return a * b; },
            wrapMul<int64_t>);
      })
      .Case([&](tg::MaxOp op) {
        return extremum(call, axesOf(op), /*larger=*/true);
      })
      .Case([&](tg::MinOp op) {
        return extremum(call, axesOf(op), /*larger=*/false);
      })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
