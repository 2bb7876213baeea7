//===- InsertBarriers.cpp - barriers where threads share memory -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileLoop.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemory.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_INSERTBARRIERS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// What was done to buffers of the workgroup. Fills are writes of which no two
/// meet before what they wrote is read.
struct Accesses {
  llvm::SmallDenseSet<Value, 4> reads, writes, fills;

  bool empty() const {
    return reads.empty() && writes.empty() && fills.empty();
  }
  void add(const Accesses &other) {
    reads.insert(other.reads.begin(), other.reads.end());
    writes.insert(other.writes.begin(), other.writes.end());
    fills.insert(other.fills.begin(), other.fills.end());
  }
  bool conflictsWith(const Accesses &later) const {
    auto meets = [](const auto &a, const auto &b) {
      return llvm::any_of(a, [&](Value buffer) { return b.contains(buffer); });
    };
    return meets(writes, later.reads) || meets(writes, later.writes) ||
           meets(reads, later.writes) || meets(fills, later.reads) ||
           meets(reads, later.fills) || meets(fills, later.writes) ||
           meets(writes, later.fills);
  }
};

Accesses getAccesses(Operation *op) {
  Accesses all;
  op->walk([&](MemoryEffectOpInterface access) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    // Another barrier orders it already.
    if (access->hasAttr("uop.ordered"))
      return;
    access.getEffects(effects);
    for (const auto &effect : effects) {
      Value memory = effect.getValue();
      if (!memory || !isShared(memory.getType()))
        continue;
      if (isa<MemoryEffects::Read>(effect.getEffect()))
        all.reads.insert(memory);
      if (isa<MemoryEffects::Write>(effect.getEffect()))
        (access->hasAttr("uop.fill") ? all.fills : all.writes).insert(memory);
    }
  });
  return all;
}

/// Whether all threads of a workgroup have the same `value`.
bool isUniform(Value value) {
  SmallVector<Value> worklist = {value};
  llvm::SmallDenseSet<Value, 16> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      Operation *parent = argument.getOwner()->getParentOp();
      if (isa<KernelOp>(parent))
        continue;
      auto loop = dyn_cast<scf::ForOp>(parent);
      if (!loop || argument != loop.getInductionVar())
        return false;
      worklist.append(
          {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (isa<gpu::BlockIdOp>(op))
      continue;
    if (isa<gpu::ThreadIdOp>(op) || !isPure(op) || op->getNumRegions() != 0)
      return false;
    llvm::append_range(worklist, op->getOperands());
  }
  return true;
}

/// Whether all threads go through the body of `op` equally often.
bool isTogether(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return isUniform(loop.getLowerBound()) && isUniform(loop.getUpperBound()) &&
           isUniform(loop.getStep());
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return isUniform(branch.getCondition());
  return false;
}

class Inserter {
public:
  /// Goes through `block`; `since` is what was done since the last barrier,
  /// before and then after it.
  void visit(Block &block, Accesses &since) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      Accesses own = getAccesses(&op);
      if (own.empty())
        continue;
      if (op.getNumRegions() == 0 || !isTogether(&op)) {
        addBefore(&op, since, own);
        continue;
      }
      if (auto loop = dyn_cast<scf::ForOp>(op))
        visitLoop(loop, since);
      else
        visitBranches(&op, since);
    }
  }

