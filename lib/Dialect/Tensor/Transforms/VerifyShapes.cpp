//===- VerifyShapes.cpp - sizes fit for all variables -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace tinygrad::tg {

#define GEN_PASS_DEF_TGVERIFYSHAPESPASS
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h.inc"

namespace {
struct VerifyShapesPass : impl::TGVerifyShapesPassBase<VerifyShapesPass> {
  void runOnOperation() override {
    getOperation()->walk([&](FunctionOpInterface function) {
      if (failed(verifyShapes(function)))
        signalPassFailure();
      return WalkResult::skip();
    });
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace tinygrad::tg
