//===- NNBuildersTest.cpp - types that builders infer -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildersFixture.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"

using namespace mlir;
using namespace tinygrad::tg;

namespace {
using NNBuildersTest = BuildersTest;
} // namespace

TEST_F(NNBuildersTest, Pooling) {
  Value x = make(f32({kDynamic, 3, 9, 8}));
  int64_t kernel[] = {3, 2}, strides[] = {1, 2}, ones[] = {1, 1};
  expect(WindowsOp::create(builder, loc, x, kernel, {}, {}, {}, {}),
         f32({kDynamic, 3, 7, 7, 3, 2}));
  expect(AvgPoolOp::create(builder, loc, x, kernel, {}, {}, {}, {}),
         f32({kDynamic, 3, 3, 4}));
  expect(AvgPoolOp::create(builder, loc, x, kernel, strides, {}, ones, ones,
                           /*countIncludePad=*/true),
         f32({kDynamic, 3, 9, 5}));
  expect(ArgmaxPoolOp::create(builder, loc, x, kernel, strides, {}, {}, {}),
         tensor({kDynamic, 3, 7, 4}, builder.getI32Type()));
}

TEST_F(NNBuildersTest, ConvTranspose) {
  Type i8 = builder.getI8Type();
  Value x = make(tensor({kDynamic, 4, 5, kDynamic}, i8));
  Value w = make(tensor({4, 3, 3, 2}, i8));
  int64_t twos[] = {2, 2}, ones[] = {1, 1};
  expect(ConvTransposeOp::create(builder, loc, x, w, twos, {}, ones, ones, ones,
                                 /*groups=*/2),
         tensor({kDynamic, 6, 10, kDynamic}, builder.getI32Type()));
}

TEST_F(NNBuildersTest, Reduces) {
  Value x = make(f32({4, kDynamic, 8})), labels = make(f32({4, kDynamic, 8}));
  expect(LogsumexpOp::create(builder, loc, x, {0, 2}, /*keepdim=*/false),
         f32({kDynamic}));
  expect(LogsumexpOp::create(builder, loc, x, {0, 2}, /*keepdim=*/true),
         f32({1, kDynamic, 1}));
  expect(CrossEntropyOp::create(builder, loc, x, labels, /*axis=*/2), f32({}));
  Value classes = make(tensor({4, kDynamic}, builder.getI32Type()));
  expect(CrossEntropyOp::create(builder, loc, x, classes, /*axis=*/2,
                                /*smoothing=*/0.5, /*ignoreIndex=*/-1,
                                Reduction::none),
         f32({4, kDynamic}));
}

TEST_F(NNBuildersTest, AttentionAndInterpolate) {
  Value q = make(f32({4, kDynamic, 8})), k = make(f32({2, 5, 8}));
  Value v = make(f32({2, 5, 3}));
  expect(AttentionOp::create(builder, loc, q, k, v), f32({4, kDynamic, 3}));
  Value x = make(f32({kDynamic, 3, 4, 4}));
  Value n = VariableOp::create(builder, loc, "n");
  SmallVector<OpFoldResult> sizes = {builder.getIndexAttr(7), n};
  expect(InterpolateOp::create(builder, loc, x, Interpolation::linear, sizes),
         f32({kDynamic, 3, 7, kDynamic}));
}
