//===- CompileToPTX.cpp - kernels for NVIDIA GPUs ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainPTX.h"
#include "TinyGrad/Target/GPU/GPUTarget.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace tinygrad {

/// Some instructions came later than the chips that have them.
static GPUTarget getTargetFor(mlir::gpu::GPUModuleOp module, GPUTarget target) {
  int64_t needed = 0;
  module.walk([&](mlir::LLVM::InlineAsmOp assembly) {
    if (auto version =
            assembly->getAttrOfType<mlir::IntegerAttr>(uop::MatrixUnit::kPTX))
      needed = std::max(needed, version.getInt());
  });
  StringRef version = target.features;
  unsigned number = 0;
  if (version.consume_front("+ptx") && !version.getAsInteger(10, number) &&
      number < needed)
    target.features = "+ptx" + std::to_string(needed);
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
  // Emulators are given code for the oldest chip. Others have an instruction
  // for it, in the place of up to four additions and three comparisons.
  writeOutForReaders(**llvmModule, /*roundings=*/target.chip == "sm_75");
  auto text = emitGPUModule(**llvmModule, **machine, /*asObject=*/false);
  if (!text)
    return text.takeError();
  GPUObject object;
  object.text = splitFields(*text);
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
