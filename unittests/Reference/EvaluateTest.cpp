//===- EvaluateTest.cpp - values of the reference ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few values of each family, worked out by hand; test/Integration/numpy
// compares many more with NumPy.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace tinygrad;
using namespace tinygrad::reference;

using Values = std::vector<double>;

static void expectValues(const Evaluation &evaluation, const Values &expected) {
  EXPECT_EQ(evaluation.errors, "");
  Values got = evaluation.values();
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(got[i])) << "element " << i;
      continue;
    }
    EXPECT_EQ(got[i], expected[i]) << "element " << i;
    EXPECT_EQ(std::signbit(got[i]), std::signbit(expected[i]))
        << "element " << i;
  }
}

TEST(Evaluate, ElementwiseFloats) {
  HostTensor a = tensor(DType::F32, {3}, {1, -2.5, INFINITY});
  HostTensor b = tensor(DType::F32, {3}, {3, 0, -0.0});
  std::string type = "tensor<3xf32>";
  auto binary = [&](std::string op) {
    return evaluateBody("%r = tg." + op + " %0, %1 : " + type, type, {a, b});
  };
  auto unary = [&](std::string op) {
    return evaluateBody("%r = tg." + op + " %0 : " + type, type, {a});
  };
  expectValues(binary("add"), {4, -2.5, INFINITY});
  expectValues(binary("div"), {double(1.0f / 3), -INFINITY, -INFINITY});
  expectValues(binary("maximum"), {3, 0, INFINITY});
  expectValues(binary("minimum"), {1, -2.5, -0.0});
  expectValues(binary("floordiv"), {0, -INFINITY, -INFINITY});
  expectValues(unary("neg"), {-1, 2.5, -INFINITY});
  expectValues(unary("relu"), {1, 0, INFINITY});
  expectValues(unary("trunc"), {1, -2, INFINITY});
  expectValues(unary("abs"), {1, 2.5, INFINITY});
  expectValues(unary("reciprocal"), {1, double(1 / -2.5f), 0});
  expectValues(unary("sqrt"), {1, NAN, INFINITY});
  // Rounding is MathSequencesTest's business.
  HostTensor whole = tensor(DType::F32, {3}, {1, -3, INFINITY});
  expectValues(evaluateBody("%r = tg.exp2 %0 : " + type, type, {whole}),
               {2, 0.125, INFINITY});
  expectValues(unary("sin"),
               {double(std::sin(1.0f)), double(std::sin(-2.5f)), NAN});
}

TEST(Evaluate, NarrowFloatsRoundEachOp) {
  HostTensor a = tensor(DType::BF16, {1}, {256});
  HostTensor b = tensor(DType::BF16, {1}, {1});
  std::string type = "tensor<1xbf16>";
  expectValues(evaluateBody("%s = tg.add %0, %1 : " + type +
                                "\n%r = tg.add %s, %1 : " + type,
                            type, {a, b}),
               {256});
  HostTensor f8 = tensor(DType::F8E4M3FN, {1}, {448});
  expectValues(evaluateBody("%r = tg.add %0, %0 : tensor<1xf8E4M3FN>",
                            "tensor<1xf8E4M3FN>", {f8}),
               {448});
}

TEST(Evaluate, ElementwiseIntegers) {
  HostTensor a = tensor(DType::Int8, {4}, {-128, 7, -7, 100});
  HostTensor b = tensor(DType::Int8, {4}, {-1, 0, 2, 100});
  std::string type = "tensor<4xi8>";
  auto binary = [&](std::string op) {
    return evaluateBody("%r = tg." + op + " %0, %1 : " + type, type, {a, b});
  };
  expectValues(binary("add"), {127, 7, -5, -56});
  expectValues(binary("mul"), {-128, 0, -14, 16});
  expectValues(binary("floordiv"), {-128, -1, -4, 1});
  expectValues(binary("mod"), {0, 7, 1, 0});
  expectValues(binary("cdiv"), {-128, -1, -3, 1});
  expectValues(binary("cmod"), {0, 7, -1, 0});
  expectValues(binary("shl"), {0, 7, -28, 0});
  expectValues(binary("shr"), {-1, 7, -2, 0});
  expectValues(evaluateBody("%r = tg.abs %0 : " + type, type, {a}),
               {-128, 7, 7, 100});
}

