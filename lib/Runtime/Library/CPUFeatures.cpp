//===- CPUFeatures.cpp - what this processor can do -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM would answer, but the runtime does without it, and the compilers' own
// builtin takes literals only and knows fewer names.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Library.h"
#include "TinyGrad/Runtime/Tiles.h"

#include <cstring>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

using namespace tinygrad::rt;

#if defined(__x86_64__)
namespace {
enum Register { EAX, EBX, ECX, EDX };
/// What the system must save of a thread besides the general registers.
enum State : uint64_t {
  None = 0,
  AVX = 0x6,
  AVX512 = 0xe6,
  AMX = 0x60000,
};

struct Feature {
  const char *name;
  uint32_t leaf, subleaf;
  Register output;
  unsigned bit;
  State state = None;
};
} // namespace

static const Feature features[] = {
    {"cx8", 1, 0, EDX, 8},
    {"cmov", 1, 0, EDX, 15},
    {"mmx", 1, 0, EDX, 23},
    {"fxsr", 1, 0, EDX, 24},
    {"sse", 1, 0, EDX, 25},
    {"sse2", 1, 0, EDX, 26},
    {"x87", 1, 0, EDX, 0},
    {"sse3", 1, 0, ECX, 0},
    {"pclmul", 1, 0, ECX, 1},
    {"ssse3", 1, 0, ECX, 9},
    {"fma", 1, 0, ECX, 12, AVX},
    {"cx16", 1, 0, ECX, 13},
    {"sse4.1", 1, 0, ECX, 19},
    {"sse4.2", 1, 0, ECX, 20},
    {"crc32", 1, 0, ECX, 20},
    {"movbe", 1, 0, ECX, 22},
    {"popcnt", 1, 0, ECX, 23},
    {"aes", 1, 0, ECX, 25},
    {"xsave", 1, 0, ECX, 26},
    {"avx", 1, 0, ECX, 28, AVX},
    {"f16c", 1, 0, ECX, 29, AVX},
    {"rdrnd", 1, 0, ECX, 30},
    {"fsgsbase", 7, 0, EBX, 0},
    {"sgx", 7, 0, EBX, 2},
    {"bmi", 7, 0, EBX, 3},
    {"avx2", 7, 0, EBX, 5, AVX},
    {"bmi2", 7, 0, EBX, 8},
    {"invpcid", 7, 0, EBX, 10},
    {"rtm", 7, 0, EBX, 11},
    {"evex512", 7, 0, EBX, 16, AVX512},
    {"avx512f", 7, 0, EBX, 16, AVX512},
    {"avx512dq", 7, 0, EBX, 17, AVX512},
    {"rdseed", 7, 0, EBX, 18},
    {"adx", 7, 0, EBX, 19},
    {"avx512ifma", 7, 0, EBX, 21, AVX512},
    {"clflushopt", 7, 0, EBX, 23},
    {"clwb", 7, 0, EBX, 24},
    {"avx512cd", 7, 0, EBX, 28, AVX512},
    {"sha", 7, 0, EBX, 29},
    {"avx512bw", 7, 0, EBX, 30, AVX512},
    {"avx512vl", 7, 0, EBX, 31, AVX512},
    {"avx512vbmi", 7, 0, ECX, 1, AVX512},
    {"pku", 7, 0, ECX, 4},
    {"waitpkg", 7, 0, ECX, 5},
    {"avx512vbmi2", 7, 0, ECX, 6, AVX512},
    {"shstk", 7, 0, ECX, 7},
    {"gfni", 7, 0, ECX, 8},
    {"vaes", 7, 0, ECX, 9, AVX},
    {"vpclmulqdq", 7, 0, ECX, 10, AVX},
    {"avx512vnni", 7, 0, ECX, 11, AVX512},
    {"avx512bitalg", 7, 0, ECX, 12, AVX512},
    {"avx512vpopcntdq", 7, 0, ECX, 14, AVX512},
    {"rdpid", 7, 0, ECX, 22},
    {"kl", 7, 0, ECX, 23},
    {"cldemote", 7, 0, ECX, 25},
    {"movdiri", 7, 0, ECX, 27},
    {"movdir64b", 7, 0, ECX, 28},
    {"enqcmd", 7, 0, ECX, 29},
    {"uintr", 7, 0, EDX, 5},
    {"avx512vp2intersect", 7, 0, EDX, 8, AVX512},
    {"serialize", 7, 0, EDX, 14},
    {"tsxldtrk", 7, 0, EDX, 16},
    {"pconfig", 7, 0, EDX, 18},
    {"amx-bf16", 7, 0, EDX, 22, AMX},
    {"avx512fp16", 7, 0, EDX, 23, AVX512},
    {"amx-tile", 7, 0, EDX, 24, AMX},
    {"amx-int8", 7, 0, EDX, 25, AMX},
    {"sha512", 7, 1, EAX, 0},
    {"sm3", 7, 1, EAX, 1},
    {"sm4", 7, 1, EAX, 2},
    {"raoint", 7, 1, EAX, 3},
    {"avxvnni", 7, 1, EAX, 4, AVX},
    {"avx512bf16", 7, 1, EAX, 5, AVX512},
    {"cmpccxadd", 7, 1, EAX, 7},
    {"amx-fp16", 7, 1, EAX, 21, AMX},
    {"hreset", 7, 1, EAX, 22},
    {"avxifma", 7, 1, EAX, 23, AVX},
    {"movrs", 7, 1, EAX, 31},
    {"avxvnniint8", 7, 1, EDX, 4, AVX},
    {"avxneconvert", 7, 1, EDX, 5, AVX},
    {"amx-complex", 7, 1, EDX, 8, AMX},
    {"avxvnniint16", 7, 1, EDX, 10, AVX},
    {"prefetchi", 7, 1, EDX, 14},
    {"usermsr", 7, 1, EDX, 15},
    {"xsaveopt", 0xd, 1, EAX, 0},
    {"xsavec", 0xd, 1, EAX, 1},
    {"xsaves", 0xd, 1, EAX, 3},
    {"ptwrite", 0x14, 0, EBX, 4},
    {"widekl", 0x19, 0, EBX, 2},
    {"sahf", 0x80000001, 0, ECX, 0},
    {"lzcnt", 0x80000001, 0, ECX, 5},
    {"sse4a", 0x80000001, 0, ECX, 6},
    {"prfchw", 0x80000001, 0, ECX, 8},
    {"xop", 0x80000001, 0, ECX, 11, AVX},
    {"lwp", 0x80000001, 0, ECX, 15},
    {"fma4", 0x80000001, 0, ECX, 16, AVX},
    {"tbm", 0x80000001, 0, ECX, 21},
    {"mwaitx", 0x80000001, 0, ECX, 29},
    {"64bit", 0x80000001, 0, EDX, 29},
    {"clzero", 0x80000008, 0, EBX, 0},
    {"rdpru", 0x80000008, 0, EBX, 4},
    {"wbnoinvd", 0x80000008, 0, EBX, 9},
};

