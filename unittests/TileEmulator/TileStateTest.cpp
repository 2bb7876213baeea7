//===- TileStateTest.cpp - what instructions on tiles do ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileState.h"

#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace tinygrad::test;

namespace {
/// Tile 0 has `m` rows of `n` sums, tile 1 those of the left operand of `k`
/// words, tile 2 `k` rows of the right one.
struct Config {
  uint8_t bytes[TileState::kConfigBytes] = {1};
  Config(unsigned m, unsigned n, unsigned k) {
    set(0, m, 4 * n);
    set(1, m, 4 * k);
    set(2, k, 4 * n);
  }
  void set(unsigned tile, unsigned rows, unsigned rowBytes) {
    bytes[48 + tile] = static_cast<uint8_t>(rows);
    bytes[16 + 2 * tile] = static_cast<uint8_t>(rowBytes);
  }
};

/// Matrices of words in memory.
template <typename Element, typename Sum> struct Product {
  static constexpr unsigned kGroup = 4 / sizeof(Element);
  Element left[16][16 * kGroup], right[16][16 * kGroup];
  Sum sums[16][16];
};

TEST(TileState, MultipliesBytesOfAnySigns) {
  for (TileOp op :
       {TileOp::DotSS, TileOp::DotSU, TileOp::DotUS, TileOp::DotUU}) {
    bool isLeftSigned = op == TileOp::DotSS || op == TileOp::DotSU;
    bool isRightSigned = op == TileOp::DotSS || op == TileOp::DotUS;
    for (auto [m, n, k] : {std::tuple(16u, 16u, 16u), std::tuple(3u, 5u, 7u)}) {
      std::mt19937 random(m);
      Product<uint8_t, int32_t> given, got;
      auto *bytes = reinterpret_cast<uint8_t *>(&given);
      for (size_t i = 0; i != sizeof(given); ++i)
        bytes[i] = static_cast<uint8_t>(random());
      TileState state = {};
      ASSERT_TRUE(state.loadConfig(Config(m, n, k).bytes));
      ASSERT_TRUE(state.load(0, (uint8_t *)given.sums, 64));
      ASSERT_TRUE(state.load(1, (uint8_t *)given.left, 64));
      ASSERT_TRUE(state.load(2, (uint8_t *)given.right, 64));
      ASSERT_TRUE(state.multiply(op, 0, 1, 2));
      got = given;
      ASSERT_TRUE(state.store(0, (uint8_t *)got.sums, 64));
      for (unsigned row = 0; row != 16; ++row)
        for (unsigned column = 0; column != 16; ++column) {
          auto sum = static_cast<uint32_t>(given.sums[row][column]);
          for (unsigned i = 0; i != 4 * k && row < m && column < n; ++i) {
            int left = given.left[row][i];
            int right = given.right[i / 4][4 * column + i % 4];
            if (isLeftSigned)
              left = static_cast<int8_t>(left);
            if (isRightSigned)
              right = static_cast<int8_t>(right);
            sum += static_cast<uint32_t>(left * right);
          }
          EXPECT_EQ(static_cast<uint32_t>(got.sums[row][column]), sum)
              << row << ", " << column;
        }
    }
  }
}

uint16_t toBF16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return static_cast<uint16_t>(bits >> 16);
}

/// One product of a row by a column, all of `left` and `right` in bits.
float multiplyRow(TileOp op, std::initializer_list<uint16_t> left,
                  std::initializer_list<uint16_t> right, float sum) {
  Product<uint16_t, float> given = {};
  unsigned at = 0;
  for (uint16_t value : left)
    given.left[0][at++] = value;
  at = 0;
  for (uint16_t value : right) {
    given.right[at / 2][at % 2] = value;
    ++at;
  }
  given.sums[0][0] = sum;
  TileState state = {};
  EXPECT_TRUE(state.loadConfig(Config(16, 16, 16).bytes));
  EXPECT_TRUE(state.load(0, (uint8_t *)given.sums, 64));
  EXPECT_TRUE(state.load(1, (uint8_t *)given.left, 64));
  EXPECT_TRUE(state.load(2, (uint8_t *)given.right, 64));
  EXPECT_TRUE(state.multiply(op, 0, 1, 2));
  EXPECT_TRUE(state.store(0, (uint8_t *)given.sums, 64));
  return given.sums[0][0];
}

