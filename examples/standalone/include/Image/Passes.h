//===- Passes.h - passes of the image dialect -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IMAGE_PASSES_H
#define IMAGE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace image {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Image/Passes.h.inc"
} // namespace image

#endif // IMAGE_PASSES_H
