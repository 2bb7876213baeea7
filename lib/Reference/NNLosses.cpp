//===- NNLosses.cpp - log_softmax and losses --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NN.h"
#include "Rows.h"

#include "TinyGrad/Support/ScalarMath.h"

using namespace mlir;

namespace tinygrad::reference {

template <class T> T logOfSum(ArrayRef<T> numbers) {
  double largest = -std::numeric_limits<double>::infinity();
  for (T number : numbers)
    largest = maximum(largest, number);
  T shift = std::isinf(largest) ? 0 : static_cast<T>(largest);
  double sum = 0;
  for (T number : numbers)
    sum += math::evaluate(math::MathFn::Exp, static_cast<T>(number - shift));
  return math::evaluate(math::MathFn::Log, static_cast<T>(sum)) + shift;
}
template float logOfSum<float>(ArrayRef<float>);
template double logOfSum<double>(ArrayRef<double>);

/// The log probabilities of a row.
template <class T>
static std::vector<T> logProbabilities(const HostTensor &x, const Rows &rows,
                                       int64_t row) {
  std::vector<T> logs;
  double largest = -std::numeric_limits<double>::infinity();
  for (int64_t k = 0; k < rows.size; ++k)
    largest = maximum(largest, x.getFloat(rows.at(row, k)));
  double sum = 0;
  for (int64_t k = 0; k < rows.size; ++k) {
    logs.push_back(static_cast<T>(x.getFloat(rows.at(row, k)) - largest));
    sum += math::evaluate(math::MathFn::Exp, logs.back());
  }
  T log = math::evaluate(math::MathFn::Log, static_cast<T>(sum));
  for (T &number : logs)
    number -= log;
  return logs;
}

template <class T>
static void logSoftmaxRows(const HostTensor &x, const Rows &rows,
                           HostTensor &result) {
  for (int64_t row = 0; row < rows.count(); ++row) {
    std::vector<T> logs = logProbabilities<T>(x, rows, row);
    for (int64_t k = 0; k < rows.size; ++k)
      result.setFloat(rows.at(row, k), logs[k]);
  }
}

Result logSoftmax(const Call &call, tg::LogSoftmaxOp op) {
  const HostTensor &x = call.operand(0);
  Result result = call.makeResult(x.shape);
  if (failed(result) || x.getNumElements() == 0)
    return result;
  Rows rows(x.shape, op.getAxis());
  if (x.dtype == DType::F64)
    logSoftmaxRows<double>(x, rows, *result);
  else
    logSoftmaxRows<float>(x, rows, *result);
  return result;
}

template <class T>
static void logsumexpGroups(const HostTensor &x,
                            const std::vector<int64_t> &group,
                            HostTensor &result) {
  std::vector<std::vector<T>> numbers(result.getNumElements());
  for (size_t i = 0; i < group.size(); ++i)
    numbers[group[i]].push_back(static_cast<T>(x.getFloat(i)));
  for (size_t g = 0; g < numbers.size(); ++g)
    result.setFloat(g, logOfSum<T>(numbers[g]));
}

Result logsumexp(const Call &call, tg::LogsumexpOp op) {
  const HostTensor &x = call.operand(0);
  Shape shape;
  auto isReduced = [&](size_t axis) {
    return llvm::is_contained(op.getAxes(), static_cast<int64_t>(axis));
  };
  for (size_t axis = 0; axis < x.shape.size(); ++axis)
    if (!isReduced(axis))
      shape.push_back(x.shape[axis]);
    else if (op.getKeepdim())
      shape.push_back(1);
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  std::vector<int64_t> group;
  forEachIndex(x.shape, [&](ArrayRef<int64_t> index) {
    int64_t number = 0;
    for (size_t axis = 0; axis < index.size(); ++axis)
      if (!isReduced(axis))
        number = number * x.shape[axis] + index[axis];
    group.push_back(number);
  });
  if (x.dtype == DType::F64)
    logsumexpGroups<double>(x, group, *result);
  else
    logsumexpGroups<float>(x, group, *result);
  return result;
}

//===----------------------------------------------------------------------===//
// Cross entropy
//===----------------------------------------------------------------------===//

template <class T>
static Result crossEntropyIn(const Call &call, tg::CrossEntropyOp op) {
  const HostTensor &x = call.operand(0), &labels = call.operand(1);
  Rows rows(x.shape, op.getAxis());
  Shape shape;
  bool all = op.getReduction() == tg::Reduction::none;
  for (size_t axis = 0; all && axis < x.shape.size(); ++axis)
    if (axis != op.getAxis())
      shape.push_back(x.shape[axis]);
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  double smoothing = op.getSmoothing().convertToDouble();
  T keep = static_cast<T>(1 - smoothing), share = static_cast<T>(smoothing);
  double total = 0, count = 0;
  const HostTensor *weight = op.getWeight() ? &call.operand(2) : nullptr;
  for (int64_t row = 0; row < rows.count(); ++row) {
    std::vector<T> logs = logProbabilities<T>(x, rows, row);
    for (int64_t k = 0; weight && k < rows.size; ++k)
      logs[k] *= static_cast<T>(weight->getFloat(k));
    T loss = 0;
    double counted = 1;
    if (isFloat(labels.dtype)) {
      double sum = 0;
      for (int64_t k = 0; k < rows.size; ++k) {
        T label = static_cast<T>(labels.getFloat(rows.at(row, k)));
        if (smoothing)
          label = label * keep + share / static_cast<T>(rows.size);
        sum += static_cast<T>(logs[k] * label);
      }
      loss = static_cast<T>(-sum);
    } else {
      int64_t label = labels.getInt(row);
      bool counts =
          !op.getIgnoreIndex() || label != int64_t(*op.getIgnoreIndex());
      bool isClass = label >= 0 && label < rows.size;
      T picked = isClass ? logs[label] : 0;
      if (!counts)
        counted = 0;
      else if (weight)
        counted = isClass ? static_cast<T>(weight->getFloat(label)) : 0;
      double sum = 0;
      for (T log : logs)
        sum += log;
      loss = picked * keep;
      if (smoothing)
        loss += static_cast<T>(sum) / static_cast<T>(rows.size) * share;
      loss = counts ? -loss : 0;
    }
    total += loss;
    count += counted;
    if (all)
      result->setFloat(row, loss);
  }
  if (op.getReduction() == tg::Reduction::sum)
    result->setFloat(0, static_cast<T>(total));
  if (op.getReduction() == tg::Reduction::mean)
    result->setFloat(0, static_cast<T>(total) / static_cast<T>(count));
  return result;
}

Result crossEntropy(const Call &call, tg::CrossEntropyOp op) {
  const HostTensor &x = call.operand(0);
  if (x.shape[op.getAxis()] == 0)
    return call.error() << "has no classes: axis " << op.getAxis()
                        << " has size 0";
  return x.dtype == DType::F64 ? crossEntropyIn<double>(call, op)
                               : crossEntropyIn<float>(call, op);
}

} // namespace tinygrad::reference
