//===- Interval.h - bounds of an index -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_ANALYSIS_INTERVAL_H
#define TINYGRAD_DIALECT_UOP_ANALYSIS_INTERVAL_H

#include <cstdint>
#include <limits>

namespace tinygrad::uop {

/// Inclusive bounds. The extreme values of int64 stand for infinity, and every
/// operation saturates to them.
struct Interval {
  static constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

  int64_t lo = kMin, hi = kMax;

  static Interval point(int64_t value) { return {value, value}; }
  bool isPoint() const { return lo == hi; }
  bool isBounded() const { return lo != kMin && hi != kMax; }
  bool contains(int64_t value) const { return lo <= value && value <= hi; }

  /// Rounds towards minus infinity; unbounded where the divisor may not be
  /// positive.
  static Interval floorDiv(Interval a, Interval b);
};

Interval operator+(Interval a, Interval b);
Interval operator*(Interval a, Interval b);
/// What lies in both; `a` where nothing does.
Interval intersect(Interval a, Interval b);
/// The smallest interval that holds both.
Interval unite(Interval a, Interval b);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_ANALYSIS_INTERVAL_H
