//===- ResultIds.cpp - whether a module of SPIR-V is sound ----------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultIds.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

/// The word of an instruction that has the id of its result; 0: it has none.
static unsigned getResultWord(uint32_t opcode) {
  struct Range {
    uint32_t first, last;
    unsigned word;
  };
  // Instructions whose result has a type have the type before it.
  static constexpr Range ranges[] = {
      {1, 1, 2},     // OpUndef
      {7, 7, 1},     // OpString
      {11, 11, 1},   // OpExtInstImport
      {12, 12, 2},   // OpExtInst
      {19, 38, 1},   // types
      {41, 52, 2},   // constants
      {54, 55, 2},   // OpFunction, OpFunctionParameter
      {57, 57, 2},   // OpFunctionCall
      {59, 61, 2},   // OpVariable, OpLoad
      {65, 70, 2},   // access chains
      {73, 73, 1},   // OpDecorationGroup
      {77, 84, 2},   // vectors and composites
      {109, 124, 2}, // conversions
      {126, 152, 2}, // arithmetic
      {154, 191, 2}, // logic and comparisons
      {194, 205, 2}, // bits
      {227, 227, 2}, // OpAtomicLoad
      {229, 242, 2}, // atomic operations
      {245, 245, 2}, // OpPhi
      {248, 248, 1}, // OpLabel
  };
  for (const Range &range : ranges)
    if (range.first <= opcode && opcode <= range.last)
      return range.word;
  return 0;
}

bool tinygrad::hasUniqueResultIds(StringRef module) {
  constexpr size_t headerWords = 5;
  size_t numWords = module.size() / sizeof(uint32_t);
  auto word = [&](size_t i) {
    return support::endian::read32le(module.data() + i * sizeof(uint32_t));
  };
  DenseSet<uint32_t> ids;
  for (size_t i = headerWords; i < numWords;) {
    size_t count = word(i) >> 16;
    if (count == 0 || count > numWords - i)
      return false;
    unsigned result = getResultWord(word(i) & 0xFFFF);
    if (result && result < count && !ids.insert(word(i + result)).second)
      return false;
    i += count;
  }
  return true;
}
