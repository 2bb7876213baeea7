//===- TileState.cpp - what instructions on tiles do ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileState.h"

#include "NarrowFloats.h"

#include <cmath>
#include <cstring>

using namespace tinygrad::test;

bool TileState::loadConfig(const uint8_t *memory) {
  uint8_t palette = memory[0];
  if (palette == 0)
    return release(), true;
  if (palette != 1)
    return false;
  for (unsigned at = 1; at != kConfigBytes; ++at) {
    bool isUsed = at == 1 || (at >= 16 && at < 16 + 2 * kTiles) ||
                  (at >= 48 && at < 48 + kTiles);
    if (!isUsed && memory[at] != 0)
      return false;
  }
  uint8_t newRows[kTiles];
  uint16_t newBytes[kTiles];
  for (unsigned tile = 0; tile != kTiles; ++tile) {
    std::memcpy(&newBytes[tile], memory + 16 + 2 * tile, 2);
    newRows[tile] = memory[48 + tile];
    if (newRows[tile] > kRows || newBytes[tile] > kRowBytes ||
        (newRows[tile] == 0) != (newBytes[tile] == 0))
      return false;
  }
  std::memcpy(rows, newRows, sizeof(rows));
  std::memcpy(rowBytes, newBytes, sizeof(rowBytes));
  std::memset(tiles, 0, sizeof(tiles));
  isOn = true;
  return true;
}

void TileState::storeConfig(uint8_t *memory) const {
  std::memset(memory, 0, kConfigBytes);
  if (!isOn)
    return;
  memory[0] = 1;
  std::memcpy(memory + 16, rowBytes, sizeof(rowBytes));
  std::memcpy(memory + 48, rows, sizeof(rows));
}

void TileState::release() { std::memset(this, 0, sizeof(*this)); }

bool TileState::zero(unsigned tile) {
  if (!isConfigured(tile))
    return false;
  std::memset(tiles[tile], 0, sizeof(tiles[tile]));
  return true;
}

bool TileState::load(unsigned tile, const uint8_t *memory, int64_t step) {
  if (!zero(tile))
    return false;
  for (unsigned row = 0; row != rows[tile]; ++row)
    std::memcpy(getRow(tile, row), memory + row * step, rowBytes[tile]);
  return true;
}

bool TileState::store(unsigned tile, uint8_t *memory, int64_t step) {
  if (!isConfigured(tile))
    return false;
  for (unsigned row = 0; row != rows[tile]; ++row)
    std::memcpy(memory + row * step, getRow(tile, row), rowBytes[tile]);
  return true;
}

bool TileState::multiply(TileOp op, unsigned tile, unsigned left,
                         unsigned right) {
  if (!isConfigured(tile) || !isConfigured(left) || !isConfigured(right) ||
      tile == left || tile == right || left == right)
    return false;
  if (rowBytes[tile] % 4 != 0 || rowBytes[left] % 4 != 0 ||
      rowBytes[right] != rowBytes[tile] || rows[left] != rows[tile] ||
      rowBytes[left] / 4 != rows[right])
    return false;
  if (op == TileOp::DotBF16 || op == TileOp::DotF16)
    multiplyHalves(op, tile, left, right);
  else
    multiplyBytes(op, tile, left, right);
  for (unsigned row = rows[tile]; row != kRows; ++row)
    std::memset(getRow(tile, row), 0, kRowBytes);
  return true;
}

void TileState::multiplyBytes(TileOp op, unsigned tile, unsigned left,
                              unsigned right) {
  bool isLeftSigned = op == TileOp::DotSS || op == TileOp::DotSU;
  bool isRightSigned = op == TileOp::DotSS || op == TileOp::DotUS;
  auto get = [](uint8_t byte, bool isSigned) {
    return isSigned ? static_cast<int32_t>(static_cast<int8_t>(byte))
                    : static_cast<int32_t>(byte);
  };
  for (unsigned m = 0; m != rows[tile]; ++m)
    for (unsigned n = 0; n != rowBytes[tile] / 4u; ++n) {
      uint32_t sum;
      std::memcpy(&sum, getRow(tile, m) + 4 * n, 4);
      for (unsigned k = 0; k != rows[right]; ++k)
        for (unsigned i = 0; i != 4; ++i)
          sum += static_cast<uint32_t>(
              get(getRow(left, m)[4 * k + i], isLeftSigned) *
              get(getRow(right, k)[4 * n + i], isRightSigned));
      std::memcpy(getRow(tile, m) + 4 * n, &sum, 4);
    }
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Denormal numbers of f16 are normal in f32, and kept.
static float fromF16(uint16_t bits) {
  uint32_t sign = (bits & 0x8000u) << 16, exponent = bits >> 10 & 31,
           mantissa = bits & 0x3ff;
  if (exponent == 31)
    return fromBits(sign | 0x7f800000u | mantissa << 13);
  if (exponent != 0)
    return fromBits(sign | (exponent + 112) << 23 | mantissa << 13);
  float value = std::ldexp(static_cast<float>(mantissa), -24);
  return sign ? -value : value;
}

/// Even and odd elements along the sum have sums of their own, rounded to
/// nearest even with each product, and both are added to what was there.
void TileState::multiplyHalves(TileOp op, unsigned tile, unsigned left,
                               unsigned right) {
  auto get = [&](const uint8_t *row, unsigned element) {
    uint16_t bits;
    std::memcpy(&bits, row + 2 * element, 2);
    return op == TileOp::DotBF16 ? fromBF16(bits) : fromF16(bits);
  };
  for (unsigned m = 0; m != rows[tile]; ++m)
    for (unsigned n = 0; n != rowBytes[tile] / 4u; ++n) {
      float sums[2] = {0, 0}, before;
      for (unsigned k = 0; k != rows[right]; ++k)
        for (unsigned i = 0; i != 2; ++i)
          sums[i] = flush(std::fmaf(get(getRow(left, m), 2 * k + i),
                                    get(getRow(right, k), 2 * n + i), sums[i]));
      std::memcpy(&before, getRow(tile, m) + 4 * n, 4);
      float sum = flush(flush(before) + flush(sums[0] + sums[1]));
      std::memcpy(getRow(tile, m) + 4 * n, &sum, 4);
    }
}
