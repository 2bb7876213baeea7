//===- LoopMaskedAccesses.cpp - masks that no instruction takes -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where no instruction masks such elements, LLVM asks for each lane whether it
// is set, with a branch: at the edge of a tile of 16-bit elements that is a
// hundred blocks, most of the kernel's code and of its compile time. Here lanes
// are copied between memory and the stack, for all loads of one mask together:
// the first n, as masks of edges set, in groups of powers of two, others in a
// loop over those that are set.
//
//===----------------------------------------------------------------------===//

#include "MaskedAccess.h"
#include "SplitMaskedAccesses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using tinygrad::cpu::MaskedAccess;

/// Fewer lanes are as well asked one by one, more have no register of bits.
static constexpr unsigned kMinLanes = 8, kMaxLanes = 64;

/// Masked loads of one mask, or one masked store.
using Group = SmallVector<MaskedAccess, 4>;

/// Whether no instruction masks `access`, and it is worth a loop.
static bool needsLoop(const MaskedAccess &access,
                      const TargetTransformInfo &target) {
  FixedVectorType *type = access.getType();
  Align alignment = access.getAlignment();
  unsigned lanes = type->getNumElements();
  bool isLegal = access.isLoad ? target.isLegalMaskedLoad(type, alignment, 0)
                               : target.isLegalMaskedStore(type, alignment, 0);
  return !isLegal && lanes >= kMinLanes && lanes <= kMaxLanes &&
         !isa<Constant>(access.getMask());
}

/// The loads of the first one's mask that may as well be done at the last of
/// them: nothing before it writes to memory or takes what they give.
static void addNeighbours(Group &group, const TargetTransformInfo &target) {
  IntrinsicInst *first = group.front().call;
  Value *mask = group.front().getMask();
  for (Instruction &next :
       make_range(std::next(first->getIterator()), first->getParent()->end())) {
    if (next.mayWriteToMemory() || any_of(next.operands(), [&](Value *operand) {
          return any_of(group, [&](const MaskedAccess &access) {
            return access.call == operand;
          });
        }))
      return;
    auto access = MaskedAccess::get(next);
    if (access && access->isLoad && access->getMask() == mask &&
        needsLoop(*access, target))
      group.push_back(*access);
  }
}

/// How many first lanes a mask sets, where it sets no others; null where that
/// is not known.
static Value *countFirstLanes(IRBuilder<> &builder, Value *mask,
                              unsigned depth = 4) {
  using namespace PatternMatch;
  uint64_t lanes = cast<FixedVectorType>(mask->getType())->getNumElements();
  Value *left, *right, *count;
  if (depth > 0 && match(mask, m_And(m_Value(left), m_Value(right)))) {
    left = countFirstLanes(builder, left, depth - 1);
    right = left ? countFirstLanes(builder, right, depth - 1) : nullptr;
    return right ? builder.CreateBinaryIntrinsic(Intrinsic::umin, left, right)
                 : nullptr;
  }
  if (Value *all = getSplatValue(mask))
    return builder.CreateSelect(all, builder.getInt64(lanes),
                                builder.getInt64(0));
  Constant *steps;
  CmpPredicate predicate;
  if (!match(mask, m_ICmp(predicate, m_Value(left), m_Constant(steps))) ||
      (predicate != ICmpInst::ICMP_SGT && predicate != ICmpInst::ICMP_UGT) ||
      !(count = getSplatValue(left)))
    return nullptr;
  for (uint64_t i = 0; i != lanes; ++i) {
    auto *step = dyn_cast_or_null<ConstantInt>(steps->getAggregateElement(i));
    if (!step || step->getValue() != i)
      return nullptr;
  }
  if (predicate == ICmpInst::ICMP_UGT) {
    count = builder.CreateZExt(count, builder.getInt64Ty());
  } else {
    count = builder.CreateSExt(count, builder.getInt64Ty());
    count = builder.CreateBinaryIntrinsic(Intrinsic::smax, count,
                                          builder.getInt64(0));
  }
  return builder.CreateBinaryIntrinsic(Intrinsic::umin, count,
                                       builder.getInt64(lanes));
}

namespace {
/// What is copied between memory and the stack, lanes or groups of them.
class Copier {
public:
  Copier(const Group &group, ArrayRef<AllocaInst *> copies)
      : group(group), copies(copies) {}

