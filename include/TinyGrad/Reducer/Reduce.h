//===- Reduce.h - makes an interesting program smaller ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's mlir-reduce folds the program that it works on and erases what is
// unused, and crashes where that leaves nothing of interest (LLVM 22). Here
// each step is tried, and nothing happens between them; the patterns are
// upstream's DialectReductionPatternInterface.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_REDUCER_REDUCE_H
#define TINYGRAD_REDUCER_REDUCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Reducer/Tester.h"

namespace tinygrad {

/// Erases ops, applies the reduction patterns of all loaded dialects, and
/// canonicalizes, while the program stays valid and interesting, until nothing
/// helps. Fails with an error where it is not interesting to begin with.
llvm::LogicalResult reduceProgram(mlir::ModuleOp module, mlir::Tester &tester);

} // namespace tinygrad

#endif // TINYGRAD_REDUCER_REDUCE_H
