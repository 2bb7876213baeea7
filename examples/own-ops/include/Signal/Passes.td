//===- Passes.td - passes of the signal compiler --------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SIGNAL_PASSES_TD
#define SIGNAL_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerSignalFiltersPass : Pass<"lower-signal-filters"> {
  let summary = "Filters become launches of the kernel @signal_filter; meters go.";
  let dependentDialects = ["::tinygrad::jit::JITDialect"];
}

#endif // SIGNAL_PASSES_TD
