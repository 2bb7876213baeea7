//===- GPUContraction.cpp - opts for products of matrices -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each opt is applied to a copy of the kernel when it is chosen, so that the
// ids of axes are those that it makes, and a refusal ends the attempt.
//
//===----------------------------------------------------------------------===//

#include "GPUContraction.h"
#include "Opts.h"
#include "StageOperand.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelWork.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {

/// Workgroups that keep a GPU busy, about.
constexpr int64_t kManyBlocks = 96;
/// Registers of a thread that hold sums, at most.
constexpr int64_t kSumRegisters = 64;
/// Bytes of a row of a tile along the reduce axis.
constexpr int64_t kRowBytes = 64;
/// What may be added to a size for more tiles, as a part of it.
constexpr uint64_t kLittle = 16;
/// Tiles that a size is rounded up to a multiple of, at most.
constexpr int64_t kMostTiles = 8;
/// Products that are worth a tile, at least.
constexpr int64_t kMinProducts = int64_t(1) << 18;

/// The axes of a product: rows and columns of the result, and what is summed.
struct Product {
  int64_t m, n, k; ///< Ids.
};

/// A copy of a kernel and the opts that were applied to it.
class Attempt {
public:
  Attempt(KernelOp kernel, const GPUHeuristicTarget &target)
      : copy(cast<KernelOp>(kernel->clone())), target(target) {}

  KernelOp getKernel() { return *copy; }

  bool apply(OptAttr opt, StringRef reason) {
    OptTarget assumed(/*isGPU=*/true, target.chip, target.matrixUnits);
    if (failed || !applyOpt(*copy, opt, assumed).empty())
      return failed = true, false;
    opts.push_back({opt, reason.str()});
    return true;
  }

  bool apply(OptKind kind, int64_t axis, int64_t amount, StringRef reason) {
    return apply(OptAttr::get(copy->getContext(), kind, axis, amount), reason);
  }

  /// Splits `axis`, unless by 1; returns the id of the inner part, or -1.
  int64_t split(OptKind kind, int64_t axis, int64_t amount, StringRef reason) {
    int64_t id = copy->getFreeRangeId();
    return amount > 1 && apply(kind, axis, amount, reason) ? id : -1;
  }

  RangeOp find(int64_t id) {
    for (auto range : copy->getBody().front().getOps<RangeOp>())
      if (static_cast<int64_t>(range.getId()) == id)
        return range;
    return {};
  }

  /// The size of an axis; 0 where it is not constant.
  int64_t getSize(int64_t id) {
    RangeOp range = find(id);
    return range && !range.getSize() ? range.getStaticSize() : 0;
  }

  /// Rounds a size up to a multiple of `tile`, if it is worth that: of several
  /// tiles, up to `most`, where they would not share a workgroup else and that
  /// adds little.
  bool pad(int64_t axis, int64_t tile, int64_t most = 1) {
    int64_t size = getSize(axis), amount = tile;
    if (size == 0 || size * 2 < tile)
      return false;
    for (int64_t more = tile * 2; more <= tile * most; more *= 2)
      if (size % (tile * 2) != 0 &&
          llvm::alignTo(size, more) - size <= size / kLittle)
        amount = more;
    return size % amount == 0 ||
           apply(OptKind::PadTo, axis, amount, "a multiple of the tile");
  }

  /// The workgroups that the output axes are.
  int64_t getBlocks() {
    int64_t blocks = 1;
    for (auto range : copy->getBody().front().getOps<RangeOp>())
      if (range.getAxis() == AxisType::Global)
        if (range.getSize() ||
            llvm::MulOverflow<int64_t>(blocks, range.getStaticSize(), blocks))
          return std::numeric_limits<int64_t>::max();
    return blocks;
  }

  void stageOperands(ArrayRef<int64_t> kept);

  bool failed = false;
  SmallVector<ChosenOpt> opts;

private:
  OwningOpRef<KernelOp> copy;
  const GPUHeuristicTarget &target;
};

class Chooser {
public:
  Chooser(KernelOp kernel, const GPUHeuristicTarget &target)
      : kernel(kernel), target(target), merged(kernel, target), work(kernel) {}

  SmallVector<ChosenOpt> run();

private:
  bool findProducts();
  bool mergeAxes();
  std::optional<SmallVector<ChosenOpt>> tryUnit(const MatrixUnit &unit,
                                                Product axes);
  std::optional<SmallVector<ChosenOpt>> tryThreads(Product axes);
  Attempt start();

  KernelOp kernel;
  const GPUHeuristicTarget &target;
  Attempt merged;
  KernelWork work;
  SmallVector<Product> products; ///< The better ones first.
};

} // namespace

//===----------------------------------------------------------------------===//
// What is multiplied
//===----------------------------------------------------------------------===//

bool Chooser::mergeAxes() {
  for (unsigned inner = work.axes.size(); inner-- > 1;) {
    unsigned outer = inner - 1;
    if (!work.areContiguous(outer, inner) || work.comparedWith.test(outer) ||
        work.comparedWith.test(inner))
      continue;
    if (!merged.apply(OptKind::Merge, work.axes[outer].id, work.axes[inner].id,
                      "contiguous in every access"))
      return false;
    work.merge(outer, inner);
  }
  return true;
}

