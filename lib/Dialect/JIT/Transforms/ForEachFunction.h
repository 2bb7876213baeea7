//===- ForEachFunction.h - passes on jit functions --------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of jit serve jit.func and jit.capture alike, which a pass manager
// cannot be told; so they run on what holds them.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_JIT_TRANSFORMS_FOREACHFUNCTION_H
#define TINYGRAD_LIB_DIALECT_JIT_TRANSFORMS_FOREACHFUNCTION_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"

namespace tinygrad::jit {

template <typename Callback>
void forEachFunction(mlir::Operation *root, Callback &&callback) {
  root->walk([&](mlir::Operation *op) {
    if (!mlir::isa<FuncOp, CaptureOp>(op))
      return mlir::WalkResult::advance();
    auto function = mlir::cast<mlir::FunctionOpInterface>(op);
    callback(function, function.getFunctionBody().front());
    return mlir::WalkResult::skip();
  });
}

} // namespace tinygrad::jit

#endif // TINYGRAD_LIB_DIALECT_JIT_TRANSFORMS_FOREACHFUNCTION_H
