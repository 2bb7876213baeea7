//===- Types.cpp - promotion of lazy element types ---===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Frontend/Types.h"
#include <utility>

namespace tinygrad::frontend {

ElementType promote(ElementType lhs, ElementType rhs) {
  if (lhs == rhs)
    return lhs;
  if (isFnuz(lhs) || isFnuz(rhs)) {
    if (!isFnuz(lhs))
      std::swap(lhs, rhs);
    if (!isFloat(rhs) || rhs == ElementType::WeakFloat)
      return lhs;
    bool isNarrow = isFnuz(rhs) || rhs <= ElementType::F8E5M2;
    return isNarrow ? ElementType::F16 : rhs;
  }
  // Of two types the weaker one is on the left from here on.
  if (isWeak(rhs))
    std::swap(lhs, rhs);
  if (lhs == ElementType::WeakFloat)
    return rhs == ElementType::WeakInt || !isFloat(rhs) ? ElementType::WeakFloat
                                                        : rhs;
  if (lhs == ElementType::WeakInt)
    return rhs == ElementType::Bool ? ElementType::WeakInt : rhs;
  auto left = static_cast<DType>(lhs), right = static_cast<DType>(rhs);
  // No integer type holds both; only the weak float is above them.
  if ((isSigned(left) && right == DType::UInt64) ||
      (isSigned(right) && left == DType::UInt64))
    return ElementType::WeakFloat;
  return fromDType(leastUpperDType({left, right}));
}

} // namespace tinygrad::frontend
