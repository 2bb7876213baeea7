//===- Load.h - program files -----------------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_LOAD_H
#define TINYGRAD_TOOLS_TGRUN_LOAD_H

#include "Options.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace tinygrad::run {

/// Opens a program file for `sources`; refuses what would exhaust the parser.
llvm::Error openProgram(const std::string &path, llvm::SourceMgr &sources);

/// The functions that the options ask for.
llvm::Expected<std::vector<mlir::func::FuncOp>>
findEntries(mlir::ModuleOp module, const Options &options);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_LOAD_H
