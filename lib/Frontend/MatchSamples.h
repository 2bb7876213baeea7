//===- MatchSamples.h - one graph for several values ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_FRONTEND_MATCHSAMPLES_H
#define TINYGRAD_LIB_FRONTEND_MATCHSAMPLES_H

#include "TinyGrad/Frontend/Affine.h"
#include "TinyGrad/Frontend/Node.h"
#include <functional>
#include <map>

namespace tinygrad::frontend {

/// How the sizes and attributes of nodes, by position, depend on variables.
struct SymbolicSizes {
  struct OfNode {
    std::vector<AffineSize> shape, attributes;
  };
  std::vector<OfNode> nodes;
  /// The constants, by position, whose number depends on variables.
  std::map<uint32_t, VariableNumber> numbers;
};

struct MatchOptions {
  /// Leaves that come from outside; others are constants.
  std::function<bool(const Node &)> isArgument;
  /// Whether constants may depend on variables.
  bool numbersMayDepend = false;
  /// Whether bounds may be narrowed so that all sizes have a meaning within.
  bool mayNarrow = false;
};

/// Sizes as functions of the variables that explain all samples: the nodes of
/// each, operands first. Afterwards the nodes' positions are those in the first
/// sample.
rt::StatusOr<SymbolicSizes>
matchSamples(const std::vector<std::vector<Node *>> &samples,
             SampledVariables &variables, const MatchOptions &options);

} // namespace tinygrad::frontend

#endif // TINYGRAD_LIB_FRONTEND_MATCHSAMPLES_H
