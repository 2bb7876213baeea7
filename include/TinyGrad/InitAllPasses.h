//===- InitAllPasses.h - registers the passes -------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_INITALLPASSES_H
#define TINYGRAD_INITALLPASSES_H

#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "TinyGrad/Pipelines/Pipelines.h"
#include "TinyGrad/Search/Passes.h"
#include "TinyGrad/Transforms/Passes.h"

namespace tinygrad {

/// Registers TinyGrad's passes and pipelines.
inline void registerAllPasses() {
  registerConversionPasses();
  registerSearchPasses();
  registerTinyGradPasses();
  jit::registerJITPasses();
  tg::registerTensorPasses();
  uop::registerUOpPasses();
  registerPipelines();
}

} // namespace tinygrad

#endif // TINYGRAD_INITALLPASSES_H
