//===- SetLaunchDims.cpp - grids and blocks of launches -------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tinygrad::jit {
#define GEN_PASS_DEF_SETLAUNCHDIMS
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h.inc"

/// A value of `expr` over the variables of `launch`, where items may use it.
static Value buildSize(LaunchOp launch, AffineExpr expr) {
  ValueRange vars = launch.getVars();
  Operation *place = launch;
  // Outside of a graph, which holds items only.
  if (auto graph = launch->getParentOfType<GraphOp>())
    place = graph;
  OpBuilder builder(place);
  Location loc = launch.getLoc();
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return arith::ConstantIndexOp::create(builder, loc, constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return vars[symbol.getPosition()];
  return affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(0, vars.size(), expr), vars);
}

namespace {
struct SetLaunchDims : impl::SetLaunchDimsBase<SetLaunchDims> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    getOperation()->walk([&](LaunchOp launch) {
      auto program = symbols.lookupNearestSymbolFrom<ProgramOp>(
          launch, launch.getProgramAttr());
      if (!program || !program.getGrid())
        return;
      SmallVector<Value> grid, block;
      OpBuilder builder(launch);
      AffineMap blocks = *program.getGrid();
      for (AffineExpr size : blocks.getResults())
        grid.push_back(buildSize(launch, size));
      for (int64_t size : program.getBlock().value_or(ArrayRef<int64_t>()))
        block.push_back(buildSize(launch, builder.getAffineConstantExpr(size)));
      launch.getGridMutable().assign(grid);
      launch.getBlockMutable().assign(block);
    });
  }
};
} // namespace
} // namespace tinygrad::jit
