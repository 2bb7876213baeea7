//===- TileInstruction.h - instructions on tiles (AMX) ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the emulator of tile instructions knows of their encoding: all of them
// have a three-byte VEX prefix of 128 bits, W = 0 and the opcode map 0F38.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TEST_TILEEMULATOR_TILEINSTRUCTION_H
#define TINYGRAD_TEST_TILEEMULATOR_TILEINSTRUCTION_H

#include "MemoryOperand.h"

#include <optional>

namespace tinygrad::test {

enum class TileOp {
  LoadConfig,
  StoreConfig,
  Release,
  Zero,
  Load,
  Store,
  DotBF16,
  DotF16,
  DotSS, ///< Signed by signed bytes; below, by unsigned, and so on.
  DotSU,
  DotUS,
  DotUU,
};

struct TileInstruction {
  TileOp op = TileOp::Release;
  unsigned length = 0; ///< In bytes.

  /// Tiles: what is read and written or loaded, and the factors.
  unsigned tile = 0, left = 0, right = 0;

  MemoryOperand memory;
};

/// The instruction at `code`, or nothing if it is another. Reads no byte behind
/// what it knows to be part of the instruction.
std::optional<TileInstruction> decodeTileInstruction(const uint8_t *code);

} // namespace tinygrad::test

#endif // TINYGRAD_TEST_TILEEMULATOR_TILEINSTRUCTION_H
