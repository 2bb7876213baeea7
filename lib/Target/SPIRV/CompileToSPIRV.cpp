//===- CompileToSPIRV.cpp - the LLVM dialect to SPIR-V ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By LLVM's back end for OpenCL. MLIR's own spirv dialect was considered: its
// conversions are made for Vulkan, where memory has no pointers.
//
//===----------------------------------------------------------------------===//

#include "MaskedAccesses.h"
#include "ResultIds.h"
#include "TinyGrad/Target/SPIRV/SPIRVTarget.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <mutex>

using namespace llvm;

namespace tinygrad {

/// Gives the kernel a 64-bit byte offset for each of its pointers, behind its
/// other parameters: OpenCL has sub-buffers at few offsets only.
static Function *addOffsets(Function &kernel) {
  FunctionType *type = kernel.getFunctionType();
  SmallVector<Type *> types(type->params());
  Type *i64 = Type::getInt64Ty(kernel.getContext());
  for (Type *parameter : type->params())
    if (parameter->isPointerTy())
      types.push_back(i64);
  auto *result = Function::Create(
      FunctionType::get(type->getReturnType(), types, /*isVarArg=*/false),
      kernel.getLinkage(), "", kernel.getParent());
  result->takeName(&kernel);
  BasicBlock *entry =
      BasicBlock::Create(kernel.getContext(), "offsets", result);
  IRBuilder<> builder(entry);
  ValueToValueMapTy values;
  auto offset = std::next(result->arg_begin(), ptrdiff_t(type->getNumParams()));
  for (auto [from, to] : zip(kernel.args(), result->args())) {
    to.takeName(&from);
    Value *value = &to;
    if (to.getType()->isPointerTy())
      value = builder.CreatePtrAdd(&to, &*offset++);
    values[&from] = value;
  }
  SmallVector<ReturnInst *, 4> returns;
  CloneFunctionInto(result, &kernel, values,
                    CloneFunctionChangeType::LocalChangesOnly, returns);
  builder.CreateBr(cast<BasicBlock>(values[&kernel.getEntryBlock()]));
  // Attributes of the old pointers say nothing about the new ones.
  for (Argument &argument : result->args())
    for (Attribute attribute : make_early_inc_range(
             result->getAttributes().getParamAttrs(argument.getArgNo())))
      if (attribute.isEnumAttribute() || attribute.isIntAttribute() ||
          attribute.isTypeAttribute())
        result->removeParamAttr(argument.getArgNo(), attribute.getKindAsEnum());
  kernel.eraseFromParent();
  return result;
}

/// Writes out a maximum or minimum that keeps NaN, of which the back end would
/// make OpenCL's fmax or fmin, which do not. Of two zeros the positive one is
/// the larger.
static Value *expandExtremum(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  Value *lhs = call.getArgOperand(0), *rhs = call.getArgOperand(1);
  bool isMaximum = call.getIntrinsicID() == Intrinsic::maximum;
  Type *type = call.getType();
  Type *bits = builder.getIntNTy(type->getScalarSizeInBits());
  if (auto *vector = dyn_cast<VectorType>(type))
    bits = VectorType::get(bits, vector->getElementCount());
  Value *leftBits = builder.CreateBitCast(lhs, bits);
  Value *rightBits = builder.CreateBitCast(rhs, bits);
  // Equal numbers have equal bits, but for the sign of zeros.
  Value *equal =
      builder.CreateBitCast(isMaximum ? builder.CreateAnd(leftBits, rightBits)
                                      : builder.CreateOr(leftBits, rightBits),
                            type);
  Value *isLeft = isMaximum ? builder.CreateFCmpOGT(lhs, rhs)
                            : builder.CreateFCmpOLT(lhs, rhs);
  Value *result = builder.CreateSelect(isLeft, lhs, rhs);
  result = builder.CreateSelect(builder.CreateFCmpOEQ(lhs, rhs), equal, result);
  return builder.CreateSelect(builder.CreateFCmpUNO(lhs, rhs),
                              builder.CreateFAdd(lhs, rhs), result);
}

/// Writes out an absolute value, of which OpenCL's abs never gives the least
/// integer, as drivers know.
static Value *expandAbs(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  Value *x = call.getArgOperand(0);
  Value *zero = Constant::getNullValue(x->getType());
  return builder.CreateSelect(builder.CreateICmpSLT(x, zero),
                              builder.CreateSub(zero, x), x);
}

/// Writes out an extremum of lanes, of which the back end would likewise make
/// OpenCL's fmax or fmin, by that of two numbers.
static Value *expandReduce(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  bool isMaximum = call.getIntrinsicID() == Intrinsic::vector_reduce_fmaximum;
  Value *lanes = call.getArgOperand(0);
  Value *result = builder.CreateExtractElement(lanes, uint64_t(0));
  unsigned count = cast<FixedVectorType>(lanes->getType())->getNumElements();
  for (unsigned lane = 1; lane != count; ++lane)
    result = builder.CreateBinaryIntrinsic(
        isMaximum ? Intrinsic::maximum : Intrinsic::minimum, result,
        builder.CreateExtractElement(lanes, lane));
  return result;
}

/// Writes out what has another meaning in OpenCL.
static void expandIntrinsics(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    Intrinsic::ID id = function.getIntrinsicID();
    if (id != Intrinsic::vector_reduce_fmaximum &&
        id != Intrinsic::vector_reduce_fminimum)
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto &call = *cast<IntrinsicInst>(user);
      call.replaceAllUsesWith(expandReduce(call));
      call.eraseFromParent();
    }
    function.eraseFromParent();
  }
  for (Function &function : make_early_inc_range(module)) {
    Intrinsic::ID id = function.getIntrinsicID();
    if (id != Intrinsic::maximum && id != Intrinsic::minimum &&
        id != Intrinsic::abs)
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto &call = *cast<IntrinsicInst>(user);
      call.replaceAllUsesWith(id == Intrinsic::abs ? expandAbs(call)
                                                   : expandExtremum(call));
      call.eraseFromParent();
    }
    function.eraseFromParent();
  }
}

