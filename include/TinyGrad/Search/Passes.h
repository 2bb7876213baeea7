//===- Passes.h - the search for opts as a pass -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SEARCH_PASSES_H
#define TINYGRAD_SEARCH_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tinygrad {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "TinyGrad/Search/Passes.h.inc"
} // namespace tinygrad

#endif // TINYGRAD_SEARCH_PASSES_H
