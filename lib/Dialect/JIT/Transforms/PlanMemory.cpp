//===- PlanMemory.cpp - puts buffers into arenas ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForEachFunction.h"
#include "TinyGrad/Dialect/JIT/Analysis/MemoryPlan.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace tinygrad::jit {
#define GEN_PASS_DEF_PLANMEMORY
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h.inc"

namespace {
/// The allocation of the arena, before everything that uses it, and a view of
/// it for each planned buffer, where its own allocation was.
void applyPlan(Block &function, const ArenaPlan &plan) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function);
  auto type = BufferType::get(plan.bytes, builder.getI8Type(), plan.device);
  Location loc = function.getParentOp()->getLoc();
  auto arena = AllocOp::create(builder, loc, type, /*arena=*/true);
  int64_t tenant = 0;
  for (const PlannedBuffer &planned : plan.buffers)
    for (Value buffer : planned.buffers) {
      Operation *alloc = buffer.getDefiningOp();
      builder.setInsertionPoint(alloc);
      auto view =
          SubBufferOp::create(builder, alloc->getLoc(), buffer.getType(),
                              arena.getBuffer(), planned.offset);
      view.setTenant(tenant++);
      buffer.replaceAllUsesWith(view.getBuffer());
      alloc->erase();
    }
}

void removeUntouched(Block &function) {
  for (AllocOp alloc : llvm::make_early_inc_range(function.getOps<AllocOp>()))
    if (alloc.getBuffer().use_empty())
      alloc.erase();
}

struct PlanMemory : impl::PlanMemoryBase<PlanMemory> {
  using PlanMemoryBase::PlanMemoryBase;

  void runOnOperation() override {
    if (lifetimes != "levels" && lifetimes != "list") {
      emitError(getOperation()->getLoc())
          << "expected 'levels' or 'list' as lifetimes, but got '" << lifetimes
          << "'";
      return signalPassFailure();
    }
    forEachFunction(getOperation(),
                    [&](FunctionOpInterface function, Block &block) {
                      planFunction(function, block);
                    });
  }

  void planFunction(FunctionOpInterface function, Block &block) {
    int64_t bytes = 0, boundBytes = 0, unplannedBytes = 0, numBuffers = 0;
    PlanOptions options;
    options.byLevel = lifetimes == "levels";
    options.inPlace = inPlace;
    FailureOr<SmallVector<ArenaPlan>> plans = planMemory(block, options);
    if (failed(plans)) {
      function.emitError() << "has buffers that together exceed 63 bits";
      return signalPassFailure();
    }
    for (const ArenaPlan &plan : *plans) {
      size_t numPlanned = 0;
      for (const PlannedBuffer &planned : plan.buffers) {
        numPlanned += planned.buffers.size();
        unplannedBytes += planned.bytes * int64_t(planned.buffers.size());
      }
      numBuffers += int64_t(numPlanned);
      applyPlan(block, plan);
      bytes += plan.bytes;
      boundBytes += plan.boundBytes;
      remark::analysis(function.getLoc(), remark::RemarkOpts::name("arena")
                                              .category("jit-plan-memory")
                                              .function(function.getName()))
          << remark::add("{0} buffers in {1} bytes of {2}{3}; at least {4} are "
                         "in use at one time",
                         numPlanned, plan.bytes, plan.device,
                         plan.isTransferLane ? " (transfers)" : "",
                         plan.boundBytes);
    }
    removeUntouched(block);
    Builder builder(&getContext());
    function->setAttr("jit.arena_bytes", builder.getI64IntegerAttr(bytes));
    function->setAttr("jit.arena_bound_bytes",
                      builder.getI64IntegerAttr(boundBytes));
    function->setAttr("jit.planned_buffers",
                      builder.getI64IntegerAttr(numBuffers));
    function->setAttr("jit.unplanned_bytes",
                      builder.getI64IntegerAttr(unplannedBytes));
  }
};
} // namespace
} // namespace tinygrad::jit