/// Conditions of lanes as the bits of an integer, which LLVM makes of the
/// reduces of such vectors: SPIR-V's have no bits to be taken for others.
static void expandBitcasts(Module &module) {
  SmallVector<BitCastInst *> casts;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *cast = dyn_cast<BitCastInst>(&instruction);
          cast && cast->getType()->isIntegerTy() &&
          isa<FixedVectorType>(cast->getSrcTy()) &&
          cast->getSrcTy()->getScalarType()->isIntegerTy(1))
        casts.push_back(cast);
  for (BitCastInst *cast : casts) {
    IRBuilder<> builder(cast);
    auto *type = cast->getType();
    Value *bits = ConstantInt::get(type, 0);
    unsigned lanes =
        llvm::cast<FixedVectorType>(cast->getSrcTy())->getNumElements();
    for (unsigned lane = 0; lane != lanes; ++lane) {
      Value *bit = builder.CreateExtractElement(cast->getOperand(0), lane);
      bit = builder.CreateShl(builder.CreateZExt(bit, type), lane);
      bits = builder.CreateOr(bits, bit);
    }
    cast->replaceAllUsesWith(bits);
    cast->eraseFromParent();
  }
}

/// What OpenCL wants of kernels and of the memory of workgroups.
static void prepareKernels(Module &module, bool withOffsets) {
  expandIntrinsics(module);
  expandBitcasts(module);
  expandMaskedAccesses(module);
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (!function.isDeclaration())
      kernels.push_back(&function);
  for (Function *kernel : kernels) {
    kernel->setCallingConv(CallingConv::SPIR_KERNEL);
    kernel->setLinkage(GlobalValue::ExternalLinkage);
    if (withOffsets)
      addOffsets(*kernel);
  }
  unsigned number = 0;
  for (GlobalVariable &global : module.globals()) {
    if (global.getAddressSpace() != 3)
      continue;
    global.setLinkage(GlobalValue::InternalLinkage);
    global.setInitializer(UndefValue::get(global.getValueType()));
    // The name by which drivers know memory of a kernel's own.
    StringRef kernel = kernels.empty() ? "kernel" : module.begin()->getName();
    for (Function &function : module)
      if (!function.isDeclaration())
        kernel = function.getName();
    global.setName(kernel + ".shared" + Twine(number++));
  }
}

/// Assembly text, or an object. The back end numbers what it emits in variables
/// of the process and of the target machine: so one at a time, each with a
/// machine of its own.
static Expected<std::string> emit(Module &module, const GPUTarget &target,
                                  bool asObject) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  auto machine = createGPUTargetMachine(target);
  if (!machine)
    return machine.takeError();
  return emitGPUModule(module, **machine, asObject);
}

namespace {
/// A module in a context of its own.
struct Translation {
  LLVMContext context;
  std::unique_ptr<Module> module;
};
} // namespace

/// One try to compile a module.
static Expected<std::string>
tryToCompile(mlir::gpu::GPUModuleOp module, const GPUTarget &target,
             bool withOffsets, std::string *assembly, std::string *llvmIR,
             Translation &translation) {
  auto machine = createGPUTargetMachine(target);
  if (!machine)
    return machine.takeError();
  auto llvmModule = translateGPUModule(module, translation.context, **machine);
  if (!llvmModule)
    return llvmModule.takeError();
  translation.module = std::move(*llvmModule);
  prepareKernels(*translation.module, withOffsets);
  if (llvmIR) {
    llvmIR->clear();
    raw_string_ostream stream(*llvmIR);
    translation.module->print(stream, nullptr);
  }
  if (assembly) {
    // Code generation changes the module.
    std::unique_ptr<Module> copy = CloneModule(*translation.module);
    auto text = emit(*copy, target, /*asObject=*/false);
    if (!text)
      return text.takeError();
    *assembly = *text;
  }
  return emit(*translation.module, target, /*asObject=*/true);
}

Expected<GPUObject> compileToSPIRV(mlir::gpu::GPUModuleOp module,
                                   const GPUTarget &target, bool withOffsets,
                                   std::string *assembly, std::string *llvmIR) {
  // LLVM 22's back end, whose tables are ordered by addresses, now and then
  // gives one id to two things. Addresses are others in another context, if
  // those of the tries before are still there: memory that was freed comes
  // again in the same order.
  constexpr unsigned mostTries = 16;
  std::vector<std::unique_ptr<Translation>> translations;
  while (translations.size() < mostTries) {
    translations.push_back(std::make_unique<Translation>());
    auto binary = tryToCompile(module, target, withOffsets, assembly, llvmIR,
                               *translations.back());
    if (!binary)
      return binary.takeError();
    if (!hasUniqueResultIds(*binary))
      continue;
    GPUObject object;
    object.binary = std::move(*binary);
    return object;
  }
  return createStringError("LLVM's back end for SPIR-V gave an id twice in " +
                           Twine(mostTries) + " tries");
}

} // namespace tinygrad
