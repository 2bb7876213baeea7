//===- Pipelines.cpp - the stages of compilation, as lists ----------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each stage ends with the check of what it promises (docs/contracts.md).
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/Pipelines.h"
#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "TinyGrad/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace tinygrad;

static std::unique_ptr<Pass> verifyPhase(StringRef phase) {
  VerifyPhaseOptions options;
  options.phase = phase.str();
  return createVerifyPhase(options);
}

static bool isGPU(Device device) {
  return device == Device::CUDA || device == Device::HIP ||
         device == Device::OpenCL;
}

static StringRef getName(Device device) {
  switch (device) {
  case Device::CPU:
    return "cpu";
  case Device::Null:
    return "null";
  case Device::CUDA:
    return "cuda";
  case Device::HIP:
    return "hip";
  case Device::OpenCL:
    return "opencl";
  }
  llvm_unreachable("every device is listed");
}

/// What is wrong with the units that are wanted, if anything is.
static llvm::Error checkUnits(const PipelineOptions &options) {
  if (options.matrixUnits > 2)
    return llvm::createStringError("expected tc of 0, 1 or 2, but got " +
                                   llvm::Twine(options.matrixUnits));
  return llvm::Error::success();
}

static llvm::Expected<cpu::TargetInfo> getCPU(const PipelineOptions &options) {
  if (llvm::Error error = checkUnits(options))
    return error;
  auto target =
      cpu::getTarget(options.chip.empty() ? "host" : StringRef(options.chip));
  if (target)
    target->matrixUnits = options.matrixUnits;
  return target;
}

/// The GPU, with the units that are wanted of it; or with none.
static llvm::Expected<GPUTarget> getGPU(const PipelineOptions &options,
                                        bool noUnits = false) {
  if (llvm::Error error = checkUnits(options))
    return error;
  return getGPUTarget(getName(options.target), options.chip,
                      noUnits ? 0 : unsigned(options.matrixUnits));
}

//===----------------------------------------------------------------------===//
// Tensor to schedule to kernels
//===----------------------------------------------------------------------===//

/// Whether products of narrow types gain by operands of these types.
static bool hasUnits(const GPUTarget &gpu) {
  return gpu.matrixUnits == 2 ||
         (gpu.matrixUnits == 1 && gpu.kind != GPUTarget::Kind::OpenCL &&
          !uop::getMatrixUnits(gpu.chip).empty());
}

void tinygrad::buildSchedulePipeline(OpPassManager &pm, const GPUTarget *gpu) {
  // A program as it was given: tg ops, whose sizes fit for all variables.
  pm.addPass(verifyPhase("tensor"));
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(tg::createTGVerifyShapesPass());
  // Gradients are written out, while composite ops have rules of their own.
  functions.addPass(tg::createTGAutodiffPass());
  // What is left has index maps. A processor scans in one loop; threads of a
  // GPU are better used by blocks of the axis, so there scans are decomposed,
  // too.
  tg::TGDecomposePassOptions decompose;
  decompose.keepScans = !gpu;
  decompose.forUnits = gpu && hasUnits(*gpu);
  functions.addPass(tg::createTGDecomposePass(decompose));
  functions.addPass(tg::createTGSimplifyPass());
  functions.addPass(createCanonicalize());
  functions.addPass(createCSEPass());
  // Few results of many elements each are reduced in two steps.
  tg::TGSplitReducesPassOptions split;
  if (gpu) {
    split.workers = 256;
    split.minSize = 1 << 16;
  }
  functions.addPass(tg::createTGSplitReducesPass(split));
  // Every op that computes is in a tg.kernel.
  tg::TGFusePassOptions fuse;
  fuse.tiles = gpu != nullptr;
  functions.addPass(tg::createTGFusePass(fuse));
  pm.addPass(verifyPhase("schedule"));
}

void tinygrad::buildOutlinePipeline(OpPassManager &pm) {
  // Each tg.kernel is a uop.kernel, a pure graph over ranges.
  pm.addPass(createConvertTGToUOpPass());
}

