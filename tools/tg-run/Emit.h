//===- Emit.h - programs at their stages ------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_EMIT_H
#define TINYGRAD_TOOLS_TGRUN_EMIT_H

#include "Options.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "VizPage.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tinygrad::run {

/// Collects the texts that --emit, --dump-ir and --viz ask for while a function
/// is compiled, and writes them when it was.
class Emitter {
public:
  explicit Emitter(const Options &options) : options(options) {}

  void attachTo(CompileOptions &compile);
  bool needsNoCompilation() const;
  bool wantsFiles() const;
  bool wantsPage() const;
  bool wantsDot() const;
  llvm::Error finish(mlir::func::FuncOp function);
  /// Adds to the page the seconds that each item took.
  llvm::Error addTimes(llvm::ArrayRef<double> seconds);

private:
  void addModule(Stage stage, mlir::ModuleOp module);
  void addText(Stage stage, llvm::StringRef kernel, llvm::StringRef text);
  llvm::Error dumpFiles(llvm::StringRef function);
  llvm::Error drawTensors();

  const Options &options;
  std::string emitted, dot;
  VizPage page;
  /// Names of files and their contents.
  std::vector<std::pair<std::string, std::string>> files;
};

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_EMIT_H
