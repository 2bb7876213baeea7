//===- CompileToPTX.cpp - kernels for NVIDIA GPUs ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Target/GPU/GPUTarget.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace tinygrad {

Expected<GPUObject> compileToPTX(mlir::gpu::GPUModuleOp module,
                                 const GPUTarget &target, bool withBinary) {
  auto machine = createGPUTargetMachine(target);
  if (!machine)
    return machine.takeError();
  LLVMContext context;
  auto llvmModule = translateGPUModule(module, context, **machine);
  if (!llvmModule)
    return llvmModule.takeError();
  auto text = emitGPUModule(**llvmModule, **machine, /*asObject=*/false);
  if (!text)
    return text.takeError();
  GPUObject object;
  object.text = std::move(*text);
  if (!withBinary)
    return object;
  // Where there is no ptxas, or an older one, the driver compiles the text.
  auto ptxas = findTool("ptxas", "/usr/local/cuda/bin");
  if (!ptxas) {
    consumeError(ptxas.takeError());
    return object;
  }
  std::string arch = "-arch=" + target.chip;
  auto binary = runTool(*ptxas, {arch, "-O3"}, object.text);
  if (binary)
    object.binary = std::move(*binary);
  else
    consumeError(binary.takeError());
  return object;
}

} // namespace tinygrad
