//===- GraphLayout.cpp - the tables of a launch graph ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/Analysis/GraphLayout.h"

using namespace mlir;
using namespace tinygrad::jit;

GraphLayout::GraphLayout(GraphOp graph) {
  for (Operation &item : graph.getBody().front()) {
    if (auto launch = dyn_cast<LaunchOp>(item))
      kernels.insert(
          {launch.getProgramAttr().getAttr(), unsigned(kernels.size())});
    for (Value operand : item.getOperands()) {
      if (isa<BufferType>(operand.getType()))
        buffers.insert({operand, unsigned(buffers.size())});
      else if (operand.getType().isIndex())
        variables.insert({operand, unsigned(variables.size())});
    }
  }
}
