//===- IndexSpaceTest.cpp - indices over a kernel's axes --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/Analysis/IndexSpace.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace tinygrad::tg;

namespace {

/// Axes of sizes 4, 3, n and 1, where n is from 1 to 8.
class IndexSpaceTest : public ::testing::Test {
protected:
  IndexSpaceTest() {
    context.loadDialect<TGDialect, func::FuncDialect>();
    module = parseSourceString<ModuleOp>(
        "func.func @f() attributes {tg.variables = {n = [1, 8]}} { return }",
        &context);
    shapes.emplace(&module->getBody()->front());
    space.emplace(*shapes);
    n = getAffineSymbolExpr(0, &context);
    i = space->addAxis(constant(4));
    j = space->addAxis(constant(3));
    k = space->addAxis(n);
    one = space->addAxis(constant(1));
  }

  AffineExpr constant(int64_t value) {
    return getAffineConstantExpr(value, &context);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::optional<SymbolicShapes> shapes;
  std::optional<IndexSpace> space;
  AffineExpr n, i, j, k, one;
};

TEST_F(IndexSpaceTest, AnAxisOfSizeOneIsZero) { EXPECT_EQ(one, constant(0)); }

TEST_F(IndexSpaceTest, DivisionsByTheInnerSizeCancel) {
  AffineExpr linear = i * 3 + j;
  EXPECT_EQ(space->simplify(linear.floorDiv(3)), i);
  EXPECT_EQ(space->simplify(linear % 3), j);
  EXPECT_EQ(space->simplify(linear.floorDiv(3) * 3 + linear % 3),
            space->simplify(linear));
}

TEST_F(IndexSpaceTest, DivisionsByAVariableCancel) {
  AffineExpr linear = j * n + k;
  EXPECT_EQ(space->simplify(linear.floorDiv(n)), j);
  EXPECT_EQ(space->simplify(linear % n), k);
  // But not where the rest may be as large as the divisor.
  EXPECT_NE(space->simplify((j * n + i).floorDiv(n)), j);
}

TEST_F(IndexSpaceTest, ASplitInTwoStepsIsMergedAgain) {
  // An axis of 24, seen as 2 x 3 x 4.
  AffineExpr x = space->addAxis(constant(24));
  AffineExpr outer = x.floorDiv(12), middle = x.floorDiv(4) % 3, inner = x % 4;
  EXPECT_EQ(space->simplify(outer * 12 + middle * 4 + inner), x);
}

TEST_F(IndexSpaceTest, SignsAreKnownFromTheBounds) {
  EXPECT_EQ(space->isNonNegative(n - 1 - k), true);
  EXPECT_EQ(space->isNonNegative(i - 4), false);
  EXPECT_EQ(space->isNonNegative(i - 3), std::nullopt);
  EXPECT_EQ(space->isNonNegative(n - 2 - k), std::nullopt);
}

int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> axes, int64_t n) {
  MLIRContext *context = expr.getContext();
  SmallVector<AffineExpr> values;
  for (int64_t value : axes)
    values.push_back(getAffineConstantExpr(value, context));
  AffineExpr folded =
      expr.replaceDimsAndSymbols(values, getAffineConstantExpr(n, context));
  return cast<AffineConstantExpr>(folded).getValue();
}

TEST_F(IndexSpaceTest, RandomExpressionsKeepTheirValues) {
  std::mt19937 random(7);
  auto below = [&](unsigned bound) { return random() % bound; };
  for (int round = 0; round < 2000; ++round) {
    SmallVector<AffineExpr> pool = {i, j, k, n, constant(below(7))};
    for (int step = 0; step < 5; ++step) {
      AffineExpr a = pool[below(pool.size())], b = pool[below(pool.size())];
      int64_t c = 1 + below(12);
      switch (below(6)) {
      case 0:
        pool.push_back(a + b);
        break;
      case 1:
        pool.push_back(a * c);
        break;
      case 2:
        pool.push_back(a.floorDiv(c));
        break;
      case 3:
        pool.push_back(a % c);
        break;
      case 4:
        pool.push_back(a * n + b);
        break;
      default:
        pool.push_back(below(2) ? a.floorDiv(n) : a % n);
        break;
      }
    }
    AffineExpr expr = pool.back(), simple = space->simplify(expr);
    for (int sample = 0; sample < 20; ++sample) {
      int64_t size = 1 + below(8);
      int64_t axes[] = {int64_t(below(4)), int64_t(below(3)),
                        int64_t(below(size)), 0};
      ASSERT_EQ(evaluate(expr, axes, size), evaluate(simple, axes, size));
    }
  }
}

} // namespace
