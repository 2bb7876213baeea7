//===- InPlace.h - outputs that may overwrite inputs ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_ANALYSIS_INPLACE_H
#define TINYGRAD_DIALECT_UOP_ANALYSIS_INPLACE_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"

namespace tinygrad::uop {

/// The memref arguments, by position among them, that the output of a kernel in
/// expression form may lie in: elements are as large, and the kernel reads each
/// of them only by the index that it writes it by, so that an element is read
/// in the iteration that writes it, and before it does. Only kernels with one
/// store have any: the loops of sibling stores might follow each other.
llvm::SmallVector<unsigned> findInPlaceInputs(KernelOp kernel);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_ANALYSIS_INPLACE_H
