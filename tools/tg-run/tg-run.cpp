//===- tg-run.cpp - compiles and runs programs ----------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace tinygrad;

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  auto options = run::parseOptions(argc, argv);
  if (!options) {
    run::reportError(llvm::toString(options.takeError()));
    return 1;
  }
  if (options->help) {
    run::printHelp(llvm::outs());
    return 0;
  }
  if (options->version) {
    run::printVersion(llvm::outs());
    return 0;
  }
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  // One thread until there is something to compile.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  return failed(run::runProgram(*options, context));
}
