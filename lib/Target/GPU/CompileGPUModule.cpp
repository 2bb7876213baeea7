//===- CompileGPUModule.cpp - what GPU targets share ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's gpu-module-to-binary wants a toolkit's folders and, for math, its
// device library; kernels here call nothing, and need a linker only.
//
//===----------------------------------------------------------------------===//

#include "../LLVM/LLVMCode.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Target/GPU/GPUTarget.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <mutex>

using namespace llvm;

namespace tinygrad {

void registerGPUTranslations(mlir::DialectRegistry &registry) {
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerGPUDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerNVVMDialectTranslation(registry);
  mlir::registerROCDLDialectTranslation(registry);
}

static void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
    LLVMInitializeAMDGPUAsmParser();
    LLVMInitializeSPIRVTargetInfo();
    LLVMInitializeSPIRVTarget();
    LLVMInitializeSPIRVTargetMC();
    LLVMInitializeSPIRVAsmPrinter();
  });
}

Expected<std::unique_ptr<TargetMachine>>
createGPUTargetMachine(const GPUTarget &target) {
  initializeTargets();
  std::string message;
  Triple triple(target.triple);
  const Target *llvmTarget = TargetRegistry::lookupTarget(triple, message);
  if (!llvmTarget)
    return createStringError(message);
  TargetOptions options;
  // Multiplications and additions are fused where the IR allows it only.
  options.AllowFPOpFusion = FPOpFusion::Standard;
  bool isHIP = target.kind == GPUTarget::Kind::HIP;
  // The IR is optimised already, and drivers optimise SPIR-V again. LLVM's
  // preparations for processors would make additions with carry of it, which
  // the translator to SPIR does not know.
  bool isOpenCL = target.kind == GPUTarget::Kind::OpenCL;
  // Asked of any chip: of one that it does not know LLVM prints so.
  std::unique_ptr<MCSubtargetInfo> info(
      llvmTarget->createMCSubtargetInfo(triple, "", ""));
  StringRef chip = isOpenCL ? StringRef() : StringRef(target.chip);
  if (!chip.empty() && (!info || !info->isCPUStringValid(chip)))
    return createStringError("LLVM knows no chip '" + chip + "'");
  std::unique_ptr<TargetMachine> machine(llvmTarget->createTargetMachine(
      triple, chip, target.features, options,
      isHIP ? std::optional(Reloc::PIC_) : std::nullopt, std::nullopt,
      isOpenCL ? CodeGenOptLevel::None : CodeGenOptLevel::Default));
  if (!machine)
    return createStringError("cannot generate code for '" + target.triple +
                             "'");
  return machine;
}

/// Whether all lanes of a subgroup do `call` together. LLVM says so of AMD's
/// instructions only.
static bool isForSubgroup(const CallInst &call, const StringSet<> &units) {
  if (call.isInlineAsm())
    return true;
  switch (call.getIntrinsicID()) {
  case Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_b16:
  case Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_trans_b16:
  case Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16:
  case Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16:
    return true;
  default: {
    const Function *callee = call.getCalledFunction();
    return callee && units.contains(callee->getName());
  }
  }
}

/// What lanes do together must not move behind a condition.
static void markConvergent(Module &module) {
  StringSet<> units;
  for (const uop::MatrixUnit &unit : uop::getNVIDIAUnits())
    units.insert(unit.intrinsic);
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction);
          call && isForSubgroup(*call, units))
        call->setConvergent();
}

/// Whether all bits of `value` are its sign.
static bool isSign(Value *value) {
  using namespace PatternMatch;
  return match(value, m_AShr(m_Value(),
                             m_SpecificInt(
                                 value->getType()->getScalarSizeInBits() - 1)));
}

