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

#include "PrefetchLoops.h"

#include "TinyGrad/Dialect/UOp/IR/Constant.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_PREFETCHPANELS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// Bytes of a panel that is worth it, at least.
constexpr int64_t kMinPanelBytes = 16 << 10;
/// Lines that are fetched one after another, at most: more of them wait for
/// each other.
constexpr int64_t kMaxBurst = 16;
/// Panels that read one copy, at most.
constexpr int64_t kMaxRepetitions = 16;

/// A panel that is read row by row by some loops, and again by those around
/// them, before the next panel is.
struct Panel {
  SmallVector<std::pair<Value, int64_t>> inside; ///< Loops and their steps.
  SmallVector<std::pair<Value, int64_t>> around; ///< And their repetitions.
  int64_t row = 0, size = 0, repetitions = 1;
  IndexSteps others; ///< Of the panel's own place.
};

/// The panel of which `load` reads a row in each iteration of `loop`.
std::optional<Panel> findPanel(vector::LoadOp load, scf::ForOp loop) {
  IndexSteps steps;
  if (!addSteps(load.getIndices().front(), 1, steps))
    return std::nullopt;
  Panel panel;
  for (; loop; loop = loop->getParentOfType<scf::ForOp>()) {
    Value index = loop.getInductionVar();
    int64_t step = steps.lookup(index);
    std::optional<int64_t> count = getConstantCount(loop);
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
  panel.others = std::move(steps);
  return panel;
}

/// Fetches a part of the next panel in each iteration of `around`, the loop
/// around the one that reads rows: all of it in the repetitions together.
void prefetchNext(vector::LoadOp load, const Panel &panel, scf::ForOp around) {
  OpBuilder builder = OpBuilder::atBlockBegin(around.getBody());
  int64_t part = llvm::divideCeil(panel.row, panel.repetitions);
  SmallVector<Value> operands;
  AffineExpr place =
      builder.getAffineConstantExpr(panel.size + panel.others.lookup(Value()));
  auto move = [&](Value index, int64_t step) {
    place = place + builder.getAffineDimExpr(operands.size()) * step;
    operands.push_back(index);
  };
  for (auto [index, step] : panel.others)
    if (index)
      move(index, step);
  for (auto [index, step] : llvm::drop_begin(panel.inside))
    move(index, step / panel.row * part);
  for (auto [index, step] : panel.around)
    move(index, step * (panel.size / panel.row) * part);
  int64_t rows = panel.inside[1].second / panel.row;
  int64_t line = kLineBytes * 8 / load.getVectorType().getElementTypeBitWidth();
  for (int64_t offset = 0; offset < part * rows; offset += line)
    createPrefetch(builder, load.getLoc(), load.getBase(), place + offset,
                   operands);
}

/// A loop nest that copies what a tile reads into memory of the kernel's own.
struct Copy {
  scf::ForOp tile; ///< The loop over tiles, just outside.
  Value memory;
  IndexSteps source, target;     ///< The places of a row.
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
/// Loops of other copies must stay as they are.
void prefetchNext(const Copy &copy, Operation *use, Value place,
                  const llvm::DenseSet<Operation *> &ofCopies) {
  IndexSteps steps;
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
    std::optional<int64_t> count = getConstantCount(old);
    auto same = llvm::find_if(loops, [&](scf::ForOp loop) {
      return count && getConstantCount(loop) == count &&
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
  SmallVector<std::pair<Value, int64_t>> moves;
  for (auto [value, step] : copy.source) {
    if (!value)
      continue;
    Value now = used.lookup_or(value, value);
    // What is computed in the copy's loops is not there.
    if (now == value &&
        outer->isAncestor(value.getParentRegion()->getParentOp()))
      return;
    moves.push_back({now, step});
  }
  int64_t line =
      kLineBytes * 8 /
      cast<MemRefType>(copy.buffer.getType()).getElementTypeBitWidth();
  int64_t repetitions = 1, lines = llvm::divideCeil(copy.elements, line) + 1;
  SmallVector<std::pair<Value, int64_t>> numbers;
  for (scf::ForOp loop :
       llvm::drop_begin(loops, llvm::find(loops, inner) - loops.begin() + 1)) {
    if (matched.contains(loop) || !getConstantCount(loop))
      continue;
    numbers.push_back({loop.getInductionVar(), repetitions});
    repetitions *= *getConstantCount(loop);
  }
  // What many panels read again is copied in little of their time.
  if (repetitions > kMaxRepetitions)
    return;

  int64_t rows = 1, row = 0;
  if (inner.getBody() == use->getBlock()) {
    rows = getFetchBlock(inner);
    auto *move = llvm::find_if(moves, [&](const auto &move) {
      return move.first == inner.getInductionVar();
    });
    if (rows == 0 || move == moves.end() || ofCopies.contains(inner))
      return;
    scf::ForOp split = splitInnermost(inner);
    if (!split)
      return;
    inner = split;
    row = move->second;
    *move = {inner.getInductionVar(), row * rows};
  }
  OpBuilder builder = OpBuilder::atBlockBegin(inner.getBody());
  SmallVector<Value> operands;
  auto sum = [&](ArrayRef<std::pair<Value, int64_t>> parts) {
    AffineExpr whole = builder.getAffineConstantExpr(0);
    for (auto [value, step] : parts) {
      whole = whole + builder.getAffineDimExpr(operands.size()) * step;
      operands.push_back(value);
    }
    return whole;
  };
  AffineExpr next = sum(moves) + copy.source.lookup(Value()) +
                    copy.source.lookup(tile.getInductionVar());
  // Repetitions beyond the lines of a row fetch one again.
  AffineExpr number = sum(numbers);
  if (repetitions > lines)
    number = number % lines;
  for (int64_t at = 0; at != rows; ++at)
    for (int64_t i = 0; i < lines; i += repetitions)
      createPrefetch(builder, use->getLoc(), copy.buffer,
                     next + at * row + (number + i) * line, operands);
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
    SmallVector<vector::LoadOp> loads;
    kernel.walk([&](vector::LoadOp load) {
      auto argument = dyn_cast<BlockArgument>(load.getBase());
      if (argument && argument.getOwner()->getParentOp() == kernel &&
          kernel.getArgAttr(argument.getArgNumber(), kConstant) &&
          isa<scf::ForOp>(load->getParentOp()))
        loads.push_back(load);
    });
    llvm::DenseMap<Operation *, llvm::SmallPtrSet<Value, 4>> done;
    for (vector::LoadOp load : loads) {
      auto loop = cast<scf::ForOp>(load->getParentOp());
      int64_t bytes = load.getVectorType().getElementTypeBitWidth() / 8;
      std::optional<Panel> panel = findPanel(load, loop);
      if (!panel || panel->size * bytes < kMinPanelBytes ||
          !done[loop].insert(load.getBase()).second)
        continue;
      auto around = dyn_cast<scf::ForOp>(loop->getParentOp());
      if (panel->inside.size() < 2 || !around ||
          around.getInductionVar() != panel->inside[1].first ||
          panel->inside[1].second * bytes >
              kMaxBurst * kLineBytes * panel->repetitions) {
        Operation *whole = loop;
        around = splitInnermost(loop);
        if (!around)
          continue;
        loop = cast<scf::ForOp>(load->getParentOp());
        auto fetched = std::move(done[whole]);
        done.erase(whole);
        done[loop] = std::move(fetched);
        panel = findPanel(load, loop);
      }
      if (panel && panel->inside.size() > 1)
        prefetchNext(load, *panel, around);
    }
    SmallVector<Copy> copies;
    kernel.walk([&](scf::ForOp loop) {
      if (std::optional<Copy> copy = findCopy(loop, kernel))
        copies.push_back(std::move(*copy));
    });
    llvm::DenseSet<Operation *> ofCopies;
    for (const Copy &copy : copies) {
      ofCopies.insert(copy.tile);
      for (scf::ForOp loop : copy.loops)
        ofCopies.insert(loop);
    }
    for (const Copy &copy : copies)
      for (Operation *use : llvm::to_vector(copy.memory.getUsers())) {
        Value place;
        if (auto load = dyn_cast<vector::LoadOp>(use))
          place = load.getIndices().front();
        else if (auto load = dyn_cast<memref::LoadOp>(use))
          place = load.getIndices().front();
        if (!place || !isFirstRead(use, copy.memory))
          continue;
        prefetchNext(copy, use, place, ofCopies);
      }
  }
};

} // namespace
} // namespace tinygrad::uop
