//===- Viz.h - pictures of a program ----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_VIZ_H
#define TINYGRAD_TOOLS_TGRUN_VIZ_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tinygrad::run {

/// Writes a scheduled function as a graph for Graphviz: a node for each tensor,
/// coloured by what makes it, and a box around those of one kernel.
void writeDot(mlir::func::FuncOp function, llvm::raw_ostream &os);

/// Writes a function as an indented list, each op under what it computes for;
/// an op that is used again is named by its number. What a kernel of a
/// scheduled function computes is under it.
void writeTree(mlir::func::FuncOp function, llvm::raw_ostream &os);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_VIZ_H
