//===- DotInstructionTest.cpp - products of bf16 -------------- -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are those that LLVM's assembler writes for the text beside them.
//
//===----------------------------------------------------------------------===//

#include "DotInstruction.h"

#include "gtest/gtest.h"
#include <limits>
#include <vector>

using namespace tinygrad::test;

namespace {
using Bytes = std::vector<uint8_t>;

std::optional<DotInstruction> decode(Bytes bytes) {
  bytes.resize(16, 0xcc);
  return decodeDotInstruction(bytes.data());
}

TEST(DotInstruction, DecodesRegisters) {
  // vdpbf16ps %zmm1, %zmm2, %zmm3
  auto low = decode({0x62, 0xf2, 0x6e, 0x48, 0x52, 0xd9});
  ASSERT_TRUE(low);
  EXPECT_EQ(low->length, 6u);
  EXPECT_EQ(low->lanes, 16u);
  EXPECT_EQ(low->sums, 3u);
  EXPECT_EQ(low->left, 2u);
  EXPECT_EQ(low->right, 1);
  // vdpbf16ps %zmm17, %zmm25, %zmm30
  auto high = decode({0x62, 0x22, 0x36, 0x40, 0x52, 0xf1});
  ASSERT_TRUE(high);
  EXPECT_EQ(high->sums, 30u);
  EXPECT_EQ(high->left, 25u);
  EXPECT_EQ(high->right, 17);
  // vdpbf16ps %ymm1, %ymm2, %ymm3
  auto shorter = decode({0x62, 0xf2, 0x6e, 0x28, 0x52, 0xd9});
  ASSERT_TRUE(shorter);
  EXPECT_EQ(shorter->lanes, 8u);
}

// A displacement of one byte counts vectors, or words.
TEST(DotInstruction, DecodesMemory) {
  // vdpbf16ps 64(%rax), %zmm2, %zmm3
  auto whole = decode({0x62, 0xf2, 0x6e, 0x48, 0x52, 0x58, 0x01});
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->length, 7u);
  EXPECT_EQ(whole->right, -1);
  EXPECT_EQ(whole->memory.displacement, 64);
  EXPECT_FALSE(whole->isBroadcast);
  // vdpbf16ps 65(%rax), %zmm2, %zmm3
  auto odd =
      decode({0x62, 0xf2, 0x6e, 0x48, 0x52, 0x98, 0x41, 0x00, 0x00, 0x00});
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->length, 10u);
  EXPECT_EQ(odd->memory.displacement, 65);
  // vdpbf16ps (%rdi,%r12,4){1to16}, %zmm2, %zmm13
  auto indexed = decode({0x62, 0x32, 0x6e, 0x58, 0x52, 0x2c, 0xa7});
  ASSERT_TRUE(indexed);
  EXPECT_TRUE(indexed->isBroadcast);
  EXPECT_EQ(indexed->sums, 13u);
  EXPECT_EQ(indexed->memory.base, 7);
  EXPECT_EQ(indexed->memory.index, 12);
  EXPECT_EQ(indexed->memory.shift, 2u);
  // vdpbf16ps 8(%r9){1to16}, %zmm2, %zmm13
  auto word = decode({0x62, 0x52, 0x6e, 0x58, 0x52, 0x69, 0x02});
  ASSERT_TRUE(word);
  EXPECT_EQ(word->memory.base, 9);
  EXPECT_EQ(word->memory.displacement, 8);
  // vdpbf16ps 16(%rip), %zmm2, %zmm13
  auto next =
      decode({0x62, 0x72, 0x6e, 0x48, 0x52, 0x2d, 0x10, 0x00, 0x00, 0x00});
  ASSERT_TRUE(next);
  EXPECT_TRUE(next->memory.fromNext);
}

TEST(DotInstruction, LeavesOthers) {
  // vdpbf16ps %zmm1, %zmm2, %zmm3 {%k1}
  EXPECT_FALSE(decode({0x62, 0xf2, 0x6e, 0x49, 0x52, 0xd9}));
  EXPECT_FALSE(decode({0x62, 0xf2, 0x6f, 0x48, 0x72, 0xd9})); // vcvtne2ps2bf16
  EXPECT_FALSE(decode({0x62, 0xf2, 0x6d, 0x48, 0x50, 0xd9})); // vpdpbusd
  EXPECT_FALSE(decode({0xc4, 0xe2, 0x4a, 0x5c, 0xc4}));       // tdpbf16ps
}

TEST(DotInstruction, MultipliesPairs) {
  // 1 + 2 * 4 + 3 * 0.5, and denormal numbers that are 0.
  uint32_t left[] = {0x40404000, 0x00010001, 0x00000000};
  uint32_t right[] = {0x3f004080, 0x7f007f00, 0x00000000};
  float sums[] = {1, 2, std::numeric_limits<float>::denorm_min()};
  multiplyPairs(sums, left, right, 3);
  EXPECT_EQ(sums[0], 10.5f);
  EXPECT_EQ(sums[1], 2.0f);
  EXPECT_EQ(sums[2], 0.0f);
}
} // namespace
