//===- TileInstructionTest.cpp - decoding instructions on tiles ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are those that LLVM's assembler writes for the text beside them.
//
//===----------------------------------------------------------------------===//

#include "TileInstruction.h"

#include "gtest/gtest.h"
#include <vector>

using namespace tinygrad::test;

namespace {
using Bytes = std::vector<uint8_t>;

enum Register {
  RAX,
  RCX,
  RDX,
  RBX,
  RSP,
  RBP,
  RSI,
  RDI,
  R11 = 11,
  R12,
  R13,
  R15 = 15
};

std::optional<TileInstruction> decode(Bytes bytes) {
  bytes.resize(16, 0xcc);
  return decodeTileInstruction(bytes.data());
}

void expectMemory(const Bytes &bytes, TileOp op, unsigned tile, int base,
                  int index, unsigned shift, int32_t displacement) {
  std::optional<TileInstruction> found = decode(bytes);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->op, op);
  EXPECT_EQ(found->length, bytes.size());
  EXPECT_EQ(found->tile, tile);
  EXPECT_EQ(found->memory.base, base);
  EXPECT_EQ(found->memory.index, index);
  EXPECT_EQ(found->memory.shift, shift);
  EXPECT_EQ(found->memory.displacement, displacement);
  EXPECT_FALSE(found->memory.fromNext);
}

void expectProduct(const Bytes &bytes, TileOp op, unsigned tile, unsigned left,
                   unsigned right) {
  std::optional<TileInstruction> found = decode(bytes);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->op, op);
  EXPECT_EQ(found->length, 5u);
  EXPECT_EQ(found->tile, tile);
  EXPECT_EQ(found->left, left);
  EXPECT_EQ(found->right, right);
}

// Bases and indices of all registers, displacements of all sizes.
TEST(TileInstruction, DecodesMemory) {
  // ldtilecfg 56(%rsp)
  expectMemory({0xc4, 0xe2, 0x78, 0x49, 0x44, 0x24, 0x38}, TileOp::LoadConfig,
               0, RSP, -1, 0, 56);
  // ldtilecfg (%r11,%r12,4)
  expectMemory({0xc4, 0x82, 0x78, 0x49, 0x04, 0xa3}, TileOp::LoadConfig, 0, R11,
               R12, 2, 0);
  // sttilecfg -128(%r13)
  expectMemory({0xc4, 0xc2, 0x79, 0x49, 0x45, 0x80}, TileOp::StoreConfig, 0,
               R13, -1, 0, -128);
  // tileloadd (%rdi,%r11), %tmm4
  expectMemory({0xc4, 0xa2, 0x7b, 0x4b, 0x24, 0x1f}, TileOp::Load, 4, RDI, R11,
               0, 0);
  // tileloadd 4096(%r13,%rbx,2), %tmm7
  expectMemory({0xc4, 0xc2, 0x7b, 0x4b, 0xbc, 0x5d, 0x00, 0x10, 0x00, 0x00},
               TileOp::Load, 7, R13, RBX, 1, 4096);
  // tileloadd 64(,%rax,8), %tmm1
  expectMemory({0xc4, 0xe2, 0x7b, 0x4b, 0x0c, 0xc5, 0x40, 0x00, 0x00, 0x00},
               TileOp::Load, 1, -1, RAX, 3, 64);
  // tileloadd (%rsi), %tmm1
  expectMemory({0xc4, 0xe2, 0x7b, 0x4b, 0x0c, 0x26}, TileOp::Load, 1, RSI, -1,
               0, 0);
  // tileloaddt1 -8(%rsp,%rcx), %tmm0
  expectMemory({0xc4, 0xe2, 0x79, 0x4b, 0x44, 0x0c, 0xf8}, TileOp::Load, 0, RSP,
               RCX, 0, -8);
  // tilestored %tmm3, (%r12,%r15)
  expectMemory({0xc4, 0x82, 0x7a, 0x4b, 0x1c, 0x3c}, TileOp::Store, 3, R12, R15,
               0, 0);
}