static uop::OptimizeOptions getOptimizeOptions(bool optimize,
                                               const cpu::TargetInfo &target) {
  uop::OptimizeOptions opts;
  opts.heuristic = optimize;
  opts.vectorBits = target.vectorBits;
  opts.vectorRegisters = target.vectorRegisters;
  opts.l1Bytes = target.l1Bytes;
  opts.l2Bytes = target.l2Bytes;
  opts.lastBytes = target.lastBytes;
  opts.chip = target.chip;
  opts.matrixUnits = target.matrixUnits;
  return opts;
}

void tinygrad::buildChoosePipeline(OpPassManager &pm,
                                   const cpu::TargetInfo &target) {
  uop::OptimizeOptions opts = getOptimizeOptions(/*optimize=*/true, target);
  opts.onlyChoose = true;
  pm.nest<uop::KernelOp>().addPass(uop::createOptimize(opts));
}

void tinygrad::buildPackPipeline(OpPassManager &pm, bool optimize,
                                 const cpu::TargetInfo &target) {
  // Kernels know which of their inputs never change.
  pm.addPass(createMarkConstants());
  // What is packed of these, all of it once, is among the opts.
  if (optimize)
    buildChoosePipeline(pm, target);
  // It is packed by kernels that read nothing else.
  pm.addPass(createHoistPacking());
}

//===----------------------------------------------------------------------===//
// Kernels, each on its own
//===----------------------------------------------------------------------===//

void tinygrad::buildOptimizePipeline(OpPassManager &pm, bool optimize,
                                     const cpu::TargetInfo &target) {
  // Indices and gates are as simple as the ranges' bounds allow.
  pm.addPass(uop::createSimplifyIndex());
  pm.addPass(createCSEPass());
  pm.addPass(verifyPhase("expression"));
  // Ranges are split and have their axis types.
  pm.addPass(uop::createOptimize(getOptimizeOptions(optimize, target)));
  pm.addPass(uop::createSimplifyIndex());
  pm.addPass(createCSEPass());
  pm.addPass(verifyPhase("optimized"));
}

void tinygrad::buildCodePipeline(OpPassManager &pm,
                                 const cpu::TargetInfo &target) {
  // Upcast and unroll ranges are dimensions of vectors.
  pm.addPass(uop::createGuardDivisors());
  pm.addPass(uop::createExpandPass());
  pm.addPass(createCSEPass());
  pm.addPass(verifyPhase("expanded"));
  // Functions are sequences of IEEE operations, narrow floats integer code, and
  // nothing is undefined.
  pm.addPass(uop::createDecomposeMathPass());
  uop::DecomposeDTypesPassOptions dtypes;
  dtypes.f16Arithmetic = target.hasF16Arithmetic;
  // Every processor that has FMA converts between f16 and f32, too.
  dtypes.f16Conversions = target.hasFMA;
  dtypes.fma = target.hasFMA;
  dtypes.roundings = target.hasRoundings;
  pm.addPass(uop::createDecomposeDTypesPass(dtypes));
  pm.addPass(createCSEPass());
  // The ranges that are left are loops.
  pm.addPass(uop::createLinearizePass());
  pm.addPass(createCSEPass());
  // What is packed comes from memory while what was before it is used.
  pm.addPass(uop::createPrefetchPanels());
  // Masks are only where something lies outside.
  pm.addPass(uop::createSplitEdges());
  // A row's quotients by one number share its reciprocal.
  if (target.hasFMA)
    pm.addPass(uop::createDivideByScalars());
  // The next row is on its way while one is computed.
  pm.addPass(uop::createPrefetchRows());
  pm.addPass(verifyPhase("linear"));
}

void tinygrad::buildKernelPipeline(OpPassManager &pm, bool optimize,
                                   const cpu::TargetInfo &target) {
  buildOptimizePipeline(pm, optimize, target);
  buildCodePipeline(pm, target);
}

