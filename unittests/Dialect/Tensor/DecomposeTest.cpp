//===- DecomposeTest.cpp - foreign ops that decompose -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of another dialect takes part in tg-decompose by implementing the
// interface: here one of arith, from outside of both dialects.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Composite.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tinygrad::tg;

namespace {
/// x minus y means softmax(x) - y, which needs decomposing again.
struct SubDecomposition
    : DecomposableOpInterface::ExternalModel<SubDecomposition, arith::SubFOp> {
  FailureOr<SmallVector<Value>> decompose(Operation *op,
                                          OpBuilder &builder) const {
    Value softmax =
        SoftmaxOp::create(builder, op->getLoc(), op->getOperand(0), 0);
    Value difference =
        SubOp::create(builder, op->getLoc(), softmax, op->getOperand(1));
    return SmallVector<Value>{difference};
  }
};

class DecomposeTest : public ::testing::Test {
protected:
  DecomposeTest() {
    context.loadDialect<TGDialect, arith::ArithDialect, func::FuncDialect>();
    arith::SubFOp::attachInterface<SubDecomposition>(context);
    module = parseSourceString<ModuleOp>(
        "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  %0 = arith.subf %x, %x : tensor<4xf32>\n"
        "  return %0 : tensor<4xf32>\n"
        "}",
        &context);
  }

  LogicalResult run(TGDecomposePassOptions options) {
    PassManager pm(&context);
    pm.addPass(createTGDecomposePass(std::move(options)));
    return pm.run(*module);
  }
  template <class OpT> size_t count() {
    size_t number = 0;
    module->walk([&](OpT) { ++number; });
    return number;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(DecomposeTest, ForeignOp) {
  ASSERT_TRUE(module);
  ASSERT_TRUE(succeeded(run({})));
  EXPECT_EQ(count<arith::SubFOp>(), 0u);
  EXPECT_EQ(count<SoftmaxOp>(), 0u);
  EXPECT_EQ(count<ExpOp>(), 1u);
}

TEST_F(DecomposeTest, KeptForeignOp) {
  ASSERT_TRUE(module);
  TGDecomposePassOptions options;
  options.keep.push_back("arith.subf");
  ASSERT_TRUE(succeeded(run(options)));
  EXPECT_EQ(count<arith::SubFOp>(), 1u);
  EXPECT_EQ(count<ExpOp>(), 0u);
}

TEST_F(DecomposeTest, OnlyForeignOp) {
  ASSERT_TRUE(module);
  TGDecomposePassOptions options;
  options.only.push_back("arith.subf");
  ASSERT_TRUE(succeeded(run(options)));
  EXPECT_EQ(count<arith::SubFOp>(), 0u);
  EXPECT_EQ(count<SoftmaxOp>(), 1u);
}
