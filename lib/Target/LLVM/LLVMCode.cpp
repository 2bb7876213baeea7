//===- LLVMCode.cpp - what all of LLVM's targets go through -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVMCode.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

Expected<std::unique_ptr<Module>>
tinygrad::translateToLLVM(mlir::Operation *module, LLVMContext &context,
                          TargetMachine &machine) {
  std::unique_ptr<Module> llvmModule =
      mlir::translateModuleToLLVMIR(module, context, "kernel");
  if (!llvmModule)
    return createStringError("cannot translate the module to LLVM IR");
  llvmModule->setTargetTriple(machine.getTargetTriple());
  llvmModule->setDataLayout(machine.createDataLayout());
  for (Function &function : *llvmModule)
    if (!function.isDeclaration()) {
      function.addFnAttr(Attribute::NoUnwind);
      function.addFnAttr(Attribute::MustProgress);
    }
  return llvmModule;
}

void tinygrad::cleanUp(Module &module, TargetMachine &machine) {
  PassBuilder builder(&machine);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager sccs;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);

  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass(InstCombineOptions().setMaxIterations(1)));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                 /*UseMemorySSA=*/true));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(DCEPass());
  for (Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, functions);
}

Expected<SmallVector<char, 0>> tinygrad::generateCode(Module &module,
                                                      TargetMachine &machine,
                                                      CodeGenFileType type) {
  SmallVector<char, 0> output;
  raw_svector_ostream stream(output);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type))
    return createStringError("the target cannot emit this kind of file");
  passes.run(module);
  return output;
}
