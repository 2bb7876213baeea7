//===- WriteIR.h - lazy nodes as tg ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_FRONTEND_WRITEIR_H
#define TINYGRAD_LIB_FRONTEND_WRITEIR_H

#include "GraphKey.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tinygrad::frontend {

/// A module with the function `main`, whose arguments are the graph's inputs
/// and whose results are its roots.
mlir::OwningOpRef<mlir::ModuleOp> writeModule(const Graph &graph,
                                              const DefaultTypes &defaults,
                                              mlir::MLIRContext *context);

} // namespace tinygrad::frontend

#endif // TINYGRAD_LIB_FRONTEND_WRITEIR_H
