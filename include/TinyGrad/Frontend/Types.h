//===- Types.h - element types of lazy tensors ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_TYPES_H
#define TINYGRAD_FRONTEND_TYPES_H

#include "TinyGrad/Support/DType.h"

namespace tinygrad::frontend {

/// The DTypes, in their order, and the types of Python numbers, which give way
/// to a tensor's type (tinygrad's weak types).
enum class ElementType : uint8_t {
  Bool,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  F8E4M3FN,
  F8E5M2,
  F16,
  BF16,
  F32,
  F64,
  WeakInt,
  WeakFloat,
  // Types that `tg` lacks: kept as their bits, computed in f32.
  F8E4M3FNUZ,
  F8E5M2FNUZ,
};

constexpr ElementType fromDType(DType type) {
  return static_cast<ElementType>(type);
}

constexpr bool isWeak(ElementType type) {
  return type == ElementType::WeakInt || type == ElementType::WeakFloat;
}

/// fp8 with one zero, one NaN and no infinity.
constexpr bool isFnuz(ElementType type) {
  return type >= ElementType::F8E4M3FNUZ;
}

/// What weak types stand for when a value is asked for.
struct DefaultTypes {
  DType integer = DType::Int32;
  DType floating = DType::F32;
};

/// The type in memory.
constexpr DType strengthen(ElementType type, const DefaultTypes &defaults) {
  if (isFnuz(type))
    return DType::UInt8;
  if (isWeak(type))
    return type == ElementType::WeakInt ? defaults.integer : defaults.floating;
  return static_cast<DType>(type);
}

constexpr bool isFloat(ElementType type) {
  return type >= ElementType::F8E4M3FN && type != ElementType::WeakInt;
}
constexpr bool isInteger(ElementType type) {
  return type == ElementType::WeakInt ||
         (type >= ElementType::Int8 && type <= ElementType::UInt64);
}

/// The smallest type to which both promote.
ElementType promote(ElementType lhs, ElementType rhs);

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_TYPES_H
