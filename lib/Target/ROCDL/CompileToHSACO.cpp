//===- CompileToHSACO.cpp - kernels for AMD GPUs ----------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Target/GPU/GPUTarget.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tinygrad {

/// Code object version 5, what HIP's runtimes since ROCm 5.7 expect.
static void setCodeObjectVersion(Module &module) {
  module.addModuleFlag(Module::Error, "amdhsa_code_object_version", 500);
}

Expected<GPUObject> compileToHSACO(mlir::gpu::GPUModuleOp module,
                                   const GPUTarget &target,
                                   std::string *assembly) {
  auto linker = findTool("ld.lld");
  if (!linker)
    return linker.takeError();
  auto machine = createGPUTargetMachine(target);
  if (!machine)
    return machine.takeError();
  LLVMContext context;
  auto llvmModule = translateGPUModule(module, context, **machine);
  if (!llvmModule)
    return llvmModule.takeError();
  setCodeObjectVersion(**llvmModule);
  if (assembly) {
    // Code generation changes the module, so the text comes from a copy.
    std::unique_ptr<Module> copy = CloneModule(**llvmModule);
    auto text = emitGPUModule(*copy, **machine, /*asObject=*/false);
    if (!text)
      return text.takeError();
    *assembly = std::move(*text);
  }
  auto object = emitGPUModule(**llvmModule, **machine, /*asObject=*/true);
  if (!object)
    return object.takeError();
  auto binary = runTool(*linker, {"-shared", "--no-undefined"}, *object);
  if (!binary)
    return binary.takeError();
  return GPUObject{"", std::move(*binary)};
}

} // namespace tinygrad
