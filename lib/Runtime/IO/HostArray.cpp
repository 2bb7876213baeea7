//===- HostArray.cpp - an array in host memory ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Runtime/IO/HostArray.h"
#include "../Guarded.h"
#include "../HostMemory.h"
#include "TinyGrad/Runtime/Device.h"

#include <cstdlib>
#include <limits>

using namespace tinygrad::rt;

uint64_t tinygrad::rt::elementBytes(ElementType type) {
  switch (type) {
  case ElementType::Bool:
  case ElementType::I8:
  case ElementType::U8:
  case ElementType::F8E4M3FN:
  case ElementType::F8E5M2:
  case ElementType::Raw8:
    return 1;
  case ElementType::I16:
  case ElementType::U16:
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::Raw16:
    return 2;
  case ElementType::I32:
  case ElementType::U32:
  case ElementType::F32:
    return 4;
  case ElementType::I64:
  case ElementType::U64:
  case ElementType::F64:
    return 8;
  }
  return 1;
}

const char *tinygrad::rt::elementName(ElementType type) {
  switch (type) {
  case ElementType::Bool:
    return "i1";
  case ElementType::I8:
    return "i8";
  case ElementType::I16:
    return "i16";
  case ElementType::I32:
    return "i32";
  case ElementType::I64:
    return "i64";
  case ElementType::U8:
    return "ui8";
  case ElementType::U16:
    return "ui16";
  case ElementType::U32:
    return "ui32";
  case ElementType::U64:
    return "ui64";
  case ElementType::F16:
    return "f16";
  case ElementType::BF16:
    return "bf16";
  case ElementType::F32:
    return "f32";
  case ElementType::F64:
    return "f64";
  case ElementType::F8E4M3FN:
    return "f8E4M3FN";
  case ElementType::F8E5M2:
    return "f8E5M2";
  case ElementType::Raw8:
    return "raw 8-bit elements";
  case ElementType::Raw16:
    return "raw 16-bit elements";
  }
  return "unknown";
}

bool tinygrad::rt::isReadableAs(ElementType stored, ElementType wanted) {
  if (stored == wanted)
    return true;
  switch (wanted) {
  case ElementType::BF16:
    return stored == ElementType::U16 || stored == ElementType::Raw16;
  case ElementType::F8E4M3FN:
  case ElementType::F8E5M2:
    return stored == ElementType::U8 || stored == ElementType::Raw8;
  default:
    return false;
  }
}

std::optional<uint64_t>
tinygrad::rt::arrayBytes(ElementType type, const std::vector<int64_t> &shape) {
  // A size of 0 must not hide a negative or absurd one beside it.
  uint64_t bytes = elementBytes(type);
  bool isEmpty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return std::nullopt;
    isEmpty |= size == 0;
    if (size != 0 && __builtin_mul_overflow(bytes, uint64_t(size), &bytes))
      return std::nullopt;
    if (bytes > uint64_t(std::numeric_limits<int64_t>::max()))
      return std::nullopt;
  }
  return isEmpty ? 0 : bytes;
}

StatusOr<HostArray> HostArray::create(ElementType type,
                                      std::vector<int64_t> shape) {
  return guarded([&]() -> StatusOr<HostArray> {
    std::optional<uint64_t> bytes = arrayBytes(type, shape);
    if (!bytes || *bytes > uint64_t(std::numeric_limits<int64_t>::max()) -
                               deviceAlignment)
      return makeError("the array's size does not fit 63 bits");
    HostArray array;
    array.type = type;
    array.shape = std::move(shape);
    array.bytes = *bytes;
    // Devices of the host's memory may use the array where it is.
    auto *memory =
        static_cast<char *>(allocateHost(*bytes, deviceAlignment, largeBuffer));
    if (!memory)
      return makeError("cannot allocate ", *bytes, " bytes of memory");
    array.data = std::shared_ptr<char>(memory, std::free);
    return array;
  });
}
