//===- HostTensor.h - a tensor in the host's memory -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_HOSTTENSOR_H
#define TINYGRAD_SUPPORT_HOSTTENSOR_H

#include "TinyGrad/Support/FloatFormat.h"

#include <vector>

namespace tinygrad {

/// The product of `shape`, or nothing if a size is negative or the product
/// (with zeros taken as ones) times `elementBytes` exceeds 2^62.
std::optional<int64_t> getNumElements(const std::vector<int64_t> &shape,
                                      int64_t elementBytes = 1);

/// A dense tensor in row-major order. A bool is a byte of 0 or 1, narrow floats
/// are their bits, all numbers are little-endian.
struct HostTensor {
  DType dtype = DType::F32;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;

  /// A tensor of zeros; nothing if the sizes overflow.
  static std::optional<HostTensor> zeros(DType dtype,
                                         std::vector<int64_t> shape);

  int64_t getNumElements() const {
    return static_cast<int64_t>(bytes.size() / getByteSize(dtype));
  }

  /// Element `i` in row-major order, of a float or of another type. An unsigned
  /// 64-bit integer is given as its bits. A bool byte counts as 1 if not 0.
  double getFloat(int64_t i) const;
  int64_t getInt(int64_t i) const;

  /// Rounds to the tensor's float type; wraps to its integer type.
  void setFloat(int64_t i, double value,
                Saturation saturation = Saturation::Finite);
  void setInt(int64_t i, int64_t value);

  /// The bits of element `i` without sign extension.
  uint64_t getBits(int64_t i) const;
  void setBits(int64_t i, uint64_t bits);
};

} // namespace tinygrad

#endif // TINYGRAD_SUPPORT_HOSTTENSOR_H
