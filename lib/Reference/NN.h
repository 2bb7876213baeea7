//===- NN.h - ops of neural networks in the interpreter ---------*- C++ -*-===//
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

#ifndef TINYGRAD_LIB_REFERENCE_NN_H
#define TINYGRAD_LIB_REFERENCE_NN_H

#include "Attributes.h"
#include "Evaluators.h"

#include "TinyGrad/Dialect/Tensor/IR/NN.h"

namespace tinygrad::reference {

Result windows(const Call &call, tg::WindowsOp op);
Result avgPool(const Call &call, tg::AvgPoolOp op);
Result argmaxPool(const Call &call, tg::ArgmaxPoolOp op);
Result convTranspose(const Call &call, tg::ConvTransposeOp op);

Result logSoftmax(const Call &call, tg::LogSoftmaxOp op);
Result logsumexp(const Call &call, tg::LogsumexpOp op);
Result crossEntropy(const Call &call, tg::CrossEntropyOp op);

Result layerNorm(const Call &call, tg::LayerNormOp op);
Result rmsNorm(const Call &call, tg::RmsNormOp op);
Result groupNorm(const Call &call, tg::GroupNormOp op);
Result batchNorm(const Call &call, tg::BatchNormOp op);

Result attention(const Call &call, tg::AttentionOp op);
Result interpolate(const Call &call, tg::InterpolateOp op);

/// Whether element `i` is larger than element `best`, a NaN being the largest.
bool comesBefore(const HostTensor &x, int64_t i, int64_t best);

/// log(sum(e^x)) of numbers, computed in T; -inf of none.
template <class T> T logOfSum(llvm::ArrayRef<T> numbers);

} // namespace tinygrad::reference

#endif // TINYGRAD_LIB_REFERENCE_NN_H
