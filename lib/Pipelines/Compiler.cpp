//===- Compiler.cpp - from a tg module to something that runs -------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Pipelines/Compiler.h"
#include "Estimates.h"
#include "KernelCompiler.h"
#include "TinyGrad/Dialect/UOp/IR/Constant.h"
#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "TinyGrad/InitAllDialects.h"
#include "TinyGrad/Transforms/Passes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Threading.h"
#include "mlir/IR/Verifier.h"
#include <atomic>
#include <chrono>

using namespace mlir;
using namespace tinygrad;

void tinygrad::registerCompilerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registry.insert<affine::AffineDialect, arith::ArithDialect,
                  bufferization::BufferizationDialect, DLTIDialect,
                  cf::ControlFlowDialect, func::FuncDialect, gpu::GPUDialect,
                  linalg::LinalgDialect, LLVM::LLVMDialect, math::MathDialect,
                  memref::MemRefDialect, ml_program::MLProgramDialect,
                  scf::SCFDialect, tensor::TensorDialect, tosa::TosaDialect,
                  ub::UBDialect, vector::VectorDialect>();
  cpu::registerTranslations(registry);
  registerGPUTranslations(registry);
  // Programs from elsewhere may call their parts.
  func::registerInlinerExtension(registry);
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

  /// Runs passes and verifies what they left as a whole, like KernelCompiler.
  template <typename Build> LogicalResult runPasses(Build build) {
    PassManager pm(module.getContext());
    pm.enableVerifier(false);
    build(pm);
    return success(succeeded(pm.run(module)) && succeeded(verify(module)));
  }

  /// A kernel to compile: its key, and its places in `programs` and `report`.
  struct Job {
    std::string key;
    size_t program, report;
  };

  LogicalResult packConstants(const KernelTarget &target);
  LogicalResult compileKernels(const KernelTarget &target);
  LogicalResult runJobs(ArrayRef<Job> jobs, const KernelTarget &target,
                        size_t maxThreads);
  void logKernel(const Job &job);
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
  auto target = KernelTarget::get(options);
  if (!target)
    return module.emitError() << llvm::toString(target.takeError());
  if (failed(verify(module)))
    return failure();
  show(Stage::Tensor);
  // A program may come with its kernels, and opts on them, written by hand.
  bool hasKernels = !module.getOps<uop::KernelOp>().empty();
  if (!hasKernels && failed(runPasses([&](OpPassManager &pm) {
        buildSchedulePipeline(pm, target->gpu ? &*target->gpu : nullptr);
      })))
    return failure();
  show(Stage::Schedule);
  if (!hasKernels && failed(runPasses(buildOutlinePipeline)))
    return failure();
  if ((options.packConstants || options.prune) && !target->gpu &&
      failed(packConstants(*target)))
    return failure();
  show(Stage::Expression);
  if (failed(compileKernels(*target)))
    return failure();
  PipelineOptions pipeline;
  // What GPU it is does not matter to buffers.
  pipeline.target = options.device == "null" ? Device::Null : Device::CPU;
  pipeline.device = options.device;
  pipeline.plan = options.planMemory;
  pipeline.prune = options.prune;
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

/// Finds out what never changes, and has it packed by kernels of its own. What
/// the heuristic chose for a kernel is kept like its program.
LogicalResult Compiler::packConstants(const KernelTarget &target) {
  if (failed(runPasses(
          [](OpPassManager &pm) { pm.addPass(createMarkConstants()); })))
    return failure();
  // Where opts are searched, those of the heuristic are not wanted yet.
  bool isChosen = options.optimize && !options.search;
  SmallVector<std::pair<uop::KernelOp, std::string>> unknown;
  for (auto kernel : module.getOps<uop::KernelOp>()) {
    if (!isChosen || kernel.getOpts() || !uop::hasConstant(kernel))
      continue;
    std::string key = getKernelKey(kernel, options, target) + " packing";
    auto known = cache.find(key);
    auto opts = dyn_cast_or_null<ArrayAttr>(
        known ? parseAttribute(known->opts, module.getContext()) : Attribute());
    if (!opts) {
      unknown.emplace_back(kernel, key);
      continue;
    }
    // Operands are counted in the simplest form.
    uop::simplifyKernel(kernel);
    kernel.setOptsAttr(opts);
  }
  if (!unknown.empty() && failed(runPasses([&](OpPassManager &pm) {
        buildChoosePipeline(pm, target.cpu);
      })))
    return failure();
  for (auto &[kernel, key] : unknown) {
    CachedProgram chosen;
    llvm::raw_string_ostream(chosen.opts) << kernel.getOptsAttr();
    cache.insert(key, std::move(chosen));
  }
  return runPasses([](OpPassManager &pm) { pm.addPass(createHoistPacking()); });
}

