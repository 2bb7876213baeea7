//===- HoistStage.h - stages that are kernels of their own ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_HOISTSTAGE_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_HOISTSTAGE_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/IR/OwningOpRef.h"
#include <string>

namespace tinygrad::uop {

/// What was a stage of a kernel.
struct HoistedStage {
  /// Packs its one input into its output.
  mlir::OwningOpRef<KernelOp> packer;
  /// The argument of the kernel that is the packer's input, and the new one,
  /// behind all other buffers, that is its output.
  unsigned operand, argument;
  /// Elements that lie side by side, and all of them.
  int64_t row, elements;
};

/// Takes the first stage out of the opts of `kernel`, in expression form, that
/// can be a kernel of its own: over all axes over which its operand varies, and
/// of an operand that holds the same in every launch. The kernel reads the
/// packed elements from a new argument then, and its other opts do with that
/// load what they did with the stage. Why the others stay is added to
/// `reasons`, one text for each stage that is not taken.
std::optional<HoistedStage>
hoistStage(KernelOp kernel, llvm::SmallVectorImpl<std::string> &reasons);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_HOISTSTAGE_H
