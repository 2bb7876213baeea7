//===- SessionTest.cpp - values of lazy nodes ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Session.h"
#include "TinyGrad/Frontend/Builder.h"
#include "TinyGrad/Frontend/Gradient.h"
#include <gtest/gtest.h>

using namespace tinygrad::frontend;

namespace {

class SessionTest : public testing::Test {
protected:
  NodeRef makeInput(Sizes shape, std::vector<float> values) {
    auto buffer = session.allocate(values.size() * sizeof(float));
    EXPECT_TRUE(buffer.isOk());
    EXPECT_TRUE(buffer->copyIn(values.data()).isOk());
    return makeBuffer(*buffer, ElementType::F32, std::move(shape), 1);
  }
  std::vector<float> read(const NodeRef &node) {
    std::vector<float> values(node->numElements());
    tinygrad::rt::Status status = session.realize({node});
    EXPECT_TRUE(status.isOk()) << status.message();
    EXPECT_EQ(node->op, OpKind::Buffer);
    EXPECT_TRUE(node->buffer.copyOut(values.data()).isOk());
    return values;
  }
  Session session;
};

// Tests that a node becomes a leaf with its value, and lets its operands go.
TEST_F(SessionTest, realizes) {
  NodeRef x = makeInput({2, 2}, {1, 2, 3, 4});
  NodeRef sum = makeReduce(OpKind::Sum, makeBinary(OpKind::Mul, x, x), {1});
  EXPECT_EQ(read(sum), std::vector<float>({5, 25}));
  EXPECT_TRUE(sum->operands.empty());
}

// Tests that a graph of known structure is not compiled again, and that one
// with another number is.
TEST_F(SessionTest, findsPrograms) {
  auto compute = [&](float value, double factor) {
    NodeRef x = makeInput({2}, {value, value});
    return read(makeBinary(OpKind::Mul, x, makeConstLike(x, factor)))[0];
  };
  EXPECT_EQ(compute(1, 2), 2);
  EXPECT_EQ(compute(5, 2), 10);
  EXPECT_EQ(session.counters().compiledPrograms, 1u);
  EXPECT_EQ(compute(5, 3), 15);
  EXPECT_EQ(session.counters().compiledPrograms, 2u);
}

// Tests that a program has a source where someone recorded or loaded it, also
// one that was compiled before, and that the source gives the program again.
TEST_F(SessionTest, keepsSourcesOfRecordedPrograms) {
  auto compute = [&](std::vector<RecordedRun> *record) {
    NodeRef sum = makeReduce(OpKind::Sum, makeInput({2}, {1, 2}), {0});
    EXPECT_TRUE(session.realize({sum}, record).isOk());
  };
  compute(nullptr);
  std::vector<RecordedRun> runs;
  compute(&runs);
  EXPECT_EQ(session.counters().compiledPrograms, 1u);
  ASSERT_EQ(runs.size(), 1u);
  std::string source = Session::getSource(*runs[0].program);
  EXPECT_FALSE(source.empty());
  auto program = session.load(source);
  ASSERT_TRUE(program.isOk()) << program.message();
  EXPECT_EQ(Session::getSource(**program), source);
  auto results = session.run(**program, {runs[0].inputs[0]->buffer});
  ASSERT_TRUE(results.isOk());
  float sum = 0;
  EXPECT_TRUE((*results)[0].copyOut(&sum).isOk());
  EXPECT_EQ(sum, 3);
}

// Tests that what was compiled with other options is not taken for a source.
TEST_F(SessionTest, loadsByOptions) {
  const char *source = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {"
                       "  %0 = tg.neg %x : tensor<2xf32>"
                       "  return %0 : tensor<2xf32> }";
  auto first = session.load(source);
  session.options().optimize = false;
  auto other = session.load(source);
  ASSERT_TRUE(first.isOk() && other.isOk());
  EXPECT_NE(*first, *other);
  session.options().optimize = true;
  EXPECT_EQ(*session.load(source), *first);
}

// Tests that an expression made before an assignment reads the old contents.
TEST_F(SessionTest, keepsOldContents) {
  std::shared_ptr<Storage> storage = Storage::create(makeInput({1}, {1}));
  NodeRef before = makeUnary(OpKind::Neg, storage->contents());
  storage->setContents(makeIdentity(OpKind::Assign, makeInput({1}, {7})));
  NodeRef after = makeUnary(OpKind::Neg, storage->contents());
  EXPECT_EQ(read(before)[0], -1);
  EXPECT_EQ(read(after)[0], -7);
}

// Tests that new contents on the way are computed with what needs them.
TEST_F(SessionTest, realizesNewContents) {
  std::shared_ptr<Storage> storage = Storage::create(makeInput({1}, {1}));
  NodeRef one = makeConstLike(storage->contents(), 1);
  storage->setContents(makeIdentity(
      OpKind::Assign, makeBinary(OpKind::Add, storage->contents(), one)));
  EXPECT_EQ(read(makeUnary(OpKind::Neg, storage->contents()))[0], -2);
  EXPECT_EQ(storage->contents()->op, OpKind::Buffer);
}

// Tests the gradients of a product by both operands.
TEST_F(SessionTest, differentiatesMatmul) {
  NodeRef a = makeInput({1, 2}, {1, 2}), b = makeInput({2, 1}, {3, 4});
  NodeRef product = makeMatmul(a, b);
  auto grads = computeGradients(product, makeConstLike(product, 1), {a, b});
  EXPECT_EQ(read(grads[0]), std::vector<float>({3, 4}));
  EXPECT_EQ(read(grads[1]), std::vector<float>({1, 2}));
}

// Tests the gradients of a strided, padded convolution against sums by hand.
TEST_F(SessionTest, differentiatesConv) {
  NodeRef x = makeInput({1, 1, 4}, {1, 2, 3, 4});
  NodeRef w = makeInput({1, 1, 2}, {5, 7});
  // Windows at -1, 1 and 3: [0 1], [2 3], [4 0].
  NodeRef y = makeConv(x, w, {1, 2, 1, 1, 1});
  auto grads = computeGradients(y, makeConstLike(y, 1), {x, w});
  EXPECT_EQ(read(grads[0]), std::vector<float>({7, 5, 7, 5}));
  EXPECT_EQ(read(grads[1]), std::vector<float>({6, 4}));
}

// Tests that nothing flows through a detached node.
TEST_F(SessionTest, stopsAtDetach) {
  NodeRef x = makeInput({1}, {3});
  NodeRef y = makeBinary(OpKind::Mul, x, makeIdentity(OpKind::Detach, x));
  auto grads = computeGradients(y, makeConstLike(y, 1), {x});
  EXPECT_EQ(read(grads[0])[0], 3);
}

// Tests that the gradient of a gather compares places in a type that has all of
// them, though the index's has not.
TEST_F(SessionTest, scattersGradientsOfNarrowIndices) {
  for (ElementType type :
       {ElementType::UInt8, ElementType::Int8, ElementType::Int64}) {
    NodeRef x = makeInput({300}, std::vector<float>(300, 1));
    NodeRef index = makeCast(makeInput({2}, {5, 5}), type);
    NodeRef y = makeReduce(OpKind::Sum, makeGather(x, index, 0), {0});
    auto grads = computeGradients(y, makeConstLike(y, 1), {x});
    std::vector<float> expected(300, 0);
    expected[5] = 2;
    EXPECT_EQ(read(grads[0]), expected);
  }
}

} // namespace
