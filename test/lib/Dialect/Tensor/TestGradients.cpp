//===- TestGradients.cpp - gradients of another dialect's ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "TinyGrad/Dialect/Tensor/Gradients/Gradients.h"
#include "TinyGrad/Dialect/Tensor/IR/Gradient.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace tinygrad::test {

namespace {
using Rule = tg::DifferentiableOpInterface;

/// A rule as a project outside would write it.
struct CbrtGradient : Rule::ExternalModel<CbrtGradient, math::CbrtOp> {
  FailureOr<SmallVector<Value>> buildGradients(Operation *op,
                                               tg::GradientBuilder &builder,
                                               ValueRange gradients) const {
    tg::Term y(builder, op->getResult(0)), g(builder, gradients[0]);
    return SmallVector<Value>{g / (y * y * 3.0)};
  }
};

/// A rule that answers for too many operands.
struct WrongCount : Rule::ExternalModel<WrongCount, math::SqrtOp> {
  FailureOr<SmallVector<Value>> buildGradients(Operation *,
                                               tg::GradientBuilder &,
                                               ValueRange gradients) const {
    return SmallVector<Value>{gradients[0], gradients[0]};
  }
};

/// A rule that answers with another type.
struct WrongType : Rule::ExternalModel<WrongType, math::RsqrtOp> {
  FailureOr<SmallVector<Value>> buildGradients(Operation *,
                                               tg::GradientBuilder &builder,
                                               ValueRange gradients) const {
    return SmallVector<Value>{
        builder.cast(gradients[0], builder.getBuilder().getF16Type())};
  }
};

/// Attaches gradients to ops of upstream's math dialect.
struct TestGradientsPass
    : PassWrapper<TestGradientsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestGradientsPass)

  StringRef getArgument() const final { return "test-tg-gradients"; }
  StringRef getDescription() const final {
    return "Attaches gradients to ops of the math dialect";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<math::MathDialect>();
  }
  LogicalResult initialize(MLIRContext *context) override {
    math::CbrtOp::attachInterface<CbrtGradient>(*context);
    math::SqrtOp::attachInterface<WrongCount>(*context);
    math::RsqrtOp::attachInterface<WrongType>(*context);
    return success();
  }
  void runOnOperation() override {}
};
} // namespace

void registerTestGradientsPass() { PassRegistration<TestGradientsPass>(); }

} // namespace tinygrad::test