TEST(Evaluate, UnsignedIntegersAndBools) {
  HostTensor a = tensor(DType::UInt64, {2}, {-1, 5});
  HostTensor b = tensor(DType::UInt64, {2}, {1, 7});
  expectValues(evaluateBody("%r = tg.cmp lt %0, %1 : tensor<2xui64>",
                            "tensor<2xi1>", {a, b}),
               {0, 1});
  expectValues(evaluateBody("%r = tg.cast %0 : tensor<2xui64> to tensor<2xf64>",
                            "tensor<2xf64>", {a}),
               {0x1p64, 5});
  HostTensor p = tensor(DType::Bool, {4}, {0, 0, 1, 1});
  HostTensor q = tensor(DType::Bool, {4}, {0, 1, 0, 1});
  std::string type = "tensor<4xi1>";
  expectValues(evaluateBody("%r = tg.add %0, %1 : " + type, type, {p, q}),
               {0, 1, 1, 1});
  expectValues(evaluateBody("%r = tg.mul %0, %1 : " + type, type, {p, q}),
               {0, 0, 0, 1});
  expectValues(evaluateBody("%r = tg.not %0 : " + type, type, {p}),
               {1, 1, 0, 0});
}

TEST(Evaluate, CompareSelectCast) {
  HostTensor a = tensor(DType::F32, {3}, {1, NAN, -0.0});
  HostTensor b = tensor(DType::F32, {3}, {2, 2, 0});
  auto compare = [&](std::string predicate) {
    return evaluateBody("%r = tg.cmp " + predicate + " %0, %1 : tensor<3xf32>",
                        "tensor<3xi1>", {a, b});
  };
  expectValues(compare("lt"), {1, 0, 0});
  expectValues(compare("le"), {1, 0, 1});
  expectValues(compare("ne"), {1, 1, 0});
  expectValues(compare("eq"), {0, 0, 1});
  expectValues(compare("gt"), {0, 0, 0});
  expectValues(compare("ge"), {0, 0, 1});
  expectValues(evaluateBody("%c = tg.cmp lt %0, %1 : tensor<3xf32>\n"
                            "%r = tg.where %c, %0, %1 : tensor<3xf32>",
                            "tensor<3xf32>", {a, b}),
               {1, 2, 0});
  HostTensor x = tensor(DType::F32, {4}, {300, -3e9, NAN, 2.9f});
  auto cast = [&](std::string to, std::string mode = "") {
    return evaluateBody("%r = tg.cast %0 " + mode + " : tensor<4xf32> to " + to,
                        to, {x});
  };
  expectValues(cast("tensor<4xi32>"), {300, double(INT32_MIN), 0, 2});
  expectValues(cast("tensor<4xui8>"), {44, 0, 0, 2});
  expectValues(cast("tensor<4xi1>"), {1, 1, 1, 1});
  expectValues(cast("tensor<4xf8E4M3FN>", "saturate none"), {288, NAN, NAN, 3});
  expectValues(cast("tensor<4xf8E5M2>"), {320, -57344, NAN, 3});
}

TEST(Evaluate, BitcastKeepsNaNs) {
  HostTensor x = *HostTensor::zeros(DType::Int32, {1});
  x.setBits(0, 0x7f800001);
  Evaluation e =
      evaluateBody("%s = tg.bitcast %0 : tensor<1xi32> to tensor<1xf32>\n"
                   "%t = tg.neg %s : tensor<1xf32>\n"
                   "%r = tg.bitcast %t : tensor<1xf32> to tensor<1xi32>",
                   "tensor<1xi32>", {x});
  ASSERT_EQ(e.errors, "");
  EXPECT_EQ(e.results[0].getBits(0), 0xff800001u);
}

