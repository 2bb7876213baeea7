//===- NN.cpp - ops of neural networks, one by one --------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NN.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::reference {

bool comesBefore(const HostTensor &x, int64_t i, int64_t best) {
  if (!isFloat(x.dtype))
    return lessThan(x.getInt(best), x.getInt(i), x.dtype);
  double a = x.getFloat(best), b = x.getFloat(i);
  return !std::isnan(a) && (std::isnan(b) || b > a);
}

std::optional<Result> evaluateNN(const Call &call) {
  return TypeSwitch<Operation *, std::optional<Result>>(call.op)
      .Case([&](tg::WindowsOp op) { return windows(call, op); })
      .Case([&](tg::AvgPoolOp op) { return avgPool(call, op); })
      .Case([&](tg::ArgmaxPoolOp op) { return argmaxPool(call, op); })
      .Case([&](tg::ConvTransposeOp op) { return convTranspose(call, op); })
      .Case([&](tg::LogSoftmaxOp op) { return logSoftmax(call, op); })
      .Case([&](tg::LogsumexpOp op) { return logsumexp(call, op); })
      .Case([&](tg::CrossEntropyOp op) { return crossEntropy(call, op); })
      .Case([&](tg::LayerNormOp op) { return layerNorm(call, op); })
      .Case([&](tg::RmsNormOp op) { return rmsNorm(call, op); })
      .Case([&](tg::GroupNormOp op) { return groupNorm(call, op); })
      .Case([&](tg::BatchNormOp op) { return batchNorm(call, op); })
      .Case([&](tg::AttentionOp op) { return attention(call, op); })
      .Case([&](tg::InterpolateOp op) { return interpolate(call, op); })
      .Default(std::optional<Result>());
}

} // namespace tinygrad::reference
