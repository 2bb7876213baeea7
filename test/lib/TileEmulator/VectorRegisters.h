//===- VectorRegisters.h - a stopped thread's vectors -------- -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TEST_TILEEMULATOR_VECTORREGISTERS_H
#define TINYGRAD_TEST_TILEEMULATOR_VECTORREGISTERS_H

#include <cstdint>
#include <ucontext.h>

namespace tinygrad::test {

/// The vector registers that a signal's handler finds, and that the thread goes
/// on with.
class VectorRegisters {
public:
  static constexpr unsigned kWords = 16;

  explicit VectorRegisters(ucontext_t *context);
  /// Whether the system saved registers of 512 bits.
  bool isValid() const { return area; }
  void read(unsigned number, uint32_t *words) const;
  /// Writes all of the register.
  void write(unsigned number, const uint32_t *words);

private:
  /// Where the words from `first` on are, and how many are there; null where
  /// they are not saved, so 0.
  uint8_t *getPart(unsigned number, unsigned first, unsigned &count,
                   unsigned &component) const;
  bool isSaved(unsigned component) const;

  uint8_t *area = nullptr; ///< As XSAVE writes it.
};

} // namespace tinygrad::test

#endif // TINYGRAD_TEST_TILEEMULATOR_VECTORREGISTERS_H
