//===- HostTensor.h - a tensor in the host's memory -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_HOSTTENSOR_H
#define TINYGRAD_SUPPORT_HOSTTENSOR_H

#include "TinyGrad/Support/DType.h"

#include <vector>

namespace tinygrad {

/// The product of `shape`, or nothing if a size is negative or the product
/// (with zeros taken as ones) times `elementBytes` exceeds 2^62.
inline std::optional<int64_t> getNumElements(const std::vector<int64_t> &shape,
                                             int64_t elementBytes = 1) {
  const int64_t limit = int64_t(1) << 62;
  int64_t nonZero = elementBytes < 1 ? 1 : elementBytes, count = 1;
  for (int64_t size : shape) {
    if (size < 0 || (size > 0 && nonZero > limit / size))
      return std::nullopt;
    nonZero *= size > 0 ? size : 1;
    count *= size;
  }
  return count;
}

/// A dense tensor in row-major order. A bool is a byte of 0 or 1, narrow floats
/// are their bits, all numbers are little-endian.
struct HostTensor {
  DType dtype = DType::F32;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;

  /// A tensor of zeros; nothing if the sizes overflow.
  static std::optional<HostTensor> zeros(DType dtype,
                                         std::vector<int64_t> shape) {
    int64_t size = getByteSize(dtype);
    std::optional<int64_t> count = tinygrad::getNumElements(shape, size);
    if (!count)
      return std::nullopt;
    HostTensor tensor;
    tensor.dtype = dtype;
    tensor.shape = std::move(shape);
    tensor.bytes.resize(static_cast<size_t>(*count * size));
    return tensor;
  }

  int64_t getNumElements() const {
    return static_cast<int64_t>(bytes.size() / getByteSize(dtype));
  }
};

} // namespace tinygrad

#endif // TINYGRAD_SUPPORT_HOSTTENSOR_H
