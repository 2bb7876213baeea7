//===- Opts.h - applying opts to a kernel -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTS_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTS_H

#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include <string>

namespace tinygrad::uop {

/// Vectors of more elements are a mistake in the opts.
constexpr int64_t kMaxVectorElements = 4096;

/// Applies one opt, or leaves the kernel as it is and says which axis it does
/// not fit and why. Threads of a workgroup are for GPUs only, slices of the
/// THREAD axis for others.
std::string applyOpt(KernelOp kernel, OptAttr opt, const OptTarget &target);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_OPTS_H
