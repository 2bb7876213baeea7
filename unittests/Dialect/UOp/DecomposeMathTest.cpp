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

/// Compares compiled code with the scalar evaluation, bit for bit.
template <class T>
static void expectSameBits(const std::vector<T> &inputs, int width) {
  std::string element = sizeof(T) == 4 ? "f32" : "f64";
  std::string type =
      width ? "vector<" + std::to_string(width) + "x" + element + ">" : element;
  for (const MathFnInfo &info : mathFns) {
    DecomposedCode code;
    std::string error =
        code.compile({std::string("%r = math.") + info.name + " %x : " + type,
                      element, element, width, false, "uop-decompose-math"});
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
