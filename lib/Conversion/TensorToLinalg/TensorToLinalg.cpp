//===- TensorToLinalg.cpp - tg to linalg ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TensorBuilder/ConversionDriver.h"
#include "LinalgBuilder.h"
#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTTGTOLINALG
#include "TinyGrad/Conversion/Passes.h.inc"
} // namespace tinygrad

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

namespace {
struct ConvertTGToLinalgPass
    : tinygrad::impl::ConvertTGToLinalgBase<ConvertTGToLinalgPass> {
  using ConvertTGToLinalgBase::ConvertTGToLinalgBase;
  void runOnOperation() override {
    // Composite ops are their decompositions, but for what linalg has itself.
    OpPassManager prepare(func::FuncOp::getOperationName());
    prepare.addPass(createTGAutodiffPass());
    TGDecomposePassOptions decompose;
    decompose.keep = {"tg.softmax"};
    prepare.addPass(createTGDecomposePass(decompose));
    if (failed(runPipeline(prepare, getOperation())))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateElementwiseToLinalgPatterns(patterns);
    populateMovementToLinalgPatterns(patterns);
    populateReduceToLinalgPatterns(patterns);
    auto mustGo = [](Operation *op) {
      return isa_and_nonnull<TGDialect>(op->getDialect());
    };
    if (failed(convertInOrder(getOperation(), std::move(patterns), mustGo,
                              "linalg")))
      signalPassFailure();
  }
};
} // namespace
