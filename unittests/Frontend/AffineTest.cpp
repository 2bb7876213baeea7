//===- AffineTest.cpp - sizes and numbers as functions of variables ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Affine.h"
#include "TinyGrad/Frontend/Bindings.h"
#include "TinyGrad/Frontend/Builder.h"
#include "TinyGrad/Frontend/Place.h"
#include <gtest/gtest.h>

using namespace tinygrad::frontend;

namespace {

SampledVariables sampleOne(std::vector<std::vector<int64_t>> values) {
  return {{"n"}, {1}, {10}, std::move(values)};
}

// Tests that a size is told by two samples, confirmed by a third, and refused
// where the third disagrees.
TEST(AffineTest, solvesSizes) {
  SampledVariables variables = sampleOne({{2}, {3}, {7}});
  AffineSolver solver(variables);
  EXPECT_TRUE(solver.isDetermined());
  auto size = solver.solve({5, 7, 15});
  ASSERT_TRUE(size);
  EXPECT_EQ(size->factors, std::vector<int64_t>{2});
  EXPECT_EQ(size->offset, 1);
  EXPECT_EQ(size->evaluate({100}), 201);
  EXPECT_FALSE(solver.solve({4, 9, 49}));
  EXPECT_TRUE(solver.solve({4, 4, 4})->isConstant());
  EXPECT_EQ(solver.solve({2, 3, 7})->getVariable(), 0u);
  EXPECT_EQ(solver.solve({3, 4, 8})->getVariable(), std::nullopt);
}

// Tests that samples without a confirming one, or on one line of a plane, do
// not determine sizes.
TEST(AffineTest, needsSamples) {
  SampledVariables few = sampleOne({{2}, {3}});
  EXPECT_FALSE(AffineSolver(few).isDetermined());
  SampledVariables line{
      {"n", "m"}, {1, 1}, {9, 9}, {{1, 1}, {2, 2}, {3, 3}, {4, 4}}};
  EXPECT_FALSE(AffineSolver(line).isDetermined());
  SampledVariables plane{
      {"n", "m"}, {1, 1}, {9, 9}, {{2, 3}, {2, 4}, {3, 2}, {5, 5}}};
  AffineSolver solver(plane);
  EXPECT_TRUE(solver.isDetermined());
  EXPECT_EQ(solver.solve({6, 7, 6, 11})->factors, (std::vector<int64_t>{1, 1}));
}

// Tests that a number may be a product of variables, with a sample more.
TEST(AffineTest, solvesNumbers) {
  SampledVariables plane{
      {"n", "m"}, {1, 1}, {9, 9}, {{2, 3}, {2, 4}, {3, 2}, {5, 5}, {7, 2}}};
  AffineSolver solver(plane);
  auto number = solver.solveNumber({6, 8, 6, 25, 14});
  ASSERT_TRUE(number);
  EXPECT_EQ(number->evaluate({9, 8}), 72);
  EXPECT_FALSE(solver.solveNumber({4, 4, 9, 25, 49}));
}

// Tests that a size that does not fit 64 bits has no value.
TEST(AffineTest, overflows) {
  AffineSize size{{INT64_MAX}, 1};
  EXPECT_EQ(size.evaluate({1}), std::nullopt);
}

// Tests that nodes have the bindings of what they are made of, scalars none,
// and that the first of two values of a variable counts.
TEST(BindingsTest, followOperands) {
  uint32_t three = makeBindings({"n", 3, 1, 10});
  EXPECT_EQ(three, makeBindings({"n", 3, 1, 10}));
  uint32_t four = makeBindings({"n", 4, 1, 10});
  uint32_t other = makeBindings({"m", 5, 1, 10});
  EXPECT_EQ(mergeBindings(three, four), three);
  EXPECT_EQ(getBindings(mergeBindings(three, other)).size(), 2u);
  NodeRef x = makeConstLike(makeArange(3, ElementType::Int32), 1);
  x->bindings = three;
  EXPECT_EQ(makeUnary(OpKind::Neg, x)->bindings, three);
  EXPECT_EQ(makeReduce(OpKind::Sum, x, {0})->bindings, 0u);
}

// Tests that equal places have one number.
TEST(PlaceTest, isNumberedOnce) {
  uint32_t place = makePlace("a.py", 3);
  EXPECT_EQ(place, makePlace("a.py", 3));
  EXPECT_NE(place, makePlace("a.py", 4));
  EXPECT_EQ(getPlace(place).file, "a.py");
  EXPECT_EQ(getPlace(place).line, 3u);
  EXPECT_EQ(getPlace(0).line, 0u);
}

} // namespace
