//===- ReductionPatterns.cpp - simpler programs that still fail -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Reducer/ReductionPatterns.h"
#include "Reductions.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;

namespace tinygrad::tg {

namespace {
struct ReductionPatterns : DialectReductionPatternInterface {
  explicit ReductionPatterns(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}

  // All of them need the tester, to choose.
  void populateReductionPatterns(RewritePatternSet &) const override {}
  void populateReductionPatternsWithTester(RewritePatternSet &patterns,
                                           Tester &tester) const override {
    populateOpReductions(patterns, tester);
    populateFunctionReductions(patterns, tester);
  }
};
} // namespace

void registerReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, TGDialect *dialect) {
    dialect->addInterfaces<ReductionPatterns>();
  });
}

} // namespace tinygrad::tg