/// Finds the axes over which one of two operands alone varies, and those that
/// are summed; the largest of each first.
bool Chooser::findProducts() {
  const KernelWork::Nest *nest = nullptr;
  for (const KernelWork::Nest &candidate : work.nests) {
    if (candidate.reduces.empty())
      continue;
    if (nest || candidate.reduces.size() != 1)
      return false;
    nest = &candidate;
  }
  if (!nest || work.stagedAxes.any())
    return false;
  SmallVector<const KernelWork::Access *> operands;
  for (const KernelWork::Access &access : nest->accesses)
    if (!access.isStore && (access.axes & nest->reduces[0].closed).any())
      operands.push_back(&access);
  if (operands.size() != 2)
    return false;
  llvm::SmallBitVector sums = nest->reduces[0].closed;
  llvm::SmallBitVector left = operands[0]->axes, right = operands[1]->axes;
  left.reset(operands[1]->axes);
  right.reset(operands[0]->axes);
  auto sorted = [&](llvm::SmallBitVector axes) {
    SmallVector<unsigned> order;
    for (unsigned axis : axes.set_bits())
      if (work.axes[axis].size > 1 && !work.axes[axis].isDynamic)
        order.push_back(axis);
    llvm::stable_sort(order, [&](unsigned a, unsigned b) {
      return work.axes[a].size > work.axes[b].size;
    });
    return order;
  };
  left.reset(sums);
  right.reset(sums);
  for (unsigned m : sorted(left))
    for (unsigned n : sorted(right))
      for (unsigned k : sorted(sums))
        products.push_back({work.axes[m].id, work.axes[n].id, work.axes[k].id});
  int64_t points = 1;
  for (const KernelWork::Axis &axis : work.axes)
    if (llvm::MulOverflow(points, axis.size, points))
      points = std::numeric_limits<int64_t>::max();
  return points >= kMinProducts;
}

//===----------------------------------------------------------------------===//
// Tiles in memory of the workgroup
//===----------------------------------------------------------------------===//

/// Keeps what the loads of the reduce read for all threads and the reduce axes
/// in `kept`, each row-major along its source.
void Attempt::stageOperands(ArrayRef<int64_t> kept) {
  SmallVector<std::pair<int64_t, SmallVector<int64_t>>> stages;
  int64_t bytes = 0;
  {
    RangeScopes scopes(*copy);
    int64_t number = -1;
    for (auto load : copy->getBody().front().getOps<LoadOp>()) {
      ++number;
      ArrayRef<RangeOp> open = scopes.getOpen(load.getResult());
      bool isSummed = llvm::any_of(open, [](RangeOp range) {
        return range.getAxis() == AxisType::Reduce ||
               range.getAxis() == AxisType::Unroll;
      });
      SmallVector<RangeOp> axes;
      for (RangeOp range : open)
        if ((range.getAxis() != AxisType::Global &&
             range.getAxis() != AxisType::Loop &&
             range.getAxis() != AxisType::Reduce) ||
            llvm::is_contained(kept, static_cast<int64_t>(range.getId())))
          axes.push_back(range);
      if (!isSummed || !isSharedTile(load, axes))
        continue;
      llvm::DenseMap<RangeOp, int64_t> strides = getStrides(load, axes);
      llvm::stable_sort(axes, [&](RangeOp a, RangeOp b) {
        return strides.lookup(a) > strides.lookup(b);
      });
      int64_t elements = 1;
      for (RangeOp axis : axes)
        elements *= axis.getStaticSize();
      // A quarter for the space between rows.
      bytes += elements * load.getResult().getType().getIntOrFloatBitWidth() /
               8 * 5 / 4;
      stages.push_back({number, llvm::map_to_vector(axes, [](RangeOp axis) {
                          return static_cast<int64_t>(axis.getId());
                        })});
    }
  }
  if (bytes > target.sharedBytes / 2)
    return;
  // A stage puts a load before those that come later.
  for (const auto &[operand, axes] : llvm::reverse(stages))
    apply(
        OptAttr::get(copy->getContext(), OptKind::Stage, -1, 0, operand, axes),
        "threads share a tile of it");
}

//===----------------------------------------------------------------------===//
// Matrix units
//===----------------------------------------------------------------------===//

/// A new attempt with what was merged.
Attempt Chooser::start() {
  Attempt attempt(kernel, target);
  for (const ChosenOpt &choice : merged.opts)
    attempt.apply(choice.opt, choice.reason);
  return attempt;
}

