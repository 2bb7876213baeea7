//===- Compare.cpp - results against what was expected --------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Elements.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace tinygrad;
using namespace tinygrad::run;

/// The position of element `index` in an array of these sizes.
static std::vector<int64_t> getPosition(uint64_t index,
                                        const std::vector<int64_t> &sizes) {
  std::vector<int64_t> position(sizes.size());
  for (size_t axis = sizes.size(); axis-- > 0;) {
    position[axis] = int64_t(index % uint64_t(sizes[axis]));
    index /= uint64_t(sizes[axis]);
  }
  return position;
}

Comparison run::compare(const rt::HostArray &got, const rt::HostArray &expected,
                        Tolerance tolerance) {
  Comparison comparison;
  llvm::raw_string_ostream os(comparison.text);
  if (got.shape != expected.shape) {
    comparison.isEqual = false;
    os << "has sizes " << formatList(got.shape) << ", expected "
       << formatList(expected.shape);
    return comparison;
  }
  bool isFloat = tinygrad::isFloat(toDType(got.type));
  uint64_t count = countElements(got), differing = 0, worst = 0;
  double largest = -1;
  for (uint64_t i = 0; i < count; ++i) {
    if (getBits(got, i) == getBits(expected, i))
      continue;
    double a = getNumber(got, i), b = getNumber(expected, i);
    if (isFloat && std::isnan(a) && std::isnan(b))
      continue;
    double error = std::abs(a - b);
    if (!(error >= 0)) // one NaN, or infinities of two signs
      error = std::numeric_limits<double>::infinity();
    double allowed = tolerance.absolute;
    if (tolerance.relative > 0)
      allowed += tolerance.relative * std::abs(b);
    // Infinities are not near each other, nor near anything.
    bool isClose =
        isFloat && !tolerance.sameBits && std::isfinite(b) && error <= allowed;
    if (!isClose)
      ++differing;
    if (error > largest) {
      largest = error;
      worst = i;
    }
  }
  comparison.isEqual = differing == 0;
  if (largest < 0) {
    os << "is equal in all " << count << " elements";
    return comparison;
  }
  if (differing)
    os << "differs in " << differing << " of " << count << " elements";
  else
    os << "is close in all " << count << " elements";
  os << "; largest error " << largest << " at "
     << formatList(getPosition(worst, got.shape)) << ": got "
     << formatElement(got, worst) << ", expected "
     << formatElement(expected, worst);
  return comparison;
}
