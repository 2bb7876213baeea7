//===- Axes.h - the axes of a reduce ----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_REFERENCE_AXES_H
#define TINYGRAD_LIB_REFERENCE_AXES_H

#include "Evaluators.h"

namespace tinygrad::reference {

/// The axes of a reduce, and where each input element is combined.
struct Axes {
  std::vector<bool> reduced;
  Shape result; ///< The result's shape.
  Shape spread; ///< The result's shape with reduced axes kept as 1.

  Axes(const Shape &input, llvm::ArrayRef<int64_t> axes, bool keepdim)
      : reduced(input.size(), false) {
    for (int64_t axis : axes)
      reduced[axis] = true;
    for (size_t axis = 0; axis < input.size(); ++axis) {
      spread.push_back(reduced[axis] ? 1 : input[axis]);
      if (!reduced[axis] || keepdim)
        result.push_back(spread.back());
    }
  }

  int64_t target(llvm::ArrayRef<int64_t> index) const {
    int64_t position = 0;
    for (size_t axis = 0; axis < spread.size(); ++axis)
      position = position * spread[axis] + (reduced[axis] ? 0 : index[axis]);
    return position;
  }
};

/// Combines the input's elements, read by `get`, into one accumulator per
/// result element, in row-major order of the input.
template <class T, class Get, class Combine>
std::vector<T> accumulate(const HostTensor &input, const Axes &axes, T identity,
                          Get get, Combine combine) {
  std::vector<T> values(countOf(axes.result), identity);
  int64_t i = 0;
  forEachIndex(input.shape, [&](llvm::ArrayRef<int64_t> index) {
    T &value = values[axes.target(index)];
    value = combine(value, get(i++));
  });
  return values;
}

} // namespace tinygrad::reference

#endif // TINYGRAD_LIB_REFERENCE_AXES_H
