//===- limits.cpp - what this machine can do just now ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints one line of JSON: the f32 multiply-adds of one core, those of bytes by
// VPDPBUSD, or as words by VPMADDWD, and of bytes and bf16 by tiles (AMX) where
// it has these (0 else), and the bytes it reads and copies (by streaming
// stores), each the best of some tries by CPU time, since other work on the
// machine must not count. bench/run.py compiles it with -march=native
// and runs it between the kernels that it measures.
//
//===----------------------------------------------------------------------===//

#include "../tools/tg-run/TileLoops.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#define HAS_TILE_LOOPS
#endif
#endif

#if defined(__AVX512F__)
constexpr int lanes = 16;
#elif defined(__AVX2__)
constexpr int lanes = 8;
#else
constexpr int lanes = 4;
#endif
typedef float Vector __attribute__((vector_size(lanes * sizeof(float))));

static volatile float sink;

static double getSeconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

template <typename Body> static double best(int tries, Body body) {
  double least = 1e9;
  for (int i = 0; i < tries; ++i) {
    double start = getSeconds();
    body();
    least = std::min(least, getSeconds() - start);
  }
  return least;
}

/// Enough independent chains for two units of four cycles' latency, and few
/// enough for sixteen registers, which is all that the constraint below names.
constexpr int chains = 12;

static void multiplyAdd(long count) {
  Vector sums[chains], x = {}, y = {};
  for (int i = 0; i < lanes; ++i)
    x[i] = 0.999f, y[i] = 1e-3f;
  for (Vector &sum : sums) {
    sum = y;
    // Otherwise all of them are one to the compiler.
    asm volatile("" : "+x"(sum));
  }
  for (long i = 0; i < count; ++i) {
#pragma unroll
    for (Vector &sum : sums)
      sum = sum * x + y;
  }
  Vector all = {};
  for (Vector &sum : sums)
    all += sum;
  sink = all[0];
}

#if defined(__AVX512VNNI__)
constexpr int byteLanes = 16, perLane = 4;
#define MULTIPLY_BYTES(sum, x, y) _mm512_dpbusd_epi32(sum, x, y)
typedef __m512i Bytes;
#elif defined(__AVXVNNI__)
constexpr int byteLanes = 8, perLane = 4;
#define MULTIPLY_BYTES(sum, x, y) _mm256_dpbusd_avx_epi32(sum, x, y)
typedef __m256i Bytes;
#elif defined(__AVX2__)
// Two products of words a lane, since there are none of bytes.
constexpr int byteLanes = 8, perLane = 2;
typedef __m256i Bytes;
static inline Bytes multiplyWords(Bytes sum, Bytes &x, Bytes y) {
  // Not one product for all sums.
  asm volatile("" : "+x"(x));
  return _mm256_add_epi32(sum, _mm256_madd_epi16(x, y));
}
#define MULTIPLY_BYTES(sum, x, y) multiplyWords(sum, x, y)
#else
constexpr int byteLanes = 0, perLane = 0;
#endif

/// As many products a lane as `perLane` says.
static void multiplyBytes([[maybe_unused]] long count) {
#ifdef MULTIPLY_BYTES
  Bytes sums[chains], x = {}, y = {};
  for (Bytes &sum : sums) {
    sum = Bytes{};
    asm volatile("" : "+x"(sum), "+x"(x), "+x"(y));
  }
  for (long i = 0; i < count; ++i) {
#pragma unroll
    for (Bytes &sum : sums)
      sum = MULTIPLY_BYTES(sum, x, y);
  }
  Bytes all = {};
  for (Bytes &sum : sums)
    all += sum;
  sink = float(all[0]);
#endif
}

#ifdef HAS_TILE_LOOPS
static bool hasTiles(unsigned bit) {
  unsigned eax, ebx, ecx, edx;
  return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && edx >> 24 & 1 &&
         edx >> bit & 1 && syscall(SYS_arch_prctl, 0x1023, 18) == 0;
}

TINYGRAD_TILE_LOOP(multiplyTilesOfBytes, "tdpbssd")
TINYGRAD_TILE_LOOP(multiplyTilesOfBF16, "tdpbf16ps")
#else
static bool hasTiles(unsigned) { return false; }
static void multiplyTilesOfBytes(long) {}
static void multiplyTilesOfBF16(long) {}
#endif

static void read(const Vector *data, size_t count) {
  Vector sums[8] = {};
  for (size_t i = 0; i < count; i += 8) {
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sums[j] += data[i + j];
  }
  Vector all = {};
  for (Vector &sum : sums)
    all += sum;
  sink = all[0];
}

static void copy(Vector *to, const Vector *from, size_t count) {
  for (size_t i = 0; i < count; ++i)
    __builtin_nontemporal_store(from[i], to + i);
  sink = to[count / 2][0];
}

int main() {
  const long steps = 100000;
  const size_t bytes = size_t(64) << 20, count = bytes / sizeof(Vector);
  auto *from = static_cast<Vector *>(aligned_alloc(64, bytes));
  auto *to = static_cast<Vector *>(aligned_alloc(64, bytes));
  if (!from || !to)
    return 1;
  memset(from, 0, bytes);
  memset(to, 0, bytes);
  double flops = best(60, [&] { multiplyAdd(steps); });
  double bytes8 = best(byteLanes ? 60 : 1, [&] { multiplyBytes(steps); });
  // The bits of AMX_INT8 and AMX_BF16.
  auto ofTiles = [&](unsigned bit, auto *body, double perProduct) {
    if (!hasTiles(bit))
      return 0.0;
    return 4.0 * perProduct * steps / best(10, [&] { body(steps); }) / 1e9;
  };
  double tiles8 = ofTiles(25, multiplyTilesOfBytes, 2 * 16 * 16 * 64);
  double tiles16 = ofTiles(22, multiplyTilesOfBF16, 2 * 16 * 16 * 32);
  double reading = best(4, [&] { read(from, count); });
  double copying = best(4, [&] { copy(to, from, count); });
  printf("{\"fma_gflops\":%.1f,\"int8_gops\":%.1f,\"int8_tile_gops\":%.1f,"
         "\"bf16_tile_gflops\":%.1f,\"read_gbs\":%.2f,\"copy_gbs\":%.2f}\n",
         2.0 * steps * chains * lanes / flops / 1e9,
         byteLanes ? 2.0 * perLane * steps * chains * byteLanes / bytes8 / 1e9
                   : 0,
         tiles8, tiles16, double(bytes) / reading / 1e9,
         2.0 * double(bytes) / copying / 1e9);
}
