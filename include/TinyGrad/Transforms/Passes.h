//===- Passes.h - passes of no single room -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TRANSFORMS_PASSES_H
#define TINYGRAD_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace tinygrad {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "TinyGrad/Transforms/Passes.h.inc"
} // namespace tinygrad

#endif // TINYGRAD_TRANSFORMS_PASSES_H