  /// Copies `count` lanes from `first` on.
  void copy(IRBuilder<> &builder, Value *first, unsigned count) {
    for (auto [access, copy] : zip(group, copies)) {
      Type *element =
          cast<FixedVectorType>(copy->getAllocatedType())->getElementType();
      unsigned bits = count * element->getPrimitiveSizeInBits();
      Type *type = bits <= 64
                       ? cast<Type>(builder.getIntNTy(bits))
                       : FixedVectorType::get(builder.getInt64Ty(), bits / 64);
      Align alignment = commonAlignment(access.getAlignment(),
                                        element->getPrimitiveSizeInBits() / 8);
      Value *from = access.getPointer(), *to = copy;
      if (!access.isLoad)
        std::swap(from, to);
      Value *value = builder.CreateAlignedLoad(
          type, builder.CreateGEP(element, from, first), alignment);
      builder.CreateAlignedStore(value, builder.CreateGEP(element, to, first),
                                 alignment);
    }
  }

private:
  const Group &group;
  ArrayRef<AllocaInst *> copies;
};
} // namespace

/// Copies the first `count` of `lanes` lanes, in groups of powers of two.
static void copyFirstLanes(Copier &copier, Value *count, unsigned lanes,
                           Instruction *before) {
  for (unsigned size = bit_floor(lanes); size != 0; size /= 2) {
    IRBuilder<> builder(before);
    Value *isSet = builder.CreateIsNotNull(builder.CreateAnd(count, size));
    Value *first = builder.CreateAnd(count, ~uint64_t(2 * size - 1));
    builder.SetInsertPoint(SplitBlockAndInsertIfThen(isSet, before, false));
    copier.copy(builder, first, size);
  }
}

/// Copies the lanes that `mask` sets, one by one.
static void copySetLanes(Copier &copier, Value *mask, Instruction *before) {
  IRBuilder<> builder(before);
  unsigned lanes = cast<FixedVectorType>(mask->getType())->getNumElements();
  Value *bits =
      builder.CreateZExt(builder.CreateBitCast(mask, builder.getIntNTy(lanes)),
                         builder.getInt64Ty());
  Value *isAny = builder.CreateIsNotNull(bits);
  BasicBlock *start = before->getParent();
  BasicBlock *after = SplitBlock(start, before);
  auto *loop = BasicBlock::Create(builder.getContext(), "lanes",
                                  start->getParent(), after);
  start->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(start);
  builder.CreateCondBr(isAny, loop, after);

  builder.SetInsertPoint(loop);
  PHINode *rest = builder.CreatePHI(builder.getInt64Ty(), 2);
  Value *lane =
      builder.CreateBinaryIntrinsic(Intrinsic::cttz, rest, builder.getTrue());
  copier.copy(builder, lane, 1);
  Value *next =
      builder.CreateAnd(rest, builder.CreateSub(rest, builder.getInt64(1)));
  rest->addIncoming(bits, start);
  rest->addIncoming(next, loop);
  builder.CreateCondBr(builder.CreateIsNotNull(next), loop, after);
}

/// Takes the place of the accesses of `group`.
static void lower(const Group &group) {
  IntrinsicInst *last = group.back().call;
  IRBuilder<> entry(&last->getFunction()->getEntryBlock().front());
  IRBuilder<> builder(last);
  SmallVector<AllocaInst *> copies;
  for (const MaskedAccess &access : group) {
    Value *data = access.getData();
    copies.push_back(entry.CreateAlloca(data->getType()));
    copies.back()->setAlignment(Align(16));
    builder.CreateAlignedStore(data, copies.back(), Align(16));
  }
  Copier copier(group, copies);
  Value *mask = group.front().getMask();
  if (Value *count = countFirstLanes(builder, mask))
    copyFirstLanes(copier, count, group.front().getType()->getNumElements(),
                   last);
  else
    copySetLanes(copier, mask, last);
  builder.SetInsertPoint(last);
  for (auto [access, copy] : zip(group, copies)) {
    if (access.isLoad)
      access.call->replaceAllUsesWith(
          builder.CreateAlignedLoad(access.getType(), copy, Align(16)));
    access.call->eraseFromParent();
  }
}

void tinygrad::cpu::loopMaskedAccesses(Module &module,
                                       const TargetMachine &machine) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    TargetTransformInfo target = machine.getTargetTransformInfo(function);
    SmallVector<Group> groups;
    SmallPtrSet<Instruction *, 8> grouped;
    for (Instruction &instruction : instructions(function)) {
      auto access = MaskedAccess::get(instruction);
      if (!access || grouped.contains(&instruction) ||
          !needsLoop(*access, target))
        continue;
      Group group = {*access};
      if (access->isLoad)
        addNeighbours(group, target);
      for (const MaskedAccess &member : group)
        grouped.insert(member.call);
      groups.push_back(std::move(group));
    }
    for (const Group &group : groups)
      lower(group);
  }
}
