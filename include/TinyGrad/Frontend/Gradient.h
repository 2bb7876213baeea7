//===- Gradient.h - gradients of lazy tensors ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_GRADIENT_H
#define TINYGRAD_FRONTEND_GRADIENT_H

#include "TinyGrad/Frontend/Node.h"

namespace tinygrad::frontend {

/// The gradient of `root` by each target, given the gradient `seed` of `root`
/// itself. A target that `root` does not depend on has none: null.
std::vector<NodeRef> computeGradients(const NodeRef &root, const NodeRef &seed,
                                      const std::vector<NodeRef> &targets);

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_GRADIENT_H
