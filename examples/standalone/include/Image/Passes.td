//===- Passes.td - passes of the image dialect -------------*- tablegen -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IMAGE_PASSES_TD
#define IMAGE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertImageToTensorPass : Pass<"convert-image-to-tg"> {
  let summary = "Lower every image op to tg ops.";
  let dependentDialects = ["::tinygrad::tg::TGDialect"];
}

#endif // IMAGE_PASSES_TD