TEST(Evaluate, Movement) {
  HostTensor x = tensor(DType::Int32, {2, 3}, {1, 2, 3, 4, 5, 6});
  std::string in = "tensor<2x3xi32>";
  auto run = [&](std::string op, std::string out) {
    return evaluateBody("%r = tg." + op + " : " + in + " -> " + out, out, {x});
  };
  expectValues(run("reshape %0 [3, 2]", "tensor<3x2xi32>"), {1, 2, 3, 4, 5, 6});
  expectValues(run("permute %0 [1, 0]", "tensor<3x2xi32>"), {1, 4, 2, 5, 3, 6});
  expectValues(
      run("pad %0 low [1, 0] high [0, 1] value(9 : i32)", "tensor<3x4xi32>"),
      {9, 9, 9, 9, 1, 2, 3, 9, 4, 5, 6, 9});
  expectValues(run("shrink %0 [1, 1] [1, 2]", "tensor<1x2xi32>"), {5, 6});
  expectValues(evaluateBody("%r = tg.flip %0 [1] : " + in, in, {x}),
               {3, 2, 1, 6, 5, 4});
  expectValues(evaluateBody("%s = tg.shrink %0 [0, 0] [2, 1] : " + in +
                                " -> tensor<2x1xi32>\n"
                                "%r = tg.expand %s [2, 3] : tensor<2x1xi32> "
                                "-> " +
                                in,
                            in, {x}),
               {1, 1, 1, 4, 4, 4});
}

TEST(Evaluate, Reduces) {
  HostTensor x = tensor(DType::F32, {2, 3}, {1, -0.0, 3, NAN, 0, 6});
  std::string in = "tensor<2x3xf32>";
  auto run = [&](std::string op, std::string out) {
    return evaluateBody("%r = tg." + op + " : " + in + " -> " + out, out, {x});
  };
  expectValues(run("sum %0 axes [1]", "tensor<2xf32>"), {4, NAN});
  expectValues(run("max %0 axes [0] keepdim", "tensor<1x3xf32>"), {NAN, 0, 6});
  expectValues(run("min %0 axes [0]", "tensor<3xf32>"), {NAN, -0.0, 3});
  expectValues(run("prod %0 axes [1]", "tensor<2xf32>"), {-0.0, NAN});
  HostTensor small = tensor(DType::Int8, {2, 2}, {100, 100, 100, 1});
  expectValues(
      evaluateBody("%r = tg.sum %0 axes [0, 1] : tensor<2x2xi8> -> tensor<i32>",
                   "tensor<i32>", {small}),
      {301});
  HostTensor none = tensor(DType::F32, {0, 2}, {});
  expectValues(
      evaluateBody("%r = tg.sum %0 axes [0] : tensor<0x2xf32> -> tensor<2xf32>",
                   "tensor<2xf32>", {none}),
      {0, 0});
  // 1024 + 0.5 + 0.5 is 1024 in f16 steps, 1025 when rounded once.
  HostTensor half = tensor(DType::F16, {3}, {1024, 0.5, 0.5});
  expectValues(
      evaluateBody("%r = tg.sum %0 axes [0] : tensor<3xf16> -> tensor<f16>",
                   "tensor<f16>", {half}),
      {1025});
}

