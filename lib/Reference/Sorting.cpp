//===- Sorting.cpp - sort and topk in the interpreter -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexingEvaluators.h"
#include "Rows.h"

#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"
#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace mlir;

namespace tinygrad::reference {

/// Whether element `a` is smaller than `b`; a NaN is larger than any number.
static bool isSmaller(const HostTensor &x, int64_t a, int64_t b) {
  if (!isFloat(x.dtype))
    return lessThan(x.getInt(a), x.getInt(b), x.dtype);
  double left = x.getFloat(a), right = x.getFloat(b);
  if (std::isnan(left) || std::isnan(right))
    return !std::isnan(left) && std::isnan(right);
  return left < right;
}

/// The first `count` elements of each row in order (all, if negative).
static Results sort(const Call &call, int64_t axis, int64_t count,
                    bool descending) {
  const HostTensor &x = call.operand(0);
  Shape shape = x.shape;
  if (count > shape[axis])
    return call.error() << "expects at least " << count << " elements on axis "
                        << axis << ", but got " << toString(shape);
  if (count >= 0)
    shape[axis] = count;
  Result values = call.makeResult(shape);
  if (failed(values))
    return failure();
  HostTensor indices = *HostTensor::zeros(DType::Int32, shape);
  Rows from(x.shape, axis), to(shape, axis);
  std::vector<int64_t> order(from.size);
  for (int64_t row = 0; row < from.count(); ++row) {
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      if (descending)
        std::swap(a, b);
      return isSmaller(x, from.at(row, a), from.at(row, b));
    });
    for (int64_t k = 0; k < to.size; ++k) {
      values->setBits(to.at(row, k), x.getBits(from.at(row, order[k])));
      indices.setInt(to.at(row, k), order[k]);
    }
  }
  std::vector<HostTensor> results;
  results.push_back(std::move(*values));
  results.push_back(std::move(indices));
  return results;
}

std::optional<Results> evaluateSorting(const Call &call) {
  return TypeSwitch<Operation *, std::optional<Results>>(call.op)
      .Case([&](tg::SortOp op) {
        return sort(call, op.getAxis(), -1, op.getDescending());
      })
      .Case([&](tg::TopkOp op) {
        return sort(call, op.getAxis(), op.getK(), !op.getSmallest());
      })
      .Default(std::optional<Results>());
}

} // namespace tinygrad::reference
