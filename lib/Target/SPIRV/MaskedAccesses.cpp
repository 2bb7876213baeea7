//===- MaskedAccesses.cpp - vectors of which parts are in memory *- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPIR-V has no masked accesses, and LLVM's pass that writes them out reads the
// mask as one integer, <4 x i1> as i4, where it takes threads not to diverge.
// SPIR-V has no such bitcast, and its back end aborts.
//
//===----------------------------------------------------------------------===//

#include "MaskedAccesses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace {

/// The operands of one access.
struct Access {
  /// Nothing where the call is none of vectors of a fixed size.
  static std::optional<Access> get(CallInst &call) {
    Access access;
    unsigned pointer = 0;
    switch (call.getIntrinsicID()) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_gather:
      access.passThrough = call.getArgOperand(2);
      break;
    case Intrinsic::masked_store:
    case Intrinsic::masked_scatter:
      access.stored = call.getArgOperand(0);
      pointer = 1;
      break;
    default:
      return std::nullopt;
    }
    access.pointer = call.getArgOperand(pointer);
    access.mask = call.getArgOperand(pointer + 1);
    access.alignment = call.getParamAlign(pointer).valueOrOne();
    access.type = dyn_cast<FixedVectorType>(
        access.stored ? access.stored->getType() : call.getType());
    if (!access.type)
      return std::nullopt;
    return access;
  }

  Value *stored = nullptr, *passThrough = nullptr;
  Value *pointer = nullptr, *mask = nullptr;
  FixedVectorType *type = nullptr;
  Align alignment;
};

void expand(CallInst &call, const Access &access) {
  Type *element = access.type->getElementType();
  uint64_t size = call.getDataLayout().getTypeStoreSize(element);
  Value *result = access.passThrough;
  for (unsigned i = 0, e = access.type->getNumElements(); i != e; ++i) {
    IRBuilder<> builder(&call);
    Value *condition = builder.CreateExtractElement(access.mask, i);
    BasicBlock *before = call.getParent();
    Instruction *end =
        SplitBlockAndInsertIfThen(condition, &call, /*Unreachable=*/false);
    builder.SetInsertPoint(end);
    bool isOne = access.pointer->getType()->isPointerTy();
    Value *place =
        isOne ? builder.CreateConstInBoundsGEP1_32(element, access.pointer, i)
              : builder.CreateExtractElement(access.pointer, i);
    Align alignment =
        isOne ? commonAlignment(access.alignment, i * size) : access.alignment;
    if (access.stored) {
      builder.CreateAlignedStore(builder.CreateExtractElement(access.stored, i),
                                 place, alignment);
      continue;
    }
    Value *loaded = builder.CreateInsertElement(
        result, builder.CreateAlignedLoad(element, place, alignment), i);
    builder.SetInsertPoint(&call);
    PHINode *phi = builder.CreatePHI(access.type, 2);
    phi->addIncoming(loaded, end->getParent());
    phi->addIncoming(result, before);
    result = phi;
  }
  if (result)
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
}
} // namespace

void tinygrad::expandMaskedAccesses(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isIntrinsic())
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user))
        if (std::optional<Access> access = Access::get(*call))
          expand(*call, *access);
    if (function.use_empty())
      function.eraseFromParent();
  }
}
