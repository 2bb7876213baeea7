//===- DebugLog.cpp - programs at their stages, in the log ----------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugLog.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Runtime/Counters.h"
#include "Viz.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::run;

static void logText(int level, StringRef text) {
  rt::log(level, text.rtrim('\n').str());
}

static void logKernels(int level, StringRef title, ModuleOp module) {
  for (auto kernel : module.getOps<uop::KernelOp>()) {
    std::string text = ("// " + title + "\n").str();
    llvm::raw_string_ostream os(text);
    kernel->print(os, OpPrintingFlags().useLocalScope());
    logText(level, text);
  }
}

static void logSchedule(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    std::string text = "// schedule\n";
    llvm::raw_string_ostream os(text);
    writeTree(function, os);
    logText(3, text);
  }
}

void run::attachDebugLog(CompileOptions &compile, unsigned level) {
  if (level >= 3)
    compile.onModule = [next = compile.onModule, level](Stage stage,
                                                        ModuleOp module) {
      if (stage == Stage::Schedule)
        logSchedule(module);
      if (stage == Stage::Expression && level >= 5)
        logKernels(5, "expression", module);
      if (stage == Stage::Code && level >= 6)
        logKernels(6, "linear form", module);
      if (next)
        next(stage, module);
    };
  if (level >= 4)
    compile.onText = [next = compile.onText,
                      level](Stage stage, StringRef kernel, StringRef text) {
      if (stage == Stage::LLVM)
        logText(4, ("; code of " + kernel + "\n" + text).str());
      if (stage == Stage::Assembly && level >= 7)
        logText(7, ("# assembly of " + kernel + "\n" + text).str());
      if (next)
        next(stage, kernel, text);
    };
}

void run::logOpts(const CompileReport &report) {
  if (!rt::isLogged(3))
    return;
  for (const KernelReport &kernel : report.kernels)
    rt::log(3, "opts of " + kernel.name + ": " +
                   (kernel.opts.empty() ? "[]" : kernel.opts));
}
