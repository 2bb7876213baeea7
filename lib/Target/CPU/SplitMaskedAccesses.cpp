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

static Value *takeLanes(IRBuilder<> &builder, Value *vector, unsigned first,
                        unsigned count) {
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

void tinygrad::cpu::splitMaskedAccesses(Module &module,
                                        const TargetMachine &machine) {
  const MCSubtargetInfo &features = *machine.getMCSubtargetInfo();
  if (!machine.getTargetTriple().isX86() || !features.checkFeatures("+avx") ||
      features.checkFeatures("+avx512f"))
    return;
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      auto *access = dyn_cast<IntrinsicInst>(&instruction);
      if (!access)
        continue;
      bool isLoad = access->getIntrinsicID() == Intrinsic::masked_load;
      if (!isLoad && access->getIntrinsicID() != Intrinsic::masked_store)
        continue;
      Value *data =
          isLoad ? access->getArgOperand(2) : access->getArgOperand(0);
      auto *type = cast<FixedVectorType>(data->getType());
      if (type->getScalarSizeInBits() < kMaskedBits ||
          type->getPrimitiveSizeInBits() <= kRegisterBits)
        continue;
      if (isLoad)
        split(*access, access->getArgOperand(0), access->getArgOperand(1), data,
              nullptr);
      else
        split(*access, access->getArgOperand(1), access->getArgOperand(2),
              nullptr, data);
    }
}
