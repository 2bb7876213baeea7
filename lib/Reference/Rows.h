//===- Rows.h - rows of a tensor along one axis -----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_REFERENCE_ROWS_H
#define TINYGRAD_LIB_REFERENCE_ROWS_H

#include "Evaluators.h"

namespace tinygrad::reference {

/// The rows of a tensor along one axis: element k of row (outer, inner) lies at
/// (outer * size + k) * stride + inner.
struct Rows {
  int64_t outer = 1, size, stride = 1;

  Rows(const Shape &shape, int64_t axis) : size(shape[axis]) {
    for (int64_t i = 0; i < static_cast<int64_t>(shape.size()); ++i)
      if (i < axis)
        outer *= shape[i];
      else if (i > axis)
        stride *= shape[i];
  }

  int64_t count() const { return outer * stride; }
  int64_t at(int64_t row, int64_t k) const {
    return (row / stride * size + k) * stride + row % stride;
  }
};

} // namespace tinygrad::reference

#endif // TINYGRAD_LIB_REFERENCE_ROWS_H
