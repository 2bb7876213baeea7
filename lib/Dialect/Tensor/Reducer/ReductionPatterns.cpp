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
  ReductionPatterns(Dialect *dialect, bool driverFolds)
      : DialectReductionPatternInterface(dialect), driverFolds(driverFolds) {}

  // All of them need the tester, to choose.
  void populateReductionPatterns(RewritePatternSet &) const override {}
  void populateReductionPatternsWithTester(RewritePatternSet &patterns,
                                           Tester &tester) const override {
    Trial trial(tester, driverFolds);
    populateOpReductions(patterns, trial);
    populateFunctionReductions(patterns, trial);
  }

private:
  bool driverFolds;
};
} // namespace

template <bool DriverFolds>
static void addPatterns(MLIRContext *, TGDialect *dialect) {
  dialect->addInterface(
      std::make_unique<ReductionPatterns>(dialect, DriverFolds));
}

void registerReductionPatterns(DialectRegistry &registry, bool driverFolds) {
  registry.addExtension(driverFolds ? &addPatterns<true> : &addPatterns<false>);
}

} // namespace tinygrad::tg
