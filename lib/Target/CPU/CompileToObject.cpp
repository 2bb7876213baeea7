//===- CompileToObject.cpp - the LLVM dialect to an object -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels arrive vectorised and unrolled, so LLVM's standard pipelines, made to
// find such things, cost more than they give: a short list of clean-up passes
// does. Multiplications and additions are fused only where the IR allows it.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Target/CPU/CPUTarget.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <mutex>

using namespace llvm;

namespace tinygrad::cpu {

void registerTranslations(mlir::DialectRegistry &registry) {
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
}

static Expected<std::unique_ptr<TargetMachine>>
createTargetMachine(const TargetInfo &target) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
  std::string message;
  Triple triple(target.triple);
  const Target *llvmTarget = TargetRegistry::lookupTarget(triple, message);
  if (!llvmTarget)
    return createStringError(message);
  TargetOptions options;
  options.EnableFastISel = false;
  // `llvm.fmuladd` and instructions marked `contract` may fuse, nothing else.
  options.AllowFPOpFusion = FPOpFusion::Standard;
  std::unique_ptr<TargetMachine> machine(llvmTarget->createTargetMachine(
      triple, target.cpu, target.features, options, Reloc::PIC_,
      CodeModel::Small, CodeGenOptLevel::Default));
  if (!machine)
    return createStringError("cannot generate code for '" + target.triple +
                             "'");
  return machine;
}

/// Facts that hold for every function we generate.
static void addFunctionAttributes(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr(Attribute::NoUnwind);
    function.addFnAttr(Attribute::MustProgress);
    function.addFnAttr("prefer-vector-width", "512");
  }
}

static void optimize(Module &module, TargetMachine &machine) {
  PassBuilder builder(&machine);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager sccs;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);

  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass(InstCombineOptions().setMaxIterations(1)));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                 /*UseMemorySSA=*/true));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(DCEPass());
  for (Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, functions);
}

static Error emit(Module &module, TargetMachine &machine, CodeGenFileType type,
                  SmallVectorImpl<char> &output) {
  raw_svector_ostream stream(output);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type))
    return createStringError("the target cannot emit this kind of file");
  passes.run(module);
  return Error::success();
}

/// An object is complete but for the memory functions, which code generation
/// may call whatever the kernel is.
static Error checkUndefinedSymbols(ArrayRef<char> bytes,
                                   ArrayRef<std::string> externals) {
  auto object = object::ObjectFile::createObjectFile(
      MemoryBufferRef(StringRef(bytes.data(), bytes.size()), "kernel"));
  if (!object)
    return object.takeError();
  for (const object::SymbolRef &symbol : (*object)->symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    if (!(*flags & object::SymbolRef::SF_Undefined) ||
        (*flags & object::SymbolRef::SF_FormatSpecific))
      continue;
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (!name->empty() && *name != "memcpy" && *name != "memset" &&
        *name != "memmove" && !is_contained(externals, *name))
      return createStringError("the object needs '" + *name +
                               "', which kernels may not call");
  }
  return Error::success();
}

Expected<SmallVector<char, 0>>
compileToObject(mlir::ModuleOp module, const TargetInfo &target,
                std::string *assembly, std::string *llvmIR,
                ArrayRef<std::string> externals) {
  mlir::MLIRContext *context = module.getContext();
  auto *dialect = context->getOrLoadDialect<mlir::LLVM::LLVMDialect>();
  if (!dialect
           ->getRegisteredInterface<mlir::LLVMTranslationDialectInterface>()) {
    mlir::DialectRegistry registry;
    registerTranslations(registry);
    context->appendDialectRegistry(registry);
  }

  auto machine = createTargetMachine(target);
  if (!machine)
    return machine.takeError();
  LLVMContext llvmContext;
  std::unique_ptr<Module> llvmModule =
      mlir::translateModuleToLLVMIR(module, llvmContext, "kernel");
  if (!llvmModule)
    return createStringError("cannot translate the module to LLVM IR");
  llvmModule->setTargetTriple((*machine)->getTargetTriple());
  llvmModule->setDataLayout((*machine)->createDataLayout());
  addFunctionAttributes(*llvmModule);
  optimize(*llvmModule, **machine);
  if (llvmIR) {
    raw_string_ostream stream(*llvmIR);
    llvmModule->print(stream, nullptr);
  }
  if (assembly) {
    // Code generation changes the module, so the text comes from a copy.
    std::unique_ptr<Module> copy = CloneModule(*llvmModule);
    SmallVector<char, 0> text;
    if (Error error =
            emit(*copy, **machine, CodeGenFileType::AssemblyFile, text))
      return error;
    assembly->assign(text.begin(), text.end());
  }
  SmallVector<char, 0> object;
  if (Error error =
          emit(*llvmModule, **machine, CodeGenFileType::ObjectFile, object))
    return error;
  if (Error error = checkUndefinedSymbols(object, externals))
    return error;
  return object;
}

} // namespace tinygrad::cpu
