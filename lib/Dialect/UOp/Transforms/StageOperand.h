//===- StageOperand.h - keeping an operand in local memory -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_STAGEOPERAND_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_STAGEOPERAND_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include <string>

namespace tinygrad::uop {

/// Computes what `load` gives for all points of `axes` into memory of the
/// kernel's own, row-major in their order, and reads it there. What is computed
/// from the load and constants alone is kept instead of the load. The copy is
/// made in the deepest loop over which the operand varies besides `axes`, by
/// loops of its own: in their order along the strides of the source, the
/// largest outermost.
///
/// A reason why it cannot be done, empty if it was.
std::string stageOperand(LoadOp load, llvm::ArrayRef<RangeOp> axes);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_STAGEOPERAND_H
