//===- TileInstruction.cpp - decoding instructions on tiles ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileInstruction.h"

using namespace tinygrad::test;

namespace {
/// Prefixes that VEX implies.
enum Prefix { NP, P66, PF3, PF2 };
} // namespace

std::optional<TileInstruction>
tinygrad::test::decodeTileInstruction(const uint8_t *code) {
  if (code[0] != 0xc4)
    return std::nullopt;
  // Bits of registers and `vvvv` are inverted.
  bool extendReg = !(code[1] & 0x80), extendIndex = !(code[1] & 0x40),
       extendBase = !(code[1] & 0x20);
  unsigned map = code[1] & 31, prefix = code[2] & 3;
  bool isWide = code[2] & 0x80, is256 = code[2] & 4;
  unsigned vvvv = ~(code[2] >> 3) & 15;
  if (map != 2 || isWide || is256 || extendReg)
    return std::nullopt;
  unsigned opcode = code[3], modRM = code[4];
  bool isRegister = modRM >> 6 == 3;
  unsigned reg = modRM >> 3 & 7, rm = modRM & 7;
  TileInstruction result;
  auto ofRegisters = [&](TileOp op) {
    result.op = op;
    result.length = 5;
    return result;
  };
  auto ofMemory = [&](TileOp op) {
    result.op = op;
    result.tile = reg;
    result.length = 4 + result.memory.decode(code + 4, extendBase, extendIndex);
    return result;
  };
  switch (opcode) {
  case 0x49:
    if (vvvv != 0)
      return std::nullopt;
    if (isRegister && prefix == NP && modRM == 0xc0 && !extendBase)
      return ofRegisters(TileOp::Release);
    if (isRegister && prefix == PF2 && rm == 0) {
      result.tile = reg;
      return ofRegisters(TileOp::Zero);
    }
    if (!isRegister && reg == 0 && (prefix == NP || prefix == P66))
      return ofMemory(prefix == NP ? TileOp::LoadConfig : TileOp::StoreConfig);
    return std::nullopt;
  case 0x4b:
    // The index is the step from row to row, so there must be place for one.
    if (vvvv != 0 || isRegister || rm != 4 || prefix == NP)
      return std::nullopt;
    return ofMemory(prefix == PF3 ? TileOp::Store : TileOp::Load);
  case 0x5c:
  case 0x5e: {
    if (!isRegister || extendBase || vvvv > 7)
      return std::nullopt;
    result.tile = reg;
    result.left = rm;
    result.right = vvvv;
    if (opcode == 0x5e) {
      constexpr TileOp ops[] = {TileOp::DotUU, TileOp::DotUS, TileOp::DotSU,
                                TileOp::DotSS};
      return ofRegisters(ops[prefix]);
    }
    if (prefix != PF2 && prefix != PF3)
      return std::nullopt;
    return ofRegisters(prefix == PF3 ? TileOp::DotBF16 : TileOp::DotF16);
  }
  default:
    return std::nullopt;
  }
}
