//===- DotInstruction.h - products of bf16 (AVX512_BF16) ----- -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TEST_TILEEMULATOR_DOTINSTRUCTION_H
#define TINYGRAD_TEST_TILEEMULATOR_DOTINSTRUCTION_H

#include "MemoryOperand.h"

#include <optional>

namespace tinygrad::test {

/// VDPBF16PS without a mask, of any length.
struct DotInstruction {
  unsigned length = 0; ///< Of the instruction, in bytes.
  unsigned lanes = 16; ///< Of 32 bits.
  /// Vector registers: what is added to, and the factors.
  unsigned sums = 0, left = 0;
  int right = -1; ///< -1 for memory.
  MemoryOperand memory;
  bool isBroadcast = false; ///< One word of memory for all lanes.
};

/// The instruction at `code`, or nothing if it is another.
std::optional<DotInstruction> decodeDotInstruction(const uint8_t *code);

/// Adds the products of pairs of bf16 to `sums`, the second of a pair first:
/// each rounded to nearest even, denormal operands and sums taken for 0.
void multiplyPairs(float *sums, const uint32_t *left, const uint32_t *right,
                   unsigned lanes);

} // namespace tinygrad::test

#endif // TINYGRAD_TEST_TILEEMULATOR_DOTINSTRUCTION_H
