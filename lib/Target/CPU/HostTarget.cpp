//===- HostTarget.cpp - what kernels may assume of a CPU -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host is described by its feature bits alone. LLVM's own answer for
// "native" also reads the model number, which virtual machines invent, and
// would choose another processor's tuning with it.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/Tiles.h"
#include "TinyGrad/Target/CPU/CPUTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include <algorithm>

using namespace llvm;

namespace tinygrad::cpu {

/// The features that are matrix units, or lengths of their registers.
static constexpr StringLiteral kUnitFeatures[] = {
    "avx512vnni", "avx512bf16", "avxvnni",  "avxvnniint8",
    "amx-tile",   "amx-bf16",   "amx-int8", "amx-fp16"};

/// Derives the vector facts of `target` from the features that `has` knows.
static void setVectorFacts(TargetInfo &target,
                           function_ref<bool(StringRef)> has) {
  if (!Triple(target.triple).isX86()) {
    target.vectorRegisters = 32;
    target.hasFMA = true;
    target.hasRoundings = true;
    return;
  }
  bool avx512 =
      has("avx512f") && has("avx512bw") && has("avx512dq") && has("avx512vl");
  target.vectorBits = avx512 ? 512 : has("avx2") ? 256 : 128;
  target.vectorRegisters = avx512 ? 32 : 16;
  target.hasFMA = has("fma");
  target.hasRoundings = has("sse4.1");
  target.hasF16Arithmetic = has("avx512fp16");
  target.chip = avx512 ? "x86+avx512vl" : has("avx2") ? "x86+avx2" : "x86";
  for (StringRef feature : kUnitFeatures)
    if (has(feature) && (avx512 || !feature.starts_with("avx512")))
      target.chip += ("+" + feature).str();
}

/// Reads a small file of the system's description; empty when there is none.
static std::string readSystemFile(const Twine &path) {
  auto buffer = MemoryBuffer::getFileAsStream(path);
  if (!buffer)
    return {};
  return (*buffer)->getBuffer().trim().str();
}

/// The bytes of the first core's data cache of `level`, or `fallback` when the
/// system does not say or says something no core has.
static int64_t getCacheBytes(unsigned level, int64_t fallback, int64_t least,
                             int64_t most) {
  for (unsigned i = 0; i != 8; ++i) {
    std::string dir =
        ("/sys/devices/system/cpu/cpu0/cache/index" + Twine(i) + "/").str();
    unsigned thisLevel;
    if (StringRef(readSystemFile(dir + "level")).getAsInteger(10, thisLevel) ||
        thisLevel != level || readSystemFile(dir + "type") == "Instruction")
      continue;
    std::string text = readSystemFile(dir + "size");
    StringRef size = text;
    int64_t unit = size.consume_back("K")   ? 1024
                   : size.consume_back("M") ? 1024 * 1024
                                            : 1;
    int64_t count;
    if (size.getAsInteger(10, count) || count <= 0 || count > most / unit)
      return fallback;
    return std::max(count * unit, least);
  }
  return fallback;
}

static TargetInfo makeHostTarget() {
  TargetInfo target;
  target.triple = sys::getProcessTriple();
  bool isX86 = Triple(target.triple).isX86();
  target.cpu = isX86 ? "x86-64" : "generic";
  StringMap<bool> features = sys::getHostCPUFeatures();
  // What the processor has, and the system saves, it may still not grant.
  if (features.lookup("amx-tile") && !rt::requestTiles().isOk())
    for (auto &feature : features)
      if (feature.first().starts_with("amx-"))
        feature.second = false;
  // LLVM inserts bytes by it, in an encoding that keeps the upper half of a
  // register: a change of state that takes a hundred nanoseconds among AVX.
  if (features.lookup("avx"))
    features["sse4a"] = false;
  // Sorted, since the string is part of the keys of compiled programs.
  SmallVector<std::string> list;
  for (const auto &feature : features)
    list.push_back((feature.second ? "+" : "-") + feature.first().str());
  llvm::sort(list, [](StringRef a, StringRef b) {
    return a.drop_front() < b.drop_front();
  });
  if (isX86)
    list.push_back("-prefer-256-bit");
  target.features = llvm::join(list, ",");
  setVectorFacts(target, [&](StringRef name) { return features.lookup(name); });
  target.l1Bytes = getCacheBytes(1, 32 << 10, 16 << 10, 256 << 10);
  target.l2Bytes = getCacheBytes(2, 1 << 20, 128 << 10, 8 << 20);
  target.lastBytes = getCacheBytes(3, 32 << 20, 1 << 20, 256 << 20);
  return target;
}

const TargetInfo &getHostTarget() {
  static const TargetInfo host = makeHostTarget();
  return host;
}

Expected<TargetInfo> getTarget(StringRef name) {
  if (name == "host")
    return getHostTarget();
  auto [level, more] = name.split('+');
  if (level != "x86-64" && level != "x86-64-v2" && level != "x86-64-v3" &&
      level != "x86-64-v4")
    return createStringError("unknown CPU target '" + name +
                             "': expected host, x86-64, x86-64-v2, x86-64-v3 "
                             "or x86-64-v4");
  TargetInfo target;
  Triple host(sys::getProcessTriple());
  target.triple = host.isX86() ? host.str() : "x86_64-unknown-linux-gnu";
  target.cpu = level.str();
  SmallVector<StringRef> features, added;
  X86::getFeaturesForCPU(level, features);
  more.split(added, '+', -1, /*KeepEmpty=*/false);
  for (StringRef feature : added) {
    if (!is_contained(kUnitFeatures, feature))
      return createStringError(
          "unknown feature '" + feature + "' of CPU target '" + name +
          "': expected " +
          llvm::join(std::begin(kUnitFeatures), std::end(kUnitFeatures), ", "));
    features.push_back(feature);
    target.features += ("+" + feature + ",").str();
  }
  target.features += "-prefer-256-bit";
  // The list leaves out what its members imply.
  StringMap<bool> implied;
  for (StringRef feature : features) {
    implied[feature] = true;
    X86::updateImpliedFeatures(feature, /*Enabled=*/true, implied);
  }
  setVectorFacts(target,
                 [&](StringRef feature) { return implied.lookup(feature); });
  return target;
}

std::vector<std::string> getRequiredFeatures(const TargetInfo &target) {
  StringMap<bool> has;
  if (Triple(target.triple).isX86()) {
    SmallVector<StringRef> features;
    X86::getFeaturesForCPU(target.cpu, features);
    for (StringRef feature : features) {
      has[feature] = true;
      X86::updateImpliedFeatures(feature, /*Enabled=*/true, has);
    }
  }
  SmallVector<StringRef> given;
  StringRef(target.features).split(given, ',', -1, /*KeepEmpty=*/false);
  for (StringRef feature : given)
    if (feature.starts_with("+"))
      has[feature.drop_front()] = true;
  std::vector<std::string> required;
  for (const auto &feature : has)
    if (feature.second)
      required.push_back(feature.first().str());
  llvm::sort(required);
  return required;
}

} // namespace tinygrad::cpu
