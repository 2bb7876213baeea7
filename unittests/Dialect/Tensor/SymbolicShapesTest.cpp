//===- SymbolicShapesTest.cpp - sizes as expressions ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tinygrad::tg;

namespace {
// In the order of their names: batch is symbol 0, n symbol 1, one symbol 2.
constexpr const char *kProgram = R"mlir(
func.func @f(%x: tensor<?x8x?xf32> {tg.dims = ["n", 8, "batch"]}, %i: index)
    attributes {tg.variables = {n = [1, 256], batch = [0, 9], one = [1, 1]}} {
  %n = tg.variable "n"
  %b = tg.variable "batch"
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %nb = arith.muli %n, %b : index
  %size = arith.muli %nb, %c8 : index
  %flat = tg.reshape %x [%size] : tensor<?x8x?xf32> -> tensor<?xf32>
  %half = arith.floordivsi %n, %c2 : index
  %rem = arith.remsi %n, %c8 : index
  %less = arith.subi %b, %c2 : index
  %cut = arith.remsi %less, %c8 : index
  %min = arith.minsi %less, %n : index
  %min1 = arith.minsi %b, %c8 : index
  %max = arith.maxsi %b, %less : index
  %unknown = arith.addi %n, %i : index
  %by = arith.floordivsi %n, %b : index
  %soft = tg.softmax %x axis 0 : tensor<?x8x?xf32>
  %arg = tg.argmax %soft axis 1 : tensor<?x8x?xf32> -> tensor<?x?xi32>
  %kernel = tg.kernel(%a = %arg : tensor<?x?xi32>) -> tensor<?x?xi32> {
    %neg = tg.neg %a : tensor<?x?xi32>
    tg.yield %neg : tensor<?x?xi32>
  }
  %y = "test.source"() : () -> tensor<?xf32>
  %opaque = tg.contiguous %y : tensor<?xf32>
  return
}
)mlir";

class SymbolicShapesTest : public ::testing::Test {
protected:
  SymbolicShapesTest() {
    context.loadDialect<TGDialect, arith::ArithDialect, func::FuncDialect>();
    context.allowUnregisteredDialects();
    module = parseSourceString<ModuleOp>(kProgram, &context);
    function = *module->getOps<func::FuncOp>().begin();
    shapes.emplace(function);
    batch = getAffineSymbolExpr(0, &context);
    n = getAffineSymbolExpr(1, &context);
    one = getAffineSymbolExpr(2, &context);
  }

  /// The first result of the op number `number` of the function.
  Value value(unsigned number) {
    return std::next(function.getBody().front().begin(), number)->getResult(0);
  }
  AffineExpr constant(int64_t value) {
    return getAffineConstantExpr(value, &context);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  std::optional<SymbolicShapes> shapes;
  AffineExpr batch, n, one;
};
} // namespace

TEST_F(SymbolicShapesTest, VariablesAreInOrderOfNames) {
  ASSERT_EQ(shapes->getVariables().size(), 3u);
  EXPECT_EQ(shapes->getVariables()[0].name, "batch");
  EXPECT_EQ(shapes->getVariables()[0].min, 0);
  EXPECT_EQ(shapes->getVariables()[0].max, 9);
  EXPECT_EQ(shapes->findVariable("n"), 1u);
  EXPECT_EQ(shapes->findVariable("m"), std::nullopt);
}

TEST_F(SymbolicShapesTest, FindsTheFunctionFromInside) {
  SymbolicShapes inner(value(8).getDefiningOp());
  EXPECT_EQ(inner.getVariables().size(), 3u);
}

TEST_F(SymbolicShapesTest, ShapesOfArguments) {
  ArrayRef<AffineExpr> x = shapes->getShape(function.getArgument(0));
  ASSERT_EQ(x.size(), 3u);
  EXPECT_EQ(x[0], n);
  EXPECT_EQ(x[1], constant(8));
  EXPECT_EQ(x[2], batch);
  EXPECT_EQ(shapes->getShape(value(19))[0], AffineExpr());
  EXPECT_TRUE(shapes->getShape(function.getArgument(1)).empty());
}

TEST_F(SymbolicShapesTest, ShapesOfResults) {
  ArrayRef<AffineExpr> flat = shapes->getShape(value(6));
  EXPECT_EQ(shapes->areEqual(flat[0], batch * 8 * n), true);
  // What was returned first stays valid while others are computed.
  ArrayRef<AffineExpr> kernel = shapes->getShape(value(18));
  ASSERT_EQ(kernel.size(), 2u);
  EXPECT_EQ(kernel[0], n);
  EXPECT_EQ(kernel[1], batch);
  EXPECT_EQ(shapes->areEqual(flat[0], batch * 8 * n), true);
  EXPECT_EQ(shapes->getShape(value(20))[0], AffineExpr());
}

