//===- TileRegisters.h - products of tiles in tile registers ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_CONVERSION_UOPTOLLVM_TILEREGISTERS_H
#define TINYGRAD_CONVERSION_UOPTOLLVM_TILEREGISTERS_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"

namespace tinygrad {

/// Makes the products of tiles of `kernel`, in linear form, calls of their
/// intrinsics on tile registers: sums stay in them from the loop's start to its
/// end, and operands are loaded to them where they lie in memory.
void useTileRegisters(uop::KernelOp kernel);

} // namespace tinygrad

#endif // TINYGRAD_CONVERSION_UOPTOLLVM_TILEREGISTERS_H
