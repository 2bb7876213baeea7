//===- HostArray.h - an array in host memory --------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What files are read into and written from: dense, in C order, little endian,
// aligned as device memory is, so that the CPU device can take it as it is.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_RUNTIME_IO_HOSTARRAY_H
#define TINYGRAD_RUNTIME_IO_HOSTARRAY_H

#include "TinyGrad/Runtime/Status.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tinygrad::rt {

enum class ElementType {
  Bool,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F16,
  BF16,
  F32,
  F64,
  F8E4M3FN,
  F8E5M2,
  /// Bits whose meaning the file does not tell (ml_dtypes in .npy files).
  Raw8,
  Raw16
};

uint64_t elementBytes(ElementType type);

/// Such as "f32" or "ui8": MLIR's spelling.
const char *elementName(ElementType type);

/// Whether a file's elements of type `stored` serve where `wanted` is asked
/// for: the same type, or bits of the same width for a type that .npy files
/// cannot name.
bool isReadableAs(ElementType stored, ElementType wanted);

struct HostArray {
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  uint64_t bytes = 0;
  /// Never null, not even for no elements.
  std::shared_ptr<char> data;

  /// An array with undefined content.
  static StatusOr<HostArray> create(ElementType type,
                                    std::vector<int64_t> shape);
};

/// The bytes of an array; nothing if a size is negative or the product does not
/// fit 63 bits.
std::optional<uint64_t> arrayBytes(ElementType type,
                                   const std::vector<int64_t> &shape);

} // namespace tinygrad::rt

#endif // TINYGRAD_RUNTIME_IO_HOSTARRAY_H
