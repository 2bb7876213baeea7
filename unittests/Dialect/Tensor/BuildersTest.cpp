//===- BuildersTest.cpp - result types that builders infer ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends give operands and attributes; the builders know the types.
//
//===----------------------------------------------------------------------===//

#include "BuildersFixture.h"
#include "TinyGrad/Dialect/Tensor/IR/Composite.h"

using namespace mlir;
using namespace tinygrad::tg;

TEST_F(BuildersTest, Movement) {
  Value x = make(f32({4, 8})), row = make(f32({1, 8}));
  Value n = make(builder.getIndexType());
  expect(ReshapeOp::create(builder, loc, x, ArrayRef{index(2), index(16)}),
         f32({2, 16}));
  expect(ReshapeOp::create(builder, loc, x, ArrayRef<OpFoldResult>{n}),
         f32({kDynamic}));
  expect(
      ExpandOp::create(builder, loc, row, ArrayRef<OpFoldResult>{n, index(8)}),
      f32({kDynamic, 8}));
  expect(PermuteOp::create(builder, loc, x, ArrayRef<int64_t>{1, 0}),
         f32({8, 4}));
  expect(PadOp::create(builder, loc, x, ArrayRef<OpFoldResult>{index(1), n},
                       ArrayRef{index(0), index(2)},
                       builder.getF32FloatAttr(0)),
         f32({5, kDynamic}));
  expect(ShrinkOp::create(builder, loc, x, ArrayRef<OpFoldResult>{n, index(3)},
                          ArrayRef<OpFoldResult>{index(1), n}),
         f32({1, kDynamic}));
}

TEST_F(BuildersTest, Reduces) {
  Value x = make(f32({4, kDynamic, 8}));
  Value i = make(tensor({4, 8}, builder.getI8Type()));
  Value u = make(tensor({4, 8}, builder.getIntegerType(16, false)));
  expect(SumOp::create(builder, loc, x, ArrayRef<int64_t>{2, 0}, false),
         f32({kDynamic}));
  expect(SumOp::create(builder, loc, i, ArrayRef<int64_t>{1}, true),
         tensor({4, 1}, builder.getI32Type()));
  expect(SumOp::create(builder, loc, u, ArrayRef<int64_t>{0, 1}, false),
         tensor({}, builder.getIntegerType(32, false)));
  expect(ProdOp::create(builder, loc, i, ArrayRef<int64_t>{1}, false),
         tensor({4}, builder.getI8Type()));
  expect(MaxOp::create(builder, loc, i, ArrayRef<int64_t>{0}, false),
         tensor({8}, builder.getI8Type()));
  expect(MinOp::create(builder, loc, x, ArrayRef<int64_t>{0}, true),
         f32({1, kDynamic, 8}));
  expect(ArgmaxOp::create(builder, loc, x, int64_t(0), false),
         tensor({kDynamic, 8}, builder.getI32Type()));
  expect(ArgminOp::create(builder, loc, x, int64_t(2), true),
         tensor({4, kDynamic, 1}, builder.getI32Type()));
  expect(SoftmaxOp::create(builder, loc, x, int64_t(2)), x.getType());
}

TEST_F(BuildersTest, Contractions) {
  Value a = make(f32({kDynamic, 3, 4})), b = make(f32({5, 4, 6}));
  expect(MatmulOp::create(builder, loc, a, b), f32({5, 3, 6}));
  Value i = make(tensor({2, 2}, builder.getI16Type()));
  expect(MatmulOp::create(builder, loc, i, i),
         tensor({2, 2}, builder.getI32Type()));

  ArrayRef<int64_t> none;
  Value image = make(f32({kDynamic, 4, 8, 9}));
  Value filter = make(f32({6, 2, 3, 3}));
  expect(ConvOp::create(builder, loc, image, filter, ArrayRef<int64_t>{2, 1},
                        ArrayRef<int64_t>{1, 2}, ArrayRef<int64_t>{1, 0},
                        ArrayRef<int64_t>{1, 3}, 2),
         f32({kDynamic, 6, 4, 8}));
  Value full = make(f32({6, 4, 3, 3}));
  expect(ConvOp::create(builder, loc, image, full, none, none, none, none),
         f32({kDynamic, 6, 6, 7}));
  expect(MaxPoolOp::create(builder, loc, image, ArrayRef<int64_t>{2, 2}, none,
                           none, none, none),
         f32({kDynamic, 4, 4, 4}));
  expect(MaxPoolOp::create(builder, loc, image, ArrayRef<int64_t>{3, 3},
                           ArrayRef<int64_t>{2, 2}, none,
                           ArrayRef<int64_t>{1, 1}, ArrayRef<int64_t>{1, 1}),
         f32({kDynamic, 4, 4, 5}));
}

TEST_F(BuildersTest, Creation) {
  Value n = make(builder.getIndexType());
  expect(ArangeOp::create(builder, loc, index(10), builder.getI32IntegerAttr(0),
                          builder.getI32IntegerAttr(1)),
         tensor({10}, builder.getI32Type()));
  expect(ArangeOp::create(builder, loc, n, builder.getF32FloatAttr(0),
                          builder.getF32FloatAttr(1)),
         f32({kDynamic}));
}

// Tests that wrong operands give an op that the verifier refuses, not a crash.
TEST_F(BuildersTest, WrongOperands) {
  ScopedDiagnosticHandler handler(&context, [](Diagnostic &) {});
  ArrayRef<int64_t> none;
  Value x = make(f32({4, 8})), v = make(f32({4}));
  auto refuse = [](Operation *op) { EXPECT_TRUE(failed(verify(op))); };
  refuse(PermuteOp::create(builder, loc, x, ArrayRef<int64_t>{7, -1}));
  refuse(MatmulOp::create(builder, loc, x, v));
  refuse(ConvOp::create(builder, loc, x, v, none, none, none, none));
  refuse(MaxPoolOp::create(builder, loc, v, ArrayRef<int64_t>{2, 2}, none, none,
                           none, none));
  refuse(MaxPoolOp::create(builder, loc, v, ArrayRef<int64_t>{0}, none, none,
                           none, none));
  refuse(SumOp::create(builder, loc, x, ArrayRef<int64_t>{5}, false));
  refuse(ArgmaxOp::create(builder, loc, x, int64_t(9), false));
}
