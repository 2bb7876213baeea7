//===- Pipelines.h - the stages of compilation, as lists --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_PIPELINES_PIPELINES_H
#define TINYGRAD_PIPELINES_PIPELINES_H

#include "TinyGrad/Target/CPU/CPUTarget.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace tinygrad {

/// What kernels may assume of the processor, by name: see cpu::getTarget.
enum class Chip { Host, X86_64, X86_64_v3, X86_64_v4 };

/// The devices that programs are made for.
enum class Device { CPU, Null };

/// What a user may choose of the pipelines.
struct PipelineOptions : mlir::PassPipelineOptions<PipelineOptions> {
  Option<Device> target{
      *this, "target", llvm::cl::desc("The device"),
      llvm::cl::init(Device::CPU),
      llvm::cl::values(
          clEnumValN(Device::CPU, "cpu", "this machine's processor"),
          clEnumValN(Device::Null, "null", "one that computes nothing"))};
  Option<Chip> chip{
      *this, "chip", llvm::cl::desc("The processor"),
      llvm::cl::init(Chip::Host),
      llvm::cl::values(
          clEnumValN(Chip::Host, "host", "this one"),
          clEnumValN(Chip::X86_64, "x86-64", "any"),
          clEnumValN(Chip::X86_64_v3, "x86-64-v3", "with AVX2"),
          clEnumValN(Chip::X86_64_v4, "x86-64-v4", "with AVX-512"))};
  Option<bool> optimize{*this, "optimize",
                        llvm::cl::desc("Choose optimisations for kernels"),
                        llvm::cl::init(true)};
  Option<bool> prune{
      *this, "prune",
      llvm::cl::desc("Run what depends on no input and no variable once"),
      llvm::cl::init(false)};
  Option<bool> plan{*this, "plan",
                    llvm::cl::desc("Let intermediate buffers share an arena"),
                    llvm::cl::init(true)};
  Option<bool> graphs{*this, "graphs",
                      llvm::cl::desc("Put items into launch graphs"),
                      llvm::cl::init(true)};
  Option<unsigned> batchSize{
      *this, "batch-size",
      llvm::cl::desc("Items of the first launch graph; 0: no limit"),
      llvm::cl::init(32)};
};

/// On a module of `tg` functions: what shares a kernel.
void buildSchedulePipeline(mlir::OpPassManager &pm);

/// On a scheduled module: each tg.kernel becomes a uop.kernel.
void buildOutlinePipeline(mlir::OpPassManager &pm);

/// On a uop.kernel in expression form: which optimisations.
void buildOptimizePipeline(mlir::OpPassManager &pm, bool optimize,
                           const cpu::TargetInfo &target);

/// On an optimized uop.kernel: vectors, then loops.
void buildCodePipeline(mlir::OpPassManager &pm, const cpu::TargetInfo &target);

/// The two before, on a uop.kernel.
void buildKernelPipeline(mlir::OpPassManager &pm, bool optimize,
                         const cpu::TargetInfo &target);

/// On an outlined module: functions become lists of exec items on buffers.
void buildBufferPipeline(mlir::OpPassManager &pm,
                         const PipelineOptions &options);

/// On lists of items, with compiled kernels: memory is shared, items are
/// batched and ordered.
void buildGraphPipeline(mlir::OpPassManager &pm,
                        const PipelineOptions &options);

/// The two before.
void buildJITPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);

/// All of them, on a module of `tg` functions.
void buildPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);

/// Registers `--tg-pipeline`, `--tg-schedule-pipeline`, `--uop-kernel-pipeline`
/// and `--jit-pipeline`.
void registerPipelines();

} // namespace tinygrad

#endif // TINYGRAD_PIPELINES_PIPELINES_H
