//===- check-math.cpp - try every f32 input of the math functions -*- C++ -*-=//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// check-math [function ...] [--stride=N] [--least=X] [--most=Y] [--f64=SAMPLES]
//
// Compares each math sequence with the double (for f64: long double) function
// of the C library on all 2^32 f32 inputs, or every N-th, or those of both
// signs from X to below Y in magnitude; and on random f64 inputs. Prints the
// largest error in units in the last place and where it is; fails if an error
// is above 1 ULP (f64: 2 ULP) or a class of value is wrong.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/MathErrors.h"
#include "VectorMath.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using namespace tinygrad::math;

/// Adds the error of one result; where it is the number nearest to the wanted
/// one, only while none is worse.
static void addError(WorstError &worst, MathFn fn, float x, float got) {
  double want = libraryValue(fn, static_cast<double>(x));
  bool isNearest = got == static_cast<float>(want) && got != 0;
  if (!isNearest || worst.ulps < 0.5)
    worst.add(ErrorAt{ulpError(got, want), x});
}

/// The bits of magnitudes to try, the last one excluded.
struct Magnitudes {
  uint64_t first = 0, last = uint64_t(1) << 31;
};

static uint64_t magnitudeBits(const char *text) {
  float x = std::fabs(std::strtof(text, nullptr));
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

static WorstError checkF32(MathFn fn, Magnitudes range, uint64_t stride) {
  constexpr int lanes = 16;
  WorstError worst;
  for (uint64_t sign : {uint64_t(0), uint64_t(1) << 31})
    for (uint64_t first = range.first; first < range.last;
         first += lanes * stride) {
      Lanes<float, lanes> x;
      for (int lane = 0; lane < lanes; ++lane) {
        uint64_t bits = std::min(first + lane * stride, range.last - 1);
        x[lane] = floatOfBits(uint32_t(sign | bits));
      }
      Lanes<float, lanes> got = evaluateLanes<float, lanes>(fn, x);
      for (int lane = 0; lane < lanes; ++lane)
        addError(worst, fn, x[lane], got[lane]);
    }
  return worst;
}

static WorstError checkSampledF64(MathFn fn, uint64_t samples) {
  WorstError worst;
  std::mt19937_64 random(1);
  for (uint64_t i = 0; i < samples; ++i) {
    uint64_t bits = random();
    // Half of the samples have a moderate exponent, where the work is.
    if (i & 1)
      bits = (bits & ~(uint64_t(0x7ff) << 52)) |
             ((1003 + (bits >> 58) % 32) << 52);
    worst.add(errorAt(fn, doubleOfBits(bits)));
  }
  return worst;
}

int main(int argc, char **argv) {
  uint64_t stride = 1, samples = 2000000;
  Magnitudes range;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (!std::strncmp(argv[i], "--stride=", 9))
      stride = std::strtoull(argv[i] + 9, nullptr, 10);
    else if (!std::strncmp(argv[i], "--least=", 8))
      range.first = magnitudeBits(argv[i] + 8);
    else if (!std::strncmp(argv[i], "--most=", 7))
      range.last = magnitudeBits(argv[i] + 7);
    else if (!std::strncmp(argv[i], "--f64=", 6))
      samples = std::strtoull(argv[i] + 6, nullptr, 10);
    else
      names.push_back(argv[i]);
  }
  if (!stride)
    stride = 1;
  bool good = true;
  for (const MathFnInfo &info : mathFns) {
    bool chosen = names.empty();
    for (const std::string &name : names)
      chosen |= name == info.name;
    if (!chosen)
      continue;
    WorstError f32 = checkF32(info.fn, range, stride);
    WorstError f64 = checkSampledF64(info.fn, samples);
    std::printf("%-9s f32 %.4f ULP at %a   f64 %.4f ULP at %a\n", info.name,
                f32.ulps, f32.input, f64.ulps, f64.input);
    std::fflush(stdout);
    good &= f32.ulps <= 1.0 && f64.ulps <= 2.0;
  }
  return good ? 0 : 1;
}