/// The states that the system saves (XCR0).
static uint64_t getSavedStates() {
  uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & (1u << 27)))
    return 0;
  uint32_t low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (uint64_t(high) << 32) | low;
}

static bool isPresent(const Feature &feature) {
  static const uint64_t savedStates = getSavedStates();
  uint32_t registers[4] = {0, 0, 0, 0};
  if (!__get_cpuid_count(feature.leaf, feature.subleaf, &registers[EAX],
                         &registers[EBX], &registers[ECX], &registers[EDX]))
    return false;
  return (registers[feature.output] >> feature.bit & 1) &&
         (savedStates & feature.state) == feature.state;
}

static const char *const architecture = "x86_64";

static const Feature *findFeature(const std::string &name) {
  for (const Feature &feature : features)
    if (name == feature.name)
      return &feature;
  return nullptr;
}

static bool hasFeature(const std::string &name) {
  const Feature *feature = findFeature(name);
  return feature && isPresent(*feature);
}

static bool usesTiles(const std::string &name) {
  const Feature *feature = findFeature(name);
  return feature && feature->state == AMX;
}

bool tinygrad::rt::canCheckFeature(const std::string &feature) {
  return findFeature(feature) != nullptr;
}
#else
#if defined(__aarch64__)
static const char *const architecture = "aarch64";
#else
static const char *const architecture = "unknown";
#endif
static bool hasFeature(const std::string &) { return false; }
static bool usesTiles(const std::string &) { return false; }
bool tinygrad::rt::canCheckFeature(const std::string &) { return false; }
#endif

Status tinygrad::rt::checkTarget(const LibraryTarget &target) {
  if (target.architecture != architecture)
    return makeError("the library was compiled for '", target.architecture,
                     "', but this processor is '", architecture, "'");
  for (const std::string &feature : target.features)
    if (!hasFeature(feature))
      return makeError("the library was compiled for a processor with '",
                       feature, "', which this one does not have");
  for (const std::string &feature : target.features)
    if (usesTiles(feature))
      return requestTiles();
  return Status::success();
}
