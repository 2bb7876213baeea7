//===- DotInstruction.cpp - products of bf16 (AVX512_BF16) --- -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DotInstruction.h"

#include "NarrowFloats.h"

#include <cmath>

using namespace tinygrad::test;

std::optional<DotInstruction>
tinygrad::test::decodeDotInstruction(const uint8_t *code) {
  if (code[0] != 0x62)
    return std::nullopt;
  // Bits of registers are inverted.
  auto isSet = [](uint8_t byte, unsigned bit) { return !(byte >> bit & 1); };
  unsigned map = code[1] & 15, prefix = code[2] & 3, length = code[3] >> 5 & 3;
  bool isWide = code[2] & 0x80, isEVEX = code[2] & 4, isMasked = code[3] & 0x87;
  if (map != 2 || prefix != 2 || isWide || !isEVEX || isMasked || length == 3 ||
      code[4] != 0x52)
    return std::nullopt;
  DotInstruction result;
  result.lanes = 4u << length;
  unsigned modRM = code[5], rm = modRM & 7;
  bool extendIndex = isSet(code[1], 6), extendBase = isSet(code[1], 5);
  result.sums = (modRM >> 3 & 7) | (isSet(code[1], 7) ? 8 : 0) |
                (isSet(code[1], 4) ? 16 : 0);
  result.left = (~(code[2] >> 3) & 15u) | (isSet(code[3], 3) ? 16 : 0);
  result.isBroadcast = code[3] & 0x10;
  if (modRM >> 6 == 3) {
    if (result.isBroadcast)
      return std::nullopt;
    result.right =
        static_cast<int>(rm | (extendBase ? 8 : 0) | (extendIndex ? 16 : 0));
    result.length = 6;
    return result;
  }
  int32_t unit =
      result.isBroadcast ? 4 : static_cast<int32_t>(4 * result.lanes);
  result.length =
      5 + result.memory.decode(code + 5, extendBase, extendIndex, unit);
  return result;
}

void tinygrad::test::multiplyPairs(float *sums, const uint32_t *left,
                                   const uint32_t *right, unsigned lanes) {
  for (unsigned lane = 0; lane != lanes; ++lane)
    for (unsigned shift : {16u, 0u})
      sums[lane] =
          flush(std::fmaf(fromBF16(static_cast<uint16_t>(left[lane] >> shift)),
                          fromBF16(static_cast<uint16_t>(right[lane] >> shift)),
                          flush(sums[lane])));
}
