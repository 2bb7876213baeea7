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

#define MULTIPLY_BYTES(name, features, lanes, instruction)                     \
  __attribute__((target(features), noinline)) double name() {                  \
    typedef long long Vector __attribute__((vector_size(4 * lanes)));          \
    Vector sums[kChains], x = {}, y = {};                                      \
    for (Vector &sum : sums) {                                                 \
      sum = Vector{};                                                          \
      asm volatile("" : "+x"(sum), "+x"(x), "+x"(y));                          \
    }                                                                          \
    for (long step = 0; step < kSteps; ++step) {                               \
      _Pragma("unroll") for (Vector &sum : sums) sum =                         \
          (Vector)instruction(sum, x, y);                                      \
    }                                                                          \
    for (Vector &sum : sums)                                                   \
      asm volatile("" ::"x"(sum));                                             \
    return 8.0 * kSteps * kChains * lanes;                                     \
  }
MULTIPLY_BYTES(multiplyWide, "avx512f,avx512vnni", 16, _mm512_dpbusd_epi32)
MULTIPLY_BYTES(multiplyHalf, "avx2,avxvnni", 8, _mm256_dpbusd_avx_epi32)

/// The factors may change in each product, for all that the compiler knows.
#define MULTIPLY_WORDS(name, features, lanes, instruction)                     \
  __attribute__((target(features), noinline)) double name() {                  \
    typedef int Vector __attribute__((vector_size(4 * lanes)));                \
    typedef long long Words __attribute__((vector_size(4 * lanes)));           \
    Vector sums[kChains] = {};                                                 \
    Words x = {}, y = {};                                                      \
    for (long step = 0; step < kSteps; ++step) {                               \
      _Pragma("unroll") for (Vector &sum : sums) {                             \
        asm volatile("" : "+x"(x), "+x"(y));                                   \
        sum += (Vector)instruction(x, y);                                      \
      }                                                                        \
    }                                                                          \
    for (Vector &sum : sums)                                                   \
      asm volatile("" ::"x"(sum));                                             \
    return 4.0 * kSteps * kChains * lanes;                                     \
  }
MULTIPLY_WORDS(multiplyWideWords, "avx512f,avx512bw", 16, _mm512_madd_epi16)
MULTIPLY_WORDS(multiplyHalfWords, "avx2", 8, _mm256_madd_epi16)
MULTIPLY_WORDS(multiplyShortWords, "sse2", 4, _mm_madd_epi16)

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
