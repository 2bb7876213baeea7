//===- KernelCompiler.cpp - one uop.kernel to an object -------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCompiler.h"
#include "Estimates.h"
#include "TinyGrad/Conversion/Passes.h"
#include "TinyGrad/Target/SPIRV/SPIRVTarget.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tinygrad;

KernelCompiler::KernelCompiler(MLIRContext *context,
                               const CompileOptions &options,
                               const KernelTarget &target, Observer observer)
    : options(options), target(target), observer(std::move(observer)),
      optimize(context), code(context), lower(context) {
  // Verified as a whole, once behind each pass manager (`run`).
  for (PassManager *passes : {&optimize, &code, &lower})
    passes->enableVerifier(false);
  target.buildOptimizePipeline(optimize.nest<uop::KernelOp>(),
                               options.optimize);
  if (target.gpu) {
    buildGPUCodePipeline(code.nest<uop::KernelOp>(), *target.gpu);
    buildGPULowerPipeline(lower, *target.gpu);
    return;
  }
  buildCodePipeline(code.nest<uop::KernelOp>(), target.cpu);
  lower.addPass(createConvertUOpToLLVMPass());
}

void KernelCompiler::loadDialects() {
  MLIRContext *context = lower.getContext();
  DialectRegistry registry;
  cpu::registerTranslations(registry);
  if (target.gpu)
    registerGPUTranslations(registry);
  for (PassManager *passes : {&optimize, &code, &lower})
    passes->getDependentDialects(registry);
  context->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context->getOrLoadDialect(name);
}

/// Runs `passes` and verifies what they left. tg-opt does so after each pass,
/// which takes a tenth of the time of a small kernel.
static LogicalResult run(PassManager &passes, ModuleOp module) {
  return success(succeeded(passes.run(module)) && succeeded(verify(module)));
}

static std::string toText(AffineMap map) {
  std::string text;
  llvm::raw_string_ostream(text) << map;
  return text;
}

static bool hasReduce(uop::KernelOp kernel) {
  return !kernel.getBody().getOps<uop::ReduceOp>().empty();
}

FailureOr<CachedProgram> KernelCompiler::compile(uop::KernelOp kernel) {
  OwningOpRef<ModuleOp> module(ModuleOp::create(kernel.getLoc()));
  OpBuilder builder = OpBuilder::atBlockBegin(module->getBody());
  builder.clone(*kernel);
  auto getKernel = [&] { return *module->getOps<uop::KernelOp>().begin(); };

  CachedProgram program;
  program.target = jit::getDeviceKind(options.device).str();
  program.entry = kernel.getSymName();
  program.numBuffers = kernel.getNumBuffers();
  program.numOutputs = kernel.getNumOutputs();
  KernelEstimates given = estimate(kernel);
  program.ops = toText(given.ops);
  program.bytes = toText(given.bytes);

  if (failed(run(optimize, *module)))
    return failure();
  if (observer)
    observer(Stage::UOp, *module);
  KernelEstimates optimized = estimate(getKernel());
  program.threadExtent = toText(optimized.threadExtent);
  program.accessed = toText(optimized.accessed);
  // A sum over a comparison with an index, as a gather is, has become a load.
  if (hasReduce(kernel) && !hasReduce(getKernel()))
    program.ops = toText(optimized.ops);
  if (auto opts = getKernel().getOptsAttr())
    llvm::raw_string_ostream(program.opts) << opts;

  if (failed(run(code, *module)))
    return failure();
  if (observer)
    observer(Stage::Code, *module);
  if (failed(target.gpu ? toGPUObject(*module, kernel, program)
                        : toObject(*module, kernel, program)))
    return failure();
  return program;
}

void KernelCompiler::showTexts(uop::KernelOp kernel, StringRef llvmIR,
                               StringRef assembly) {
  if (!options.onText)
    return;
  options.onText(Stage::LLVM, kernel.getSymName(), llvmIR);
  options.onText(Stage::Assembly, kernel.getSymName(), assembly);
}

LogicalResult KernelCompiler::toGPUObject(ModuleOp module, uop::KernelOp kernel,
                                          CachedProgram &program) {
  auto linear = *module.getOps<uop::KernelOp>().begin();
  auto grid = linear->getAttrOfType<AffineMapAttr>("uop.grid");
  auto block = linear->getAttrOfType<DenseI64ArrayAttr>("uop.block");
  if (!grid || !block)
    return kernel.emitError("has no grid and no block after code generation");
  program.grid = toText(grid.getValue());
  program.block.assign(block.asArrayRef().begin(), block.asArrayRef().end());
  if (failed(run(lower, module)))
    return failure();
  auto gpuModule = *module.getOps<gpu::GPUModuleOp>().begin();
  for (auto function : gpuModule.getOps<LLVM::LLVMFuncOp>())
    if (auto bytes =
            function->getAttrOfType<IntegerAttr>("uop.workgroup_bytes"))
      program.scratchBytes = bytes.getInt();
  std::string assembly, llvmIR;
  bool wantsText = static_cast<bool>(options.onText);
  std::string *text = wantsText ? &assembly : nullptr;
  auto compile = [&]() -> llvm::Expected<GPUObject> {
    switch (target.gpu->kind) {
    case GPUTarget::Kind::CUDA:
      return compileToPTX(gpuModule, *target.gpu, options.cubin);
    case GPUTarget::Kind::HIP:
      return compileToHSACO(gpuModule, *target.gpu, text);
    case GPUTarget::Kind::OpenCL:
      return compileToSPIRV(gpuModule, *target.gpu, /*withOffsets=*/true, text,
                            wantsText ? &llvmIR : nullptr);
    }
    llvm_unreachable("every kind is listed");
  };
  llvm::Expected<GPUObject> object = compile();
  if (!object)
    return kernel.emitError("cannot be compiled: ")
           << llvm::toString(object.takeError());
  program.object = object->binary.empty() ? object->text : object->binary;
  if (!object->binary.empty())
    program.fallback = object->text;
  showTexts(kernel, llvmIR, object->text.empty() ? assembly : object->text);
  return success();
}

LogicalResult KernelCompiler::toObject(ModuleOp module, uop::KernelOp kernel,
                                       CachedProgram &program) {
  if (failed(run(lower, module)))
    return failure();
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (auto scratch =
            function->getAttrOfType<IntegerAttr>("uop.scratch_bytes"))
      program.scratchBytes = scratch.getInt();
  std::string assembly, llvmIR;
  bool wantsText = static_cast<bool>(options.onText);
  auto object =
      cpu::compileToObject(module, target.cpu, wantsText ? &assembly : nullptr,
                           wantsText ? &llvmIR : nullptr);
  if (!object)
    return kernel.emitError("cannot be compiled: ")
           << llvm::toString(object.takeError());
  program.object.assign(object->begin(), object->end());
  showTexts(kernel, llvmIR, assembly);
  return success();
}
