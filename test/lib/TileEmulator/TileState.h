//===- TileState.h - the tile registers of one thread ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TEST_TILEEMULATOR_TILESTATE_H
#define TINYGRAD_TEST_TILEEMULATOR_TILESTATE_H

#include "TileInstruction.h"

namespace tinygrad::test {

/// What the processor keeps, and what its instructions do with it, as the
/// pseudocode of Intel's Software Developer's Manual says. Functions are false
/// where the processor refuses (#UD, #GP). All zeros is the initial state.
class TileState {
public:
  static constexpr unsigned kTiles = 8, kRows = 16, kRowBytes = 64;
  static constexpr unsigned kConfigBytes = 64;

  bool loadConfig(const uint8_t *memory);
  void storeConfig(uint8_t *memory) const;
  void release();
  bool zero(unsigned tile);
  /// Rows begin at `memory`, `step` bytes apart.
  bool load(unsigned tile, const uint8_t *memory, int64_t step);
  bool store(unsigned tile, uint8_t *memory, int64_t step);
  /// Adds the products of `left` and `right` to `tile`.
  bool multiply(TileOp op, unsigned tile, unsigned left, unsigned right);

private:
  bool isConfigured(unsigned tile) const {
    return isOn && tile < kTiles && rows[tile] != 0;
  }
  uint8_t *getRow(unsigned tile, unsigned row) { return tiles[tile][row]; }
  void multiplyBytes(TileOp op, unsigned tile, unsigned left, unsigned right);
  void multiplyHalves(TileOp op, unsigned tile, unsigned left, unsigned right);

  uint8_t tiles[kTiles][kRows][kRowBytes];
  uint8_t rows[kTiles];
  uint16_t rowBytes[kTiles];
  bool isOn;
};

} // namespace tinygrad::test

#endif // TINYGRAD_TEST_TILEEMULATOR_TILESTATE_H
