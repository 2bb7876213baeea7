//===- IndexingOps.cpp - the family's generated code ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"

using namespace mlir;

#include "TinyGrad/Dialect/Tensor/IR/TensorIndexingEnums.cpp.inc"
#define GET_OP_CLASSES
#include "TinyGrad/Dialect/Tensor/IR/TensorIndexingOps.cpp.inc"
