//===- SinkLastBlock.cpp - what only a branch needs, in it ------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What follows a reduce in blocks is stored by the last of them. Upstream's
// control flow sinking leaves loads where they are, and what two branches need.
//
//===----------------------------------------------------------------------===//

#include "SinkLastBlock.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

/// Whether all between `first` and `second`, in one block, has no effect.
static bool arePureBetween(Operation *first, Operation *second) {
  for (Operation *op = first->getNextNode(); op != second;
       op = op->getNextNode())
    if (!op || !isMemoryEffectFree(op))
      return false;
  return true;
}

/// Whether `op` does no more than read memory.
static bool onlyReads(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return effects && op->getNumRegions() == 0 &&
         effects.onlyHasEffect<MemoryEffects::Read>();
}

/// Moves into `branch` what only it uses; what reads memory, as long as nothing
/// is written on the way.
static void sinkInto(scf::IfOp branch) {
  Block *target = branch.thenBlock();
  bool mayWrite = false;
  for (Operation *op = branch->getPrevNode(); op;) {
    Operation *previous = op->getPrevNode();
    bool isFree = op->getNumRegions() == 0 && isMemoryEffectFree(op);
    bool moves =
        !op->use_empty() && (isFree || (!mayWrite && onlyReads(op))) &&
        llvm::all_of(op->getUsers(), [&](Operation *user) {
          return branch.getThenRegion().isAncestor(user->getParentRegion());
        });
    if (moves)
      op->moveBefore(target, target->begin());
    else
      mayWrite |= !isMemoryEffectFree(op) && !onlyReads(op);
    op = previous;
  }
}

void tinygrad::uop::sinkIntoBranches(ArrayRef<scf::IfOp> branches) {
  SmallVector<scf::IfOp> left;
  for (scf::IfOp branch : branches) {
    scf::IfOp last = left.empty() ? scf::IfOp() : left.back();
    if (last && last->getBlock() == branch->getBlock() &&
        last.getCondition() == branch.getCondition() &&
        arePureBetween(last, branch)) {
      branch.thenBlock()->getOperations().splice(
          branch.thenBlock()->begin(), last.thenBlock()->getOperations(),
          last.thenBlock()->begin(), std::prev(last.thenBlock()->end()));
      last.erase();
      left.back() = branch;
    } else {
      left.push_back(branch);
    }
  }
  for (scf::IfOp branch : left)
    sinkInto(branch);
}
