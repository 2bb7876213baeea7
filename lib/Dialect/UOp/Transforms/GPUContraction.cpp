//===- GPUContraction.cpp - opts for products of matrices -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which axes are those of a product, and which opts are tried for it: each on a
// copy of the kernel, so that what it refuses is known.
//
//===----------------------------------------------------------------------===//

#include "GPUContraction.h"
#include "OptAttempt.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelWork.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/WorkgroupLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {

/// Workgroups that keep a GPU busy, about.
constexpr int64_t kManyBlocks = 96;
/// Registers of a thread that hold sums, at most, and bits of one.
constexpr int64_t kSumRegisters = 64, kRegisterBits = 32;
/// Bytes of a row of a tile along the reduce axis: longer ones where there is
/// memory for so many copies of such tiles, for each of two workgroups.
constexpr int64_t kRowBytes = 64, kLongRowBytes = 128, kCopies = 3;
/// Tiles that a size is rounded up to a multiple of, at most.
constexpr int64_t kMostTiles = 8;
/// Products that are worth a tile, at least.
constexpr int64_t kMinProducts = int64_t(1) << 18;

/// The axes of a product: rows and columns of the result, and what is summed.
struct Product {
  int64_t m, n, k; ///< Ids.
};

class Chooser {
public:
  Chooser(KernelOp kernel, const GPUHeuristicTarget &target)
      : kernel(kernel), target(target), merged(kernel, target), work(kernel) {}

  SmallVector<ChosenOpt> run();

private:
  bool findProducts();
  bool isContiguous(int64_t id) const;
  bool isRightAlongSum(Product axes) const;
  bool mergeAxes();
  std::optional<SmallVector<ChosenOpt>> tryUnit(const MatrixUnit &unit,
                                                Product axes);
  std::optional<SmallVector<ChosenOpt>> tryThreads(Product axes);
  OptAttempt start();

  KernelOp kernel;
  const GPUHeuristicTarget &target;
  OptAttempt merged;
  KernelWork work;
  SmallVector<Product> products; ///< The better ones first.
};

} // namespace

//===----------------------------------------------------------------------===//
// What is multiplied
//===----------------------------------------------------------------------===//

bool Chooser::mergeAxes() {
  return llvm::all_of(work.mergeContiguous(), [&](auto axes) {
    return merged.apply(OptKind::Merge, axes.first, axes.second,
                        "contiguous in every access");
  });
}

/// Finds the axes of products, the largest of each first: rows and columns are
/// those over which the operands vary, but none of them over both.
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
  llvm::SmallBitVector sums = nest->reduces[0].closed;
  SmallVector<llvm::SmallBitVector> operands;
  for (const KernelWork::Access &access : nest->accesses)
    if (!access.isStore && access.axes.anyCommon(sums))
      operands.push_back(access.axes);
  // The first operand that varies over an axis: that of the rows comes before
  // that of the columns.
  auto getFirst = [&](unsigned axis) {
    return llvm::find_if(operands,
                         [&](const auto &axes) { return axes.test(axis); }) -
           operands.begin();
  };
  auto sorted = [&](auto isWanted) {
    SmallVector<unsigned> order;
    for (unsigned axis = 0; axis != work.axes.size(); ++axis)
      if (work.axes[axis].size > 1 && isWanted(axis))
        order.push_back(axis);
    llvm::stable_sort(order, [&](unsigned a, unsigned b) {
      return work.axes[a].size > work.axes[b].size;
    });
    return order;
  };
  SmallVector<unsigned> reduced =
      sorted([&](unsigned axis) { return sums.test(axis); });
  for (unsigned m : sorted([&](unsigned axis) { return !sums.test(axis); })) {
    auto isColumn = [&](unsigned n) {
      return !sums.test(n) && getFirst(n) > getFirst(m) &&
             getFirst(n) < static_cast<ptrdiff_t>(operands.size()) &&
             llvm::none_of(
                 operands,
                 [&](const auto &axes) {
                   return axes.test(m) && axes.test(n);
                 });
    };
    for (unsigned n : sorted(isColumn))
      for (unsigned k : reduced)
        products.push_back({work.axes[m].id, work.axes[n].id, work.axes[k].id});
  }
  int64_t points = 1;
  for (const KernelWork::Axis &axis : work.axes)
    if (llvm::MulOverflow(points, axis.size, points))
      points = std::numeric_limits<int64_t>::max();
  return points >= kMinProducts;
}

