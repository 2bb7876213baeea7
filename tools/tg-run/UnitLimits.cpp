//===- UnitLimits.cpp - what matrix units can do ------------- -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over products that stay in their registers, as bench/limits.cpp has
// them.
//
//===----------------------------------------------------------------------===//

#include "UnitLimits.h"
#include "TileLoops.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "llvm/ADT/STLExtras.h"
#if defined(__x86_64__) && defined(__clang__)
#include <immintrin.h>
#endif

using namespace llvm;
using namespace tinygrad;
using namespace tinygrad::run;

namespace {
constexpr long kSteps = 50000;

#if defined(__x86_64__) && defined(__clang__)
/// Independent sums, within the registers that there are for sure.
constexpr int kChains = 12;

/// A loop over products of vectors of `lanes` sums, each of `products`. A
/// factor may change in each, for all that the compiler knows: not one for all
/// sums.
#define MULTIPLY(name, features, lanes, products, instruction)                 \
  __attribute__((target(features), noinline)) double name() {                  \
    typedef long long Vector __attribute__((vector_size(4 * lanes)));          \
    Vector sums[kChains], x = {}, y = {};                                      \
    for (Vector &sum : sums) {                                                 \
      sum = Vector{};                                                          \
      asm volatile("" : "+x"(sum), "+x"(y));                                   \
    }                                                                          \
    for (long step = 0; step < kSteps; ++step) {                               \
      _Pragma("unroll") for (Vector &sum : sums) {                             \
        asm volatile("" : "+x"(x));                                            \
        sum = (Vector)instruction(sum, x, y);                                  \
      }                                                                        \
    }                                                                          \
    for (Vector &sum : sums)                                                   \
      asm volatile("" ::"x"(sum));                                             \
    return 2.0 * products * kSteps * kChains * lanes;                          \
  }
MULTIPLY(multiplyWide, "avx512f,avx512vnni", 16, 4, _mm512_dpbusd_epi32)
MULTIPLY(multiplyHalf, "avx2,avxvnni", 8, 4, _mm256_dpbusd_avx_epi32)

#define ADD_WORDS_512(sum, x, y) _mm512_add_epi32(sum, _mm512_madd_epi16(x, y))
#define ADD_WORDS_256(sum, x, y) _mm256_add_epi32(sum, _mm256_madd_epi16(x, y))
#define ADD_WORDS_128(sum, x, y) _mm_add_epi32(sum, _mm_madd_epi16(x, y))
MULTIPLY(multiplyWideWords, "avx512f,avx512bw", 16, 2, ADD_WORDS_512)
MULTIPLY(multiplyHalfWords, "avx2", 8, 2, ADD_WORDS_256)
MULTIPLY(multiplyShortWords, "sse2", 4, 2, ADD_WORDS_128)

#define MULTIPLY_TILES(name, instruction, depth)                               \
  TINYGRAD_TILE_LOOP(name##Loop, instruction)                                  \
  double name() {                                                              \
    name##Loop(kSteps);                                                        \
    return 4.0 * kSteps * 2 * 16 * 16 * depth;                                 \
  }
MULTIPLY_TILES(multiplyTilesOfBytes, "tdpbssd", 64)
MULTIPLY_TILES(multiplyTilesOfBF16, "tdpbf16ps", 32)
MULTIPLY_TILES(multiplyTilesOfF16, "tdpfp16ps", 32)
#endif
} // namespace

const uop::MatrixUnit *tinygrad::run::findUnit(const CompileReport &report,
                                               const cpu::TargetInfo &target) {
  const uop::MatrixUnit *found = nullptr;
  for (const KernelReport &kernel : report.kernels) {
    constexpr StringLiteral kMark = " unit \"";
    StringRef opts = kernel.opts;
    size_t begin = opts.find(kMark);
    if (begin == StringRef::npos)
      continue;
    opts = opts.drop_front(begin + kMark.size());
    const uop::MatrixUnit *unit =
        uop::findMatrixUnit(opts.take_until([](char c) { return c == '"'; }));
    if (found && unit && unit->family != found->family)
      return nullptr;
    found = unit ? unit : found;
  }
  bool isHere = is_contained(uop::getMatrixUnits(target.chip), found);
  return isHere ? found : nullptr;
}

OperationLoop tinygrad::run::getLoop(const uop::MatrixUnit &unit) {
#if defined(__x86_64__) && defined(__clang__)
  switch (unit.family) {
  case uop::UnitFamily::VNNI:
    return unit.n == 16 ? multiplyWide : multiplyHalf;
  case uop::UnitFamily::Words:
    return unit.n == 16  ? multiplyWideWords
           : unit.n == 8 ? multiplyHalfWords
                         : multiplyShortWords;
  case uop::UnitFamily::TileInt8:
    return multiplyTilesOfBytes;
  case uop::UnitFamily::TileBF16:
    return multiplyTilesOfBF16;
  case uop::UnitFamily::TileF16:
    return multiplyTilesOfF16;
  default:
    return nullptr;
  }
#endif
  return nullptr;
}
