//===- MemoryOperand.h - addresses of instructions ----------- -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TEST_TILEEMULATOR_MEMORYOPERAND_H
#define TINYGRAD_TEST_TILEEMULATOR_MEMORYOPERAND_H

#include <cstdint>

namespace tinygrad::test {

/// Registers are numbered as instructions do (rax, rcx, rdx, rbx, rsp, rbp,
/// rsi, rdi, r8 to r15); -1 is none.
struct MemoryOperand {
  int base = -1, index = -1;
  unsigned shift = 0; ///< Of the index.
  int32_t displacement = 0;
  bool fromNext = false; ///< From the next instruction on.

  /// Reads the operand from `code`, which is at its ModRM byte; the number of
  /// bytes. A displacement of one byte is in units of `unit` bytes.
  unsigned decode(const uint8_t *code, bool extendBase, bool extendIndex,
                  int32_t unit = 1);
};

} // namespace tinygrad::test

#endif // TINYGRAD_TEST_TILEEMULATOR_MEMORYOPERAND_H
