//===- Unchanging.h - arguments that are the same in every run --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_TENSOR_IR_UNCHANGING_H
#define TINYGRAD_DIALECT_TENSOR_IR_UNCHANGING_H

#include "llvm/ADT/StringRef.h"

namespace tinygrad::tg {

/// On an argument of a function: the caller passes the same contents in every
/// run, so that what depends on it alone may be computed once.
inline constexpr llvm::StringLiteral kConstant = "tg.constant";

} // namespace tinygrad::tg

#endif // TINYGRAD_DIALECT_TENSOR_IR_UNCHANGING_H
