//===- DecomposeMathTest.cpp - compiled and scalar agree --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposedCode.h"

#include "TinyGrad/Support/MathErrors.h"
#include "gtest/gtest.h"

#include <random>

using namespace tinygrad;
using namespace tinygrad::math;
using uop::DecomposedCode;

/// The op of a function: one of math's, or an activation.
static std::string getOp(const MathFnInfo &info) {
  switch (info.fn) {
  case MathFn::Sigmoid:
  case MathFn::Silu:
  case MathFn::Gelu:
  case MathFn::GeluTanh:
    return std::string("%r = uop.activation <") + info.name + ">";
  default:
    return std::string("%r = math.") + info.name;
  }
}

/// Compares compiled code with the scalar evaluation, bit for bit.
template <class T>
static void expectSameBits(const std::vector<T> &inputs, int width) {
  std::string element = sizeof(T) == 4 ? "f32" : "f64";
  std::string type =
      width ? "vector<" + std::to_string(width) + "x" + element + ">" : element;
  for (const MathFnInfo &info : mathFns) {
    DecomposedCode code;
    std::string error =
        code.compile({getOp(info) + " %x : " + type, element, element, width,
                      false, "uop-decompose-math"});
    ASSERT_EQ(error, "");
    std::vector<T> results(inputs.size());
    code.run(inputs.data(), nullptr, results.data(), inputs.size());
    size_t differing = 0;
    for (size_t i = 0; i < inputs.size(); ++i) {
      T expected = evaluate(info.fn, inputs[i]);
      differing += std::memcmp(&expected, &results[i], sizeof(T)) != 0;
    }
    EXPECT_EQ(differing, 0u) << info.name << " of " << element;
  }
}

static std::vector<float> sampleF32() {
  std::vector<float> inputs = {0.0f, -0.0f, 1.0f, INFINITY, -INFINITY, NAN};
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += 40009)
    inputs.push_back(floatOfBits(uint32_t(bits)));
  inputs.resize(inputs.size() / 16 * 16);
  return inputs;
}

static std::vector<double> sampleF64() {
  std::vector<double> inputs = {0.0, -0.0, 1.0, INFINITY, -INFINITY, NAN};
  std::mt19937_64 random(3);
  for (int i = 0; i < 50000; ++i) {
    inputs.push_back(doubleOfBits(random()));
    inputs.push_back(std::ldexp(double(random()) - 0x1p63, int(i % 20) - 66));
  }
  inputs.resize(inputs.size() / 16 * 16);
  return inputs;
}

TEST(DecomposeMath, F32VectorsMatchTheSequence) {
  expectSameBits(sampleF32(), 16);
}

TEST(DecomposeMath, F32ScalarsMatchTheSequence) {
  expectSameBits(sampleF32(), 0);
}

TEST(DecomposeMath, F64VectorsMatchTheSequence) {
  expectSameBits(sampleF64(), 8);
}

TEST(DecomposeMath, PowersMatchTheSequence) {
  DecomposedCode code;
  std::string error =
      code.compile({"%r = math.powf %x, %y : vector<16xf32>", "f32", "f32", 16,
                    true, "uop-decompose-math"});
  ASSERT_EQ(error, "");
  std::vector<float> x = sampleF32(), y(x.rbegin(), x.rend());
  for (size_t i = 0; i < y.size(); i += 2)
    y[i] = std::ldexp(float(int(i % 4001) - 2000), -5);
  std::vector<float> got(x.size());
  code.run(x.data(), y.data(), got.data(), x.size());
  size_t differing = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    float expected = evaluatePow(x[i], y[i]);
    differing += std::memcmp(&expected, &got[i], sizeof(float)) != 0;
  }
  EXPECT_EQ(differing, 0u);
}

// Tests that functions agree where the processor has no fma, nor what else the
// smallest x86-64 lacks. So do those of f64 but where products are tiny.
TEST(DecomposeMath, SequencesMatchWithoutFma) {
  for (MathFn fn : {MathFn::Exp, MathFn::Tan, MathFn::Gelu, MathFn::Asin}) {
    const MathFnInfo *info = std::find_if(
        std::begin(mathFns), std::end(mathFns),
        [&](const MathFnInfo &candidate) { return candidate.fn == fn; });
    DecomposedCode code;
    std::string error = code.compile(
        {getOp(*info) + " %x : vector<8xf32>", "f32", "f32", 8, false,
         "uop-decompose-math,uop-decompose-dtypes{fma=false roundings=false}"});
    ASSERT_EQ(error, "");
    std::vector<float> x = sampleF32(), got(x.size());
    code.run(x.data(), nullptr, got.data(), x.size());
    size_t differing = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      float expected = evaluate(fn, x[i]);
      differing += std::memcmp(&expected, &got[i], sizeof(float)) != 0;
    }
    EXPECT_EQ(differing, 0u) << info->name;
  }
}
