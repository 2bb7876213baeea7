//===- DecomposedCode.h - runs decomposed IR --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a few ops, decomposed by uop's passes, for the host and runs them
// over arrays, so that results can be compared with the scalar definitions.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_UNITTESTS_DIALECT_UOP_DECOMPOSEDCODE_H
#define TINYGRAD_UNITTESTS_DIALECT_UOP_DECOMPOSEDCODE_H

#include "TinyGrad/Target/CPU/CPUTarget.h"

#include <string>

namespace tinygrad::uop {

class DecomposedCode {
public:
  /// `body` computes %r from %x (and %y) of vectors of `width` elements, or of
  /// scalars where `width` is 0.
  struct Source {
    std::string body;
    std::string inputType, resultType;
    int width = 8;
    bool twoInputs = false;
    std::string passes = "uop-decompose-math,uop-decompose-dtypes";
  };

  /// Empty on success, else what went wrong.
  std::string compile(const Source &source);

  /// Runs over `count` elements, a multiple of the width.
  void run(const void *x, const void *y, void *result, int64_t count) const {
    function(x, y, result, count);
  }

private:
  std::unique_ptr<cpu::ObjectLoader> loader;
  void (*function)(const void *, const void *, void *, int64_t) = nullptr;
};

} // namespace tinygrad::uop

#endif // TINYGRAD_UNITTESTS_DIALECT_UOP_DECOMPOSEDCODE_H
