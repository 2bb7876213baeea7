//===- Constants.h - elements of attributes as bytes ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_EXECUTION_CONSTANTS_H
#define TINYGRAD_LIB_EXECUTION_CONSTANTS_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"

namespace tinygrad {

/// The constant's elements as they lie in memory: a bool is a byte of 0 or 1,
/// the others are little endian. Fails, with a diagnostic, if a resource is
/// missing or has another size.
mlir::FailureOr<std::vector<char>> getConstantBytes(jit::ConstantOp constant);

} // namespace tinygrad

#endif // TINYGRAD_LIB_EXECUTION_CONSTANTS_H
