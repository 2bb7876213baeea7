//===- PrefetchPanels.cpp - the next panel comes while one is used --------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A processor fetches ahead by itself what a loop reads in order, but not the
// panel after the next repetition of this one, nor the next tile's rows, which
// lie apart. Upstream has the op (memref.prefetch), and no pass that places it.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/Constant.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_PREFETCHPANELS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// Bytes of a panel that is worth it, at least.
constexpr int64_t kMinPanelBytes = 16 << 10;
constexpr int64_t kLineBytes = 64;
/// Panels that read one copy, at most.
constexpr int64_t kMaxRepetitions = 16;
/// memref.prefetch's word for the second cache.
constexpr uint32_t kSecondCache = 2;

/// By how much an index moves with each value that it is made of; a constant is
/// that of no value.
using Steps = llvm::MapVector<Value, int64_t>;

bool addSteps(Value value, int64_t scale, Steps &steps);

/// Adds those of `expr` over `operands`; false where it is no sum.
bool addSteps(AffineExpr expr, ValueRange operands, unsigned numDims,
              int64_t scale, Steps &steps) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    steps[Value()] += scale * constant.getValue();
    return true;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return addSteps(operands[dim.getPosition()], scale, steps);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return addSteps(operands[numDims + symbol.getPosition()], scale, steps);
  auto both = cast<AffineBinaryOpExpr>(expr);
  if (both.getKind() == AffineExprKind::Add)
    return addSteps(both.getLHS(), operands, numDims, scale, steps) &&
           addSteps(both.getRHS(), operands, numDims, scale, steps);
  auto factor = dyn_cast<AffineConstantExpr>(both.getRHS());
  int64_t product = 0;
  return both.getKind() == AffineExprKind::Mul && factor &&
         !llvm::MulOverflow(scale, factor.getValue(), product) &&
         addSteps(both.getLHS(), operands, numDims, product, steps);
}

bool addSteps(Value value, int64_t scale, Steps &steps) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    steps[Value()] += scale * constant.getSExtValue();
    return true;
  }
  if (auto apply = value.getDefiningOp<affine::AffineApplyOp>())
    return addSteps(apply.getAffineMap().getResult(0), apply.getOperands(),
                    apply.getAffineMap().getNumDims(), scale, steps);
  if (auto sum = value.getDefiningOp<arith::AddIOp>())
    return addSteps(sum.getLhs(), scale, steps) &&
           addSteps(sum.getRhs(), scale, steps);
  int64_t product = 0;
  if (auto multiple = value.getDefiningOp<arith::MulIOp>())
    return matchPattern(multiple.getRhs(), m_ConstantInt(&constant)) &&
           !llvm::MulOverflow(scale, constant.getSExtValue(), product) &&
           addSteps(multiple.getLhs(), product, steps);
  steps[value] += scale;
  return true;
}

/// Iterations of a loop from 0 in steps of one; nothing where that is not
/// constant.
std::optional<int64_t> getCount(scf::ForOp loop) {
  APInt first, last, step;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&first)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&last)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) || !first.isZero() ||
      !step.isOne() || last.getSExtValue() < 1)
    return std::nullopt;
  return last.getSExtValue();
}

/// A panel that is read row by row by some loops, and again by those around
/// them, before the next panel is.
struct Panel {
  SmallVector<std::pair<Value, int64_t>> inside; ///< Loops and their steps.
  SmallVector<std::pair<Value, int64_t>> around; ///< And their repetitions.
  int64_t row = 0, size = 0, repetitions = 1;
};

/// The panel of which `load` reads a row in each iteration of `loop`.
std::optional<Panel> findPanel(vector::LoadOp load, scf::ForOp loop) {
  Steps steps;
  if (!addSteps(load.getIndices().front(), 1, steps))
    return std::nullopt;
  Panel panel;
  for (; loop; loop = loop->getParentOfType<scf::ForOp>()) {
    Value index = loop.getInductionVar();
    int64_t step = steps.lookup(index);
    std::optional<int64_t> count = getCount(loop);
    if (step != 0 && !panel.around.empty())
      break;
    if (!count)
      return std::nullopt;
    if (step == 0) {
      if (panel.inside.empty())
        return std::nullopt;
      panel.around.push_back({index, panel.repetitions});
      panel.repetitions *= *count;
      continue;
    }
    // Rows follow each other in the order in which they are read.
    if (panel.inside.empty())
      panel.row = step;
    else if (step != panel.size)
      return std::nullopt;
    if (step < 0)
      return std::nullopt;
    panel.inside.push_back({index, step});
    panel.size = step * *count;
    steps.erase(index);
  }
  bool hasNext = llvm::any_of(steps, [&](const auto &step) {
    return step.first && step.second == panel.size;
  });
  if (panel.repetitions < 2 || !hasNext)
    return std::nullopt;
  return panel;
}

