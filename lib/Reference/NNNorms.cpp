//===- NNNorms.cpp - norms in the interpreter -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums are accumulated in f64 and rounded once to the type of the computation.
//
//===----------------------------------------------------------------------===//

#include "NN.h"

using namespace mlir;

namespace tinygrad::reference {

namespace {
/// Which elements are normalized together and which parameters they get.
struct NormPlan {
  std::vector<int64_t> group;     ///< By element.
  std::vector<int64_t> parameter; ///< By element.
  int64_t numGroups = 0;
  bool center = true;
  double epsilon = 0;
  const HostTensor *mean = nullptr, *variance = nullptr;
  const HostTensor *scale = nullptr, *bias = nullptr;
};
} // namespace

template <class T> static T invert(T variance, double epsilon) {
  return T(1) / std::sqrt(variance + static_cast<T>(epsilon));
}

/// The mean of `get(i)` in each group.
template <class T, class Get>
static std::vector<T> meansOf(const NormPlan &plan, Get get) {
  std::vector<double> sums(plan.numGroups, 0);
  std::vector<int64_t> counts(plan.numGroups, 0);
  for (size_t i = 0; i < plan.group.size(); ++i) {
    sums[plan.group[i]] += get(i);
    ++counts[plan.group[i]];
  }
  std::vector<T> means;
  for (int64_t g = 0; g < plan.numGroups; ++g)
    means.push_back(static_cast<T>(sums[g]) / static_cast<T>(counts[g]));
  return means;
}

template <class T>
static void normalize(const HostTensor &x, const NormPlan &plan,
                      HostTensor &result) {
  std::vector<T> y;
  for (size_t i = 0; i < plan.group.size(); ++i)
    y.push_back(static_cast<T>(x.getFloat(i)));
  if (plan.mean) {
    for (size_t i = 0; i < y.size(); ++i) {
      int64_t p = plan.parameter[i];
      y[i] = (y[i] - static_cast<T>(plan.mean->getFloat(p))) *
             invert<T>(plan.variance->getFloat(p), plan.epsilon);
    }
  } else {
    if (plan.center) {
      std::vector<T> means = meansOf<T>(plan, [&](size_t i) { return y[i]; });
      for (size_t i = 0; i < y.size(); ++i)
        y[i] -= means[plan.group[i]];
    }
    std::vector<T> squares =
        meansOf<T>(plan, [&](size_t i) -> T { return y[i] * y[i]; });
    for (size_t i = 0; i < y.size(); ++i)
      y[i] *= invert<T>(squares[plan.group[i]], plan.epsilon);
  }
  for (size_t i = 0; i < y.size(); ++i) {
    if (plan.scale)
      y[i] *= static_cast<T>(plan.scale->getFloat(plan.parameter[i]));
    if (plan.bias)
      y[i] += static_cast<T>(plan.bias->getFloat(plan.parameter[i]));
    result.setFloat(i, y[i]);
  }
}

static Result runPlan(const Call &call, const NormPlan &plan) {
  const HostTensor &x = call.operand(0);
  Result result = call.makeResult(x.shape);
  if (failed(result))
    return failure();
  for (int64_t i : plan.parameter)
    for (const HostTensor *tensor :
         {plan.mean, plan.variance, plan.scale, plan.bias})
      if (tensor && i >= tensor->getNumElements())
        return call.error() << "has a parameter with too few elements";
  if (x.dtype == DType::F64)
    normalize<double>(x, plan, *result);
  else
    normalize<float>(x, plan, *result);
  return result;
}

/// The operands after the first that are present, one after another.
static std::vector<const HostTensor *> parametersOf(const Call &call,
                                                    ArrayRef<bool> present) {
  std::vector<const HostTensor *> parameters;
  unsigned next = 1;
  for (bool there : present)
    parameters.push_back(there ? &call.operand(next++) : nullptr);
  return parameters;
}

/// A plan in which the elements along `axes` belong together, and have the
/// parameters of their place there.
static NormPlan planOverAxes(const Shape &shape, ArrayRef<int64_t> axes) {
  NormPlan plan;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    int64_t group = 0, parameter = 0;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      bool inside = llvm::is_contained(axes, static_cast<int64_t>(axis));
      int64_t &number = inside ? parameter : group;
      number = number * shape[axis] + index[axis];
    }
    plan.group.push_back(group);
    plan.parameter.push_back(parameter);
    plan.numGroups = std::max(plan.numGroups, group + 1);
  });
  return plan;
}

Result layerNorm(const Call &call, tg::LayerNormOp op) {
  NormPlan plan = planOverAxes(call.operand(0).shape, op.getAxes());
  plan.epsilon = op.getEpsilon().convertToDouble();
  auto given = parametersOf(call, {bool(op.getScale()), bool(op.getBias())});
  plan.scale = given[0];
  plan.bias = given[1];
  return runPlan(call, plan);
}

Result rmsNorm(const Call &call, tg::RmsNormOp op) {
  NormPlan plan = planOverAxes(call.operand(0).shape, op.getAxes());
  plan.epsilon = op.getEpsilon().convertToDouble();
  plan.center = false;
  plan.scale = parametersOf(call, bool(op.getScale()))[0];
  return runPlan(call, plan);
}

Result groupNorm(const Call &call, tg::GroupNormOp op) {
  const Shape &shape = call.operand(0).shape;
  int64_t groups = op.getGroups(), channels = shape[1];
  if (groups < 1 || channels % groups)
    return call.error() << "cannot divide " << channels << " channels into "
                        << groups << " groups";
  NormPlan plan;
  plan.numGroups = shape[0] * groups;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    plan.group.push_back(index[0] * groups + index[1] / (channels / groups));
    plan.parameter.push_back(index[1]);
  });
  plan.epsilon = op.getEpsilon().convertToDouble();
  auto given = parametersOf(call, {bool(op.getScale()), bool(op.getBias())});
  plan.scale = given[0];
  plan.bias = given[1];
  return runPlan(call, plan);
}

Result batchNorm(const Call &call, tg::BatchNormOp op) {
  const Shape &shape = call.operand(0).shape;
  NormPlan plan;
  plan.numGroups = shape[op.getAxis()];
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    plan.group.push_back(index[op.getAxis()]);
  });
  plan.parameter = plan.group;
  plan.epsilon = op.getEpsilon().convertToDouble();
  auto given = parametersOf(call, {bool(op.getMean()), bool(op.getVariance()),
                                   bool(op.getScale()), bool(op.getBias())});
  plan.mean = given[0];
  plan.variance = given[1];
  plan.scale = given[2];
  plan.bias = given[3];
  return runPlan(call, plan);
}

} // namespace tinygrad::reference