TEST(Evaluate, Contractions) {
  HostTensor a = tensor(DType::F32, {2, 2}, {1, 2, 3, 4});
  HostTensor b = tensor(DType::F32, {2, 1}, {10, 1});
  expectValues(evaluateBody("%r = tg.matmul %0, %1 : tensor<2x2xf32>, "
                            "tensor<2x1xf32> -> tensor<2x1xf32>",
                            "tensor<2x1xf32>", {a, b}),
               {12, 34});
  HostTensor x = tensor(DType::F32, {1, 1, 2, 3}, {1, 2, 3, 4, 5, 6});
  HostTensor w = tensor(DType::F32, {1, 1, 2, 2}, {1, 0, 0, 1});
  expectValues(
      evaluateBody("%r = tg.conv %0, %1 pad_low [0, 1] pad_high [0, 0] : "
                   "tensor<1x1x2x3xf32>, tensor<1x1x2x2xf32> -> "
                   "tensor<1x1x1x3xf32>",
                   "tensor<1x1x1x3xf32>", {x, w}),
      {4, 6, 8});
  HostTensor g = tensor(DType::Int32, {1, 2, 3}, {1, 2, 3, 4, 5, 6});
  HostTensor v = tensor(DType::Int32, {2, 1, 2}, {1, 1, 1, -1});
  expectValues(evaluateBody("%r = tg.conv %0, %1 dilations [2] groups 2 : "
                            "tensor<1x2x3xi32>, tensor<2x1x2xi32> -> "
                            "tensor<1x2x1xi32>",
                            "tensor<1x2x1xi32>", {g, v}),
               {4, -2});
  expectValues(evaluateBody("%r = tg.max_pool %0 kernel [2, 2] strides [1, 1] "
                            ": tensor<1x1x2x3xf32> -> tensor<1x1x1x2xf32>",
                            "tensor<1x1x1x2xf32>", {x}),
               {5, 6});
}

TEST(Evaluate, Composites) {
  HostTensor x = tensor(DType::F32, {1, 4}, {0, 0, -INFINITY, 0});
  expectValues(evaluateBody("%r = tg.softmax %0 axis 1 : tensor<1x4xf32>",
                            "tensor<1x4xf32>", {x}),
               {double(1.0f / 3), double(1.0f / 3), 0, double(1.0f / 3)});
  HostTensor y = tensor(DType::F32, {2, 3}, {1, 5, 5, 2, NAN, NAN});
  expectValues(
      evaluateBody(
          "%r = tg.argmax %0 axis 1 : tensor<2x3xf32> -> tensor<2xi32>",
          "tensor<2xi32>", {y}),
      {1, 1});
  expectValues(evaluateBody("%r = tg.argmin %0 axis 0 keepdim : "
                            "tensor<2x3xf32> -> tensor<1x3xi32>",
                            "tensor<1x3xi32>", {y}),
               {0, 1, 1});
}

TEST(Evaluate, CreationAndScalars) {
  expectValues(evaluateBody("%r = tg.arange [4] start(1.5 : f32) step(0.5 : "
                            "f32) : tensor<4xf32>",
                            "tensor<4xf32>", {}),
               {1.5, 2, 2.5, 3});
  expectValues(evaluateBody("%r = tg.constant dense<[true, false, true]> : "
                            "tensor<3xi1>",
                            "tensor<3xi1>", {}),
               {1, 0, 1});
  HostTensor x = tensor(DType::F64, {}, {2});
  expectValues(
      evaluateBody("%r = tg.mul %0, %0 : tensor<f64>", "tensor<f64>", {x}),
      {4});
}

static const char *dynamicText = R"(
func.func @f(%x: tensor<?x2xf32> {tg.dims = ["n", 2]}) -> (tensor<?xf32>, tensor<?xf32>)
    attributes {tg.variables = {n = [1, 8]}} {
  %n = tg.variable "n"
  %two = arith.constant 2 : index
  %m = arith.muli %n, %two : index
  %0 = tg.kernel(%a = %x : tensor<?x2xf32>) -> tensor<?xf32> {
    %1 = tg.sum %a axes [1] : tensor<?x2xf32> -> tensor<?xf32>
    tg.yield %1 : tensor<?xf32>
  }
  %2 = tg.reshape %x [%m] : tensor<?x2xf32> -> tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
})";

TEST(Evaluate, VariablesAndKernels) {
  HostTensor x = tensor(DType::F32, {3, 2}, {1, 2, 3, 4, 5, 6});
  Evaluation e = evaluateText(dynamicText, {x});
  EXPECT_EQ(e.errors, "");
  EXPECT_EQ(e.values(0), (Values{3, 7, 11}));
  EXPECT_EQ(e.values(1), (Values{1, 2, 3, 4, 5, 6}));
}
