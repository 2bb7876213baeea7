//===- UOpMatrixMemory.h - units and workgroup memory -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_IR_UOPMATRIXMEMORY_H
#define TINYGRAD_DIALECT_UOP_IR_UOPMATRIXMEMORY_H

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"

#define GET_OP_CLASSES
#include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemoryOps.h.inc"

#endif // TINYGRAD_DIALECT_UOP_IR_UOPMATRIXMEMORY_H
