//===- KernelTarget.h - what kernels are made for ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_PIPELINES_KERNELTARGET_H
#define TINYGRAD_PIPELINES_KERNELTARGET_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Target/CPU/CPUTarget.h"
#include "TinyGrad/Target/GPU/GPUTarget.h"
#include "mlir/Pass/PassManager.h"

namespace tinygrad {

/// A GPU, or else a processor.
struct KernelTarget {
  cpu::TargetInfo cpu;
  std::optional<GPUTarget> gpu;

  /// An error is a processor that the device does not have.
  static llvm::Expected<KernelTarget> get(const CompileOptions &options);

  /// The passes that apply a kernel's opts, or with `optimize` choose them.
  void buildOptimizePipeline(mlir::OpPassManager &pm, bool optimize) const;
};

/// What tells two kernels apart: their IR without the name, the target and the
/// options.
std::string getKernelKey(uop::KernelOp kernel, const CompileOptions &options,
                         const KernelTarget &target);

} // namespace tinygrad

#endif // TINYGRAD_PIPELINES_KERNELTARGET_H
