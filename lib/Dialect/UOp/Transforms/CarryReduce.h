//===- CarryReduce.h - a reduce in blocks -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_CARRYREDUCE_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_CARRYREDUCE_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include <string>

namespace tinygrad::uop {

/// Splits a reduce axis into blocks of `amount` iterations and makes the loop
/// over the blocks one that may stand around output axes (a carry axis): each
/// block adds to what the output holds, in the order of the blocks, and what
/// follows the reduce is applied by the last. With `axes` the sums are in
/// memory of the kernel's own instead, one for each point of these axes, and
/// the last block alone writes outputs.
///
/// A reason why it cannot be done, empty if it was.
std::string carryReduce(RangeOp range, int64_t amount,
                        llvm::ArrayRef<RangeOp> axes);

/// Whether the axis `id` of a kernel can be carried, with the sums in the
/// output or in memory of the kernel's own, and nothing is done again in each
/// block: the kernel has no other reduce.
bool canCarryReduce(KernelOp kernel, int64_t id, bool inOutput);

/// Whether sums of blocks are kept in memory of the kernel's own.
bool hasCarriedSums(KernelOp kernel);

/// Why the order of the kernel's loops is none in which sums are kept: all
/// output axes inside of the blocks must have theirs. Empty if they have.
std::string checkCarriedLoops(KernelOp kernel);

/// Why `range` cannot be split by `amount` where sums are kept, or nothing.
std::string checkCarriedSplit(RangeOp range, int64_t amount);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_CARRYREDUCE_H
