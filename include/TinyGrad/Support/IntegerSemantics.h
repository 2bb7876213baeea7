//===- IntegerSemantics.h - integer operations that never trap --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer arithmetic as `tg` defines it: defined for all operands. Used by the
// reference interpreter and the folders; uop-decompose-dtypes emits the same.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_SUPPORT_INTEGERSEMANTICS_H
#define TINYGRAD_SUPPORT_INTEGERSEMANTICS_H

#include "TinyGrad/Support/DType.h"

#include <type_traits>

namespace tinygrad {

namespace detail {
/// Wrapping arithmetic happens on unsigned numbers of at least 32 bits.
template <class T>
using Wrap =
    std::conditional_t<(sizeof(T) < 4), uint32_t, std::make_unsigned_t<T>>;
} // namespace detail

template <class T> constexpr T wrapAdd(T a, T b) {
  return static_cast<T>(detail::Wrap<T>(a) + detail::Wrap<T>(b));
}

template <class T> constexpr T wrapSub(T a, T b) {
  return static_cast<T>(detail::Wrap<T>(a) - detail::Wrap<T>(b));
}

template <class T> constexpr T wrapMul(T a, T b) {
  return static_cast<T>(detail::Wrap<T>(a) * detail::Wrap<T>(b));
}

/// Rounds towards zero; x / 0 is -1 (all bits set), MIN / -1 is MIN.
template <class T> constexpr T cDiv(T a, T b) {
  if (b == 0)
    return static_cast<T>(-1);
  if (std::is_signed_v<T> && b == static_cast<T>(-1))
    return wrapSub<T>(0, a);
  return static_cast<T>(a / b);
}

/// The remainder of cDiv: x % 0 is x, MIN % -1 is 0.
template <class T> constexpr T cMod(T a, T b) {
  if (b == 0)
    return a;
  if (std::is_signed_v<T> && b == static_cast<T>(-1))
    return 0;
  return static_cast<T>(a % b);
}

/// Whether a remainder has the other sign than its divisor.
template <class T> constexpr bool roundsDown(T rem, T b) {
  return std::is_signed_v<T> && rem != 0 && (rem < 0) != (b < 0);
}

/// Rounds down, with Python's signs; x / 0 is -1, MIN / -1 is MIN.
template <class T> constexpr T floorDiv(T a, T b) {
  T q = cDiv(a, b);
  return b != 0 && roundsDown(cMod(a, b), b) ? static_cast<T>(q - 1) : q;
}

/// The remainder of floorDiv, with the sign of the divisor; x mod 0 is x.
template <class T> constexpr T floorMod(T a, T b) {
  T rem = cMod(a, b);
  return b != 0 && roundsDown(rem, b) ? static_cast<T>(rem + b) : rem;
}

/// The amount is read as unsigned; the width or more gives 0.
template <class T> constexpr T shiftLeft(T a, T amount) {
  std::make_unsigned_t<T> n = amount;
  return n >= sizeof(T) * 8 ? 0 : static_cast<T>(detail::Wrap<T>(a) << n);
}

/// Arithmetic on signed types: the width or more gives 0, or -1 if negative.
template <class T> constexpr T shiftRight(T a, T amount) {
  std::make_unsigned_t<T> n = amount;
  unsigned most = sizeof(T) * 8 - 1;
  if (n > most)
    return std::is_signed_v<T> ? static_cast<T>(a >> most) : 0;
  return static_cast<T>(a >> n);
}

/// base^exponent, wrapping; to a negative exponent 1 gives 1, -1 gives 1 or -1,
/// any other number, 0 too, gives 0.
template <class T> constexpr T power(T base, T exponent) {
  if (exponent < 0) {
    T ofMinusOne = exponent & 1 ? base : static_cast<T>(1);
    return base == 1 || base == static_cast<T>(-1) ? ofMinusOne : T(0);
  }
  T result = 1;
  for (auto left = static_cast<std::make_unsigned_t<T>>(exponent); left != 0;
       left = static_cast<std::make_unsigned_t<T>>(left >> 1)) {
    if (left & 1)
      result = wrapMul(result, base);
    base = wrapMul(base, base);
  }
  return result;
}

/// `value` reduced to the width of an integer type (or to `!= 0` for bool) and
/// extended again by the type's sign; ui64 is kept as its bits.
int64_t wrapToInt(int64_t value, DType type);

/// Float to integer: 32- and 64-bit types saturate and NaN gives 0; narrower
/// types go through i32 and wrap; bool is `!= 0`. ui64 is given as its bits.
int64_t floatToInt(double value, DType type);

} // namespace tinygrad

#endif // TINYGRAD_SUPPORT_INTEGERSEMANTICS_H
