//===- EvaluateErrorsTest.cpp - what the reference refuses ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "gtest/gtest.h"

using namespace tinygrad;
using namespace tinygrad::reference;

static const char *header =
    "func.func @f(%x: tensor<?xf32> {tg.dims = [\"n\"]}, "
    "%y: tensor<?xf32> {tg.dims = [\"n\"]}) -> tensor<?xf32> "
    "attributes {tg.variables = {n = [1, 8]}} {\n";

static std::string errorsOf(const std::string &body,
                            const std::vector<HostTensor> &inputs,
                            const Bindings &given = {}) {
  Evaluation e = evaluateText(header + body, inputs, given);
  EXPECT_TRUE(e.results.empty());
  return e.errors;
}

static HostTensor floats(int64_t size) {
  return *HostTensor::zeros(DType::F32, {size});
}

TEST(EvaluateErrors, Bindings) {
  std::string body = "return %x : tensor<?xf32>\n}";
  EXPECT_EQ(errorsOf(body, {floats(2), floats(3)}),
            "variable 'n' is 2 by axis 0 of argument 0, but 3 by axis 0 of "
            "argument 1\n");
  EXPECT_EQ(errorsOf(body, {floats(9), floats(9)}),
            "variable 'n' is 9 by axis 0 of argument 0, outside its bounds "
            "[1, 8]\n");
  Bindings given;
  given["n"] = 5;
  EXPECT_EQ(errorsOf(body, {floats(2), floats(2)}, given),
            "variable 'n' is 5 by the given value, but 2 by axis 0 of "
            "argument 0\n");
  given.clear();
  given["m"] = 5;
  EXPECT_EQ(errorsOf(body, {floats(2), floats(2)}, given),
            "has no variable 'm'\n");
}

TEST(EvaluateErrors, Inputs) {
  std::string body = "return %x : tensor<?xf32>\n}";
  EXPECT_EQ(errorsOf(body, {floats(2)}), "expects 2 inputs, but got 1\n");
  HostTensor wrong = *HostTensor::zeros(DType::F16, {2, 2});
  EXPECT_EQ(errorsOf(body, {floats(2), wrong}),
            "argument 1 expects 'tensor<?xf32>', but got float16 [2, 2]\n");
}

TEST(EvaluateErrors, UnboundVariable) {
  Evaluation e = evaluateText(
      "func.func @f() -> tensor<?xi32> attributes {tg.variables = {n = [1, 8]}}"
      "{\n%n = tg.variable \"n\"\n"
      "%r = tg.arange [%n] start(0 : i32) step(1 : i32) : tensor<?xi32>\n"
      "return %r : tensor<?xi32>\n}",
      {});
  EXPECT_EQ(e.errors, "variable \"n\" has no value: no input carries it\n");
}

TEST(EvaluateErrors, SizesThatDoNotFit) {
  EXPECT_EQ(errorsOf("%n = tg.variable \"n\"\n"
                     "%big = arith.constant 4611686018427387904 : index\n"
                     "%m = arith.muli %n, %big : index\n"
                     "%z = tg.arange [%m] start(0.0 : f32) step(1.0 : f32) : "
                     "tensor<?xf32>\nreturn %z : tensor<?xf32>\n}",
                     {floats(8), floats(8)}),
            "'arith.muli' op overflows\n");
  EXPECT_EQ(errorsOf("%big = arith.constant 4611686018427387904 : index\n"
                     "%z = tg.arange [%big] start(0.0 : f32) step(1.0 : f32) : "
                     "tensor<?xf32>\nreturn %z : tensor<?xf32>\n}",
                     {floats(8), floats(8)}),
            "'tg.arange' op has a result too large to evaluate: "
            "[4611686018427387904]\n");
  EXPECT_EQ(errorsOf("%n = tg.variable \"n\"\n"
                     "%s = tg.shrink %x [2] [%n] : tensor<?xf32> -> "
                     "tensor<?xf32>\nreturn %s : tensor<?xf32>\n}",
                     {floats(3), floats(3)}),
            "'tg.shrink' op expects a part of [3], but got offsets [2] and "
            "sizes [3]\n");
}

TEST(EvaluateErrors, NoElementsToChooseFrom) {
  Evaluation e = evaluateText(
      "func.func @f(%x: tensor<?x2xf32> {tg.dims = [\"n\", 2]}) -> "
      "tensor<2xf32> attributes {tg.variables = {n = [0, 8]}} {\n"
      "%r = tg.max %x axes [0] : tensor<?x2xf32> -> tensor<2xf32>\n"
      "return %r : tensor<2xf32>\n}",
      {*HostTensor::zeros(DType::F32, {0, 2})});
  EXPECT_EQ(e.errors, "'tg.max' op has no elements to choose from: axis 0 has "
                      "size 0\n");
}
