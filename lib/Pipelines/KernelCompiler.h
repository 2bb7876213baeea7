//===- KernelCompiler.h - one uop.kernel to an object -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_PIPELINES_KERNELCOMPILER_H
#define TINYGRAD_LIB_PIPELINES_KERNELCOMPILER_H

#include "TinyGrad/Pipelines/KernelTarget.h"
#include "TinyGrad/Pipelines/Pipelines.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

namespace tinygrad {

/// Compiles kernels one after the other; its pass managers are made once.
class KernelCompiler {
public:
  /// Called with a module that holds the kernel, at the stages UOp and Code.
  using Observer = std::function<void(Stage, mlir::ModuleOp)>;

  KernelCompiler(mlir::MLIRContext *context, const CompileOptions &options,
                 const KernelTarget &target, Observer observer);

  /// Loads the dialects that compiling needs, which threads may not do.
  void loadDialects();

  /// Compiles a copy of `kernel`. A failure is a diagnostic at the kernel.
  mlir::FailureOr<CachedProgram> compile(uop::KernelOp kernel);

private:
  mlir::LogicalResult toObject(mlir::ModuleOp module, uop::KernelOp kernel,
                               CachedProgram &program);
  mlir::LogicalResult toGPUObject(mlir::ModuleOp module, uop::KernelOp kernel,
                                  CachedProgram &program);
  void showTexts(uop::KernelOp kernel, llvm::StringRef llvmIR,
                 llvm::StringRef assembly);

  const CompileOptions &options;
  const KernelTarget &target;
  Observer observer;
  mlir::PassManager optimize, code, lower;
};

} // namespace tinygrad

#endif // TINYGRAD_LIB_PIPELINES_KERNELCOMPILER_H
