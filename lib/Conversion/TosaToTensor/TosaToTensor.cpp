//===- TosaToTensor.cpp - TOSA to tg ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TensorBuilder/ConversionDriver.h"
#include "TinyGrad/Conversion/Passes.h"
#include "TosaPattern.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTTOSATOTG
#include "TinyGrad/Conversion/Passes.h.inc"
} // namespace tinygrad

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

namespace {
struct ConvertTosaToTGPass
    : tinygrad::impl::ConvertTosaToTGBase<ConvertTosaToTGPass> {
  using ConvertTosaToTGBase::ConvertTosaToTGBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateTosaElementwisePatterns(patterns);
    populateTosaMovementPatterns(patterns);
    populateTosaContractionPatterns(patterns);
    auto mustGo = [](Operation *op) {
      return isa_and_nonnull<tosa::TosaDialect>(op->getDialect());
    };
    if (failed(
            convertInOrder(getOperation(), std::move(patterns), mustGo, "tg")))
      signalPassFailure();
  }
};
} // namespace
