//===- Constant.h - inputs that are the same in every launch ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_IR_CONSTANT_H
#define TINYGRAD_DIALECT_UOP_IR_CONSTANT_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"

namespace tinygrad::uop {

/// On an input of a kernel: it has the same contents in every launch, so that
/// what is made of it alone may be made once.
inline constexpr llvm::StringLiteral kConstant = "uop.constant";

inline bool isConstant(KernelOp kernel, unsigned argument) {
  return kernel.getArgAttr(argument, kConstant) != nullptr;
}

inline bool hasConstant(KernelOp kernel) {
  for (unsigned i = 0, e = kernel.getNumArguments(); i != e; ++i)
    if (isConstant(kernel, i))
      return true;
  return false;
}

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_IR_CONSTANT_H
