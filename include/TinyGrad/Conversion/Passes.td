//===- Passes.td - the doorways between rooms -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_CONVERSION_PASSES_TD
#define TINYGRAD_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // TINYGRAD_CONVERSION_PASSES_TD
