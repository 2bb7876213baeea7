//===- UOpAll.td - all ops of uop, for their documentation -*- tablegen -*-
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_IR_UOPALL_TD
#define TINYGRAD_DIALECT_UOP_IR_UOPALL_TD

include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemory.td"
include "TinyGrad/Dialect/UOp/IR/UOpOps.td"

#endif // TINYGRAD_DIALECT_UOP_IR_UOPALL_TD
