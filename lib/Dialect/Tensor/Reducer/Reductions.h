//===- Reductions.h - the reductions of tg's programs -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_REDUCER_REDUCTIONS_H
#define TINYGRAD_LIB_DIALECT_TENSOR_REDUCER_REDUCTIONS_H

#include "TinyGrad/Reducer/Trial.h"

namespace tinygrad::tg {

void populateOpReductions(mlir::RewritePatternSet &patterns, Trial trial);
void populateFunctionReductions(mlir::RewritePatternSet &patterns, Trial trial);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_REDUCER_REDUCTIONS_H
