//===- JITToLLVM.h - launch graphs as native functions ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_CONVERSION_JITTOLLVM_JITTOLLVM_H
#define TINYGRAD_CONVERSION_JITTOLLVM_JITTOLLVM_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace tinygrad::jit {

/// Writes at `builder` a function called `name` that runs the graph: a
/// TgrtGraphFn (TinyGrad-c/Runtime.h) whose tables are numbered as in
/// GraphLayout. Fails, with a diagnostic, if a launch is not of a jit.program.
mlir::FailureOr<mlir::LLVM::LLVMFuncOp>
lowerGraph(GraphOp graph, mlir::StringRef name, mlir::OpBuilder &builder);

} // namespace tinygrad::jit

#endif // TINYGRAD_CONVERSION_JITTOLLVM_JITTOLLVM_H