std::optional<SmallVector<ChosenOpt>> Chooser::tryUnit(const MatrixUnit &unit,
                                                       Product axes) {
  Attempt attempt = start();
  if (!attempt.pad(axes.m, unit.m, kMostTiles) ||
      !attempt.pad(axes.n, unit.n, kMostTiles) ||
      !attempt.pad(axes.k, unit.k, kMostTiles))
    return std::nullopt;
  MLIRContext *context = kernel.getContext();
  if (!attempt.apply(OptAttr::get(context, OptKind::TC, -1, 0, -1,
                                  {axes.m, axes.n, axes.k},
                                  StringAttr::get(context, unit.name),
                                  UnitAttr()),
                     "a matrix unit"))
    return std::nullopt;

  // Tiles of a subgroup and subgroups of a workgroup grow in turn.
  int64_t registers = unit.result.getNumRegisters();
  int64_t mostGroups =
      std::max<int64_t>(target.threads / unit.getNumLanes(), 1);
  int64_t blocks = attempt.getBlocks();
  int64_t tilesM = 1, tilesN = 1, groupsM = 1, groupsN = 1;
  auto grow = [&](int64_t &count, bool isM) {
    int64_t left = attempt.getSize(isM ? axes.m : axes.n);
    int64_t taken = isM ? tilesM * groupsM : tilesN * groupsN;
    bool isTile = &count == &tilesM || &count == &tilesN;
    bool fits = isTile ? tilesM * tilesN * 2 * registers <= kSumRegisters
                       : groupsM * groupsN * 2 <= mostGroups;
    if (left % (taken * 2) != 0 || !fits || blocks / 2 < kManyBlocks)
      return;
    count *= 2;
    blocks /= 2;
  };
  grow(tilesN, false);
  grow(tilesM, true);
  grow(groupsM, true);
  grow(groupsN, false);
  grow(tilesN, false);
  grow(tilesM, true);
  grow(groupsN, false);
  grow(groupsM, true);
  attempt.split(OptKind::Upcast, axes.m, tilesM, "tiles of a subgroup");
  attempt.split(OptKind::Upcast, axes.n, tilesN, "tiles of a subgroup");
  attempt.split(OptKind::Local, axes.m, groupsM, "subgroups of a workgroup");
  attempt.split(OptKind::Local, axes.n, groupsN, "subgroups of a workgroup");

  int64_t bytes = std::max<int64_t>(
      unit.getOperandType(context).getIntOrFloatBitWidth() / 8, 1);
  int64_t steps = std::max<int64_t>(kRowBytes / (unit.k * bytes), 1);
  while (steps > 1 && attempt.getSize(axes.k) % steps != 0)
    steps /= 2;
  int64_t inner =
      attempt.split(OptKind::Tile, axes.k, steps, "a row of a tile in memory");
  if (groupsM * groupsN > 1)
    attempt.stageOperands(inner < 0 ? ArrayRef<int64_t>() : inner);
  if (attempt.failed)
    return std::nullopt;
  return attempt.opts;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// A workgroup of 16 x 16 threads, each with up to 8 x 8 outputs: along either
/// axis neighbouring threads have 4 neighbours, and the next 4 lie behind those
/// of all threads.
std::optional<SmallVector<ChosenOpt>> Chooser::tryThreads(Product axes) {
  constexpr int64_t kSide = 16, kNear = 4;
  if (target.threads < kSide * kSide)
    return std::nullopt;
  Attempt attempt = start();
  for (int64_t axis : {axes.m, axes.n}) {
    if (attempt.getSize(axis) < kSide * kNear ||
        !attempt.pad(axis, kSide * kNear))
      return std::nullopt;
    attempt.split(OptKind::Upcast, axis, kNear,
                  "operands are used for several outputs");
    attempt.split(OptKind::Local, axis, kSide, "threads of a workgroup");
  }
  for (int64_t axis : {axes.n, axes.m})
    if (attempt.getSize(axis) % 2 == 0 &&
        attempt.getBlocks() / 2 >= kManyBlocks)
      attempt.split(OptKind::Upcast, axis, 2,
                    "operands are used for several outputs");
  int64_t steps = 16;
  while (steps > 4 && attempt.getSize(axes.k) % steps != 0)
    steps /= 2;
  if (attempt.getSize(axes.k) % steps != 0 && !attempt.pad(axes.k, steps))
    return std::nullopt;
  int64_t inner =
      attempt.split(OptKind::Tile, axes.k, steps, "a row of a tile in memory");
  if (inner < 0)
    return std::nullopt;
  int64_t unrolled =
      attempt.split(OptKind::Unroll, inner, 4, "vectors of the left operand");
  attempt.stageOperands({inner, unrolled});
  if (attempt.failed)
    return std::nullopt;
  return attempt.opts;
}

SmallVector<ChosenOpt> Chooser::run() {
  if (!mergeAxes() || !findProducts())
    return {};
  if (target.matrixUnits != 0)
    for (const MatrixUnit *unit : getMatrixUnits(target.chip)) {
      if (!unit->inexact.empty())
        continue;
      for (Product axes : products)
        if (auto opts = tryUnit(*unit, axes))
          return *opts;
    }
  for (Product axes : products)
    if (auto opts = tryThreads(axes))
      return *opts;
  return {};
}

SmallVector<ChosenOpt>
tinygrad::uop::chooseContractionOpts(KernelOp kernel,
                                     const GPUHeuristicTarget &target) {
  return Chooser(kernel, target).run();
}