private:
  void addBefore(Operation *op, Accesses &since, const Accesses &own) {
    if (since.conflictsWith(own)) {
      OpBuilder builder(op);
      gpu::BarrierOp::create(builder, op->getLoc());
      since = {};
    }
    since.add(own);
  }

  /// The accesses of `block` before its first barrier.
  static Accesses getFirst(Block &block) {
    Accesses first;
    for (Operation &op : block) {
      if (isa<gpu::BarrierOp>(op))
        break;
      bool hasBarrier = false;
      op.walk([&](gpu::BarrierOp) { hasBarrier = true; });
      first.add(getAccesses(&op));
      if (hasBarrier && isa<scf::IfOp>(op))
        break;
    }
    return first;
  }

  void visitLoop(scf::ForOp loop, Accesses &since) {
    Block &body = *loop.getBody();
    // What came before the loop is waited for once.
    if (since.conflictsWith(getAccesses(loop))) {
      OpBuilder builder(loop);
      gpu::BarrierOp::create(builder, loop.getLoc());
      since = {};
    }
    Accesses before = since;
    visit(body, since);
    Accesses first = getFirst(body);
    if (since.conflictsWith(first)) {
      OpBuilder builder(body.getTerminator());
      gpu::BarrierOp::create(builder, loop.getLoc());
      since = {};
    }
    // Without an iteration everything before is still open.
    since.add(before);
  }

  void visitBranches(Operation *op, Accesses &since) {
    Accesses after = since;
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        Accesses inside = since;
        visit(block, inside);
        after.add(inside);
      }
    since = std::move(after);
  }
};

//===----------------------------------------------------------------------===//
// Asynchronous reads
//===----------------------------------------------------------------------===//

/// Marks the barriers behind which products read asynchronously what threads
/// stored before: each thread must have its stores seen by them before it comes
/// to the barrier.
class FenceMarker {
public:
  explicit FenceMarker(KernelOp kernel) {
    kernel.walk([&](WarpgroupMmaOp products) {
      tiles.insert(products.getTiles().begin(), products.getTiles().end());
    });
  }

  bool isNeeded() const { return !tiles.empty(); }

  /// Stores that no barrier has made seen, and those of them that another
  /// barrier than the next orders.
  struct Pending {
    bool plain = false, ordered = false;

    bool any() const { return plain || ordered; }
    void add(const Pending &other) {
      plain |= other.plain;
      ordered |= other.ordered;
    }
  };

  /// Goes through `block`; `pending` is what is stored before and then after
  /// it.
  LogicalResult visit(Block &block, Pending &pending) {
    for (Operation &op : block) {
      if (isa<gpu::BarrierOp>(op)) {
        if (pending.any())
          op.setAttr("uop.proxy_fence", UnitAttr::get(op.getContext()));
        pending = {};
      } else if (isa<WarpgroupMmaOp>(op)) {
        if (pending.plain || (pending.ordered && !op.hasAttr("uop.ordered")))
          return op.emitOpError("reads what was stored since the last barrier");
      } else if (op.getNumRegions() != 0) {
        if (failed(visitRegions(op, pending)))
          return failure();
      } else if (isFill(&op) && tiles.contains(getAccess(&op).first)) {
        (op.hasAttr("uop.ordered") ? pending.ordered : pending.plain) = true;
      }
    }
    return success();
  }

private:
  LogicalResult visitRegions(Operation &op, Pending &pending) {
    Pending before = pending, after = pending;
    // What one iteration leaves is there when the next begins.
    for (int times = isa<scf::ForOp>(op) ? 2 : 1; times != 0; --times) {
      Pending entry = after;
      after = before;
      for (Region &region : op.getRegions())
        for (Block &block : region) {
          Pending inside = entry;
          if (failed(visit(block, inside)))
            return failure();
          after.add(inside);
        }
    }
    pending = after;
    return success();
  }

  llvm::SmallDenseSet<Value, 4> tiles;
};

struct InsertBarriers : impl::InsertBarriersBase<InsertBarriers> {
  void runOnOperation() override {
    Accesses since;
    Inserter().visit(getOperation().getBody().front(), since);
    FenceMarker fences(getOperation());
    FenceMarker::Pending pending;
    if (fences.isNeeded() &&
        failed(fences.visit(getOperation().getBody().front(), pending)))
      return signalPassFailure();
    // Nobody asks for them any more.
    getOperation().walk([](Operation *op) {
      op->removeDiscardableAttr("uop.fill");
      op->removeDiscardableAttr("uop.ordered");
    });
  }
};
} // namespace
} // namespace tinygrad::uop
