//===- VerifyPlan.cpp - checks what shares memory ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForEachFunction.h"
#include "TinyGrad/Dialect/JIT/Analysis/MemoryPlan.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"

using namespace mlir;

namespace tinygrad::jit {
#define GEN_PASS_DEF_VERIFYPLAN
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h.inc"

namespace {
/// The positions in the list at which items touch `view` or a view of it.
void collectUses(Value view,
                 const llvm::DenseMap<Operation *, unsigned> &positions,
                 SmallVectorImpl<unsigned> &uses) {
  for (Operation *user : view.getUsers()) {
    if (auto inner = dyn_cast<SubBufferOp>(user))
      collectUses(inner.getBuffer(), positions, uses);
    else if (auto position = positions.find(user); position != positions.end())
      uses.push_back(position->second);
  }
}

struct Tenant {
  SubBufferOp view;
  int64_t begin = 0, end = 0;
  unsigned first = 0, last = 0;
};

LogicalResult
verifyArena(AllocOp arena,
            const llvm::DenseMap<Operation *, unsigned> &positions) {
  SmallVector<Tenant> tenants;
  for (Operation *user : arena.getBuffer().getUsers()) {
    auto view = dyn_cast<SubBufferOp>(user);
    if (!view) {
      InFlightDiagnostic diag = arena.emitOpError()
                                << "expected an arena to be used through "
                                << "jit.subbuffer only";
      diag.attachNote(user->getLoc()) << "used here";
      return diag;
    }
    auto offset = int64_t(view.getOffset());
    if (offset % arenaAlignment != 0)
      return view.emitOpError()
             << "expected an offset in the arena that is a multiple of "
             << arenaAlignment << ", but got " << offset;
    SmallVector<unsigned> uses;
    collectUses(view.getBuffer(), positions, uses);
    if (uses.empty())
      continue;
    tenants.push_back({view, offset,
                       offset + view.getBuffer().getType().getBytes(),
                       *llvm::min_element(uses), *llvm::max_element(uses)});
  }

  llvm::sort(tenants, [](const Tenant &a, const Tenant &b) {
    return std::make_pair(a.first, a.begin) < std::make_pair(b.first, b.begin);
  });
  for (size_t i = 0; i < tenants.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      Tenant &earlier = tenants[j], &later = tenants[i];
      bool shareBytes = earlier.begin < later.end && later.begin < earlier.end;
      if (!shareBytes || later.first > earlier.last)
        continue;
      InFlightDiagnostic diag =
          later.view->emitOpError()
          << "shares bytes [" << std::max(earlier.begin, later.begin) << ", "
          << std::min(earlier.end, later.end)
          << ") of the arena with a buffer that is in use at the same time";
      diag.attachNote(earlier.view.getLoc()) << "the other buffer is here";
      return diag;
    }
  return success();
}

LogicalResult verifyFunction(Block &block) {
  llvm::DenseMap<Operation *, unsigned> positions;
  for (Operation *item : collectItems(block))
    positions.try_emplace(item, unsigned(positions.size()));
  // A returned buffer is in use to the end.
  positions.try_emplace(block.getTerminator(), unsigned(positions.size()));
  for (auto alloc : block.getOps<AllocOp>())
    if (alloc.getArena() && failed(verifyArena(alloc, positions)))
      return failure();
  return success();
}

struct VerifyPlan : impl::VerifyPlanBase<VerifyPlan> {
  void runOnOperation() override {
    forEachFunction(getOperation(), [&](FunctionOpInterface, Block &block) {
      if (failed(verifyFunction(block)))
        signalPassFailure();
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
} // namespace tinygrad::jit
