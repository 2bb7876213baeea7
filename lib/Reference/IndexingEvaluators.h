//===- IndexingEvaluators.h - evaluators of indexing and state --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_REFERENCE_INDEXINGEVALUATORS_H
#define TINYGRAD_LIB_REFERENCE_INDEXINGEVALUATORS_H

#include "Evaluators.h"

namespace tinygrad::reference {

/// Of an op with several results.
using Results = mlir::FailureOr<std::vector<HostTensor>>;

/// Each gives nothing for an op that is not of its family.
std::optional<Result> evaluateIndexing(const Call &call);
std::optional<Result> evaluateCumulative(const Call &call);
std::optional<Result> evaluateRandom(const Call &call);
std::optional<Results> evaluateSorting(const Call &call);
std::optional<Result> evaluateState(const Call &call);

} // namespace tinygrad::reference

#endif // TINYGRAD_LIB_REFERENCE_INDEXINGEVALUATORS_H
