//===- VizPage.h - a program as one page of HTML ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_VIZPAGE_H
#define TINYGRAD_TOOLS_TGRUN_VIZPAGE_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/JSON.h"

namespace tinygrad::run {

/// Collects what the page of --viz=FILE.html shows: the tensors and their
/// kernels, each kernel at its stages, the memory plan over the list of items,
/// and the launch graphs. The page itself is VizPage.html with this as data.
class VizPage {
public:
  void addModule(Stage stage, mlir::ModuleOp module);
  void addText(Stage stage, llvm::StringRef kernel, llvm::StringRef text);

  /// The seconds that each item of the last function took.
  void setTimes(llvm::ArrayRef<double> seconds);

  /// The whole page.
  std::string getHTML() const;

private:
  void addTensors(mlir::func::FuncOp function);
  void addItems(jit::FuncOp function);
  void addStage(llvm::StringRef kernel, llvm::StringRef stage,
                std::string text);

  llvm::json::Array graphs, lists;
  /// By kernel, in the order in which they were first seen.
  std::vector<std::pair<std::string, llvm::json::Array>> kernels;
};

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_VIZPAGE_H
