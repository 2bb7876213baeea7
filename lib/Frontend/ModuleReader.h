//===- ModuleReader.h - a module and what is said about it -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_FRONTEND_MODULEREADER_H
#define TINYGRAD_LIB_FRONTEND_MODULEREADER_H

#include "TinyGrad/Frontend/ModuleText.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

namespace tinygrad::frontend {

/// Reads a module in a context of its own; what is said goes to `messages`.
class ModuleReader {
public:
  explicit ModuleReader(std::vector<Message> &messages);

  bool read(const std::string &source, llvm::StringRef name);
  /// The module's text and ports.
  void finish(ModuleResult &result);

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;

private:
  mlir::ScopedDiagnosticHandler handler;
  llvm::SourceMgr sources;
};

} // namespace tinygrad::frontend

#endif // TINYGRAD_LIB_FRONTEND_MODULEREADER_H
