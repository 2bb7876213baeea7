//===- Interval.cpp - bounds of an index -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/Interval.h"

#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace tinygrad::uop;

static int64_t saturate(__int128 value) {
  if (value <= Interval::kMin)
    return Interval::kMin;
  if (value >= Interval::kMax)
    return Interval::kMax;
  return static_cast<int64_t>(value);
}

static bool isInfinite(int64_t value) {
  return value == Interval::kMin || value == Interval::kMax;
}

Interval tinygrad::uop::operator+(Interval a, Interval b) {
  auto add = [](int64_t x, int64_t y) {
    if (isInfinite(x))
      return x;
    return isInfinite(y) ? y : saturate(__int128(x) + y);
  };
  return {add(a.lo, b.lo), add(a.hi, b.hi)};
}

Interval tinygrad::uop::operator*(Interval a, Interval b) {
  auto mul = [](int64_t x, int64_t y) {
    if (x == 0 || y == 0)
      return int64_t(0);
    if (isInfinite(x) || isInfinite(y))
      return (x < 0) == (y < 0) ? Interval::kMax : Interval::kMin;
    return saturate(__int128(x) * y);
  };
  auto [lo, hi] = std::minmax(
      {mul(a.lo, b.lo), mul(a.lo, b.hi), mul(a.hi, b.lo), mul(a.hi, b.hi)});
  return {lo, hi};
}

Interval Interval::floorDiv(Interval a, Interval b) {
  if (b.lo < 1)
    return {};
  auto div = [](int64_t x, int64_t y) {
    if (isInfinite(x))
      return x;
    if (isInfinite(y))
      return x < 0 ? int64_t(-1) : int64_t(0);
    return llvm::divideFloorSigned(x, y);
  };
  auto [lo, hi] = std::minmax(
      {div(a.lo, b.lo), div(a.lo, b.hi), div(a.hi, b.lo), div(a.hi, b.hi)});
  return {lo, hi};
}

Interval tinygrad::uop::intersect(Interval a, Interval b) {
  Interval both = {std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
  return both.lo <= both.hi ? both : a;
}

Interval tinygrad::uop::unite(Interval a, Interval b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}
