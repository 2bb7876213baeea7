//===- VectorRegisters.cpp - a stopped thread's vectors ------ -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// XSAVE keeps registers in components: the low 128 bits of the first 16 (1),
// their next 128 (2) and next 256 (6), and the other 16 (7). One that is as it
// was at the start is not written, which a bit says.
//
//===----------------------------------------------------------------------===//

#include "VectorRegisters.h"

#include <cpuid.h>
#include <cstring>

using namespace tinygrad::test;

namespace {
constexpr unsigned kSSE = 1, kAVX = 2, kHigh256 = 6, kHigh16 = 7;
constexpr unsigned kNeeded =
    1u << kSSE | 1u << kAVX | 1u << kHigh256 | 1u << kHigh16;
/// Within the area: the first register, what the system says of it, and the
/// bits of the components that were written.
constexpr unsigned kXMM = 160, kSystem = 464, kWritten = 512;
constexpr uint32_t kMagic = 0x46505853; ///< FP_XSTATE_MAGIC1

unsigned getOffset(unsigned component) {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  __cpuid_count(0xd, component, eax, ebx, ecx, edx);
  return ebx;
}
} // namespace

VectorRegisters::VectorRegisters(ucontext_t *context) {
  auto *saved = reinterpret_cast<uint8_t *>(context->uc_mcontext.fpregs);
  if (!saved)
    return;
  uint32_t magic, components;
  std::memcpy(&magic, saved + kSystem, 4);
  std::memcpy(&components, saved + kSystem + 8, 4);
  if (magic == kMagic && (components & kNeeded) == kNeeded)
    area = saved;
}

uint8_t *VectorRegisters::getPart(unsigned number, unsigned first,
                                  unsigned &count, unsigned &component) const {
  static const unsigned ymm = getOffset(kAVX), zmm = getOffset(kHigh256),
                        high = getOffset(kHigh16);
  if (number >= 16) {
    component = kHigh16;
    count = kWords;
    return area + high + 64 * (number - 16);
  }
  component = first == 0 ? kSSE : first == 4 ? kAVX : kHigh256;
  count = first == 8 ? 8 : 4;
  return first == 0   ? area + kXMM + 16 * number
         : first == 4 ? area + ymm + 16 * number
                      : area + zmm + 32 * number;
}

bool VectorRegisters::isSaved(unsigned component) const {
  return area[kWritten] >> component & 1;
}

void VectorRegisters::read(unsigned number, uint32_t *words) const {
  for (unsigned at = 0, count = 0, component = 0; at != kWords; at += count) {
    const uint8_t *part = getPart(number, at, count, component);
    if (isSaved(component))
      std::memcpy(words + at, part, 4 * count);
    else
      std::memset(words + at, 0, 4 * count);
  }
}

void VectorRegisters::write(unsigned number, const uint32_t *words) {
  for (unsigned at = 0, count = 0, component = 0; at != kWords; at += count) {
    uint8_t *part = getPart(number, at, count, component);
    if (!isSaved(component)) {
      // The others of the component are 0, too.
      unsigned unused = 0;
      unsigned begin = component == kHigh16 ? 16 : 0;
      for (unsigned other = begin; other != begin + 16; ++other)
        std::memset(getPart(other, at, unused, component), 0, 4 * unused);
      area[kWritten] |= static_cast<uint8_t>(1u << component);
    }
    std::memcpy(part, words + at, 4 * count);
  }
}
