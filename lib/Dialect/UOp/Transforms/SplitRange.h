//===- SplitRange.h - splitting an axis, with gates -*- C++ -*- -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_SPLITRANGE_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_SPLITRANGE_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"

namespace tinygrad::uop {

/// The range of `kernel` with this id; null if there is none.
RangeOp findRange(KernelOp kernel, int64_t id);

/// Splits `range` into itself, of a size divided by `amount` and rounded up,
/// and a new range of size `amount` and type `inner`. Where `amount` may not
/// divide the size, what lies beyond it is gated: stores do not write there,
/// reduces take their identity, and loads are not done. But a load needs no
/// gate if no index or gate depends on what it finds, and it stays in its
/// buffer or is done as well for a larger value of the variable that the size
/// is made of: the kernel is right for that value too.
///
/// A stage may close the range if `amount` divides its size, or if it is the
/// first of the stage.
void splitRange(RangeOp range, int64_t amount, AxisType inner);

/// Rounds the size of `range` up to a multiple of `multiple`, gated likewise.
void padRange(RangeOp range, int64_t multiple);

/// Makes one range of `outer` and `inner`, which has a constant size, comes
/// later in the block, and is closed by the same ops. The range is `outer`; the
/// old indices become its quotient and remainder.
void mergeRanges(RangeOp outer, RangeOp inner);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_SPLITRANGE_H
