//===- Summary.cpp - any, all, mean and variance in the interpreter -*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written out apart from the ops' decompositions. Sums accumulate in f64; means
// and differences are rounded to f32, of f64 not.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Summary.h"
#include "Axes.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

/// Whether any element, or every one, is not zero.
static Result truth(const Call &call, const Axes &axes, bool every) {
  const HostTensor &x = call.operand(0);
  Result result = call.makeResult(axes.result);
  if (failed(result))
    return failure();
  auto holds = [&](int64_t i) {
    return isFloat(x.dtype) ? x.getFloat(i) != 0 : x.getInt(i) != 0;
  };
  std::vector<int64_t> values = accumulate<int64_t>(
      x, axes, every, holds,
      [&](int64_t a, bool b) -> int64_t { return every ? a && b : a || b; });
  for (size_t i = 0; i < values.size(); ++i)
    result->setInt(i, values[i]);
  return result;
}

namespace {
/// Sums of a tensor's elements, or of what a function makes of them, over the
/// number of elements, as numbers of type T.
template <class T> struct Moments {
  const HostTensor &x;
  const Axes &axes;
  double count = 1;

  Moments(const HostTensor &x, const Axes &axes) : x(x), axes(axes) {
    for (size_t axis = 0; axis < x.shape.size(); ++axis)
      if (axes.reduced[axis])
        count *= static_cast<double>(x.shape[axis]);
  }

  template <class Get> std::vector<T> divide(double by, Get get) const {
    std::vector<double> sums = accumulate<double>(
        x, axes, 0, get, [](double sum, double next) { return sum + next; });
    std::vector<T> means;
    for (double sum : sums)
      means.push_back(static_cast<T>(sum) / static_cast<T>(by));
    return means;
  }

  std::vector<T> mean() const {
    return divide(count, [&](int64_t i) { return x.getFloat(i); });
  }

  std::vector<T> variance(double correction) const {
    std::vector<T> means = mean();
    // Which mean an element differs from, in row-major order.
    std::vector<int64_t> targets;
    forEachIndex(x.shape, [&](ArrayRef<int64_t> index) {
      targets.push_back(axes.target(index));
    });
    return divide(std::max(0.0, count - correction), [&](int64_t i) -> double {
      T difference = static_cast<T>(x.getFloat(i)) - means[targets[i]];
      return difference * difference;
    });
  }
};
} // namespace

template <class T>
static std::vector<T> evaluateMoment(const Call &call, const Axes &axes) {
  Moments<T> moments(call.operand(0), axes);
  if (auto var = dyn_cast<tg::VarOp>(call.op))
    return moments.variance(static_cast<double>(var.getCorrection()));
  return moments.mean();
}

static Result moment(const Call &call, const Axes &axes) {
  Result result = call.makeResult(axes.result);
  if (failed(result))
    return failure();
  auto write = [&](const auto &values) {
    for (size_t i = 0; i < values.size(); ++i)
      result->setFloat(i, values[i]);
  };
  if (call.operand(0).dtype == DType::F64)
    write(evaluateMoment<double>(call, axes));
  else
    write(evaluateMoment<float>(call, axes));
  return result;
}

std::optional<Result> evaluateSummary(const Call &call) {
  auto axesOf = [&](auto op) {
    return Axes(call.operand(0).shape, op.getAxes(), op.getKeepdim());
  };
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](tg::AnyOp op) { return truth(call, axesOf(op), false); })
      .Case([&](tg::AllOp op) { return truth(call, axesOf(op), true); })
      .Case<tg::MeanOp, tg::VarOp>(
          [&](auto op) { return moment(call, axesOf(op)); })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
