//===- HostTensor.cpp - a tensor in the host's memory -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Support/HostTensor.h"

#include "TinyGrad/Support/IntegerSemantics.h"

#include <cstring>

using namespace tinygrad;

std::optional<int64_t>
tinygrad::getNumElements(const std::vector<int64_t> &shape,
                         int64_t elementBytes) {
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

std::optional<HostTensor> HostTensor::zeros(DType dtype,
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

uint64_t HostTensor::getBits(int64_t i) const {
  unsigned size = getByteSize(dtype);
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + i * size, size);
  return bits;
}

void HostTensor::setBits(int64_t i, uint64_t bits) {
  unsigned size = getByteSize(dtype);
  std::memcpy(bytes.data() + i * size, &bits, size);
}

double HostTensor::getFloat(int64_t i) const {
  return decodeFloat(getBits(i), dtype);
}

int64_t HostTensor::getInt(int64_t i) const {
  return wrapToInt(static_cast<int64_t>(getBits(i)), dtype);
}

void HostTensor::setFloat(int64_t i, double value, Saturation saturation) {
  setBits(i, encodeFloat(value, dtype, saturation));
}

void HostTensor::setInt(int64_t i, int64_t value) {
  // Writes the low bytes; only a bool is not simply cut off.
  setBits(i, dtype == DType::Bool ? value != 0 : static_cast<uint64_t>(value));
}
