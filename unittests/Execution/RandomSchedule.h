//===- RandomSchedule.h - random lists of items -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_UNITTESTS_EXECUTION_RANDOMSCHEDULE_H
#define TINYGRAD_UNITTESTS_EXECUTION_RANDOMSCHEDULE_H

#include <random>
#include <string>
#include <vector>

namespace tinygrad {

/// Writes a jit.func of random launches, copies and host functions on buffers,
/// halves of buffers and constants of two devices of one kind, such as "cpu",
/// in which every read finds something written. It takes a buffer and a
/// variable and returns three buffers.
class RandomSchedule {
public:
  RandomSchedule(unsigned seed, std::string kind)
      : random(seed), kind(std::move(kind)) {}

  std::string write();

private:
  struct Memory {
    std::string name;
    bool isOther = false; ///< On the second device.
    bool isWritten = false;
  };

  unsigned pick(unsigned count) { return unsigned(random() % count); }
  std::string typeOf(const Memory &memory, const char *size = "8") const;
  void define(unsigned numBuffers);
  void addItem();
  void copy(const Memory &from, Memory &to);
  void copyHalf(const Memory &from, Memory &to);
  void launch(const Memory &from, Memory &to);

  std::mt19937 random;
  std::string kind;
  std::vector<Memory> memories;
  std::string text;
};

} // namespace tinygrad

#endif // TINYGRAD_UNITTESTS_EXECUTION_RANDOMSCHEDULE_H