/// Fetches a part of the next panel where `load` reads a row of this one, all
/// of it in the repetitions together.
void prefetchNext(vector::LoadOp load, const Panel &panel) {
  OpBuilder builder(load);
  int64_t part = llvm::divideCeil(panel.row, panel.repetitions);
  SmallVector<Value> operands = {load.getIndices().front()};
  AffineExpr place = builder.getAffineDimExpr(0) + panel.size;
  auto move = [&](Value index, int64_t step) {
    place = place + builder.getAffineDimExpr(operands.size()) * step;
    operands.push_back(index);
  };
  for (auto [index, step] : panel.inside)
    move(index, step / panel.row * part - step);
  for (auto [index, step] : panel.around)
    move(index, step * (panel.size / panel.row) * part);
  Value index = affine::AffineApplyOp::create(
      builder, load.getLoc(), AffineMap::get(operands.size(), 0, place),
      operands);
  memref::PrefetchOp::create(builder, load.getLoc(), load.getBase(), index,
                             /*isWrite=*/false, kSecondCache,
                             /*isDataCache=*/true);
}

/// A loop nest that copies what a tile reads into memory of the kernel's own.
struct Copy {
  scf::ForOp tile; ///< The loop over tiles, just outside.
  Value memory;
  Steps source, target;          ///< The places of a row.
  SmallVector<scf::ForOp> loops; ///< Those of the copy, innermost first.
  Value buffer;
  int64_t elements = 0; ///< Of a row.
};

/// The copy of which `loop` is the innermost loop, if it is one.
std::optional<Copy> findCopy(scf::ForOp loop, KernelOp kernel) {
  Copy copy;
  Operation *load = nullptr;
  vector::StoreOp store;
  for (Operation &op : *loop.getBody()) {
    if (isa<scf::ForOp>(op))
      return std::nullopt;
    if (!load && isa<vector::LoadOp, vector::MaskedLoadOp>(op))
      load = &op;
    if (auto first = dyn_cast<vector::StoreOp>(op); first && !store)
      store = first;
  }
  if (!load || !store || loop.getNumResults() != 0)
    return std::nullopt;
  copy.buffer = load->getOperand(0);
  copy.memory = store.getBase();
  auto argument = dyn_cast<BlockArgument>(copy.buffer);
  if (!argument || argument.getOwner()->getParentOp() != kernel ||
      !copy.memory.getDefiningOp<memref::AllocaOp>() ||
      !addSteps(load->getOperand(1), 1, copy.source) ||
      !addSteps(store.getIndices().front(), 1, copy.target))
    return std::nullopt;
  for (; loop; loop = loop->getParentOfType<scf::ForOp>()) {
    if (copy.target.lookup(loop.getInductionVar()) == 0) {
      copy.tile = loop;
      break;
    }
    copy.loops.push_back(loop);
  }
  // What a copy of the whole reads is near, or read in order.
  if (!copy.tile || copy.source.lookup(copy.tile.getInductionVar()) == 0)
    return std::nullopt;
  copy.elements = store.getVectorType().getNumElements();
  return copy;
}