void tinygrad::buildGPUOptimizePipeline(OpPassManager &pm, bool optimize,
                                        const GPUTarget &target) {
  // Indices and gates are as simple as the ranges' bounds allow.
  pm.addPass(uop::createSimplifyIndex());
  pm.addPass(createCSEPass());
  pm.addPass(verifyPhase("expression"));
  // Ranges are blocks, threads, groups of threads and loops.
  uop::OptimizeOptions opts;
  opts.heuristic = optimize;
  opts.gpu = true;
  opts.gpuThreads = target.threads;
  opts.sharedBytes = target.sharedBytes;
  opts.chip = target.chip;
  opts.matrixUnits = target.matrixUnits;
  pm.addPass(uop::createOptimize(opts));
  pm.addPass(uop::createSimplifyIndex());
  pm.addPass(createCSEPass());
  pm.addPass(verifyPhase("optimized"));
}

void tinygrad::buildGPUCodePipeline(OpPassManager &pm,
                                    const GPUTarget &target) {
  pm.addPass(uop::createGuardDivisors());
  pm.addPass(uop::createExpandPass());
  pm.addPass(createCSEPass());
  pm.addPass(verifyPhase("expanded"));
  pm.addPass(uop::createDecomposeMathPass());
  uop::DecomposeDTypesPassOptions dtypes;
  dtypes.f16Arithmetic = target.hasF16Arithmetic;
  dtypes.f16Conversions = target.hasF16Conversions;
  pm.addPass(uop::createDecomposeDTypesPass(dtypes));
  pm.addPass(createCSEPass());
  // Blocks and threads are ids.
  ConvertUOpToGPUPassOptions ids;
  ids.maxGrid = llvm::to_vector(target.maxGrid);
  ids.maxBlock = llvm::to_vector(target.maxBlock);
  ids.maxThreads = target.maxThreads;
  pm.addPass(createConvertUOpToGPUPass(ids));
  // The ranges that are left are loops of one thread, whose registers hold
  // single elements.
  uop::LinearizePassOptions loops;
  loops.laneRegisters = 64;
  pm.addPass(uop::createLinearizePass(loops));
  pm.addPass(createCSEPass());
  // The next tile is on its way while one is used.
  uop::PipelineTilesOptions tiles;
  tiles.sharedBytes = target.sharedBytes;
  tiles.asyncCopies = target.hasAsyncCopies;
  pm.addPass(uop::createPipelineTiles(tiles));
  // A target without matrix units, or none wanted, has their tiles in memory.
  if (target.kind == GPUTarget::Kind::OpenCL || target.matrixUnits == 2) {
    pm.addPass(uop::createLowerMma());
  } else {
    if (target.kind == GPUTarget::Kind::CUDA && target.matrixUnits == 1)
      pm.addPass(uop::createMatrixLoads());
    pm.addPass(uop::createShareOperands());
  }
  // Threads exchange values, and wait for each other.
  uop::LowerGroupReduceOptions groups;
  groups.subgroupSize = target.subgroup;
  pm.addPass(uop::createLowerGroupReduce(groups));
  pm.addPass(uop::createInsertBarriers());
  pm.addPass(uop::createProveAlignment());
  uop::CheckWorkgroupMemoryOptions memory;
  memory.limit = target.sharedBytes;
  pm.addPass(uop::createCheckWorkgroupMemory(memory));
  pm.addPass(verifyPhase("linear"));
}

void tinygrad::buildGPUKernelPipeline(OpPassManager &pm, bool optimize,
                                      const GPUTarget &target) {
  buildGPUOptimizePipeline(pm, optimize, target);
  buildGPUCodePipeline(pm, target);
}

