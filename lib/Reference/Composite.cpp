//===- Composite.cpp - composite ops in the interpreter ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written out apart from the ops' decompositions, so that comparing the two
// checks both.
//
//===----------------------------------------------------------------------===//

#include "Evaluators.h"
#include "Rows.h"

#include "TinyGrad/Dialect/Tensor/IR/Composite.h"
#include "TinyGrad/Support/ScalarMath.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

/// e^(x - max) over its sum, computed in f32, or in f64 for f64. The sum is
/// accumulated in f64 and rounded once.
template <class T>
static void softmaxRow(const HostTensor &x, HostTensor &result,
                       const Rows &rows, int64_t row) {
  double largest = x.getFloat(rows.at(row, 0));
  for (int64_t k = 1; k < rows.size; ++k)
    largest = maximum(largest, x.getFloat(rows.at(row, k)));
  std::vector<T> powers;
  double sum = 0;
  for (int64_t k = 0; k < rows.size; ++k) {
    T shifted = static_cast<T>(x.getFloat(rows.at(row, k)) - largest);
    powers.push_back(math::evaluate(math::MathFn::Exp, shifted));
    sum += powers.back();
  }
  for (int64_t k = 0; k < rows.size; ++k)
    result.setFloat(rows.at(row, k), powers[k] / static_cast<T>(sum));
}

static Result softmax(const Call &call, tg::SoftmaxOp op) {
  const HostTensor &x = call.operand(0);
  Result result = call.makeResult(x.shape);
  if (failed(result) || x.getNumElements() == 0)
    return result;
  Rows rows(x.shape, op.getAxis());
  for (int64_t row = 0; row < rows.count(); ++row)
    if (x.dtype == DType::F64)
      softmaxRow<double>(x, *result, rows, row);
    else
      softmaxRow<float>(x, *result, rows, row);
  return result;
}

/// Whether element `i` comes before the best so far, as argmax or argmin.
static bool wins(const HostTensor &x, int64_t best, int64_t i, bool largest) {
  if (isFloat(x.dtype)) {
    double a = x.getFloat(best), b = x.getFloat(i);
    if (std::isnan(a))
      return false;
    return std::isnan(b) || (largest ? b > a : b < a);
  }
  int64_t a = x.getInt(best), b = x.getInt(i);
  return largest ? lessThan(a, b, x.dtype) : lessThan(b, a, x.dtype);
}

static Result argExtremum(const Call &call, int64_t axis, bool keepdim,
                          bool largest) {
  const HostTensor &x = call.operand(0);
  if (x.shape[axis] == 0)
    return call.error() << "has no elements to choose from: axis " << axis
                        << " has size 0";
  Shape shape = x.shape;
  if (keepdim)
    shape[axis] = 1;
  else
    shape.erase(shape.begin() + axis);
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  Rows rows(x.shape, axis);
  for (int64_t row = 0; row < rows.count(); ++row) {
    int64_t best = 0;
    for (int64_t k = 1; k < rows.size; ++k)
      if (wins(x, rows.at(row, best), rows.at(row, k), largest))
        best = k;
    result->setInt(row, best);
  }
  return result;
}

std::optional<Result> evaluateComposite(const Call &call) {
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](tg::SoftmaxOp op) { return softmax(call, op); })
      .Case([&](tg::ArgmaxOp op) {
        return argExtremum(call, op.getAxis(), op.getKeepdim(), true);
      })
      .Case([&](tg::ArgminOp op) {
        return argExtremum(call, op.getAxis(), op.getKeepdim(), false);
      })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
