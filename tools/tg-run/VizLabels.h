//===- VizLabels.h - what pictures call ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_VIZLABELS_H
#define TINYGRAD_TOOLS_TGRUN_VIZLABELS_H

#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "mlir/IR/Operation.h"

namespace tinygrad::run {

/// What an op does, by its interfaces.
enum class OpClass { Input, Creation, Elementwise, Reduce, Movement, Other };

OpClass classify(mlir::Operation *op, tg::SymbolicShapes &shapes);
llvm::StringRef getColor(OpClass opClass);

/// "n x 16 x f32": a tensor's sizes, with the variables by name.
std::string formatType(mlir::Value value, tg::SymbolicShapes &shapes);

/// "sum" of tg.sum.
llvm::StringRef getShortName(mlir::Operation *op);

/// "model.mlir:7", or empty.
std::string getSourceLine(mlir::Location loc);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_VIZLABELS_H
