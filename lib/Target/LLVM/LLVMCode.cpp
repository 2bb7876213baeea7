//===- LLVMCode.cpp - what all of LLVM's targets go through -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVMCode.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;
using namespace tinygrad;

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

CodeCleaner::CodeCleaner(TargetMachine &machine, bool rotateLoops)
    : builder(&machine) {
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);

  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass(InstCombineOptions().setMaxIterations(1)));
  passes.addPass(SimplifyCFGPass());
  if (rotateLoops)
    passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                 /*UseMemorySSA=*/true));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(DCEPass());
}

void CodeCleaner::run(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, functions);
  // Nothing may be known of another module's functions in their place.
  loops.clear();
  functions.clear();
  sccs.clear();
  modules.clear();
}

Expected<std::unique_ptr<CodeGenerator>>
CodeGenerator::create(TargetMachine &machine, CodeGenFileType type) {
  std::unique_ptr<CodeGenerator> generator(new CodeGenerator());
  if (machine.addPassesToEmitFile(generator->passes, generator->stream, nullptr,
                                  type))
    return createStringError("the target cannot emit this kind of file");
  return generator;
}

SmallVector<char, 0> CodeGenerator::run(Module &module) {
  passes.run(module);
  return std::exchange(output, {});
}

Expected<SmallVector<char, 0>> tinygrad::generateCode(Module &module,
                                                      TargetMachine &machine,
                                                      CodeGenFileType type) {
  auto generator = CodeGenerator::create(machine, type);
  if (!generator)
    return generator.takeError();
  return (*generator)->run(module);
}
