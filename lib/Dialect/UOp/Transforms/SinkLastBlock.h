//===- SinkLastBlock.h - what only a branch needs, in it --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_SINKLASTBLOCK_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_SINKLASTBLOCK_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tinygrad::uop {

/// Makes one of neighbouring branches with one condition, given in the order of
/// the code and without an else, and moves what only they use into them.
void sinkIntoBranches(llvm::ArrayRef<mlir::scf::IfOp> branches);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_SINKLASTBLOCK_H
