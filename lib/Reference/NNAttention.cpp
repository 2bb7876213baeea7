//===- NNAttention.cpp - attention in the interpreter -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NN.h"

#include "TinyGrad/Support/ScalarMath.h"

using namespace mlir;

namespace tinygrad::reference {

/// e^(x - max) over its sum, in place.
template <class T> static void softmaxOf(std::vector<T> &row) {
  double largest = -std::numeric_limits<double>::infinity(), sum = 0;
  for (T number : row)
    largest = maximum(largest, number);
  for (T &number : row) {
    number =
        math::evaluate(math::MathFn::Exp, static_cast<T>(number - largest));
    sum += number;
  }
  for (T &number : row)
    number /= static_cast<T>(sum);
}

template <class T>
static Result attentionIn(const Call &call, tg::AttentionOp op) {
  const HostTensor &query = call.operand(0), &key = call.operand(1);
  const HostTensor &value = call.operand(2);
  const HostTensor *mask = op.getMask() ? &call.operand(3) : nullptr;
  size_t rank = query.shape.size();
  int64_t rows = query.shape[rank - 2], inner = query.shape[rank - 1];
  int64_t keys = key.shape[rank - 2], columns = value.shape[rank - 1];
  Shape shape = query.shape;
  shape.back() = columns;
  Result result = call.makeResult(shape);
  if (failed(result))
    return failure();
  ArrayRef<int64_t> batch = ArrayRef<int64_t>(query.shape).drop_back(2);
  ArrayRef<int64_t> keyBatch = ArrayRef<int64_t>(key.shape).drop_back(2);
  // As many query heads in a row share a key's.
  int64_t shared = 1;
  if (!batch.empty() && keyBatch.back() > 0)
    shared = batch.back() / keyBatch.back();
  int64_t matrices = countOf(batch), keyMatrices = countOf(keyBatch);
  if (matrices != keyMatrices * shared)
    return call.error() << "cannot share " << keyMatrices << " keys among "
                        << matrices << " queries";
  T scale = static_cast<T>(op.getScale() ? op.getScale()->convertToDouble()
                                         : 1 / std::sqrt(double(inner)));
  const T lowest = -std::numeric_limits<T>::infinity();
  for (int64_t row = 0; row < matrices * rows; ++row) {
    int64_t keyMatrix = row / rows / shared;
    std::vector<T> scores;
    for (int64_t s = 0; s < keys; ++s) {
      double dot = 0;
      for (int64_t e = 0; e < inner; ++e)
        dot += query.getFloat(row * inner + e) *
               key.getFloat((keyMatrix * keys + s) * inner + e);
      T score = static_cast<T>(dot) * scale;
      if (op.getCausal() && s > row % rows)
        score = lowest;
      if (mask && isFloat(mask->dtype))
        score += static_cast<T>(mask->getFloat(row * keys + s));
      else if (mask && !mask->getInt(row * keys + s))
        score = lowest;
      scores.push_back(score);
    }
    softmaxOf(scores);
    for (int64_t v = 0; v < columns; ++v) {
      double sum = 0;
      for (int64_t s = 0; s < keys; ++s)
        sum += scores[s] * value.getFloat((keyMatrix * keys + s) * columns + v);
      result->setFloat(row * columns + v, static_cast<T>(sum));
    }
  }
  return result;
}

Result attention(const Call &call, tg::AttentionOp op) {
  return call.operand(0).dtype == DType::F64 ? attentionIn<double>(call, op)
                                             : attentionIn<float>(call, op);
}

} // namespace tinygrad::reference
