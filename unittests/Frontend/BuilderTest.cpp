//===- BuilderTest.cpp - shapes and types of lazy nodes ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Builder.h"
#include <gtest/gtest.h>

using namespace tinygrad::frontend;
namespace rt = tinygrad::rt;

namespace {

NodeRef makeInput(Sizes shape, ElementType type = ElementType::F32) {
  return makeBuffer(rt::Buffer(), type, std::move(shape), 1);
}

// Tests that numbers give way to tensors, and ints to floats.
TEST(BuilderTest, promotesWeakTypes) {
  using T = ElementType;
  EXPECT_EQ(promote(T::WeakInt, T::Int8), T::Int8);
  EXPECT_EQ(promote(T::WeakInt, T::Bool), T::WeakInt);
  EXPECT_EQ(promote(T::WeakFloat, T::Int64), T::WeakFloat);
  EXPECT_EQ(promote(T::BF16, T::WeakFloat), T::BF16);
  EXPECT_EQ(promote(T::WeakInt, T::WeakFloat), T::WeakFloat);
}

// Tests that a type above both operands is found, and that none holds all of
// both signed and 64-bit unsigned integers.
TEST(BuilderTest, promotesTypes) {
  using T = ElementType;
  EXPECT_EQ(promote(T::Int8, T::UInt8), T::Int16);
  EXPECT_EQ(promote(T::F16, T::BF16), T::F32);
  EXPECT_EQ(promote(T::Int32, T::UInt64), T::WeakFloat);
}

// Tests that a binary op broadcasts both operands.
TEST(BuilderTest, broadcasts) {
  auto sum = makePromoted(OpKind::Add, makeInput({4, 1}), makeInput({3}));
  ASSERT_TRUE(sum.isOk());
  EXPECT_EQ((*sum)->shape, Sizes({4, 3}));
  EXPECT_EQ((*sum)->operands[0]->op, OpKind::Expand);
}

// Tests that sizes which differ are refused with both shapes.
TEST(BuilderTest, refusesShapesThatDiffer) {
  auto sum = makePromoted(OpKind::Add, makeInput({4, 2}), makeInput({3}));
  ASSERT_TRUE(sum.isError());
  EXPECT_EQ(sum.message(), "cannot broadcast (4, 2) and (3,): sizes 2 and 3 "
                           "differ");
}

// Tests that of two reshapes one is left, and that a reshape to the same shape
// is the operand.
TEST(BuilderTest, collapsesReshapes) {
  NodeRef input = makeInput({4, 6});
  NodeRef flat = makeReshape(makeReshape(input, {2, 12}), {24});
  EXPECT_EQ(flat->operands[0], input);
  EXPECT_EQ(makeReshape(flat, {24}), flat);
}

// Tests that a part is put back by padding it and choosing.
TEST(BuilderTest, embedsParts) {
  NodeRef input = makeInput({4});
  NodeRef part = makeShrink(input, {1}, {2});
  NodeRef whole = embed(*part, input, makeInput({2}));
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->op, OpKind::Where);
  EXPECT_EQ(whole->shape, Sizes({4}));
  EXPECT_FALSE(embed(*makeExpand(makeInput({1}), {3}), input, input));
}

// Tests that a chain longer than the stack is deep can be freed.
TEST(BuilderTest, freesLongChains) {
  NodeRef node = makeInput({1});
  for (int i = 0; i < 1000000; ++i)
    node = makeUnary(OpKind::Neg, node);
  node = NodeRef();
}

} // namespace
