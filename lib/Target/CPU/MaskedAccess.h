//===- MaskedAccess.h - LLVM's masked loads and stores ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_TARGET_CPU_MASKEDACCESS_H
#define TINYGRAD_LIB_TARGET_CPU_MASKEDACCESS_H

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

namespace tinygrad::cpu {

/// A masked load or store, the operands of which stand in different places.
struct MaskedAccess {
  llvm::IntrinsicInst *call;
  bool isLoad;

  /// `instruction`, if it is one.
  static std::optional<MaskedAccess> get(llvm::Instruction &instruction) {
    auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!call)
      return std::nullopt;
    bool isLoad = call->getIntrinsicID() == llvm::Intrinsic::masked_load;
    if (!isLoad && call->getIntrinsicID() != llvm::Intrinsic::masked_store)
      return std::nullopt;
    return MaskedAccess{call, isLoad};
  }

  llvm::Value *getPointer() const {
    return call->getArgOperand(isLoad ? 0 : 1);
  }
  llvm::Value *getMask() const { return call->getArgOperand(isLoad ? 1 : 2); }
  /// What is stored, or given for lanes that are not loaded.
  llvm::Value *getData() const { return call->getArgOperand(isLoad ? 2 : 0); }
  llvm::FixedVectorType *getType() const {
    return llvm::cast<llvm::FixedVectorType>(getData()->getType());
  }
  llvm::Align getAlignment() const {
    return call->getParamAlign(isLoad ? 0 : 1).valueOrOne();
  }
};

} // namespace tinygrad::cpu

#endif // TINYGRAD_LIB_TARGET_CPU_MASKEDACCESS_H
