//===- KernelCompiler.cpp - one uop.kernel to an object -------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCompiler.h"
#include "Estimates.h"
#include "TinyGrad/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

using namespace mlir;
using namespace tinygrad;

KernelCompiler::KernelCompiler(MLIRContext *context,
                               const CompileOptions &options,
                               const cpu::TargetInfo &target, Observer observer)
    : options(options), target(target), observer(std::move(observer)),
      optimize(context), code(context), lower(context) {
  buildOptimizePipeline(optimize.nest<uop::KernelOp>(), options.optimize,
                        target);
  buildCodePipeline(code.nest<uop::KernelOp>(), target);
  lower.addPass(createConvertUOpToLLVMPass());
}

std::string tinygrad::getKernelKey(uop::KernelOp kernel,
                                   const CompileOptions &options,
                                   const cpu::TargetInfo &target) {
  OwningOpRef<Operation *> copy = kernel->clone();
  SymbolTable::setSymbolName(*copy, "kernel");
  std::string text;
  llvm::raw_string_ostream os(text);
  copy->print(os, OpPrintingFlags().useLocalScope().assumeVerified());
  os << "\n"
     << options.device << " " << options.optimize << " " << target.triple << " "
     << target.cpu << " " << target.features << " " << target.vectorBits << " "
     << target.vectorRegisters << " " << target.l1Bytes << " "
     << target.l2Bytes;
  return llvm::toHex(llvm::BLAKE3::hash<16>(
      ArrayRef(reinterpret_cast<const uint8_t *>(text.data()), text.size())));
}

void KernelCompiler::loadDialects() {
  MLIRContext *context = lower.getContext();
  DialectRegistry registry;
  cpu::registerTranslations(registry);
  for (PassManager *passes : {&optimize, &code, &lower})
    passes->getDependentDialects(registry);
  context->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context->getOrLoadDialect(name);
}

static std::string toText(AffineMap map) {
  std::string text;
  llvm::raw_string_ostream(text) << map;
  return text;
}

FailureOr<CachedProgram> KernelCompiler::compile(uop::KernelOp kernel) {
  OwningOpRef<ModuleOp> module(ModuleOp::create(kernel.getLoc()));
  OpBuilder builder = OpBuilder::atBlockBegin(module->getBody());
  builder.clone(*kernel);
  auto getKernel = [&] { return *module->getOps<uop::KernelOp>().begin(); };

  CachedProgram program;
  program.target = options.device;
  program.entry = kernel.getSymName();
  program.numBuffers = kernel.getNumBuffers();
  program.numOutputs = kernel.getNumOutputs();
  program.ops = toText(estimate(kernel).ops);
  program.bytes = toText(estimate(kernel).bytes);

  if (failed(optimize.run(*module)))
    return failure();
  if (observer)
    observer(Stage::UOp, *module);
  program.threadExtent = toText(estimate(getKernel()).threadExtent);
  if (auto opts = getKernel().getOptsAttr())
    llvm::raw_string_ostream(program.opts) << opts;

  if (failed(code.run(*module)))
    return failure();
  if (observer)
    observer(Stage::Code, *module);
  if (failed(toObject(*module, kernel, program)))
    return failure();
  return program;
}

LogicalResult KernelCompiler::toObject(ModuleOp module, uop::KernelOp kernel,
                                       CachedProgram &program) {
  if (failed(lower.run(module)))
    return failure();
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (auto scratch =
            function->getAttrOfType<IntegerAttr>("uop.scratch_bytes"))
      program.scratchBytes = scratch.getInt();
  std::string assembly, llvmIR;
  bool wantsText = static_cast<bool>(options.onText);
  auto object =
      cpu::compileToObject(module, target, wantsText ? &assembly : nullptr,
                           wantsText ? &llvmIR : nullptr);
  if (!object)
    return kernel.emitError("cannot be compiled: ")
           << llvm::toString(object.takeError());
  program.object.assign(object->begin(), object->end());
  if (wantsText) {
    options.onText(Stage::LLVM, kernel.getSymName(), llvmIR);
    options.onText(Stage::Assembly, kernel.getSymName(), assembly);
  }
  return success();
}
