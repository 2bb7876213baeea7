//===- CompileToPTX.cpp - kernels for NVIDIA GPUs ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Target/GPU/GPUTarget.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace tinygrad {

/// The products of fp8 came with PTX 8.4, later than the chips that have them.
static GPUTarget getTargetFor(mlir::gpu::GPUModuleOp module, GPUTarget target) {
  bool isNewer = false;
  module.walk([&](mlir::LLVM::InlineAsmOp assembly) {
    isNewer |= assembly.getAsmString().starts_with("mma.sync.");
  });
  StringRef version = target.features;
  unsigned number = 0;
  if (isNewer && version.consume_front("+ptx") &&
      !version.getAsInteger(10, number) && number < 84)
    target.features = "+ptx84";
  return target;
}

Expected<GPUObject> compileToPTX(mlir::gpu::GPUModuleOp module,
                                 const GPUTarget &target, bool withBinary) {
  auto machine = createGPUTargetMachine(getTargetFor(module, target));
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