TEST(TileInstruction, DecodesAddressesFromTheNextInstruction) {
  // ldtilecfg 16(%rip)
  auto found = decode({0xc4, 0xe2, 0x78, 0x49, 0x05, 0x10, 0x00, 0x00, 0x00});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->op, TileOp::LoadConfig);
  EXPECT_EQ(found->length, 9u);
  EXPECT_TRUE(found->memory.fromNext);
  EXPECT_EQ(found->memory.base, -1);
  EXPECT_EQ(found->memory.displacement, 16);
}

TEST(TileInstruction, DecodesReleaseAndZero) {
  // tilerelease
  auto release = decode({0xc4, 0xe2, 0x78, 0x49, 0xc0});
  ASSERT_TRUE(release);
  EXPECT_EQ(release->op, TileOp::Release);
  EXPECT_EQ(release->length, 5u);
  // tilezero %tmm5
  auto zero = decode({0xc4, 0xe2, 0x7b, 0x49, 0xe8});
  ASSERT_TRUE(zero);
  EXPECT_EQ(zero->op, TileOp::Zero);
  EXPECT_EQ(zero->tile, 5u);
}

// Both factors of each product, and what tells the products apart.
TEST(TileInstruction, DecodesProducts) {
  // tdpbf16ps %tmm6, %tmm4, %tmm0
  expectProduct({0xc4, 0xe2, 0x4a, 0x5c, 0xc4}, TileOp::DotBF16, 0, 4, 6);
  expectProduct({0xc4, 0xe2, 0x4b, 0x5c, 0xc4}, TileOp::DotF16, 0, 4, 6);
  // tdpbssd %tmm7, %tmm5, %tmm3
  expectProduct({0xc4, 0xe2, 0x43, 0x5e, 0xdd}, TileOp::DotSS, 3, 5, 7);
  // tdpbsud, tdpbusd, tdpbuud %tmm1, %tmm2, %tmm3
  expectProduct({0xc4, 0xe2, 0x72, 0x5e, 0xda}, TileOp::DotSU, 3, 2, 1);
  expectProduct({0xc4, 0xe2, 0x71, 0x5e, 0xda}, TileOp::DotUS, 3, 2, 1);
  expectProduct({0xc4, 0xe2, 0x70, 0x5e, 0xda}, TileOp::DotUU, 3, 2, 1);
}

// Neighbours in the opcode map, and forms that no processor takes.
TEST(TileInstruction, LeavesOthers) {
  EXPECT_FALSE(decode({0x0f, 0x0b}));                         // ud2
  EXPECT_FALSE(decode({0x62, 0xf2, 0x6d, 0x48, 0x50, 0xd9})); // vpdpbusd zmm
  EXPECT_FALSE(decode({0xc4, 0xe2, 0x6d, 0x50, 0xd9}));       // vpdpbusd ymm
  EXPECT_FALSE(decode({0xc4, 0xe2, 0xe0, 0xf2, 0xc8}));       // andnq
  EXPECT_FALSE(decode({0xc4, 0xe2, 0x7a, 0xf7, 0xcb}));       // sarxl
  EXPECT_FALSE(decode({0xc4, 0xe2, 0xfb, 0x49, 0xe8}));       // W = 1
  EXPECT_FALSE(decode({0xc4, 0xe2, 0x7f, 0x49, 0xe8}));       // 256 bits
  EXPECT_FALSE(decode({0xc4, 0xe2, 0x7b, 0x4b, 0x27}));       // no SIB byte
  EXPECT_FALSE(decode({0xc4, 0xe2, 0x78, 0x4b, 0x24, 0x1f})); // no prefix
  EXPECT_FALSE(decode({0xc4, 0xe2, 0x48, 0x5c, 0xc4}));       // no such product
  EXPECT_FALSE(decode({0xc4, 0x62, 0x7b, 0x49, 0xe8}));       // tile 13
}
} // namespace
