//===- Pipelines.h - the stages of compilation, as lists --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_PIPELINES_PIPELINES_H
#define TINYGRAD_PIPELINES_PIPELINES_H

#include "TinyGrad/Target/CPU/CPUTarget.h"
#include "TinyGrad/Target/GPU/GPUTarget.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace tinygrad {

/// The devices that programs are made for.
enum class Device { CPU, Null, CUDA, HIP, OpenCL };

/// What a user may choose of the pipelines.
struct PipelineOptions : mlir::PassPipelineOptions<PipelineOptions> {
  Option<Device> target{
      *this, "target", llvm::cl::desc("The device"),
      llvm::cl::init(Device::CPU),
      llvm::cl::values(
          clEnumValN(Device::CPU, "cpu", "this machine's processor"),
          clEnumValN(Device::Null, "null", "one that computes nothing"),
          clEnumValN(Device::CUDA, "cuda", "an NVIDIA GPU"),
          clEnumValN(Device::HIP, "hip", "an AMD GPU"),
          clEnumValN(Device::OpenCL, "opencl", "a device of OpenCL"))};
  Option<std::string> device{
      *this, "device",
      llvm::cl::desc("The device's name, such as cuda:1; the target's first if "
                     "empty")};
  Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("The processor: host, x86-64, x86-64-v3, x86-64-v4, "
                     "x86-64-v4+avx512vnni, sm_75 to sm_121, gfx906 to "
                     "gfx1201")};
  Option<unsigned> matrixUnits{
      *this, "tc",
      llvm::cl::desc("Matrix units: 0 none, 1 where they fit, 2 their tiles "
                     "only, computed without them; tg-func-pipeline heeds it "
                     "with binary only"),
      llvm::cl::init(1)};
  Option<bool> binary{*this, "binary",
                      llvm::cl::desc("Compile a GPU's kernels to gpu.binary"),
                      llvm::cl::init(false)};
  Option<bool> cubin{*this, "cubin",
                     llvm::cl::desc("Beside PTX a cubin, where ptxas is found"),
                     llvm::cl::init(true)};
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

/// On a module of `tg` functions: what shares a kernel. A GPU (null: this is
/// for a processor) takes more workers to be busy, so more reduces are split
/// for it, and scans are decomposed to reduces. What has matrix units gets
/// operands for them.
void buildSchedulePipeline(mlir::OpPassManager &pm,
                           const GPUTarget *gpu = nullptr);

/// On a scheduled module: each tg.kernel becomes a uop.kernel.
void buildOutlinePipeline(mlir::OpPassManager &pm);

/// On a module of kernels: opts for those with inputs that never change.
void buildChoosePipeline(mlir::OpPassManager &pm,
                         const cpu::TargetInfo &target);

/// On an outlined module, for processors: what is packed of tensors that never
/// change is packed by kernels of its own.
void buildPackPipeline(mlir::OpPassManager &pm, bool optimize,
                       const cpu::TargetInfo &target);

/// On a uop.kernel in expression form: which optimisations.
void buildOptimizePipeline(mlir::OpPassManager &pm, bool optimize,
                           const cpu::TargetInfo &target);

/// On an optimized uop.kernel: vectors, then loops.
void buildCodePipeline(mlir::OpPassManager &pm, const cpu::TargetInfo &target);

/// The two before, on a uop.kernel.
void buildKernelPipeline(mlir::OpPassManager &pm, bool optimize,
                         const cpu::TargetInfo &target);

/// On a uop.kernel in expression form, for a GPU: its loops as one thread does
/// them, in linear form.
void buildGPUOptimizePipeline(mlir::OpPassManager &pm, bool optimize,
                              const GPUTarget &target);
void buildGPUCodePipeline(mlir::OpPassManager &pm, const GPUTarget &target);
void buildGPUKernelPipeline(mlir::OpPassManager &pm, bool optimize,
                            const GPUTarget &target);

/// On a module of kernels in linear form: each becomes a gpu.module in the LLVM
/// dialect.
void buildGPULowerPipeline(mlir::OpPassManager &pm, const GPUTarget &target);

/// On an outlined module: functions become lists of exec items on buffers.
void buildBufferPipeline(mlir::OpPassManager &pm,
                         const PipelineOptions &options);

/// On lists of items, with compiled kernels: memory is shared, items are
/// batched and ordered.
void buildGraphPipeline(mlir::OpPassManager &pm,
                        const PipelineOptions &options);

/// The two before.
void buildJITPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);

/// All of them, on a module of `tg` functions. An error is a chip that `target`
/// does not have.
llvm::Error buildPipeline(mlir::OpPassManager &pm,
                          const PipelineOptions &options);

/// From a module of `tg` functions to functions on memrefs that call their
/// kernels, in upstream dialects alone: for hosts with a runtime of their own.
llvm::Error buildFuncPipeline(mlir::OpPassManager &pm,
                              const PipelineOptions &options);

/// Registers `--tg-pipeline`, `--tg-func-pipeline`, `--tg-schedule-pipeline`,
/// `--uop-kernel-pipeline` and `--jit-pipeline`.
void registerPipelines();

} // namespace tinygrad

#endif // TINYGRAD_PIPELINES_PIPELINES_H
