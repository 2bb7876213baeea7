//===- KernelTarget.cpp - what kernels are made for -----------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/KernelTarget.h"

#include "TinyGrad/Pipelines/Pipelines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

using namespace mlir;
using namespace tinygrad;

llvm::Expected<KernelTarget> KernelTarget::get(const CompileOptions &options) {
  KernelTarget target;
  if (jit::isGPUDevice(options.device)) {
    auto gpu = getGPUTarget(jit::getDeviceKind(options.device),
                            options.target == "host" ? "" : options.target,
                            options.matrixUnits);
    if (!gpu)
      return gpu.takeError();
    target.gpu = std::move(*gpu);
    return target;
  }
  auto cpu = cpu::getTarget(options.target);
  if (!cpu)
    return cpu.takeError();
  target.cpu = std::move(*cpu);
  target.cpu.matrixUnits = options.matrixUnits;
  return target;
}

void KernelTarget::buildOptimizePipeline(OpPassManager &pm,
                                         bool optimize) const {
  if (gpu)
    buildGPUOptimizePipeline(pm, optimize, *gpu);
  else
    tinygrad::buildOptimizePipeline(pm, optimize, cpu);
}

std::string tinygrad::getKernelKey(uop::KernelOp kernel,
                                   const CompileOptions &options,
                                   const KernelTarget &target) {
  OwningOpRef<Operation *> copy = kernel->clone();
  SymbolTable::setSymbolName(*copy, "kernel");
  std::string text;
  llvm::raw_string_ostream os(text);
  copy->print(os, OpPrintingFlags().useLocalScope().assumeVerified());
  os << "\n" << options.optimize << " ";
  if (const std::optional<GPUTarget> &gpu = target.gpu) {
    os << gpu->getDevice() << " " << gpu->triple << " " << gpu->chip << " "
       << gpu->features << " " << gpu->threads << " " << gpu->maxThreads << " "
       << gpu->subgroup << " " << gpu->sharedBytes << " "
       << gpu->hasF16Arithmetic << gpu->hasF16Conversions << options.cubin
       << " " << gpu->matrixUnits;
  } else {
    const cpu::TargetInfo &cpu = target.cpu;
    os << options.device << " " << cpu.triple << " " << cpu.cpu << " "
       << cpu.features << " " << cpu.vectorBits << " " << cpu.vectorRegisters
       << " " << cpu.l1Bytes << " " << cpu.l2Bytes << " " << cpu.lastBytes
       << " " << cpu.chip << " " << cpu.matrixUnits;
  }
  return llvm::toHex(llvm::BLAKE3::hash<16>(
      ArrayRef(reinterpret_cast<const uint8_t *>(text.data()), text.size())));
}
