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
#include <optional>
#include <thread>

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

namespace {

/// Makes objects for one target. LLVM's code generator is set up once and used
/// again and again, as `llc -compile-twice` does: for a small kernel that is a
/// quarter of its time.
class ObjectCompiler {
public:
  static Expected<std::unique_ptr<ObjectCompiler>>
  create(const TargetInfo &target);

  Expected<SmallVector<char, 0>>
  compile(mlir::ModuleOp module, std::string *assembly, std::string *llvmIR);

  /// Whether it may compile another module for `target`. Constants and types
  /// stay in the context, so it does not live for ever; and what a module lists
  /// as used stays in the target's tables, by address.
  bool isFitFor(const TargetInfo &target) const {
    return !isSpent && numCompiled < 256 && target.triple == triple &&
           target.cpu == cpu && target.features == features;
  }

private:
  std::string triple, cpu, features;
  std::unique_ptr<TargetMachine> machine;
  LLVMContext context;
  std::optional<CodeCleaner> cleaner;
  std::unique_ptr<CodeGenerator> generator;
  unsigned numCompiled = 0;
  bool isSpent = false;
};

/// The compilers that no thread uses now.
struct CompilerPool {
  std::mutex mutex;
  std::vector<std::unique_ptr<ObjectCompiler>> compilers;

  /// Never destroyed: threads may still compile when the process ends.
  static CompilerPool &get() {
    static CompilerPool &pool = *new CompilerPool();
    return pool;
  }

  Expected<std::unique_ptr<ObjectCompiler>> take(const TargetInfo &target) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      for (auto &compiler : compilers)
        if (compiler->isFitFor(target)) {
          std::swap(compiler, compilers.back());
          auto taken = std::move(compilers.back());
          compilers.pop_back();
          return taken;
        }
    }
    return ObjectCompiler::create(target);
  }

  /// Keeps a compiler for later, for each thread at most one.
  void giveBack(std::unique_ptr<ObjectCompiler> compiler,
                const TargetInfo &target) {
    if (!compiler->isFitFor(target))
      return;
    std::lock_guard<std::mutex> lock(mutex);
    compilers.push_back(std::move(compiler));
    if (compilers.size() > std::max(1u, std::thread::hardware_concurrency()))
      compilers.erase(compilers.begin());
  }
};

} // namespace

Expected<std::unique_ptr<ObjectCompiler>>
ObjectCompiler::create(const TargetInfo &target) {
  auto compiler = std::make_unique<ObjectCompiler>();
  compiler->triple = target.triple;
  compiler->cpu = target.cpu;
  compiler->features = target.features;
  auto machine = createTargetMachine(target);
  if (!machine)
    return machine.takeError();
  compiler->machine = std::move(*machine);
  compiler->cleaner.emplace(*compiler->machine);
  auto generator =
      CodeGenerator::create(*compiler->machine, CodeGenFileType::ObjectFile);
  if (!generator)
    return generator.takeError();
  compiler->generator = std::move(*generator);
  return compiler;
}

Expected<SmallVector<char, 0>> ObjectCompiler::compile(mlir::ModuleOp module,
                                                       std::string *assembly,
                                                       std::string *llvmIR) {
  ++numCompiled;
  auto translated = translateToLLVM(module, context, *machine);
  if (!translated)
    return translated.takeError();
  Module &llvmModule = **translated;
  for (Function &function : llvmModule)
    if (!function.isDeclaration())
      function.addFnAttr("prefer-vector-width", "512");
  markTiles(llvmModule);
  isSpent = llvmModule.getNamedGlobal("llvm.used") != nullptr;
  splitMaskedAccesses(llvmModule, *machine);
  cleaner->run(llvmModule);
  blendMaskedLoads(llvmModule, *machine);
  loopMaskedAccesses(llvmModule, *machine);
  if (llvmIR) {
    raw_string_ostream stream(*llvmIR);
    llvmModule.print(stream, nullptr);
  }
  if (assembly) {
    // Code generation changes the module, so the text comes from a copy.
    std::unique_ptr<Module> copy = CloneModule(llvmModule);
    auto text = generateCode(*copy, *machine, CodeGenFileType::AssemblyFile);
    if (!text)
      return text.takeError();
    assembly->assign(text->begin(), text->end());
  }
  return generator->run(llvmModule);
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

  auto compiler = CompilerPool::get().take(target);
  if (!compiler)
    return compiler.takeError();
  auto object = (*compiler)->compile(module, assembly, llvmIR);
  if (!object)
    return object.takeError();
  CompilerPool::get().giveBack(std::move(*compiler), target);
  if (Error error = checkUndefinedSymbols(*object, externals))
    return error;
  return object;
}

} // namespace tinygrad::cpu
