//===- Compiler.cpp - from a tg module to something that runs -------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/Compiler.h"
#include "KernelCompiler.h"
#include "TinyGrad/InitAllDialects.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <chrono>

using namespace mlir;
using namespace tinygrad;

void tinygrad::registerCompilerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registry.insert<affine::AffineDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, func::FuncDialect, gpu::GPUDialect,
                  LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect,
                  scf::SCFDialect, ub::UBDialect, vector::VectorDialect>();
  cpu::registerTranslations(registry);
}

namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

class Compiler {
public:
  Compiler(ModuleOp module, const CompileOptions &options, ProgramCache &cache,
           CompileReport &report)
      : module(module), options(options), cache(cache), report(report) {}

  LogicalResult compile();

private:
  void show(Stage stage) {
    if (options.onModule)
      options.onModule(stage, module);
  }

  template <typename Build> LogicalResult runPasses(Build build) {
    PassManager pm(module.getContext());
    build(pm);
    return pm.run(module);
  }

  LogicalResult compileKernels(const cpu::TargetInfo &target);
  void insertPrograms();
  void showPrograms();
  void showKernels(Stage stage, ArrayRef<OwningOpRef<ModuleOp>> kernels);

  ModuleOp module;
  const CompileOptions &options;
  ProgramCache &cache;
  CompileReport &report;
  /// The program of each uop.kernel that is left in the module.
  SmallVector<std::pair<uop::KernelOp, std::shared_ptr<const CachedProgram>>>
      programs;
};

} // namespace

LogicalResult Compiler::compile() {
  auto target = cpu::getTarget(options.target);
  if (!target)
    return module.emitError() << llvm::toString(target.takeError());
  show(Stage::Tensor);
  // A program may come with its kernels, and opts on them, written by hand.
  bool hasKernels = !module.getOps<uop::KernelOp>().empty();
  if (!hasKernels && failed(runPasses(buildSchedulePipeline)))
    return failure();
  show(Stage::Schedule);
  if ((!hasKernels && failed(runPasses(buildOutlinePipeline))) ||
      failed(compileKernels(*target)))
    return failure();
  PipelineOptions pipeline;
  pipeline.target = options.device == "null" ? Device::Null : Device::CPU;
  pipeline.plan = options.planMemory;
  pipeline.graphs = options.graphs;
  pipeline.batchSize = options.batchSize;
  if (failed(runPasses(
          [&](OpPassManager &pm) { buildBufferPipeline(pm, pipeline); })))
    return failure();
  insertPrograms();
  if (failed(runPasses(
          [&](OpPassManager &pm) { buildGraphPipeline(pm, pipeline); })))
    return failure();
  showPrograms();
  return success();
}

/// Compiles each kernel that differs from those before, and points the launches
/// of the others to it.
LogicalResult Compiler::compileKernels(const cpu::TargetInfo &target) {
  SmallVector<OwningOpRef<ModuleOp>> optimized, code;
  KernelCompiler::Observer observer;
  if (options.onModule)
    observer = [&](Stage stage, ModuleOp kernel) {
      (stage == Stage::UOp ? optimized : code).push_back(kernel.clone());
    };
  KernelCompiler compiler(module.getContext(), options, target, observer);

  llvm::StringMap<uop::KernelOp> kernels;
  for (auto kernel :
       llvm::make_early_inc_range(module.getOps<uop::KernelOp>())) {
    auto start = std::chrono::steady_clock::now();
    KernelReport kernelReport;
    kernelReport.name = kernel.getSymName();
    std::string key = compiler.getKey(kernel);
    auto [first, isNew] = kernels.try_emplace(key, kernel);
    // Someone who looks at kernels wants to see them all compiled.
    bool mayReuse = !options.onModule && !options.onText;
    auto program = mayReuse ? cache.find(key) : nullptr;
    kernelReport.isCached = program || !isNew;
    if (isNew && !program) {
      auto compiled = compiler.compile(kernel);
      if (failed(compiled))
        return failure();
      cache.insert(key, std::move(*compiled));
      program = cache.find(key);
    }
    if (!isNew) {
      if (failed(SymbolTable::replaceAllSymbolUses(
              kernel, first->second.getSymNameAttr(), module)))
        return kernel.emitError("cannot be merged with its equal");
      kernel.erase();
    } else {
      programs.emplace_back(kernel, program);
      kernelReport.opts = program->opts;
    }
    kernelReport.seconds = secondsSince(start);
    report.kernels.push_back(std::move(kernelReport));
  }
  showKernels(Stage::UOp, optimized);
  showKernels(Stage::Code, code);
  return success();
}

/// Shows the module with its kernels as they are at a stage.
void Compiler::showKernels(Stage stage,
                           ArrayRef<OwningOpRef<ModuleOp>> kernels) {
  if (!options.onModule)
    return;
  OwningOpRef<ModuleOp> shown = module.clone();
  for (auto &holder : kernels) {
    auto kernel = *holder.get().getOps<uop::KernelOp>().begin();
    Operation *old = shown->lookupSymbol(kernel.getSymName());
    if (!old)
      continue;
    OpBuilder(old).clone(*kernel);
    old->erase();
  }
  options.onModule(stage, *shown);
}

static AffineMap parseMap(const std::string &text, MLIRContext *context) {
  Attribute map = parseAttribute("affine_map<" + text + ">", context);
  return cast<AffineMapAttr>(map).getValue();
}

/// Puts a jit.program in the place of each uop.kernel.
void Compiler::insertPrograms() {
  MLIRContext *context = module.getContext();
  for (auto &[kernel, program] : programs) {
    OpBuilder builder(kernel);
    jit::ProgramOp::create(
        builder, kernel.getLoc(), kernel.getSymName(), program->target,
        program->entry, program->numBuffers, program->numOutputs,
        parseMap(program->threadExtent, context), program->scratchBytes,
        parseMap(program->ops, context), parseMap(program->bytes, context),
        program->object);
    kernel.erase();
  }
}

/// Shows the compiled module without the bytes of its objects.
void Compiler::showPrograms() {
  if (!options.onModule)
    return;
  OwningOpRef<ModuleOp> shown = module.clone();
  for (auto program : shown->getOps<jit::ProgramOp>())
    program.setObject("...");
  options.onModule(Stage::JIT, *shown);
}

LogicalResult tinygrad::compileModule(ModuleOp module,
                                      const CompileOptions &options,
                                      ProgramCache &cache,
                                      CompileReport *report) {
  auto start = std::chrono::steady_clock::now();
  CompileReport localReport;
  CompileReport &used = report ? *report : localReport;
  LogicalResult result = Compiler(module, options, cache, used).compile();
  used.seconds = secondsSince(start);
  return result;
}
