//===- UnitSchedule.cpp - products by a processor's units -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The right operand is packed into panels as the unit takes it, by the
// outermost loops, and all rows of the left one go by each panel. The left one
// is read as it is where its words lie side by side, and packed once else.
// Units of tiles (AMX) are tried beside those of vector registers. Theirs are
// blocks of panels, as many as stay in the second cache while the rows go by.
//
//===----------------------------------------------------------------------===//

#include "KernelCost.h"
#include "StageOperand.h"
#include "UnitChooser.h"

#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace mlir;
using namespace tinygrad::uop;

/// Products that are worth waking other threads.
static constexpr double kMinThreadWork = 1 << 18;
/// Parts in which threads do the outermost loop, about: each computes what
/// stands before it.
static constexpr double kSlices = 8;
/// Lanes of the sums of rows or columns.
static constexpr int64_t kSumLanes = 64;
/// Slots of an element that is summed to take off what was added.
static constexpr double kSummed = 0.125;

//===----------------------------------------------------------------------===//
// What is multiplied
//===----------------------------------------------------------------------===//

/// Finds the one sum of products of two loads: axes over which one of them
/// alone varies, and those that are summed.
void UnitChooser::findProducts() {
  for (const KernelWork::Nest &candidate : work.nests) {
    if (candidate.reduces.empty())
      continue;
    if (nest || candidate.reduces.size() != 1)
      return;
    nest = &candidate;
  }
  if (!nest || work.stagedAxes.any())
    return;
  const llvm::SmallBitVector &sums = nest->reduces[0].closed;
  SmallVector<const KernelWork::Access *> operands;
  for (const KernelWork::Access &access : nest->accesses)
    if (!access.isStore && access.axes.anyCommon(sums))
      operands.push_back(&access);
  if (operands.size() != 2)
    return;
  auto isAlone = [&](unsigned axis, const KernelWork::Access *access,
                     const KernelWork::Access *other) {
    return access->axes.test(axis) && !other->axes.test(axis) &&
           !sums.test(axis) && work.axes[axis].size > 1;
  };
  for (bool isSwapped : {false, true}) {
    const KernelWork::Access *left = operands[isSwapped],
                             *right = operands[!isSwapped];
    for (unsigned m = 0; m != work.axes.size(); ++m)
      for (unsigned n = 0; n != work.axes.size(); ++n)
        for (unsigned k : sums.set_bits())
          if (isAlone(m, left, right) && isAlone(n, right, left) &&
              left->axes.test(k) && right->axes.test(k) &&
              work.axes[k].size > 1)
            products.push_back({m, n, k, left, right});
  }
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

/// Swaps loops until those over the axes of the right operand are outside.
bool UnitChooser::orderLoops(OptAttempt &attempt, const UnitProduct &product) {
  SmallVector<unsigned> order, wanted;
  for (unsigned axis = 0; axis != work.axes.size(); ++axis)
    if (!work.axes[axis].isReduce && attempt.find(work.axes[axis].id))
      order.push_back(axis);
  wanted = order;
  llvm::stable_sort(wanted, [&](unsigned a, unsigned b) {
    return product.right->axes.test(a) && !product.right->axes.test(b);
  });
  for (size_t at = 0; at < order.size(); ++at) {
    size_t from = llvm::find(order, wanted[at]) - order.begin();
    if (from == at)
      continue;
    if (!attempt.apply(OptKind::Swap, ids[order[at]], ids[order[from]],
                       "a panel is read by all iterations of the loops inside"))
      return false;
    std::swap(ids[order[at]], ids[order[from]]);
    std::swap(order[at], order[from]);
  }
  return true;
}

/// Gives the sums that take off what was added to bytes lanes; what they cost.
double UnitChooser::addSums(OptAttempt &attempt) {
  struct Lanes {
    OptKind kind;
    int64_t axis;
  };
  SmallVector<Lanes> lanes;
  double cost = 0;
  {
    RangeScopes scopes(attempt.getKernel());
    for (auto stage : attempt.getKernel().getBody().front().getOps<StageOp>()) {
      auto sum = stage.getValue().getDefiningOp<ReduceOp>();
      if (!sum)
        continue;
      ArrayRef<RangeOp> axes = scopes.getScope(sum);
      double points = 1;
      for (RangeOp axis : axes)
        points *=
            axis.getSize() ? 1 : static_cast<double>(axis.getStaticSize());
      cost += points * kSummed;
      for (auto load : attempt.getKernel().getBody().front().getOps<LoadOp>()) {
        ArrayRef<RangeOp> open = scopes.getOpen(load.getResult());
        bool isSummed = llvm::any_of(open, [&](RangeOp range) {
          return llvm::is_contained(sum.getRanges(), range.getResult());
        });
        if (!isSummed)
          continue;
        llvm::DenseMap<RangeOp, int64_t> strides = getStrides(load, open);
        for (RangeOp range : open)
          if (strides.lookup(range) == 1 && !isVectorAxis(range) &&
              llvm::is_contained(axes, range))
            lanes.push_back({range.getAxis() == AxisType::Reduce
                                 ? OptKind::Unroll
                                 : OptKind::Upcast,
                             static_cast<int64_t>(range.getId())});
      }
    }
  }
  for (Lanes choice : lanes) {
    int64_t size = attempt.getSize(choice.axis), amount = kSumLanes;
    while (amount > 1 && size % amount != 0)
      amount /= 2;
    if (size > 0 && amount < kSumLanes / 4)
      amount = kSumLanes / 4;
    if (size >= kSumLanes / 4)
      attempt.split(choice.kind, choice.axis, amount,
                    "lanes of sums, contiguous in memory");
  }
  return cost;
}

/// Packs the right operand, and the left one where its words lie apart.
bool UnitChooser::stageOperands(OptAttempt &attempt, const UnitProduct &product,
                                int64_t rows, int64_t columns, int64_t block) {
  MmaOp mma = *attempt.getKernel().getBody().front().getOps<MmaOp>().begin();
  auto getId = [](Value range) {
    return static_cast<int64_t>(range.getDefiningOp<RangeOp>().getId());
  };
  struct Stage {
    int64_t operand;
    SmallVector<int64_t> axes;
    StringRef reason;
  };
  SmallVector<Stage> stages;
  RangeScopes scopes(attempt.getKernel());
  auto add = [&](ValueRange registers, const KernelWork::Access *access,
                 ArrayRef<int64_t> outer, int64_t tiles, StringRef reason) {
    Stage stage{-1, SmallVector<int64_t>(outer), reason};
    // A variable size must be that of the first.
    SmallVector<unsigned> sums;
    for (unsigned axis : access->axes.set_bits())
      if (work.axes[axis].isReduce && attempt.find(ids[axis]) &&
          work.axes[axis].size > 1)
        sums.push_back(axis);
    llvm::stable_sort(sums, [&](unsigned a, unsigned b) {
      return work.axes[a].isDynamic && !work.axes[b].isDynamic;
    });
    for (unsigned axis : sums)
      if (attempt.find(ids[axis]).getSize() || attempt.getSize(ids[axis]) > 1)
        stage.axes.push_back(ids[axis]);
    if (tiles >= 0)
      stage.axes.push_back(tiles);
    for (Value axis : registers)
      stage.axes.push_back(getId(axis));
    int64_t number = 0;
    for (auto load : attempt.getKernel().getBody().front().getOps<LoadOp>()) {
      if (llvm::is_contained(scopes.getOpen(load.getResult()),
                             registers.back().getDefiningOp<RangeOp>()))
        stage.operand = number;
      ++number;
    }
    stages.push_back(std::move(stage));
  };
  SmallVector<int64_t, 1> panels;
  if (block >= 0)
    panels.push_back(block);
  add(mma.getRhsRegisters(), product.right, panels, columns,
      "packed into panels as the unit takes them");
  if (isLeftPacked(product))
    add(mma.getLhsRegisters(), product.left, ids[product.m], rows,
        "its words are scattered in memory, or in part outside of it");
  llvm::sort(stages, [](const Stage &a, const Stage &b) {
    return a.operand > b.operand;
  });
  for (const Stage &stage : stages)
    if (!attempt.apply(OptAttr::get(kernel.getContext(), OptKind::Stage, -1, 0,
                                    stage.operand, stage.axes),
                       stage.reason))
      return false;
  return true;
}

void UnitChooser::addThreads(OptAttempt &attempt) {
  if (getPoints(nest->axes) < kMinThreadWork)
    return;
  RangeOp first;
  for (auto range : attempt.getKernel().getBody().front().getOps<RangeOp>()) {
    bool isOutput = llvm::is_contained(ids, range.getId()) &&
                    (range.getAxis() == AxisType::Global ||
                     range.getAxis() == AxisType::Loop);
    if (isOutput && (range.getSize() || range.getStaticSize() > 1) &&
        (!first || range.getId() < first.getId()))
      first = range;
  }
  if (first)
    attempt.apply(OptKind::Thread, first.getId(), 0,
                  "the outermost loop, and much work");
}

/// A unit of `chip` by whose tiles sizes are padded, of those with such sums:
/// one for such elements if there is any, of the longest registers.
const MatrixUnit *UnitChooser::findUnit(const UnitProduct &product,
                                        StringRef chip, bool ofTiles) {
  unsigned bits = product.right->elementBits;
  auto sums = kernel.getBody().front().getOps<ReduceOp>();
  Type sumType = (*sums.begin()).getResult().getType();
  const MatrixUnit *unit = nullptr;
  auto getRank = [&](const MatrixUnit *candidate) {
    return std::tuple(candidate->getOperandBytes() * 8 == bits, candidate->n,
                      -candidate->k);
  };
  for (const MatrixUnit *candidate : getMatrixUnits(chip))
    if (candidate->getSumType(kernel.getContext()) == sumType &&
        candidate->isOfTiles() == ofTiles &&
        (!unit || getRank(candidate) > getRank(unit)))
      unit = candidate;
  return unit;
}

/// Tries the units of `chip`, those of bf16 though they flush denormal numbers.
std::optional<UnitSchedule> UnitChooser::tryProduct(const UnitProduct &product,
                                                    StringRef chip,
                                                    bool ofTiles) {
  const MatrixUnit *unit = findUnit(product, chip, ofTiles);
  if (!unit)
    return std::nullopt;
  OptAttempt attempt(kernel,
                     OptTarget(/*isGPU=*/false, chip, target.matrixUnits));
  for (auto [outer, inner] : merges)
    attempt.apply(OptKind::Merge, outer, inner, "contiguous in every access");
  ids.clear();
  for (const KernelWork::Axis &axis : work.axes)
    ids.push_back(axis.id);
  for (auto [axis, tile] :
       {std::pair(product.k, unit->k), std::pair(product.n, unit->n),
        std::pair(product.m, unit->m)})
    if (tile > 1 &&
        (work.axes[axis].isDynamic || work.axes[axis].size % tile != 0))
      attempt.apply(OptKind::PadTo, ids[axis], tile, "a multiple of the tile");
  MLIRContext *context = kernel.getContext();
  if (!attempt.apply(
          OptAttr::get(context, OptKind::TC, -1, 0, -1,
                       {ids[product.m], ids[product.n], ids[product.k]},
                       StringAttr(), UnitAttr::get(context)),
          "a matrix unit"))
    return std::nullopt;
  MmaOp mma = *attempt.getKernel().getBody().front().getOps<MmaOp>().begin();
  unit = findMatrixUnit(mma.getUnit());
  // The one that was found, by name.
  OptAttr tc = attempt.opts.back().opt;
  attempt.opts.back().opt =
      OptAttr::get(context, OptKind::TC, -1, 0, -1, tc.getAxes(),
                   StringAttr::get(context, unit->name),
                   unit->inexact.empty() ? UnitAttr() : UnitAttr::get(context));
  word = unit->k;
  isConverted = product.left->elementBits != unit->getOperandBytes() * 8;
  UnitTile tile = chooseTile(product, *unit);
  double once = addSums(attempt);
  double cost = tile.cost + once;
  cost += getPackingCost(product, tile, unit->n, once);
  if (!orderLoops(attempt, product))
    return std::nullopt;
  int64_t rows = attempt.split(OptKind::Upcast, ids[product.m], tile.rows,
                               "rows for what is loaded of the columns");
  int64_t columns = attempt.split(OptKind::Upcast, ids[product.n], tile.columns,
                                  "columns for what is loaded of the rows");
  int64_t panels = chooseBlock(product, *unit, tile);
  int64_t block = attempt.split(OptKind::Tile, ids[product.n], panels,
                                "panels that stay near while the rows go by");
  double panel = static_cast<double>(panels * tile.columns * unit->n *
                                     unit->getOperandBytes());
  for (unsigned axis : product.right->axes.set_bits())
    if (work.axes[axis].isReduce)
      panel *= static_cast<double>(work.axes[axis].size);
  if (attempt.failed || panel > kMaxPanelBytes ||
      !stageOperands(attempt, product, rows, columns, block))
    return std::nullopt;
  if (once * kSlices < cost)
    addThreads(attempt);
  if (attempt.failed)
    return std::nullopt;
  return UnitSchedule{std::move(attempt.opts), cost};
}

/// The features of `chip` that are tiles, or the others.
static std::string selectFeatures(StringRef chip, bool ofTiles) {
  SmallVector<StringRef> features;
  chip.split(features, '+');
  std::string selected = features.front().str();
  for (StringRef feature : llvm::drop_begin(features))
    if (feature.starts_with("amx-") == ofTiles)
      selected += ("+" + feature).str();
  return selected;
}

std::optional<UnitSchedule> UnitChooser::run() {
  if (target.matrixUnits != 1 || getMatrixUnits(target.chip).empty())
    return std::nullopt;
  merges = work.mergeContiguous();
  findProducts();
  std::optional<UnitSchedule> best;
  for (bool ofTiles : {true, false}) {
    std::string chip = selectFeatures(target.chip, ofTiles);
    for (const UnitProduct &product : products)
      if (auto schedule = tryProduct(product, chip, ofTiles);
          schedule && (!best || schedule->cost < best->cost))
        best = std::move(schedule);
  }
  return best;
}

std::optional<UnitSchedule>
tinygrad::uop::chooseUnitOpts(KernelOp kernel, const HeuristicTarget &target) {
  return UnitChooser(kernel, target).run();
}
