//===- InitAllDialects.h - registers the dialects ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_INITALLDIALECTS_H
#define TINYGRAD_INITALLDIALECTS_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Dialect/Tensor/Gradients/Gradients.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/IR/DialectRegistry.h"

namespace tinygrad {

/// Adds TinyGrad's dialects and their external models to `registry`.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<jit::JITDialect, tg::TGDialect, uop::UOpDialect>();
  tg::registerGradientModels(registry);
}

} // namespace tinygrad

#endif // TINYGRAD_INITALLDIALECTS_H
