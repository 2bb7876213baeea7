//===- IndexMath.h - arithmetic on sizes ------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_REFERENCE_INDEXMATH_H
#define TINYGRAD_LIB_REFERENCE_INDEXMATH_H

#include "mlir/IR/Operation.h"

namespace tinygrad::reference {

/// The value of an `arith` op on index values. Overflow, division by zero and
/// ops that are not known are errors at the op.
mlir::FailureOr<int64_t> evaluateIndexOp(mlir::Operation *op,
                                         llvm::ArrayRef<int64_t> operands);

} // namespace tinygrad::reference

#endif // TINYGRAD_LIB_REFERENCE_INDEXMATH_H
