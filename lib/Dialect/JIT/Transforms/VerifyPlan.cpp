//===- VerifyPlan.cpp - checks what shares memory ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForEachFunction.h"
#include "TinyGrad/Dialect/JIT/Analysis/MemoryPlan.h"
#include "TinyGrad/Dialect/JIT/Analysis/Tenants.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tinygrad::jit {
#define GEN_PASS_DEF_VERIFYPLAN
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h.inc"

namespace {
/// A planned buffer: the views of one tenant.
struct Tenant {
  SubBufferOp view;
  int64_t begin = 0, end = 0;
  unsigned first = ~0u, last = 0;

  bool isUsed() const { return first <= last; }
};

class PlanVerifier {
public:
  explicit PlanVerifier(Block &block)
      : block(block), tenants(block), items(collectItems(block)) {
    for (Operation *item : items)
      positions.try_emplace(item, unsigned(positions.size()));
    // A returned buffer is in use to the end.
    positions.try_emplace(block.getTerminator(), unsigned(positions.size()));
  }

  LogicalResult verify() {
    for (auto alloc : block.getOps<AllocOp>())
      if (alloc.getArena() && failed(verifyArena(alloc)))
        return failure();
    return success();
  }

  /// Explains what shared memory orders and nothing else does.
  void reportAddedOrder() {
    SmallVector<SmallVector<Access>> apart;
    for (Operation *item : items)
      apart.push_back(tenants.getAccesses(item));
    Dependencies needed = Dependencies::fromAccesses(items, apart);
    Dependencies planned = Dependencies::fromAccesses(items);
    for (unsigned to = 0; to < items.size(); ++to)
      for (unsigned from : planned.getPredecessors(to))
        if (!needed.isOrdered(from, to))
          remark::analysis(
              items[to]->getLoc(),
              remark::RemarkOpts::name("order").category("jit-verify-plan"))
              << remark::add("shared memory orders item {0} behind item {1}",
                             to, from);
  }

private:
  LogicalResult verifyArena(AllocOp arena) {
    llvm::MapVector<Value, Tenant> found;
    for (Operation *user : arena.getBuffer().getUsers()) {
      auto view = dyn_cast<SubBufferOp>(user);
      if (!view) {
        InFlightDiagnostic diag = arena.emitOpError()
                                  << "expected an arena to be used through "
                                  << "jit.subbuffer only";
        diag.attachNote(user->getLoc()) << "used here";
        return diag;
      }
      auto begin = int64_t(view.getOffset());
      int64_t end = begin + view.getBuffer().getType().getBytes();
      auto [entry, isNew] =
          found.insert({tenants.getOwner(view), {view, begin, end}});
      Tenant &tenant = entry->second;
      if (begin < tenant.begin)
        tenant.view = view;
      tenant.begin = std::min(tenant.begin, begin);
      tenant.end = std::max(tenant.end, end);
      addUses(view.getBuffer(), tenant);
    }
    SmallVector<Tenant> used;
    for (auto &[owner, tenant] : found) {
      // Those that lie deep in a tenant are as aligned as the program has them.
      if (tenant.begin % arenaAlignment != 0)
        return tenant.view.emitOpError()
               << "expected an offset in the arena that is a multiple of "
               << arenaAlignment << ", but got " << tenant.begin;
      if (tenant.isUsed())
        used.push_back(tenant);
    }
    return verifyApart(used);
  }

  /// The items that touch `view` or a view of it.
  void addUses(Value view, Tenant &tenant) {
    for (Operation *user : view.getUsers()) {
      if (auto inner = dyn_cast<SubBufferOp>(user))
        addUses(inner.getBuffer(), tenant);
      else if (auto position = positions.find(user);
               position != positions.end()) {
        tenant.first = std::min(tenant.first, position->second);
        tenant.last = std::max(tenant.last, position->second);
      } else if (isa<OnceOp>(user->getParentOp())) {
        // What runs once must stay for all runs.
        tenant.first = 0;
        tenant.last = unsigned(positions.size()) - 1;
      }
    }
  }

  LogicalResult verifyApart(SmallVectorImpl<Tenant> &used) {
    llvm::sort(used, [](const Tenant &a, const Tenant &b) {
      return std::make_tuple(a.first, a.last, a.begin) <
             std::make_tuple(b.first, b.last, b.begin);
    });
    for (size_t i = 0; i < used.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        Tenant &earlier = used[j], &later = used[i];
        bool shareBytes =
            earlier.begin < later.end && later.begin < earlier.end;
        if (!shareBytes || later.first > earlier.last ||
            isHandedOver(earlier, later))
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

  /// Whether a launch writes the later buffer in the place of the earlier one,
  /// which nothing uses afterwards.
  bool isHandedOver(Tenant &earlier, Tenant &later) {
    if (earlier.last != later.first || earlier.begin != later.begin ||
        earlier.end != later.end || earlier.last >= items.size())
      return false;
    auto launch = dyn_cast<LaunchOp>(items[earlier.last]);
    if (!launch)
      return false;
    for (Value operand : launch->getOperands()) {
      if (!isa<BufferType>(operand.getType()) ||
          operand == earlier.view.getBuffer() ||
          operand == later.view.getBuffer())
        continue;
      Value owner = tenants.getOwner(operand);
      if (owner == tenants.getOwner(earlier.view) ||
          owner == tenants.getOwner(later.view))
        return false;
    }
    return isInPlace(launch, later.view.getBuffer(), earlier.view.getBuffer());
  }

  Block &block;
  Tenants tenants;
  SmallVector<Operation *> items;
  llvm::DenseMap<Operation *, unsigned> positions;
};

struct VerifyPlan : impl::VerifyPlanBase<VerifyPlan> {
  void runOnOperation() override {
    forEachFunction(getOperation(), [&](FunctionOpInterface, Block &block) {
      PlanVerifier verifier(block);
      if (failed(verifier.verify()))
        return signalPassFailure();
      if (getContext().getRemarkEngine())
        verifier.reportAddedOrder();
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
} // namespace tinygrad::jit
