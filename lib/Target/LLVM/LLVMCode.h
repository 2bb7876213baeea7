//===- LLVMCode.h - what all of LLVM's targets go through -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_TARGET_LLVM_LLVMCODE_H
#define TINYGRAD_LIB_TARGET_LLVM_LLVMCODE_H

#include "mlir/IR/Operation.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace tinygrad {

/// A module in the LLVM dialect as LLVM IR for `machine`, with the facts that
/// hold for every function we generate.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVM(mlir::Operation *module, llvm::LLVMContext &context,
                llvm::TargetMachine &machine);

/// Cleans up modules, one after the other. Kernels arrive vectorised and
/// unrolled, so LLVM's standard pipelines, made to find such things, cost more
/// than they give. With `rotateLoops` a loop asks at its end, where what it
/// carries is in the registers of the next iteration: AMD's back end copies it
/// else, once for each loop of a nest.
class CodeCleaner {
public:
  explicit CodeCleaner(llvm::TargetMachine &machine, bool rotateLoops = false);
  void run(llvm::Module &module);

private:
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::FunctionPassManager passes;
};

/// Generates code of one kind for modules, one after the other: what LLVM sets
/// up for it takes as long as a small kernel's code.
class CodeGenerator {
public:
  static llvm::Expected<std::unique_ptr<CodeGenerator>>
  create(llvm::TargetMachine &machine, llvm::CodeGenFileType type);
  /// Changes the module.
  llvm::SmallVector<char, 0> run(llvm::Module &module);

private:
  CodeGenerator() : stream(output) {}

  llvm::SmallVector<char, 0> output;
  llvm::raw_svector_ostream stream;
  llvm::legacy::PassManager passes;
};

/// Generates code of one module, which changes it.
llvm::Expected<llvm::SmallVector<char, 0>>
generateCode(llvm::Module &module, llvm::TargetMachine &machine,
             llvm::CodeGenFileType type);

} // namespace tinygrad

#endif // TINYGRAD_LIB_TARGET_LLVM_LLVMCODE_H
