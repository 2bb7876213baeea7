//===- Evaluation.h - evaluates functions written as text -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_UNITTESTS_REFERENCE_EVALUATION_H
#define TINYGRAD_UNITTESTS_REFERENCE_EVALUATION_H

#include "TinyGrad/Reference/Reference.h"

#include <string>

namespace tinygrad::reference {

/// A tensor with these elements, rounded or wrapped to the type.
HostTensor tensor(DType type, std::vector<int64_t> shape,
                  const std::vector<double> &values);

struct Evaluation {
  std::vector<HostTensor> results;
  std::string errors; ///< All diagnostics, one a line.

  /// The elements of result `i`, as numbers.
  std::vector<double> values(size_t i = 0) const;
};

/// Evaluates the function in `text`, canonicalized first if `fold` is set.
Evaluation evaluateText(const std::string &text,
                        const std::vector<HostTensor> &inputs,
                        const Bindings &given = {}, bool fold = false);

/// Evaluates `body`, which computes %r from %0, %1, … of the inputs' types.
Evaluation evaluateBody(const std::string &body, const std::string &resultType,
                        const std::vector<HostTensor> &inputs);

} // namespace tinygrad::reference

#endif // TINYGRAD_UNITTESTS_REFERENCE_EVALUATION_H
