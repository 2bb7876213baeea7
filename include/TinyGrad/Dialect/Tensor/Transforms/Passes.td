//===- Passes.td - passes of tg -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_TRANSFORMS_PASSES_TD
#define TINYGRAD_DIALECT_TENSOR_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TGDecomposePass : Pass<"tg-decompose"> {
  let summary = "Rewrites composite ops as the simpler ops they mean";
  let description = [{
    Applies `DecomposableOpInterface` until no composite op is left that is not
    named in `keep`.
  }];
  let dependentDialects = ["::tinygrad::tg::TGDialect"];
  let options = [
    ListOption<"keep", "keep", "std::string", "Names of ops to leave as they are (tg.softmax)">
  ];
}

#endif // TINYGRAD_DIALECT_TENSOR_TRANSFORMS_PASSES_TD