void tinygrad::buildGPULowerPipeline(OpPassManager &pm,
                                     const GPUTarget &target) {
  OutlineGPUKernelsPassOptions outline;
  outline.device = target.getDevice().str();
  pm.addPass(createOutlineGPUKernelsPass(outline));
  ConvertGPUKernelsToLLVMPassOptions convert;
  convert.target = target.kind == GPUTarget::Kind::CUDA  ? "nvvm"
                   : target.kind == GPUTarget::Kind::HIP ? "rocdl"
                                                         : "opencl";
  convert.chip = target.chip;
  pm.nest<gpu::GPUModuleOp>().addPass(
      createConvertGPUKernelsToLLVMPass(convert));
}

/// Kernels in linear form become gpu.modules, and these binaries if asked for.
static void buildGPUModulePipeline(OpPassManager &pm,
                                   const PipelineOptions &options,
                                   const GPUTarget &target) {
  buildGPULowerPipeline(pm, target);
  pm.addPass(jit::createSetLaunchDims());
  if (!options.binary)
    return;
  CompileGPUKernelsPassOptions compile;
  compile.device = target.getDevice().str();
  compile.chip = target.chip;
  compile.cubin = options.cubin;
  pm.addPass(createCompileGPUKernelsPass(compile));
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

void tinygrad::buildBufferPipeline(OpPassManager &pm,
                                   const PipelineOptions &options) {
  // Tensors are buffers, functions lists of items.
  ConvertTGToJITOptions convert;
  convert.device = options.device.empty() ? getName(options.target).str()
                                          : options.device.getValue();
  pm.addPass(createConvertTGToJIT(convert));
  pm.addPass(createCanonicalize());
}

void tinygrad::buildGraphPipeline(OpPassManager &pm,
                                  const PipelineOptions &options) {
  // What never changes runs once.
  if (options.prune)
    pm.addPass(jit::createPrune());
  // Intermediate buffers are parts of one arena.
  if (options.plan) {
    pm.addPass(jit::createPlanMemory());
    pm.addPass(jit::createVerifyPlan());
  }
  // Runs of items are launch graphs, ordered by events only.
  if (options.graphs) {
    jit::BatchGraphsOptions batch;
    batch.batchSize = options.batchSize;
    pm.addPass(jit::createBatchGraphs(batch));
    pm.addPass(jit::createInferDependencies());
    pm.addPass(jit::createVerifyHazards());
  }
  pm.addPass(verifyPhase("jit"));
}

void tinygrad::buildJITPipeline(OpPassManager &pm,
                                const PipelineOptions &options) {
  buildBufferPipeline(pm, options);
  buildGraphPipeline(pm, options);
}

llvm::Error tinygrad::buildPipeline(OpPassManager &pm,
                                    const PipelineOptions &options) {
  if (!isGPU(options.target)) {
    buildSchedulePipeline(pm);
    buildOutlinePipeline(pm);
    auto target = getCPU(options);
    if (!target)
      return target.takeError();
    if (options.prune)
      buildPackPipeline(pm, options.optimize, *target);
    buildKernelPipeline(pm.nest<uop::KernelOp>(), options.optimize, *target);
    buildJITPipeline(pm, options);
    return llvm::Error::success();
  }
  auto target = getGPU(options);
  if (!target)
    return target.takeError();
  buildSchedulePipeline(pm, &*target);
  buildOutlinePipeline(pm);
  buildBufferPipeline(pm, options);
  buildGPUKernelPipeline(pm.nest<uop::KernelOp>(), options.optimize, *target);
  buildGPUModulePipeline(pm, options, *target);
  buildGraphPipeline(pm, options);
  return llvm::Error::success();
}

/// Registers a pipeline whose options may be wrong together.
static void registerPipeline(StringRef name, StringRef description,
                             llvm::Error (*build)(OpPassManager &,
                                                  const PipelineOptions &)) {
  registerPassPipeline(
      name, description,
      [build](OpPassManager &pm, StringRef text,
              function_ref<LogicalResult(const Twine &)> fail) {
        PipelineOptions options;
        if (failed(options.parseFromString(text)))
          return failure();
        if (llvm::Error error = build(pm, options))
          return fail(llvm::toString(std::move(error)));
        return success();
      },
      [](function_ref<void(const detail::PassOptions &)> show) {
        show(PipelineOptions());
      });
}

/// Up to lists of items and kernels in linear form, for the CPU.
static llvm::Error buildCPUFuncKernels(OpPassManager &pm,
                                       const PipelineOptions &options) {
  auto target = getCPU(options);
  if (!target)
    return target.takeError();
  // Functions for other compilers have none of our ops.
  target->matrixUnits = 0;
  buildSchedulePipeline(pm);
  buildOutlinePipeline(pm);
  OpPassManager &kernels = pm.nest<uop::KernelOp>();
  buildOptimizePipeline(kernels, options.optimize, *target);
  // The host calls a kernel as one function.
  kernels.addPass(createConvertUOpThreadsToLoops());
  buildCodePipeline(kernels, *target);
  buildBufferPipeline(pm, options);
  return llvm::Error::success();
}

/// Up to lists of items and gpu.modules: gpu.funcs, or binaries if asked for.
static llvm::Error buildGPUFuncKernels(OpPassManager &pm,
                                       const PipelineOptions &options) {
  // gpu.funcs for other compilers have none of our ops and attributes.
  auto target = getGPU(options, /*noUnits=*/!options.binary);
  if (!target)
    return target.takeError();
  if (!options.binary) {
    target->hasAsyncCopies = false;
    // Nor do they ask for memory in their launches: it is all declared.
    target->sharedBytes =
        std::min(target->sharedBytes, uop::kDeclaredWorkgroupBytes);
  }
  buildSchedulePipeline(pm, &*target);
  buildOutlinePipeline(pm);
  buildBufferPipeline(pm, options);
  buildGPUKernelPipeline(pm.nest<uop::KernelOp>(), options.optimize, *target);
  if (options.binary) {
    buildGPUModulePipeline(pm, options, *target);
    return llvm::Error::success();
  }
  OutlineGPUKernelsPassOptions outline;
  outline.device = target->getDevice().str();
  pm.addPass(createOutlineGPUKernelsPass(outline));
  pm.addPass(jit::createSetLaunchDims());
  return llvm::Error::success();
}

llvm::Error tinygrad::buildFuncPipeline(OpPassManager &pm,
                                        const PipelineOptions &options) {
  llvm::Error error = isGPU(options.target) ? buildGPUFuncKernels(pm, options)
                                            : buildCPUFuncKernels(pm, options);
  if (error)
    return error;
  if (options.plan) {
    pm.addPass(jit::createPlanMemory());
    pm.addPass(jit::createVerifyPlan());
  }
  // Nothing of ours is left.
  pm.addPass(createConvertJITToFunc());
  return llvm::Error::success();
}

void tinygrad::registerPipelines() {
  PassPipelineRegistration<>(
      "tg-schedule-pipeline", "From tg functions to tg.kernel regions",
      [](OpPassManager &pm) { buildSchedulePipeline(pm); });
  registerPipeline(
      "uop-kernel-pipeline", "From the expression of each kernel to its loops",
      [](OpPassManager &pm, const PipelineOptions &options) -> llvm::Error {
        if (isGPU(options.target)) {
          auto target = getGPU(options);
          if (!target)
            return target.takeError();
          buildGPUKernelPipeline(pm.nest<uop::KernelOp>(), options.optimize,
                                 *target);
          return llvm::Error::success();
        }
        auto target = getCPU(options);
        if (!target)
          return target.takeError();
        buildKernelPipeline(pm.nest<uop::KernelOp>(), options.optimize,
                            *target);
        return llvm::Error::success();
      });
  PassPipelineRegistration<PipelineOptions>(
      "jit-pipeline", "From functions of launches to launch graphs",
      buildJITPipeline);
  registerPipeline(
      "tg-func-pipeline",
      "From tg functions to functions on memrefs that call their kernels",
      buildFuncPipeline);
  registerPipeline("tg-pipeline",
                   "All stages, from tg functions to launch graphs and loops",
                   buildPipeline);
}