TEST(TileState, MultipliesBF16) {
  uint16_t two = toBF16(2), three = toBF16(3), half = toBF16(0.5f);
  EXPECT_EQ(
      multiplyRow(TileOp::DotBF16, {two, three, half}, {three, two, half}, 100),
      112.25f);
  float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(multiplyRow(TileOp::DotBF16, {toBF16(infinity)}, {two}, 1),
            infinity);
  EXPECT_TRUE(std::isnan(
      multiplyRow(TileOp::DotBF16, {toBF16(infinity)}, {toBF16(0)}, 1)));
  // Even and odd elements are summed apart, each rounded to nearest even.
  uint16_t one = toBF16(1), big = toBF16(16777216.0f);
  EXPECT_EQ(multiplyRow(TileOp::DotBF16, {big, one, one}, {one, one, one}, 0),
            16777216.0f);
}

TEST(TileState, FlushesDenormals) {
  // Operands of bf16, and sums.
  EXPECT_EQ(multiplyRow(TileOp::DotBF16, {1}, {toBF16(1e38f)}, 0), 0.0f);
  float least = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(multiplyRow(TileOp::DotBF16, {0}, {0}, least), 0.0f);
  EXPECT_EQ(multiplyRow(TileOp::DotBF16, {toBF16(1e-20f)}, {toBF16(1e-20f)}, 0),
            0.0f);
}

TEST(TileState, MultipliesF16) {
  // 1.5 * -2, and the least denormal number, which is kept.
  EXPECT_EQ(multiplyRow(TileOp::DotF16, {0x3e00}, {0xc000}, 1), -2.0f);
  EXPECT_EQ(multiplyRow(TileOp::DotF16, {0x0001}, {0x3c00}, 0),
            std::ldexp(1.0f, -24));
}

TEST(TileState, RefusesWhatAProcessorDoes) {
  TileState state = {};
  uint8_t memory[1024] = {};
  // Nothing before tiles have shapes.
  EXPECT_FALSE(state.zero(0));
  EXPECT_FALSE(state.load(0, memory, 64));
  EXPECT_FALSE(state.store(0, memory, 64));
  EXPECT_FALSE(state.multiply(TileOp::DotSS, 0, 1, 2));
  Config config(16, 16, 8);
  ASSERT_TRUE(state.loadConfig(config.bytes));
  EXPECT_FALSE(state.zero(3));
  EXPECT_FALSE(state.multiply(TileOp::DotSS, 0, 1, 1));
  EXPECT_FALSE(state.multiply(TileOp::DotSS, 0, 2, 1));
  EXPECT_TRUE(state.multiply(TileOp::DotSS, 0, 1, 2));
  // Shapes that there are not, and reserved bytes.
  Config wide(16, 17, 8), reserved(16, 16, 8);
  EXPECT_FALSE(state.loadConfig(wide.bytes));
  reserved.bytes[2] = 1;
  EXPECT_FALSE(state.loadConfig(reserved.bytes));
  Config other(16, 16, 8);
  other.bytes[0] = 2;
  EXPECT_FALSE(state.loadConfig(other.bytes));
}

TEST(TileState, KeepsItsConfiguration) {
  TileState state = {};
  uint8_t memory[TileState::kConfigBytes];
  Config config(3, 5, 7);
  ASSERT_TRUE(state.loadConfig(config.bytes));
  state.storeConfig(memory);
  EXPECT_EQ(std::memcmp(memory, config.bytes, sizeof(memory)), 0);
  state.release();
  EXPECT_FALSE(state.zero(0));
  state.storeConfig(memory);
  uint8_t none[TileState::kConfigBytes] = {};
  EXPECT_EQ(std::memcmp(memory, none, sizeof(memory)), 0);
}
} // namespace
