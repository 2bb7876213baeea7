//===- WidenOperands.cpp - narrow operands that are converted once --------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of narrow numbers (bf16, f16, bytes) without a unit for them is one
// of f32 or i32. The panels of one operand are converted when they are packed.
// Of the other each number is broadcast to the lanes: from memory that is one
// instruction, but a narrow one is loaded as a scalar, converted and moved to a
// vector, for each panel again. So it is copied as well, converted a vector at
// a time along the reduce, some iterations of which are unrolled for that.
//
//===----------------------------------------------------------------------===//

#include "CacheTiles.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Iterations of the reduce that are side by side in the copy: enough for a
/// vector, few enough for a short body.
static constexpr int64_t kSideBySide = 4;

bool ScheduleWriter::isWidened(const KernelWork::Access &access) const {
  return !access.isStore && !access.isGated && !access.isConstant &&
         !access.axes.test(candidate.lanes) &&
         access.elementBits < work.elementBits &&
         llvm::none_of(
             access.axes.set_bits(),
             [&](unsigned axis) { return work.axes[axis].isDynamic; });
}

/// Finds what is widened, and unrolls the reduce along which it is contiguous.
void ScheduleWriter::findWidened() {
  if (packed.empty() || !spread.empty() || !windowed.empty() ||
      candidate.reduceLanes.size())
    return;
  for (const KernelWork::Access &access : nest->accesses) {
    if (!isWidened(access))
      continue;
    int row = -1;
    for (unsigned axis : access.axes.set_bits())
      if (work.axes[axis].isReduce && access.strides[axis] == 1 &&
          work.axes[axis].size % kSideBySide == 0 &&
          candidate.factors[axis] == 1)
        row = axis;
    // Of two such operands one is enough.
    if (row < 0 || (widenedAlong >= 0 && row != widenedAlong))
      continue;
    widenedAlong = row;
    widened.push_back(&access);
  }
  if (widenedAlong >= 0)
    candidate.factors[widenedAlong] = kSideBySide;
}
