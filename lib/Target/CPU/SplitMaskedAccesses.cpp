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
#include "MaskedAccess.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include <numeric>

using namespace llvm;
using tinygrad::cpu::MaskedAccess;

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

static void split(const MaskedAccess &access) {
  IRBuilder<> builder(access.call);
  FixedVectorType *type = access.getType();
  unsigned bits = type->getScalarSizeInBits();
  unsigned count = kRegisterBits / bits, size = type->getNumElements();
  SmallVector<Value *> loaded;
  for (unsigned first = 0; first < size; first += count) {
    unsigned lanes = std::min(count, size - first);
    uint64_t offset = uint64_t(first) * bits / 8;
    Value *address = builder.CreateConstGEP1_64(type->getElementType(),
                                                access.getPointer(), first);
    Align own = commonAlignment(access.getAlignment(), offset);
    Value *ownMask = takeLanes(builder, access.getMask(), first, lanes);
    Value *data = takeLanes(builder, access.getData(), first, lanes);
    if (!access.isLoad)
      builder.CreateMaskedStore(data, address, own, ownMask);
    else
      loaded.push_back(builder.CreateMaskedLoad(data->getType(), address, own,
                                                ownMask, data));
  }
  if (access.isLoad)
    access.call->replaceAllUsesWith(concatenateVectors(builder, loaded));
  access.call->eraseFromParent();
}

/// Whether a mask is a vector as its data are.
static bool masksByVectors(const TargetMachine &machine) {
  const MCSubtargetInfo &features = *machine.getMCSubtargetInfo();
  return machine.getTargetTriple().isX86() && features.checkFeatures("+avx") &&
         !features.checkFeatures("+avx512f");
}

/// Calls `change` for each masked load and store.
static void forEachMasked(Module &module,
                          function_ref<void(const MaskedAccess &)> change) {
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function)))
      if (auto access = MaskedAccess::get(instruction))
        change(*access);
}

void tinygrad::cpu::splitMaskedAccesses(Module &module,
                                        const TargetMachine &machine) {
  if (!masksByVectors(machine))
    return;
  forEachMasked(module, [](const MaskedAccess &access) {
    FixedVectorType *type = access.getType();
    if (type->getScalarSizeInBits() >= kMaskedBits &&
        type->getPrimitiveSizeInBits() > kRegisterBits)
      split(access);
  });
}

void tinygrad::cpu::blendMaskedLoads(Module &module,
                                     const TargetMachine &machine) {
  if (!masksByVectors(machine))
    return;
  forEachMasked(module, [](const MaskedAccess &access) {
    if (!access.isLoad)
      return;
    auto *mask = dyn_cast<Constant>(access.getMask());
    FixedVectorType *type = access.getType();
    auto isSet = [&](unsigned lane) {
      Constant *element = mask->getAggregateElement(lane);
      return element && element->isOneValue();
    };
    if (!mask || !isSet(0) || !isSet(type->getNumElements() - 1))
      return;
    IRBuilder<> builder(access.call);
    Value *whole = builder.CreateAlignedLoad(type, access.getPointer(),
                                             access.getAlignment());
    access.call->replaceAllUsesWith(
        builder.CreateSelect(mask, whole, access.getData()));
    access.call->eraseFromParent();
  });
}
