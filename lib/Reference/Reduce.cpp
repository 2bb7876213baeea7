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

#include "Evaluators.h"

#include "TinyGrad/Support/IntegerSemantics.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

namespace {
/// The axes of a reduce, and where each input element is combined.
struct Axes {
  std::vector<bool> reduced;
  Shape result; ///< The result's shape.
  Shape spread; ///< The result's shape with reduced axes kept as 1.

  Axes(const Shape &input, ArrayRef<int64_t> axes, bool keepdim)
      : reduced(input.size(), false) {
    for (int64_t axis : axes)
      reduced[axis] = true;
    for (size_t axis = 0; axis < input.size(); ++axis) {
      spread.push_back(reduced[axis] ? 1 : input[axis]);
      if (!reduced[axis] || keepdim)
        result.push_back(spread.back());
    }
  }

  int64_t target(ArrayRef<int64_t> index) const {
    int64_t position = 0;
    for (size_t axis = 0; axis < spread.size(); ++axis)
      position = position * spread[axis] + (reduced[axis] ? 0 : index[axis]);
    return position;
  }
};
} // namespace

/// Combines the input's elements, read by `get`, into one accumulator per
/// result element, in row-major order of the input.
template <class T, class Get, class Combine>
static std::vector<T> accumulate(const HostTensor &input, const Axes &axes,
                                 T identity, Get get, Combine combine) {
  std::vector<T> values(countOf(axes.result), identity);
  int64_t i = 0;
  forEachIndex(input.shape, [&](ArrayRef<int64_t> index) {
    T &value = values[axes.target(index)];
    value = combine(value, get(i++));
  });
  return values;
}

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
