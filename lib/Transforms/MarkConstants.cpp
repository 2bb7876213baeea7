//===- MarkConstants.cpp - arguments that are the same in all launches ----===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Unchanging.h"
#include "TinyGrad/Dialect/UOp/IR/Constant.h"
#include "TinyGrad/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tinygrad {
#define GEN_PASS_DEF_MARKCONSTANTS
#include "TinyGrad/Transforms/Passes.h.inc"

namespace {

/// Knows the tensors that are the same in every run: a rule like that of
/// `jit-prune`, before tensors have memory.
class UnchangingTensors {
public:
  bool contains(Value tensor) {
    auto [known, isNew] = values.try_emplace(tensor, false);
    if (!isNew)
      return known->second;
    bool isUnchanging = compute(tensor);
    values[tensor] = isUnchanging;
    return isUnchanging;
  }

private:
  bool compute(Value tensor) {
    if (auto argument = dyn_cast<BlockArgument>(tensor)) {
      auto function =
          dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
      return function &&
             function.getArgAttr(argument.getArgNumber(), tg::kConstant);
    }
    Operation *op = tensor.getDefiningOp();
    if (isa<tg::ConstantOp>(op))
      return true;
    if (auto reshape = dyn_cast<tg::ReshapeOp>(op))
      return contains(reshape.getInput());
    auto launch = dyn_cast<tg::LaunchOp>(op);
    return launch && launch.getVariables().empty() &&
           !launch->hasAttr(tg::TGDialect::kUpdates) &&
           llvm::all_of(launch.getResults(),
                        [](Value result) { return staysAsItIs(result); }) &&
           llvm::all_of(launch.getInputs(),
                        [&](Value input) { return contains(input); });
  }

  /// Whether nobody gets the memory of `tensor` in order to write there.
  static bool staysAsItIs(Value tensor) {
    for (OpOperand &use : tensor.getUses()) {
      Operation *user = use.getOwner();
      if (auto reshape = dyn_cast<tg::ReshapeOp>(user)) {
        if (!staysAsItIs(reshape.getResult()))
          return false;
        continue;
      }
      auto launch = dyn_cast<tg::LaunchOp>(user);
      if (!launch || launch->hasAttr(tg::TGDialect::kUpdates))
        return false;
    }
    return true;
  }

  llvm::DenseMap<Value, bool> values;
};

struct MarkConstants : impl::MarkConstantsBase<MarkConstants> {
  void runOnOperation() override {
    UnchangingTensors unchanging;
    // The inputs of each kernel that no launch so far has changed.
    llvm::MapVector<Operation *, llvm::BitVector> kernels;
    SymbolTableCollection symbols;
    getOperation().walk([&](tg::LaunchOp launch) {
      auto kernel = symbols.lookupNearestSymbolFrom<uop::KernelOp>(
          launch, launch.getKernelAttr());
      if (!kernel)
        return;
      auto [entry, isNew] = kernels.try_emplace(
          kernel, llvm::BitVector(unsigned(launch.getInputs().size()), true));
      for (auto [i, input] : llvm::enumerate(launch.getInputs()))
        if (!unchanging.contains(input))
          entry->second.reset(unsigned(i));
    });
    for (auto &[op, constant] : kernels) {
      auto kernel = cast<uop::KernelOp>(op);
      for (unsigned i : constant.set_bits())
        kernel.setArgAttr(kernel.getNumOutputs() + i, uop::kConstant,
                          UnitAttr::get(kernel.getContext()));
    }
  }
};
} // namespace
} // namespace tinygrad