/// Whether what is loaded along an axis is contiguous.
bool Chooser::isContiguous(int64_t id) const {
  for (unsigned axis = 0; axis != work.axes.size(); ++axis) {
    if (work.axes[axis].id != id)
      continue;
    for (const KernelWork::Nest &nest : work.nests)
      for (const KernelWork::Access &access : nest.accesses)
        if (!access.isStore && access.axes.test(axis))
          return access.strides[axis] == 1;
  }
  return false;
}

/// Whether what varies over the columns is contiguous along the sum.
bool Chooser::isRightAlongSum(Product product) const {
  auto getAxis = [&](int64_t id) {
    return llvm::find_if(work.axes,
                         [&](const auto &axis) { return axis.id == id; }) -
           work.axes.begin();
  };
  unsigned n = getAxis(product.n), k = getAxis(product.k);
  return llvm::any_of(work.nests, [&](const KernelWork::Nest &nest) {
    return llvm::any_of(nest.accesses, [&](const KernelWork::Access &access) {
      return !access.isStore && access.axes.test(n) && access.axes.test(k) &&
             access.strides[k] == 1;
    });
  });
}

//===----------------------------------------------------------------------===//
// Matrix units
//===----------------------------------------------------------------------===//

/// A new attempt with what was merged.
OptAttempt Chooser::start() {
  OptAttempt attempt(kernel, target);
  for (const ChosenOpt &choice : merged.opts)
    attempt.apply(choice.opt, choice.reason);
  return attempt;
}

