//===- SplitMaskedAccesses.cpp - masks of one register each ===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22 splits such accesses itself, but wrongly: of a mask that is a
// condition for some lanes, and false for all of a register's, this register is
// loaded as a whole (`and <16 x i1> %splat, <8 lanes of which none is true>`).
// Where each register has a mask of its own there is nothing to split.
//
// It also reads what has a constant mask with a first and a last lane as a
// whole, which is right, but gives that load no size, and a later pass ("X86
// Avoid Store Forwarding Blocks") ends the program when it asks for it.
//
//===----------------------------------------------------------------------===//

#include "SplitMaskedAccesses.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include <numeric>

using namespace llvm;

/// Bits of a register of AVX, and of the narrowest elements that it masks:
/// others are accessed one by one.
static constexpr unsigned kRegisterBits = 256, kMaskedBits = 32;
/// Operations that a mask is computed by in a row.
static constexpr unsigned kMaxDepth = 8;

/// Lanes of a vector; those of a mask are computed from the same lanes of what
/// it is computed from, so that what is false for all of them is seen to be.
static Value *takeLanes(IRBuilder<> &builder, Value *vector, unsigned first,
                        unsigned count, unsigned depth = kMaxDepth) {
  if (auto *both = dyn_cast<BinaryOperator>(vector);
      both && depth > 0 && both->isBitwiseLogicOp())
    return builder.CreateBinOp(
        both->getOpcode(),
        takeLanes(builder, both->getOperand(0), first, count, depth - 1),
        takeLanes(builder, both->getOperand(1), first, count, depth - 1));
  if (Value *scalar = getSplatValue(vector); scalar && !isa<Constant>(vector))
    return builder.CreateVectorSplat(count, scalar);
  SmallVector<int> lanes(count);
  std::iota(lanes.begin(), lanes.end(), int(first));
  return builder.CreateShuffleVector(vector, lanes);
}

/// Splits a load (with `passThru`) or a store of `stored`.
static void split(IntrinsicInst &access, Value *pointer, Value *mask,
                  Value *passThru, Value *stored) {
  IRBuilder<> builder(&access);
  auto *type = cast<FixedVectorType>((stored ? stored : passThru)->getType());
  unsigned bits = type->getScalarSizeInBits();
  unsigned count = kRegisterBits / bits, size = type->getNumElements();
  Align alignment = access.getParamAlign(stored ? 1 : 0).valueOrOne();
  SmallVector<Value *> loaded;
  for (unsigned first = 0; first < size; first += count) {
    unsigned lanes = std::min(count, size - first);
    uint64_t offset = uint64_t(first) * bits / 8;
    Value *address =
        builder.CreateConstGEP1_64(type->getElementType(), pointer, first);
    Align own = commonAlignment(alignment, offset);
    Value *ownMask = takeLanes(builder, mask, first, lanes);
    Value *data = takeLanes(builder, stored ? stored : passThru, first, lanes);
    if (stored)
      builder.CreateMaskedStore(data, address, own, ownMask);
    else
      loaded.push_back(builder.CreateMaskedLoad(data->getType(), address, own,
                                                ownMask, data));
  }
  if (!stored)
    access.replaceAllUsesWith(concatenateVectors(builder, loaded));
  access.eraseFromParent();
}

/// Whether a mask is a vector as its data are.
static bool masksByVectors(const TargetMachine &machine) {
  const MCSubtargetInfo &features = *machine.getMCSubtargetInfo();
  return machine.getTargetTriple().isX86() && features.checkFeatures("+avx") &&
         !features.checkFeatures("+avx512f");
}

/// Calls `change` for each masked load and store.
static void forEachMasked(Module &module,
                          function_ref<void(IntrinsicInst &, bool)> change) {
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function)))
      if (auto *access = dyn_cast<IntrinsicInst>(&instruction)) {
        bool isLoad = access->getIntrinsicID() == Intrinsic::masked_load;
        if (isLoad || access->getIntrinsicID() == Intrinsic::masked_store)
          change(*access, isLoad);
      }
}

void tinygrad::cpu::splitMaskedAccesses(Module &module,
                                        const TargetMachine &machine) {
  if (!masksByVectors(machine))
    return;
  forEachMasked(module, [](IntrinsicInst &access, bool isLoad) {
    Value *data = access.getArgOperand(isLoad ? 2 : 0);
    auto *type = cast<FixedVectorType>(data->getType());
    if (type->getScalarSizeInBits() < kMaskedBits ||
        type->getPrimitiveSizeInBits() <= kRegisterBits)
      return;
    if (isLoad)
      split(access, access.getArgOperand(0), access.getArgOperand(1), data,
            nullptr);
    else
      split(access, access.getArgOperand(1), access.getArgOperand(2), nullptr,
            data);
  });
}

void tinygrad::cpu::blendMaskedLoads(Module &module,
                                     const TargetMachine &machine) {
  if (!masksByVectors(machine))
    return;
  forEachMasked(module, [](IntrinsicInst &access, bool isLoad) {
    if (!isLoad)
      return;
    auto *mask = dyn_cast<Constant>(access.getArgOperand(1));
    auto *type = cast<FixedVectorType>(access.getType());
    auto isSet = [&](unsigned lane) {
      Constant *element = mask->getAggregateElement(lane);
      return element && element->isOneValue();
    };
    if (!mask || !isSet(0) || !isSet(type->getNumElements() - 1))
      return;
    IRBuilder<> builder(&access);
    Value *whole = builder.CreateAlignedLoad(
        type, access.getArgOperand(0), access.getParamAlign(0).valueOrOne());
    access.replaceAllUsesWith(
        builder.CreateSelect(mask, whole, access.getArgOperand(2)));
    access.eraseFromParent();
  });
}