/// Finds or compiles the program of each kernel that differs from those before,
/// and points the launches of the others to it.
LogicalResult Compiler::compileKernels(const KernelTarget &target) {
  // Someone who looks at kernels wants to see them all compiled, in order.
  bool isWatched = options.onModule || options.onText;
  SmallVector<Job> jobs;
  llvm::StringMap<uop::KernelOp> kernels;
  for (auto kernel :
       llvm::make_early_inc_range(module.getOps<uop::KernelOp>())) {
    // What is timed must not share the processor with compilation.
    if (options.search && !kernel.getOpts() && failed(options.search(kernel)))
      return failure();
    std::string key = getKernelKey(kernel, options, target);
    auto [first, isNew] = kernels.try_emplace(key, kernel);
    KernelReport kernelReport;
    kernelReport.name = kernel.getSymName();
    kernelReport.isCached = !isNew;
    if (isNew) {
      auto program = isWatched ? nullptr : cache.find(key);
      if (program)
        kernelReport.opts = program->opts;
      else
        jobs.push_back({key, programs.size(), report.kernels.size()});
      kernelReport.isCached = program != nullptr;
      programs.emplace_back(kernel, program);
    } else {
      if (failed(SymbolTable::replaceAllSymbolUses(
              kernel, first->second.getSymNameAttr(), module)))
        return kernel.emitError("cannot be merged with its equal");
      kernel.erase();
    }
    report.kernels.push_back(std::move(kernelReport));
  }
  return runJobs(jobs, target, isWatched ? 1 : jobs.size());
}

/// Compiles kernels side by side, in at most `maxThreads` threads and at most
/// those of the context.
LogicalResult Compiler::runJobs(ArrayRef<Job> jobs, const KernelTarget &target,
                                size_t maxThreads) {
  SmallVector<OwningOpRef<ModuleOp>> optimized, code;
  KernelCompiler::Observer observer;
  if (options.onModule)
    observer = [&](Stage stage, ModuleOp kernel) {
      (stage == Stage::UOp ? optimized : code).push_back(kernel.clone());
    };
  MLIRContext *context = module.getContext();
  size_t threads = context->isMultithreadingEnabled()
                       ? std::min<size_t>(maxThreads, context->getNumThreads())
                       : 1;
  if (!jobs.empty())
    KernelCompiler(context, options, target, observer).loadDialects();
  std::atomic<size_t> next = 0;
  auto compileSome = [&](size_t) -> LogicalResult {
    // Its pass managers work on one kernel at a time.
    KernelCompiler compiler(context, options, target, observer);
    for (size_t i; (i = next++) < jobs.size();) {
      auto start = std::chrono::steady_clock::now();
      auto &[kernel, program] = programs[jobs[i].program];
      if (options.onProgress && !options.onProgress(i, jobs.size()))
        return kernel.emitError("stopped");
      FailureOr<CachedProgram> compiled = compiler.compile(kernel);
      if (failed(compiled))
        return failure();
      program = cache.insert(jobs[i].key, std::move(*compiled));
      KernelReport &kernelReport = report.kernels[jobs[i].report];
      kernelReport.opts = program->opts;
      kernelReport.seconds = secondsSince(start);
    }
    return success();
  };
  if (failed(failableParallelForEachN(context, 0, threads, compileSome)))
    return failure();
  for (const Job &job : jobs)
    logKernel(job);
  if (options.onProgress && !jobs.empty())
    options.onProgress(jobs.size(), jobs.size());
  showKernels(Stage::UOp, optimized);
  showKernels(Stage::Code, code);
  return success();
}

/// Hands out a kernel with the opts that it got.
void Compiler::logKernel(const Job &job) {
  if (!options.onKernel)
    return;
  auto &[kernel, program] = programs[job.program];
  auto opts = kernel.getOpts().value_or(ArrayAttr());
  if (!program->opts.empty())
    opts = dyn_cast_or_null<ArrayAttr>(
        parseAttribute(program->opts, module.getContext()));
  options.onKernel(kernel, opts);
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

/// A letter for each axis of a kernel in expression form, in the order of its
/// name: 'r' for those that are reduced, 'g' for the others.
static std::string getAxes(uop::KernelOp kernel) {
  SmallVector<uop::RangeOp> ranges(
      kernel.getBody().front().getOps<uop::RangeOp>());
  llvm::stable_sort(ranges, [](uop::RangeOp a, uop::RangeOp b) {
    return a.getId() < b.getId();
  });
  std::string axes;
  for (uop::RangeOp range : ranges)
    axes += range.getAxis() == uop::AxisType::Reduce ? 'r' : 'g';
  return axes;
}

/// Puts a jit.program in the place of each uop.kernel.
void Compiler::insertPrograms() {
  MLIRContext *context = module.getContext();
  for (auto &[kernel, program] : programs) {
    OpBuilder builder(kernel);
    auto op = jit::ProgramOp::create(
        builder, kernel.getLoc(), kernel.getSymName(), program->target,
        program->entry, program->numBuffers, program->numOutputs,
        parseMap(program->threadExtent, context), program->scratchBytes,
        parseMap(program->ops, context), parseMap(program->bytes, context),
        program->object);
    if (!program->grid.empty()) {
      op.setGrid(parseMap(program->grid, context));
      op.setBlock(program->block);
    }
    if (!program->fallback.empty())
      op->setAttr("jit.fallback", builder.getStringAttr(program->fallback));
    op->setAttr("jit.accessed",
                AffineMapAttr::get(parseMap(program->accessed, context)));
    op->setAttr("jit.axes", builder.getStringAttr(getAxes(kernel)));
    kernel.erase();
  }
}

/// Shows the compiled module without the bytes of its objects.
void Compiler::showPrograms() {
  if (!options.onModule)
    return;
  OwningOpRef<ModuleOp> shown = module.clone();
  for (auto program : shown->getOps<jit::ProgramOp>()) {
    program.setObject("...");
    program->removeAttr("jit.fallback");
  }
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