std::optional<SmallVector<ChosenOpt>> Chooser::tryUnit(const MatrixUnit &unit,
                                                       Product axes) {
  OptAttempt attempt = start();
  // Units of several subgroups are for products of whole tiles of theirs.
  bool isWide = unit.readsRightFromMemory();
  if (isWide && (attempt.getSize(axes.m) == 0 || attempt.getSize(axes.n) == 0 ||
                 attempt.getSize(axes.m) % unit.m != 0 ||
                 attempt.getSize(axes.n) % unit.n != 0))
    return std::nullopt;
  // Of 16 bits the right operand goes into memory as it is in its source.
  if (isWide && unit.getOperandBytes() == 2 &&
      unit.rightAlongN != isContiguous(axes.n))
    return std::nullopt;
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
  int64_t registers =
      llvm::divideCeil(unit.result.getNumRegisters() *
                           unit.getSumType(context).getIntOrFloatBitWidth(),
                       kRegisterBits);
  int64_t mostGroups =
      std::max<int64_t>(target.threads / unit.getNumLanes(), 1);
  int64_t blocks = attempt.getBlocks();
  // Of a variable size only so many tiles are known to be there together.
  auto countTiles = [&](int64_t axis, int64_t tile) {
    int64_t size = attempt.getSize(axis);
    return size != 0 ? size
                     : std::max<int64_t>(attempt.getMultiple(axis) / tile, 1);
  };
  int64_t rowTiles = countTiles(axes.m, unit.m);
  int64_t columnTiles = countTiles(axes.n, unit.n);
  int64_t sumTiles = countTiles(axes.k, unit.k);
  int64_t tilesM = 1, tilesN = 1, groupsM = 1, groupsN = 1;
  auto grow = [&](int64_t &count, bool isM) {
    int64_t left = isM ? rowTiles : columnTiles;
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
  int64_t rows = unit.m * tilesM * groupsM + unit.n * tilesN * groupsN;
  bool isLong =
      isMuchWorkgroupMemory(target.sharedBytes) &&
      rows * kLongRowBytes * kCopies <= getWorkgroupShare(target.sharedBytes);
  int64_t rowBytes = isLong ? kLongRowBytes : kRowBytes;
  int64_t steps = std::max<int64_t>(rowBytes / (unit.k * bytes), 1);
  while (steps > 1 && sumTiles % steps != 0)
    steps /= 2;
  // Products that are under way together are in one iteration.
  int64_t inner = attempt.split(isWide ? OptKind::Unroll : OptKind::Tile,
                                axes.k, steps, "a row of a tile in memory");
  if (groupsM * groupsN > 1 || isWide)
    attempt.stageOperands(inner < 0 ? ArrayRef<int64_t>() : inner);
  if (attempt.failed)
    return std::nullopt;
  return attempt.opts;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Threads along an axis of `size`, each with `near` neighbours: 16, fewer of a
/// short axis, 0 of one that is too short. Of a short axis little is added.
static int64_t getSide(int64_t size, int64_t near) {
  constexpr int64_t kSide = 16, kShortest = 4, kLittle = 8;
  if (size >= kSide * near)
    return kSide;
  int64_t longest = 0;
  for (int64_t side = kSide / 2; side >= kShortest; side /= 2) {
    if (size < side * near)
      continue;
    if (longest == 0)
      longest = side;
    int64_t added = llvm::alignTo(size, side * near) - size;
    if (added * kLittle <= size)
      return side;
  }
  return longest;
}

/// A workgroup of 16 x 16 threads, each with up to 8 x 8 outputs: along either
/// axis neighbouring threads have 4 neighbours, and the next 4 lie behind those
/// of all threads. Along a short axis there are fewer threads, and more along a
/// long one.
std::optional<SmallVector<ChosenOpt>> Chooser::tryThreads(Product axes) {
  constexpr int64_t kThreads = 256, kNear = 4;
  if (target.threads < kThreads)
    return std::nullopt;
  OptAttempt attempt = start();
  int64_t rows = attempt.getSize(axes.m), columns = attempt.getSize(axes.n);
  int64_t sideM = getSide(rows, kNear), sideN = getSide(columns, kNear);
  if (sideM == 0 || sideN == 0 || attempt.getSize(axes.k) == 0)
    return std::nullopt;
  while (sideM * sideN < kThreads && columns % (sideN * 2 * kNear) == 0)
    sideN *= 2;
  while (sideM * sideN < kThreads && rows % (sideM * 2 * kNear) == 0)
    sideM *= 2;
  for (auto [axis, side] :
       {std::pair(axes.m, sideM), std::pair(axes.n, sideN)}) {
    if (!attempt.pad(axis, side * kNear))
      return std::nullopt;
    attempt.split(OptKind::Upcast, axis, kNear,
                  "operands are used for several outputs");
    attempt.split(OptKind::Local, axis, side, "threads of a workgroup");
  }
  // Few workgroups of few threads each would leave most of the GPU idle.
  if (sideM * sideN < kThreads && attempt.getBlocks() < kManyBlocks)
    return std::nullopt;
  // 8 x 8 sums of 64 bits, and what they are made of, would not fit registers.
  bool isWide = work.elementBits > kRegisterBits;
  int64_t tileRows = (sideM + sideN) * kNear;
  for (auto [axis, side] : {std::pair(axes.n, sideN), std::pair(axes.m, sideM)})
    if (attempt.getSize(axis) % 2 == 0 && !isWide &&
        attempt.getBlocks() / 2 >= kManyBlocks) {
      attempt.split(OptKind::Upcast, axis, 2,
                    "operands are used for several outputs");
      tileRows += side * kNear;
    }
  // Both halves of the tiles, a quarter of space between their rows, and all of
  // it again for another workgroup, which computes while this one waits.
  int64_t stepBytes = tileRows * (work.elementBits / 8) * 5 / 4 * 2 * 2;
  int64_t most = 16 * stepBytes <= target.sharedBytes ? 16 : 8;
  int64_t sums = attempt.getSize(axes.k), steps = most;
  while (steps > 8 && sums % steps != 0)
    steps /= 2;
  if (sums % steps != 0) {
    // What is added to a short sum counts.
    steps = sums < 64 ? 4 : most;
    if (!attempt.pad(axes.k, steps))
      return std::nullopt;
  }
  int64_t inner =
      attempt.split(OptKind::Tile, axes.k, steps, "a row of a tile in memory");
  if (inner < 0)
    return std::nullopt;
  // Where the right operand has vectors along the sum as well, all of both are
  // in registers at once.
  int64_t near = isWide || isRightAlongSum(axes) ? 2 : 4;
  int64_t unrolled = attempt.split(OptKind::Unroll, inner, near,
                                   "vectors of the left operand");
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
