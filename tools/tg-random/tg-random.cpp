//===- tg-random.cpp - prints random programs -----------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tg-random --seed S [--count C] [--ops N]: a module with one function for each
// of the seeds S to S + C - 1, of about N ops. scripts/fuzz.py runs them.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

int main(int argc, char **argv) {
  llvm::cl::opt<uint64_t> seed("seed", llvm::cl::desc("The first seed"));
  llvm::cl::opt<unsigned> count("count",
                                llvm::cl::desc("Functions, one for each seed"),
                                llvm::cl::init(1));
  llvm::cl::opt<unsigned> ops("ops", llvm::cl::desc("Ops in each function"),
                              llvm::cl::init(12));
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "Prints random programs of tg ops\n");

  MLIRContext context;
  context.loadDialect<arith::ArithDialect, func::FuncDialect,
                      tinygrad::tg::TGDialect>();
  OpBuilder builder(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  builder.setInsertionPointToEnd(module->getBody());
  for (unsigned i = 0; i < count; ++i) {
    uint64_t number = seed + i;
    tinygrad::random::Generator(builder, number)
        .generate("seed_" + std::to_string(number), ops);
  }
  if (failed(verify(*module)))
    return 1;
  module->print(llvm::outs());
  llvm::outs() << "\n";
  return 0;
}