/// Fetches what the next tile's copy will read where this tile's is used: each
/// row by the iterations that use the same row, in repetitions a line of it.
void prefetchNext(const Copy &copy, Operation *use, Value place) {
  Steps steps;
  scf::ForOp tile = copy.tile;
  scf::ForOp outer = copy.loops.back();
  if (!addSteps(place, 1, steps))
    return;
  llvm::DenseMap<Value, Value> used;
  SmallVector<scf::ForOp> loops;
  for (auto loop = use->getParentOfType<scf::ForOp>(); loop && loop != tile;
       loop = loop->getParentOfType<scf::ForOp>())
    loops.push_back(loop);
  scf::ForOp inner;
  llvm::SmallPtrSet<Operation *, 4> matched;
  for (scf::ForOp old : copy.loops) {
    std::optional<int64_t> count = getCount(old);
    auto same = llvm::find_if(loops, [&](scf::ForOp loop) {
      return count && getCount(loop) == count &&
             steps.lookup(loop.getInductionVar()) ==
                 copy.target.lookup(old.getInductionVar());
    });
    if (same == loops.end())
      return;
    used[old.getInductionVar()] = (*same).getInductionVar();
    matched.insert(*same);
  }
  for (scf::ForOp loop : loops)
    if (!inner && matched.contains(loop))
      inner = loop;
  if (!inner)
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(inner.getBody());
  Location loc = use->getLoc();
  SmallVector<Value> operands;
  AffineExpr next = builder.getAffineConstantExpr(
      copy.source.lookup(Value()) + copy.source.lookup(tile.getInductionVar()));
  auto move = [&](Value value, int64_t step) {
    next = next + builder.getAffineDimExpr(operands.size()) * step;
    operands.push_back(value);
  };
  for (auto [value, step] : copy.source) {
    if (!value)
      continue;
    Value now = used.lookup_or(value, value);
    // What is computed in the copy's loops is not there.
    if (now == value &&
        outer->isAncestor(value.getParentRegion()->getParentOp()))
      return;
    move(now, step);
  }
  int64_t line =
      kLineBytes * 8 /
      cast<MemRefType>(copy.buffer.getType()).getElementTypeBitWidth();
  // Repetitions beyond the lines of a row fetch one again.
  int64_t repetitions = 1, lines = llvm::divideCeil(copy.elements, line) + 1;
  AffineExpr number = builder.getAffineConstantExpr(0);
  for (scf::ForOp loop :
       llvm::drop_begin(loops, llvm::find(loops, inner) - loops.begin() + 1)) {
    if (matched.contains(loop) || !getCount(loop))
      continue;
    number = number + builder.getAffineDimExpr(operands.size()) * repetitions;
    operands.push_back(loop.getInductionVar());
    repetitions *= *getCount(loop);
  }
  // What many panels read again is copied in little of their time.
  if (repetitions > kMaxRepetitions)
    return;
  if (repetitions > lines)
    number = number % lines;
  for (int64_t i = 0; i < lines; i += repetitions) {
    Value index = affine::AffineApplyOp::create(
        builder, loc,
        AffineMap::get(operands.size(), 0, next + (number + i) * line),
        operands);
    memref::PrefetchOp::create(builder, loc, copy.buffer, index,
                               /*isWrite=*/false, kSecondCache,
                               /*isDataCache=*/true);
  }
}

/// Whether no other op reads `memory` before `use` in its block.
bool isFirstRead(Operation *use, Value memory) {
  return llvm::none_of(memory.getUsers(), [&](Operation *other) {
    return other->getBlock() == use->getBlock() && other->isBeforeInBlock(use);
  });
}

struct PrefetchPanels : impl::PrefetchPanelsBase<PrefetchPanels> {
  void runOnOperation() override {
    KernelOp kernel = getOperation();
    kernel.walk([&](scf::ForOp loop) {
      llvm::SmallPtrSet<Value, 2> done;
      for (auto load : llvm::make_early_inc_range(
               loop.getBody()->getOps<vector::LoadOp>())) {
        auto argument = dyn_cast<BlockArgument>(load.getBase());
        if (!argument || argument.getOwner()->getParentOp() != kernel ||
            !kernel.getArgAttr(argument.getArgNumber(), kConstant) ||
            done.contains(argument))
          continue;
        std::optional<Panel> panel = findPanel(load, loop);
        int64_t bytes = load.getVectorType().getElementTypeBitWidth() / 8;
        if (!panel || panel->size * bytes < kMinPanelBytes)
          continue;
        done.insert(argument);
        prefetchNext(load, *panel);
      }
    });
    SmallVector<Copy> copies;
    kernel.walk([&](scf::ForOp loop) {
      if (std::optional<Copy> copy = findCopy(loop, kernel))
        copies.push_back(std::move(*copy));
    });
    for (const Copy &copy : copies)
      for (Operation *use : copy.memory.getUsers()) {
        Value place;
        if (auto load = dyn_cast<vector::LoadOp>(use))
          place = load.getIndices().front();
        else if (auto load = dyn_cast<memref::LoadOp>(use))
          place = load.getIndices().front();
        if (!place || !isFirstRead(use, copy.memory))
          continue;
        prefetchNext(copy, use, place);
      }
  }
};

} // namespace
} // namespace tinygrad::uop