TEST_F(SymbolicShapesTest, IndexExpressions) {
  EXPECT_EQ(shapes->getIndexExpr(value(0)), n);
  EXPECT_EQ(shapes->getIndexExpr(value(2)), constant(2));
  EXPECT_EQ(shapes->getIndexExpr(value(7)), n.floorDiv(2));
  EXPECT_EQ(shapes->getIndexExpr(value(8)), n % 8);
  EXPECT_EQ(shapes->getIndexExpr(value(9)), batch - 2);
  // batch - 2 may be negative, where C's remainder is not affine's.
  EXPECT_EQ(shapes->getIndexExpr(value(10)), AffineExpr());
  // Either of the two may be the smaller.
  EXPECT_EQ(shapes->getIndexExpr(value(11)), AffineExpr());
  EXPECT_EQ(shapes->getIndexExpr(value(12)), AffineExpr());
  EXPECT_EQ(shapes->getIndexExpr(value(13)), batch);
  EXPECT_EQ(shapes->getIndexExpr(value(14)), AffineExpr());
  // Division by 0 is possible.
  EXPECT_EQ(shapes->getIndexExpr(value(15)), AffineExpr());
}

TEST_F(SymbolicShapesTest, Bounds) {
  EXPECT_EQ(shapes->getLowerBound(n), 1);
  EXPECT_EQ(shapes->getUpperBound(n), 256);
  EXPECT_EQ(shapes->getUpperBound(n * batch), 256 * 9);
  EXPECT_EQ(shapes->getLowerBound(n * -2 + 1), -511);
  EXPECT_EQ(shapes->getUpperBound(n * -2 + 1), -1);
  EXPECT_EQ(shapes->getLowerBound(batch - n), -256);
  // Terms that cancel do not widen the bounds.
  EXPECT_EQ(shapes->getLowerBound((n + 3) * 8 - n * 8), 24);
  EXPECT_EQ(shapes->getUpperBound((n - 1).floorDiv(2) + 1), 128);
  EXPECT_EQ(shapes->getUpperBound(n.ceilDiv(7)), 37);
  EXPECT_EQ(shapes->getUpperBound(n % 8), 7);
  EXPECT_EQ(shapes->getUpperBound(batch % 16), 9);
  EXPECT_EQ(shapes->getUpperBound(n.floorDiv(batch)), std::nullopt);
  EXPECT_EQ(shapes->getUpperBound(AffineExpr()), std::nullopt);
  EXPECT_EQ(shapes->getUpperBound(getAffineSymbolExpr(7, &context)),
            std::nullopt);
}

TEST_F(SymbolicShapesTest, BoundsDoNotOverflow) {
  AffineExpr large = n * (int64_t(1) << 60);
  EXPECT_EQ(shapes->getUpperBound(large), std::nullopt);
  EXPECT_EQ(shapes->getUpperBound(large * large), std::nullopt);
  EXPECT_EQ(shapes->areEqual(large * large, large), std::nullopt);
}

TEST_F(SymbolicShapesTest, Equality) {
  EXPECT_EQ(shapes->areEqual(n, n), true);
  EXPECT_EQ(shapes->areEqual(n * (batch + 2), batch * n + n * 2), true);
  EXPECT_EQ(shapes->areEqual((n * 4) * (batch * 2), (batch * n) * 8), true);
  EXPECT_EQ(shapes->areEqual(n, n + 1), false);
  EXPECT_EQ(shapes->areEqual(n + 10, batch), false);
  EXPECT_EQ(shapes->areEqual(n, batch), std::nullopt);
  EXPECT_EQ(shapes->areEqual(one, constant(1)), true);
  EXPECT_EQ(shapes->areEqual(n, AffineExpr()), std::nullopt);
  EXPECT_EQ(shapes->areEqual(n.floorDiv(2), n.floorDiv(2) + 0), true);
  EXPECT_EQ(shapes->areEqual(n.floorDiv(2), n.floorDiv(3)), std::nullopt);
}

TEST_F(SymbolicShapesTest, NumElements) {
  EXPECT_EQ(shapes->areEqual(shapes->getNumElements({n, constant(8), batch}),
                             n * batch * 8),
            true);
  EXPECT_EQ(shapes->getNumElements({}), constant(1));
  EXPECT_EQ(shapes->getNumElements({n, AffineExpr()}), AffineExpr());
}

TEST_F(SymbolicShapesTest, Printing) {
  EXPECT_EQ(shapes->print((n + 2) * 8), "(n + 2) * 8");
  EXPECT_EQ(shapes->print(n.floorDiv(2) - 1), "n floordiv 2 - 1");
  EXPECT_EQ(shapes->print(batch * n), "batch * n");
  EXPECT_EQ(shapes->print(AffineExpr()), "?");
}

TEST_F(SymbolicShapesTest, IndicesComeBackFromExpressions) {
  OpBuilder builder(function.getBody().front().getTerminator());
  AffineExpr expr = (n * batch + 3).floorDiv(2) + n % 8;
  OpFoldResult index = buildIndex(builder, function.getLoc(), expr, *shapes);
  // The remainder comes back as n - n floordiv 8 * 8.
  AffineExpr expected = (n * batch + 3).floorDiv(2) + n - n.floorDiv(8) * 8;
  EXPECT_EQ(shapes->areEqual(shapes->getIndexExpr(index), expected), true);
  EXPECT_EQ(buildIndex(builder, function.getLoc(), constant(4), *shapes),
            OpFoldResult(builder.getIndexAttr(4)));
  EXPECT_FALSE(buildIndex(builder, function.getLoc(), AffineExpr(), *shapes));
}
