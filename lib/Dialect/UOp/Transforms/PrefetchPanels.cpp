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
/// Iterations between two fetches, and fetches in a loop, at least.
constexpr int64_t kMaxBlock = 8, kMinBlock = 4, kMinBlocks = 4;
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

/// Iterations of the loop around an innermost one that is split.
int64_t getBlock(scf::ForOp loop) {
  std::optional<int64_t> count = getCount(loop);
  for (int64_t block = kMaxBlock; count && block >= kMinBlock; --block)
    if (*count % block == 0 && *count / block >= kMinBlocks)
      return block;
  return 0;
}

/// The loop in whose body, before its own innermost loop, something may be
/// fetched: around `loop` if it has no other, which is split then. Among the
/// multiplications it would disturb what LLVM makes of the registers.
scf::ForOp splitInnermost(scf::ForOp loop) {
  int64_t block = getBlock(loop);
  if (block == 0)
    return {};
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value zero = index(0), one = index(1), size = index(block);
  auto outer =
      scf::ForOp::create(builder, loc, zero, index(*getCount(loop) / block),
                         one, loop.getInitArgs());
  // A loop that carries nothing has the op that ends its body already.
  builder.setInsertionPointToStart(outer.getBody());
  auto inner = scf::ForOp::create(builder, loc, zero, size, one,
                                  outer.getRegionIterArgs());
  if (!loop.getInitArgs().empty())
    scf::YieldOp::create(builder, loc, inner.getResults());
  builder.setInsertionPointToStart(inner.getBody());
  Value place = affine::AffineApplyOp::create(
      builder, loc,
      AffineMap::get(2, 0,
                     builder.getAffineDimExpr(0) * block +
                         builder.getAffineDimExpr(1)),
      ValueRange{outer.getInductionVar(), inner.getInductionVar()});
  Block *body = inner.getBody(), *old = loop.getBody();
  if (loop.getInitArgs().empty())
    body->getTerminator()->erase();
  loop.getInductionVar().replaceAllUsesWith(place);
  for (auto [before, after] :
       llvm::zip_equal(loop.getRegionIterArgs(), inner.getRegionIterArgs()))
    before.replaceAllUsesWith(after);
  body->getOperations().splice(body->end(), old->getOperations());
  loop.replaceAllUsesWith(outer.getResults());
  loop.erase();
  return outer;
}

void createPrefetch(OpBuilder &builder, Location loc, Value buffer,
                    AffineExpr place, ValueRange operands) {
  Value index = affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(operands.size(), 0, place), operands);
  memref::PrefetchOp::create(builder, loc, buffer, index, /*isWrite=*/false,
                             kSecondCache, /*isDataCache=*/true);
}

/// A panel that is read row by row by some loops, and again by those around
/// them, before the next panel is.
struct Panel {
  SmallVector<std::pair<Value, int64_t>> inside; ///< Loops and their steps.
  SmallVector<std::pair<Value, int64_t>> around; ///< And their repetitions.
  int64_t row = 0, size = 0, repetitions = 1;
  Steps others; ///< Of the panel's own place.
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
    if (matched.contains(loop) || !getCount(loop))
      continue;
    numbers.push_back({loop.getInductionVar(), repetitions});
    repetitions *= *getCount(loop);
  }
  // What many panels read again is copied in little of their time.
  if (repetitions > kMaxRepetitions)
    return;

  int64_t rows = 1, row = 0;
  if (inner.getBody() == use->getBlock()) {
    rows = getBlock(inner);
    auto *move = llvm::find_if(moves, [&](const auto &move) {
      return move.first == inner.getInductionVar();
    });
    if (rows == 0 || move == moves.end())
      return;
    inner = splitInnermost(inner);
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
    llvm::DenseSet<std::pair<Operation *, Value>> done;
    for (vector::LoadOp load : loads) {
      auto loop = cast<scf::ForOp>(load->getParentOp());
      int64_t bytes = load.getVectorType().getElementTypeBitWidth() / 8;
      std::optional<Panel> panel = findPanel(load, loop);
      if (!panel || panel->size * bytes < kMinPanelBytes ||
          !done.insert({loop, load.getBase()}).second)
        continue;
      auto around = dyn_cast<scf::ForOp>(loop->getParentOp());
      if (panel->inside.size() < 2 || !around ||
          around.getInductionVar() != panel->inside[1].first) {
        around = splitInnermost(loop);
        if (!around)
          continue;
        loop = cast<scf::ForOp>(load->getParentOp());
        done.insert({loop, load.getBase()});
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
    for (const Copy &copy : copies)
      for (Operation *use : llvm::to_vector(copy.memory.getUsers())) {
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
