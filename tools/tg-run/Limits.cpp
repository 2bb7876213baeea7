//===- Limits.cpp - what this machine can do --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As bench/limits.cpp measures them, but for the widest registers that the
// processor turns out to have when this runs, and by the clock.
//
//===----------------------------------------------------------------------===//

#include "Limits.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <chrono>
#include <thread>
#include <vector>

using namespace llvm;
using namespace tinygrad::run;

#if defined(__x86_64__) && defined(__clang__)
#define TARGET(features) __attribute__((target(features), noinline))
#else
#define TARGET(features) __attribute__((noinline))
#endif

namespace {

constexpr long kSteps = 50000;
constexpr size_t kCopiedBytes = size_t(64) << 20;
/// Independent chains for two units of four cycles' latency, within the sixteen
/// registers that every vector unit has.
constexpr int kChains = 12;

/// Operations of a run, whose results go to `sink`.
using Body = double (*)(float *sink);

#define MULTIPLY_ADDS(name, features, lanes)                                   \
  TARGET(features) double name(float *sink) {                                  \
    typedef float Vector __attribute__((vector_size(lanes * sizeof(float))));  \
    Vector sums[kChains], x, y;                                                \
    for (int i = 0; i < lanes; ++i)                                            \
      x[i] = 0.999f, y[i] = 1e-3f;                                             \
    for (Vector &sum : sums) {                                                 \
      sum = y;                                                                 \
      asm volatile("" : "+x"(sum)); /* Chains of their own. */                 \
    }                                                                          \
    for (long step = 0; step < kSteps; ++step) {                               \
      _Pragma("unroll") for (Vector &sum : sums) sum =                         \
          __builtin_elementwise_fma(sum, x, y);                                \
    }                                                                          \
    for (Vector &sum : sums)                                                   \
      *sink += sum[0];                                                         \
    return 2.0 * kSteps * kChains * lanes;                                     \
  }

#if defined(__x86_64__) && defined(__clang__)
MULTIPLY_ADDS(multiplyAddWide, "avx512f", 16)
MULTIPLY_ADDS(multiplyAddHalf, "avx2,fma", 8)

/// Without the instruction: a product and a sum.
double multiplyAddSmall(float *sink) {
  typedef float Vector __attribute__((vector_size(16)));
  Vector sums[kChains], x = {0.999f, 0.999f, 0.999f, 0.999f},
                        y = {1e-3f, 1e-3f, 1e-3f, 1e-3f};
  for (Vector &sum : sums) {
    sum = y;
    asm volatile("" : "+x"(sum));
  }
  for (long step = 0; step < kSteps; ++step) {
#pragma unroll
    for (Vector &sum : sums)
      sum = sum * x + y;
  }
  for (Vector &sum : sums)
    *sink += sum[0];
  return 2.0 * kSteps * kChains * 4;
}

Body getMultiplyAdds() {
  if (__builtin_cpu_supports("avx512f"))
    return multiplyAddWide;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return multiplyAddHalf;
  return multiplyAddSmall;
}
#else
double multiplyAdds(float *sink) {
  float sums[kChains] = {};
  for (long step = 0; step < kSteps; ++step)
    for (float &sum : sums)
      sum = sum * 0.999f + 1e-3f;
  for (float sum : sums)
    *sink += sum;
  return 2.0 * kSteps * kChains;
}

Body getMultiplyAdds() { return multiplyAdds; }
#endif

void copyStreaming(float *to, const float *from, size_t count) {
#if defined(__clang__)
  typedef float Vector __attribute__((vector_size(16)));
  auto *vectorsTo = reinterpret_cast<Vector *>(to);
  auto *vectorsFrom = reinterpret_cast<const Vector *>(from);
  for (size_t i = 0; i != count / 4; ++i)
    __builtin_nontemporal_store(vectorsFrom[i], vectorsTo + i);
#else
  std::copy_n(from, count, to);
#endif
}

/// Seconds that all threads need for `work(thread)`, the best of some tries.
template <typename Work>
double measure(unsigned threads, int tries, const Work &work) {
  double least = 1e9;
  for (int i = 0; i < tries; ++i) {
    auto start = std::chrono::steady_clock::now();
    std::vector<std::thread> others;
    for (unsigned thread = 1; thread < threads; ++thread)
      others.emplace_back([&work, thread] { work(thread); });
    work(0);
    for (std::thread &other : others)
      other.join();
    std::chrono::duration<double> taken =
        std::chrono::steady_clock::now() - start;
    least = std::min(least, taken.count());
  }
  return least;
}

std::string getPath(unsigned threads, const tinygrad::cpu::TargetInfo &target,
                    StringRef cacheDir, const tinygrad::uop::MatrixUnit *unit) {
  uint64_t key = xxh3_64bits(target.triple + target.cpu + target.features);
  SmallString<128> path(cacheDir);
  sys::path::append(path, "limits-" + utohexstr(key, /*LowerCase=*/true) + "-" +
                              Twine(threads) + (unit ? "-" : "") +
                              (unit ? unit->name : StringRef()) + ".json");
  return path.str().str();
}

Limits readLimits(StringRef path) {
  auto text = MemoryBuffer::getFile(path);
  if (!text)
    return {};
  Expected<json::Value> value = json::parse((*text)->getBuffer());
  if (!value) {
    consumeError(value.takeError());
    return {};
  }
  const json::Object *object = value->getAsObject();
  if (!object)
    return {};
  return {object->getNumber("gflops").value_or(0),
          object->getNumber("copy_gbs").value_or(0)};
}
} // namespace

Limits tinygrad::run::measureLimits(unsigned threads,
                                    const uop::MatrixUnit *unit) {
  Limits limits;
  std::vector<float> sinks(threads * 16);
  Body multiplyAdds = getMultiplyAdds();
  OperationLoop ofUnit = unit ? getLoop(*unit) : nullptr;
  double operations = 0;
  double seconds = measure(threads, 30, [&](unsigned thread) {
    double done = ofUnit ? ofUnit() : multiplyAdds(&sinks[thread * 16]);
    if (thread == 0)
      operations = done;
  });
  limits.gflops = operations * threads / seconds / 1e9;
  size_t count = kCopiedBytes / sizeof(float), part = count / threads & ~15;
  std::vector<float> from(count + 16, 1.0f), to(count + 16, 0.0f);
  // Streaming stores want whole lines.
  size_t skipped = (64 - reinterpret_cast<uintptr_t>(to.data()) % 64) % 64 / 4;
  seconds = measure(threads, 4, [&](unsigned thread) {
    copyStreaming(to.data() + skipped + thread * part,
                  from.data() + skipped + thread * part, part);
  });
  limits.copyGBs = 2.0 * part * sizeof(float) * threads / seconds / 1e9;
  return limits;
}

Limits tinygrad::run::getLimits(unsigned threads, const cpu::TargetInfo &target,
                                const std::string &cacheDir,
                                const uop::MatrixUnit *unit) {
  if (cacheDir.empty())
    return measureLimits(threads, unit);
  std::string path = getPath(threads, target, cacheDir, unit);
  if (Limits kept = readLimits(path); kept.isKnown())
    return kept;
  Limits limits = measureLimits(threads, unit);
  json::Object object{{"gflops", limits.gflops}, {"copy_gbs", limits.copyGBs}};
  // What cannot be kept is measured again the next time.
  if (!sys::fs::create_directories(cacheDir))
    consumeError(writeToOutput(path, [&](raw_ostream &os) {
      os << json::Value(std::move(object)) << "\n";
      return Error::success();
    }));
  return limits;
}
