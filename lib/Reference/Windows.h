//===- Windows.h - sums of products, sliding windows ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_REFERENCE_WINDOWS_H
#define TINYGRAD_LIB_REFERENCE_WINDOWS_H

#include "Evaluators.h"

#include "TinyGrad/Support/IntegerSemantics.h"

namespace tinygrad::reference {

/// A tensor's elements, read once: contractions read each of them many times.
struct Numbers {
  std::vector<double> floats;
  std::vector<int64_t> ints;

  explicit Numbers(const HostTensor &tensor) {
    for (int64_t i = 0, n = tensor.getNumElements(); i < n; ++i)
      if (isFloat(tensor.dtype))
        floats.push_back(tensor.getFloat(i));
      else
        ints.push_back(tensor.getInt(i));
  }
};

/// A sum of products of elements of two tensors.
struct Sum {
  const Numbers &lhs, &rhs;
  bool isFloat;
  double floatSum = 0;
  int64_t intSum = 0;

  void add(int64_t i, int64_t j) {
    if (isFloat)
      floatSum += lhs.floats[i] * rhs.floats[j];
    else
      intSum = wrapAdd(intSum, wrapMul(lhs.ints[i], rhs.ints[j]));
  }

  /// A zero of padding as the first factor: NaN for an infinity.
  void addPadding(int64_t j) {
    if (isFloat)
      floatSum += 0.0 * rhs.floats[j];
  }

  void store(HostTensor &result, int64_t position) const {
    if (isFloat)
      result.setFloat(position, floatSum);
    else
      result.setInt(position, intSum);
  }
};

/// The windows of conv and max_pool over the spatial axes.
struct Windows {
  Shape input, kernel, strides, dilations, low, high;
  Shape output;

  /// Finds the number of windows on each axis.
  mlir::LogicalResult place(const Call &call) {
    for (size_t axis = 0; axis < input.size(); ++axis) {
      int64_t padded, span;
      if (strides[axis] <= 0 || dilations[axis] <= 0 || kernel[axis] <= 0 ||
          low[axis] < 0 || high[axis] < 0)
        return call.error() << "has a window that is not positive";
      if (llvm::AddOverflow(input[axis], low[axis], padded) ||
          llvm::AddOverflow(padded, high[axis], padded) ||
          llvm::MulOverflow(dilations[axis], kernel[axis] - 1, span))
        return call.error() << "has a size that overflows";
      if (padded <= span)
        return call.error() << "has a window larger than the padded input on "
                               "spatial axis "
                            << axis;
      output.push_back((padded - span - 1) / strides[axis] + 1);
    }
    return mlir::success();
  }

  /// The input index that output `index` reads at `offset` in its window; false
  /// if it lies in the padding.
  bool find(llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> offset,
            Shape &from) const {
    for (size_t axis = 0; axis < input.size(); ++axis) {
      from[axis] = index[axis] * strides[axis] +
                   offset[axis] * dilations[axis] - low[axis];
      if (from[axis] < 0 || from[axis] >= input[axis])
        return false;
    }
    return true;
  }
};

/// The windows of an op with the lists of a window op.
template <class Op>
Windows windowsOf(Op op, llvm::ArrayRef<int64_t> input,
                  llvm::ArrayRef<int64_t> kernel) {
  auto list = [](llvm::ArrayRef<int64_t> values) {
    return Shape(values.begin(), values.end());
  };
  return {list(input),
          list(kernel),
          list(op.getStridesOrDefault()),
          list(op.getDilationsOrDefault()),
          list(op.getPadLowOrDefault()),
          list(op.getPadHighOrDefault()),
          {}};
}

} // namespace tinygrad::reference

#endif // TINYGRAD_LIB_REFERENCE_WINDOWS_H
