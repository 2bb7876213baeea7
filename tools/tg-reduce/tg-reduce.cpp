//===- tg-reduce.cpp - makes failing programs smaller ---------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/Reducer/ReductionPatterns.h"
#include "TinyGrad/Dialect/Tensor/Reducer/ReductionPatterns.h"
#include "TinyGrad/Dialect/UOp/Reducer/ReductionPatterns.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Reducer/Reduce.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::OptionCategory category("tg-reduce options");
static cl::opt<std::string> input(cl::Positional, cl::desc("<program.mlir>"),
                                  cl::init("-"), cl::cat(category));
static cl::opt<std::string>
    output("o", cl::desc("where the smaller program goes (default: stdout)"),
           cl::value_desc("file"), cl::init("-"), cl::cat(category));
static cl::opt<std::string> test(
    "test",
    cl::desc("program that is called with --test-arg's and a file, and exits "
             "with 1 if the file is interesting, with 0 if not"),
    cl::value_desc("program"), cl::Required, cl::cat(category));
static cl::list<std::string> testArguments("test-arg",
                                           cl::desc("argument of the test"),
                                           cl::value_desc("text"),
                                           cl::cat(category));

static LogicalResult fail(const llvm::Twine &message) {
  llvm::errs() << "tg-reduce: error: " << message << "\n";
  return failure();
}

static LogicalResult run() {
  auto program = llvm::sys::findProgramByName(test);
  // A name with a folder is taken as it is.
  if (!program || !llvm::sys::fs::can_execute(*program))
    return fail("expected a program that can be run as test, but got '" + test +
                "'");
  std::string message;
  auto buffer = openInputFile(input, &message);
  if (!buffer)
    return fail(message);

  DialectRegistry registry;
  tinygrad::registerCompilerDialects(registry);
  tinygrad::tg::registerReductionPatterns(registry, /*driverFolds=*/false);
  tinygrad::uop::registerReductionPatterns(registry, /*driverFolds=*/false);
  tinygrad::jit::registerReductionPatterns(registry, /*driverFolds=*/false);
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  auto module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return failure();

  std::vector<std::string> arguments(testArguments);
  Tester tester(*program, arguments);
  if (failed(tinygrad::reduceProgram(*module, tester)))
    return failure();
  auto file = openOutputFile(output, &message);
  if (!file)
    return fail(message);
  module->print(file->os());
  file->keep();
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM initializer(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Makes an MLIR program smaller while a test finds it interesting\n");
  return failed(run());
}