/// Of a sum with a sign, times a constant, the sign is masked, which back ends
/// multiply apart with several instructions. Remainders that are rounded down
/// have such products. A sum that something else uses, too, stays one.
static void maskSignProducts(Module &module) {
  using namespace PatternMatch;
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      Value *sum = nullptr;
      const APInt *factor = nullptr;
      if (!match(&instruction, m_Mul(m_OneUse(m_Value(sum)), m_APInt(factor))))
        continue;
      Value *lhs = nullptr, *rhs = nullptr;
      if (!match(sum, m_Add(m_Value(lhs), m_Value(rhs))))
        continue;
      if (isSign(lhs))
        std::swap(lhs, rhs);
      if (!isSign(rhs))
        continue;
      IRBuilder<> builder(&instruction);
      Type *type = sum->getType();
      Value *product = builder.CreateMul(lhs, ConstantInt::get(type, *factor));
      Value *mask = builder.CreateAnd(rhs, ConstantInt::get(type, -*factor));
      instruction.replaceAllUsesWith(builder.CreateAdd(product, mask));
      instruction.eraseFromParent();
    }
}

Expected<std::unique_ptr<Module>>
translateGPUModule(mlir::gpu::GPUModuleOp module, LLVMContext &context,
                   TargetMachine &machine) {
  auto llvmModule = translateToLLVM(module, context, machine);
  if (llvmModule) {
    markConvergent(**llvmModule);
    CodeCleaner(machine, /*rotateLoops=*/machine.getTargetTriple().isAMDGCN())
        .run(**llvmModule);
    maskSignProducts(**llvmModule);
  }
  return llvmModule;
}

Expected<std::string> emitGPUModule(Module &module, TargetMachine &machine,
                                    bool asObject) {
  auto output = generateCode(module, machine,
                             asObject ? CodeGenFileType::ObjectFile
                                      : CodeGenFileType::AssemblyFile);
  if (!output)
    return output.takeError();
  return std::string(output->begin(), output->end());
}

//===----------------------------------------------------------------------===//
// Tools
//===----------------------------------------------------------------------===//

Expected<std::string> findTool(StringRef name, StringRef folder) {
  SmallVector<StringRef> folders;
  if (!folder.empty())
    folders.push_back(folder);
  folders.push_back(TINYGRAD_LLVM_TOOLS);
  if (ErrorOr<std::string> path = sys::findProgramByName(name, folders))
    return *path;
  ErrorOr<std::string> path = sys::findProgramByName(name);
  if (!path)
    return createStringError("cannot find the program '" + name + "'");
  return *path;
}

Expected<std::string> runTool(StringRef program, ArrayRef<StringRef> options,
                              StringRef input) {
  SmallString<128> inputPath, outputPath, logPath;
  if (std::error_code error =
          sys::fs::createTemporaryFile("tinygrad", "in", inputPath))
    return createStringError(error, "cannot make a temporary file");
  FileRemover removeInput(inputPath);
  if (std::error_code error =
          sys::fs::createTemporaryFile("tinygrad", "out", outputPath))
    return createStringError(error, "cannot make a temporary file");
  FileRemover removeOutput(outputPath);
  if (std::error_code error =
          sys::fs::createTemporaryFile("tinygrad", "log", logPath))
    return createStringError(error, "cannot make a temporary file");
  FileRemover removeLog(logPath);
  {
    std::error_code error;
    raw_fd_ostream stream(inputPath, error);
    if (error)
      return createStringError(error, "cannot write a temporary file");
    stream << input;
  }
  SmallVector<StringRef> arguments = {program};
  llvm::append_range(arguments, options);
  arguments.append({inputPath, "-o", outputPath});
  std::optional<StringRef> redirects[] = {StringRef(), StringRef(logPath),
                                          StringRef(logPath)};
  std::string message;
  int status = sys::ExecuteAndWait(program, arguments, std::nullopt, redirects,
                                   /*SecondsToWait=*/300, 0, &message);
  auto read = [](StringRef path) -> std::string {
    auto buffer = MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  };
  if (status != 0)
    return createStringError("'" + program + "' failed: " + message +
                             read(logPath));
  return read(outputPath);
}

} // namespace tinygrad
