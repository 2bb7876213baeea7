//===- Passes.td - passes of uop -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_TD
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TestRangeScopes : Pass<"uop-test-range-scopes", "::tinygrad::uop::KernelOp"> {
  let summary = "Shows the open ranges of every value as remarks, and checks them.";
}

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_PASSES_TD
