//===- Compiler.h - from a tg module to something that runs -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler as a library: the pipelines, each kernel compiled once to an
// object, and the result as a module of `jit` functions and programs.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_PIPELINES_COMPILER_H
#define TINYGRAD_PIPELINES_COMPILER_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Pipelines/ProgramCache.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include <functional>
#include <string>
#include <vector>

namespace tinygrad {

/// The stages at which a program can be looked at.
enum class Stage {
  Tensor,     ///< `tg` as given.
  Schedule,   ///< `tg.kernel` regions.
  UOp,        ///< Optimized `uop.kernel` ops and `tg.launch`.
  Code,       ///< Kernels as loops.
  LLVM,       ///< A kernel as LLVM IR, as text.
  Assembly,   ///< A kernel as assembly, as text.
  JIT,        ///< `jit` functions and programs, without the bytes of objects.
  Expression, ///< Each `uop.kernel` as an expression, before Stage::UOp.
};

struct CompileOptions {
  /// "cpu", "null", or a GPU such as "opencl" or "cuda:1".
  std::string device = "cpu";
  /// The processor: "host" is this one, and of a GPU a usual one.
  std::string target = "host";
  bool optimize = true;
  /// Matrix units of GPUs: 0 none, 1 where they fit, 2 their tiles only.
  unsigned matrixUnits = 1;
  bool planMemory = true;
  bool prune = false; ///< Run once what depends on no input.
  /// Pack what never changes by kernels of its own, as with `prune`, which runs
  /// these once. Without it they run each time: someone who records the runs
  /// may prune later.
  bool packConstants = false;
  bool graphs = true;
  unsigned batchSize = 32;
  /// Of CUDA: beside PTX a cubin, where ptxas is found and takes the text.
  bool cubin = true;
  /// Called with each kernel that comes without opts and is not known yet, in
  /// expression form, to give it some; a failure has been reported.
  std::function<mlir::LogicalResult(uop::KernelOp)> search;
  /// Called with each kernel that is compiled, in expression form, and the opts
  /// that it got.
  std::function<void(uop::KernelOp, mlir::ArrayAttr opts)> onKernel;
  /// Called with the module at each stage that it passes.
  std::function<void(Stage, mlir::ModuleOp)> onModule;
  /// Called with each kernel's text at the stages LLVM and Assembly.
  std::function<void(Stage, llvm::StringRef kernel, llvm::StringRef text)>
      onText;
  /// Called before each kernel that has to be compiled with how many are done
  /// and how many there are; where it gives false, the compilation ends with
  /// the error "stopped". From several threads if the context has several. Last
  /// with all of them done.
  std::function<bool(size_t done, size_t total)> onProgress;
};

/// How one kernel was compiled.
struct KernelReport {
  std::string name;
  double seconds = 0;
  bool isCached = false; ///< By an equal kernel, here or before.
  std::string opts;      ///< The optimisations, as in the IR.
};

struct CompileReport {
  double seconds = 0;
  std::vector<KernelReport> kernels;
};

/// Everything that a program and its compilation may contain.
void registerCompilerDialects(mlir::DialectRegistry &registry);

/// Compiles the `tg` functions of `module` in place: afterwards it holds a
/// `jit.func` for each and the `jit.program` ops that they launch. Failures are
/// diagnostics.
mlir::LogicalResult compileModule(mlir::ModuleOp module,
                                  const CompileOptions &options,
                                  ProgramCache &cache,
                                  CompileReport *report = nullptr);

} // namespace tinygrad

#endif // TINYGRAD_PIPELINES_COMPILER_H
