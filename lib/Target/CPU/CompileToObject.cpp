//===- CompileToObject.cpp - the LLVM dialect to an object -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiplications and additions are fused only where the IR allows it.
//
//===----------------------------------------------------------------------===//

#include "../LLVM/LLVMCode.h"
#include "SplitMaskedAccesses.h"
#include "TinyGrad/Target/CPU/CPUTarget.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
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

/// Has the object tell whoever loads it that it uses tile registers.
static void markTiles(Module &module) {
  bool usesTiles = any_of(module, [](const Function &function) {
    return function.getName().starts_with("llvm.x86.tile") ||
           function.getName().starts_with("llvm.x86.tdp");
  });
  if (!usesTiles)
    return;
  Type *byte = Type::getInt8Ty(module.getContext());
  auto *mark = new GlobalVariable(module, byte, /*isConstant=*/true,
                                  GlobalValue::PrivateLinkage,
                                  ConstantInt::get(byte, 1), "tiles");
  mark->setSection(kTilesSection);
  appendToUsed(module, {mark});
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
  auto translated = translateToLLVM(module, llvmContext, **machine);
  if (!translated)
    return translated.takeError();
  Module &llvmModule = **translated;
  for (Function &function : llvmModule)
    if (!function.isDeclaration())
      function.addFnAttr("prefer-vector-width", "512");
  markTiles(llvmModule);
  splitMaskedAccesses(llvmModule, **machine);
  cleanUp(llvmModule, **machine);
  blendMaskedLoads(llvmModule, **machine);
  if (llvmIR) {
    raw_string_ostream stream(*llvmIR);
    llvmModule.print(stream, nullptr);
  }
  if (assembly) {
    // Code generation changes the module, so the text comes from a copy.
    std::unique_ptr<Module> copy = CloneModule(llvmModule);
    auto text = generateCode(*copy, **machine, CodeGenFileType::AssemblyFile);
    if (!text)
      return text.takeError();
    assembly->assign(text->begin(), text->end());
  }
  auto object =
      generateCode(llvmModule, **machine, CodeGenFileType::ObjectFile);
  if (!object)
    return object.takeError();
  if (Error error = checkUndefinedSymbols(*object, externals))
    return error;
  return object;
}

} // namespace tinygrad::cpu
