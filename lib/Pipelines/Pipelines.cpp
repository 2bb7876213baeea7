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

static cpu::TargetInfo getTarget(Chip chip) {
  static constexpr llvm::StringLiteral names[] = {"host", "x86-64", "x86-64-v3",
                                                  "x86-64-v4"};
  auto target = cpu::getTarget(names[unsigned(chip)]);
  if (target)
    return *target;
  // Every name of the enumeration is known.
  llvm::consumeError(target.takeError());
  return cpu::getHostTarget();
}

//===----------------------------------------------------------------------===//
// Tensor to schedule to kernels
//===----------------------------------------------------------------------===//

void tinygrad::buildSchedulePipeline(OpPassManager &pm) {
  // A program as it was given: tg ops, whose sizes fit for all variables.
  pm.addPass(verifyPhase("tensor"));
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(tg::createTGVerifyShapesPass());
  // Gradients are written out, while composite ops have rules of their own.
  functions.addPass(tg::createTGAutodiffPass());
  // Composite ops are gone: what is left has index maps.
  functions.addPass(tg::createTGDecomposePass());
  functions.addPass(tg::createTGSimplifyPass());
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
  // Every op that computes is in a tg.kernel.
  functions.addPass(tg::createTGFusePass());
  pm.addPass(verifyPhase("schedule"));
}

void tinygrad::buildOutlinePipeline(OpPassManager &pm) {
  // Each tg.kernel is a uop.kernel, a pure graph over ranges.
  pm.addPass(createConvertTGToUOpPass());
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
  uop::OptimizeOptions opts;
  opts.heuristic = optimize;
  opts.vectorBits = target.vectorBits;
  opts.vectorRegisters = target.vectorRegisters;
  opts.l1Bytes = target.l1Bytes;
  opts.l2Bytes = target.l2Bytes;
  pm.addPass(uop::createOptimize(opts));
  pm.addPass(uop::createSimplifyIndex());
  pm.addPass(createCSEPass());
  pm.addPass(verifyPhase("optimized"));
}

void tinygrad::buildCodePipeline(OpPassManager &pm,
                                 const cpu::TargetInfo &target) {
  // Upcast and unroll ranges are dimensions of vectors.
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
  // Masks are only where something lies outside.
  pm.addPass(uop::createSplitEdges());
  pm.addPass(verifyPhase("linear"));
}

void tinygrad::buildKernelPipeline(OpPassManager &pm, bool optimize,
                                   const cpu::TargetInfo &target) {
  buildOptimizePipeline(pm, optimize, target);
  buildCodePipeline(pm, target);
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

void tinygrad::buildBufferPipeline(OpPassManager &pm,
                                   const PipelineOptions &options) {
  // Tensors are buffers, functions lists of items.
  ConvertTGToJITOptions convert;
  convert.device = options.target == Device::Null ? "null" : "cpu";
  pm.addPass(createConvertTGToJIT(convert));
  pm.addPass(createCanonicalizerPass());
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

void tinygrad::buildPipeline(OpPassManager &pm,
                             const PipelineOptions &options) {
  buildSchedulePipeline(pm);
  buildOutlinePipeline(pm);
  buildKernelPipeline(pm.nest<uop::KernelOp>(), options.optimize,
                      getTarget(options.chip));
  buildJITPipeline(pm, options);
}

void tinygrad::registerPipelines() {
  PassPipelineRegistration<>("tg-schedule-pipeline",
                             "From tg functions to tg.kernel regions",
                             buildSchedulePipeline);
  PassPipelineRegistration<PipelineOptions>(
      "uop-kernel-pipeline", "From the expression of each kernel to its loops",
      [](OpPassManager &pm, const PipelineOptions &options) {
        buildKernelPipeline(pm.nest<uop::KernelOp>(), options.optimize,
                            getTarget(options.chip));
      });
  PassPipelineRegistration<PipelineOptions>(
      "jit-pipeline", "From functions of launches to launch graphs",
      buildJITPipeline);
  PassPipelineRegistration<PipelineOptions>(
      "tg-pipeline", "All stages, from tg functions to launch graphs and loops",
      buildPipeline);
}
