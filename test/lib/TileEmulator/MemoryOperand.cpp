//===- MemoryOperand.cpp - addresses of instructions --------- -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryOperand.h"

#include <cstring>

using namespace tinygrad::test;

unsigned MemoryOperand::decode(const uint8_t *code, bool extendBase,
                               bool extendIndex, int32_t unit) {
  unsigned mode = code[0] >> 6, rm = code[0] & 7, length = 1;
  unsigned bytes = mode == 1 ? 1 : mode == 2 ? 4 : 0;
  if (rm == 4) {
    unsigned sib = code[length++], low = sib & 7;
    unsigned number = (sib >> 3 & 7) | (extendIndex ? 8 : 0);
    shift = sib >> 6;
    if (number != 4)
      index = static_cast<int>(number);
    if (low == 5 && mode == 0)
      bytes = 4;
    else
      base = static_cast<int>(low | (extendBase ? 8 : 0));
  } else if (rm == 5 && mode == 0) {
    fromNext = true;
    bytes = 4;
  } else {
    base = static_cast<int>(rm | (extendBase ? 8 : 0));
  }
  if (bytes == 1)
    displacement = static_cast<int8_t>(code[length]) * unit;
  else if (bytes == 4)
    std::memcpy(&displacement, code + length, 4);
  return length + bytes;
}
