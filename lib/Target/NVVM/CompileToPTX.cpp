//===- CompileToPTX.cpp - kernels for NVIDIA GPUs ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Target/GPU/GPUTarget.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace tinygrad {

/// Some instructions came later than the chips that have them.
static GPUTarget getTargetFor(mlir::gpu::GPUModuleOp module, GPUTarget target) {
  int64_t needed = 0;
  module.walk([&](mlir::LLVM::InlineAsmOp assembly) {
    if (auto version =
            assembly->getAttrOfType<mlir::IntegerAttr>(uop::MatrixUnit::kPTX))
      needed = std::max(needed, version.getInt());
  });
  StringRef version = target.features;
  unsigned number = 0;
  if (version.consume_front("+ptx") && !version.getAsInteger(10, number) &&
      number < needed)
    target.features = "+ptx" + std::to_string(needed);
  return target;
}

/// Compares halves one by one, of which LLVM's clean-up makes compares of
/// vectors that were widened: of two at once PTX makes two predicates, which
/// functional emulators of PTX do not read, and which saves an instruction in a
/// few.
static void splitHalfCompares(Module &module) {
  SmallVector<FCmpInst *> compares;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *compare = dyn_cast<FCmpInst>(&instruction))
        if (auto *type =
                dyn_cast<FixedVectorType>(compare->getOperand(0)->getType());
            type && type->getElementType()->isHalfTy())
          compares.push_back(compare);
  for (FCmpInst *compare : compares) {
    IRBuilder<> builder(compare);
    auto *type = cast<FixedVectorType>(compare->getType());
    Value *result = PoisonValue::get(type);
    for (unsigned i = 0, e = type->getNumElements(); i != e; ++i) {
      Value *lhs = builder.CreateExtractElement(compare->getOperand(0), i);
      Value *rhs = builder.CreateExtractElement(compare->getOperand(1), i);
      result = builder.CreateInsertElement(
          result, builder.CreateFCmp(compare->getPredicate(), lhs, rhs), i);
    }
    compare->replaceAllUsesWith(result);
    compare->eraseFromParent();
  }
}

Expected<GPUObject> compileToPTX(mlir::gpu::GPUModuleOp module,
                                 const GPUTarget &target, bool withBinary) {
  auto machine = createGPUTargetMachine(getTargetFor(module, target));
  if (!machine)
    return machine.takeError();
  LLVMContext context;
  auto llvmModule = translateGPUModule(module, context, **machine);
  if (!llvmModule)
    return llvmModule.takeError();
  splitHalfCompares(**llvmModule);
  auto text = emitGPUModule(**llvmModule, **machine, /*asObject=*/false);
  if (!text)
    return text.takeError();
  GPUObject object;
  object.text = std::move(*text);
  if (!withBinary)
    return object;
  // Where there is no ptxas, or an older one, the driver compiles the text.
  auto ptxas = findTool("ptxas", "/usr/local/cuda/bin");
  if (!ptxas) {
    consumeError(ptxas.takeError());
    return object;
  }
  std::string arch = "-arch=" + target.chip;
  auto binary = runTool(*ptxas, {arch, "-O3"}, object.text);
  if (binary)
    object.binary = std::move(*binary);
  else
    consumeError(binary.takeError());
  return object;
}

} // namespace tinygrad
