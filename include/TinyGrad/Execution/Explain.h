//===- Explain.h - what became of a function --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_EXECUTION_EXPLAIN_H
#define TINYGRAD_EXECUTION_EXPLAIN_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tinygrad {

/// Logs, at level 1, what tinygrad's users know from DEBUG=1: how many items a
/// jit function has and how many of them run once, what its plan saves, and a
/// warning for each input that nothing uses.
void explainFunction(mlir::FunctionOpInterface function);

} // namespace tinygrad

#endif // TINYGRAD_EXECUTION_EXPLAIN_H
