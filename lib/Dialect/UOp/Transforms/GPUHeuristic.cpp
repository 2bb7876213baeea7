//===- GPUHeuristic.cpp - choosing opts for GPUs ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kinds of kernels, told apart by strides and axes alone: without reduces, one
// thread per element or vector, or a tile where what is read lies across; with
// reduces over all outputs, one thread or one group of threads per element;
// where reduces are shared by a row of outputs, a group of threads per row.
//
//===----------------------------------------------------------------------===//

#include "GPUTranspose.h"
#include "GPUVectors.h"
#include "OptAttempt.h"
#include "OptHeuristic.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelWork.h"
#include "TinyGrad/Dialect/UOp/IR/WorkgroupLayout.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {

/// Outputs that fill a GPU without sharing reduces.
constexpr int64_t kManyOutputs = 8192;
/// The same where what is summed lies across, and each output waits for its own
/// loads.
constexpr int64_t kManyColumns = 1 << 17;
/// Threads that read neighbours, and their loads that are under way together.
constexpr int64_t kColumns = 32, kLoads = 8;
/// Iterations of a reduce that are worth sharing, at least.
constexpr int64_t kLongReduce = 32;
/// Outputs along an axis that a thread has, where they share operands.
constexpr int64_t kTile = 4;
/// Bytes that a thread moves at once, at most.
constexpr int64_t kVectorBytes = 16;
/// Instructions for the elements that a thread moves at once, at most, as
/// `KernelWork` counts them, of more than 4: the registers of 16 functions side
/// by side would be too many.
constexpr int64_t kVectorWork = 256;

class Chooser {
public:
  Chooser(KernelOp kernel, const GPUHeuristicTarget &target)
      : kernel(kernel), work(kernel), target(target) {
    for (const KernelWork::Axis &axis : work.axes)
      ids.push_back(axis.id);
  }

  SmallVector<ChosenOpt> run();

private:
  using Bits = llvm::SmallBitVector;

  void add(OptKind kind, int64_t id, int64_t amount, StringRef reason) {
    opts.push_back(
        {OptAttr::get(kernel.getContext(), kind, id, amount), reason.str()});
  }
  /// Splits an axis; returns the id of the inner one.
  int64_t split(OptKind kind, unsigned axis, int64_t amount, StringRef reason) {
    add(kind, work.axes[axis].id, amount, reason);
    ids.push_back(*llvm::max_element(ids) + 1);
    rest[axis] = llvm::divideCeil(rest[axis], amount);
    return ids.back();
  }

  bool isOutput(unsigned axis) const {
    return !work.axes[axis].isReduce && work.axes[axis].size != 1 &&
           !work.stagedAxes.test(axis);
  }
  int64_t getPoints(const Bits &axes) const;
  void mergeAxes();
  void findRows();
  unsigned getLaneAxis(const Bits &axes) const;
  int64_t getThreads(unsigned axis, int64_t most) const;
  int64_t getMemoryBits() const;
  void addVector(unsigned axis);
  void addTiles();
  void addLocals(const Bits &axes, int64_t threads);
  SmallVector<unsigned> getGroupAxes() const;
  bool isWorthGroups(ArrayRef<unsigned> groupAxes) const;
  bool isVector(unsigned axis, int64_t elements) const;
  bool isVectorOnceSplit(unsigned axis, int64_t elements) const;
  int64_t getRowVector(ArrayRef<unsigned> groupAxes) const;
  bool isAcross(ArrayRef<unsigned> groupAxes, unsigned lane) const;
  void addColumns(ArrayRef<unsigned> groupAxes, unsigned lane);
  void addRow(ArrayRef<unsigned> groupAxes, int64_t size, int64_t elements);
  int64_t getRowBytes() const;
  void shareStages(int64_t size, int64_t copies, int64_t elements);

  KernelOp kernel;
  KernelWork work;
  GPUHeuristicTarget target;
  SmallVector<ChosenOpt> opts;
  SmallVector<int64_t> ids, rest; ///< Ids in use; what is left of each axis.
  Bits outputs, rows;             ///< Rows: those over which reduces vary.
  bool hasReduces = false;
};

} // namespace

int64_t Chooser::getPoints(const Bits &axes) const {
  int64_t points = 1;
  for (unsigned axis : axes.set_bits())
    if (llvm::MulOverflow(points, work.axes[axis].size, points))
      return std::numeric_limits<int64_t>::max();
  return points;
}

void Chooser::mergeAxes() {
  for (unsigned inner = work.axes.size(); inner-- > 1;) {
    unsigned outer = inner - 1;
    if (!work.areContiguous(outer, inner) || work.comparedWith.test(outer) ||
        work.comparedWith.test(inner))
      continue;
    add(OptKind::Merge, work.axes[outer].id, work.axes[inner].id,
        "contiguous in every access");
    llvm::erase(ids, work.axes[inner].id);
    work.merge(outer, inner);
  }
  for (const KernelWork::Axis &axis : work.axes)
    rest.push_back(axis.size);
}

void Chooser::findRows() {
  outputs = rows = Bits(work.axes.size());
  for (unsigned axis = 0; axis != work.axes.size(); ++axis)
    if (isOutput(axis))
      outputs.set(axis);
  for (const KernelWork::Nest &nest : work.nests)
    for (const KernelWork::Reduce &reduce : nest.reduces) {
      hasReduces = true;
      rows |= reduce.axes;
    }
  rows &= outputs;
}

/// The axis of `axes` along which most accesses are contiguous, stores first;
/// the innermost if none is.
unsigned Chooser::getLaneAxis(const Bits &axes) const {
  unsigned best = axes.find_last();
  int most = 0;
  for (int axis = work.axes.size() - 1; axis >= 0; --axis) {
    if (!axes.test(axis))
      continue;
    int count = 0;
    for (const KernelWork::Nest &nest : work.nests)
      for (const KernelWork::Access &access : nest.accesses)
        if (access.strides[axis] == 1)
          count += access.isStore ? 2 : 1;
    if (count > most) {
      most = count;
      best = axis;
    }
  }
  return best;
}

/// How many threads share `axis`: all of a short one, a divisor near `most`
/// where there is one.
int64_t Chooser::getThreads(unsigned axis, int64_t most) const {
  int64_t size = rest[axis];
  bool isDynamic = work.axes[axis].isDynamic;
  if (size <= most)
    return isDynamic ? llvm::bit_ceil<uint64_t>(size) <= uint64_t(most)
                           ? llvm::bit_ceil<uint64_t>(size)
                           : most
                     : size;
  if (!isDynamic)
    for (int64_t threads = most; threads * 2 >= most; --threads)
      if (size % threads == 0)
        return threads;
  return most;
}

/// Whether all accesses along `axis` are aligned vectors where a thread has
/// `elements` neighbours. What was merged into another axis has one iteration,
/// and so no step.
bool Chooser::isVector(unsigned axis, int64_t elements) const {
  if (work.axes[axis].isDynamic || rest[axis] % elements != 0 ||
      work.comparedWith.test(axis) || work.aroundStages.test(axis))
    return false;
  for (const KernelWork::Nest &nest : work.nests)
    for (const KernelWork::Access &access : nest.accesses) {
      if (!access.axes.test(axis))
        continue;
      if (access.isGated || access.strides[axis] != 1)
        return false;
      for (auto [other, stride] : llvm::enumerate(access.strides))
        if (other != axis && work.axes[other].size != 1 &&
            (!stride || *stride % elements != 0))
          return false;
    }
  return true;
}

/// The bits of the widest elements in memory, whatever is computed in.
int64_t Chooser::getMemoryBits() const {
  int64_t bits = 8;
  for (Type type : KernelOp(kernel).getArgumentTypes())
    if (auto buffer = dyn_cast<MemRefType>(type))
      bits = std::max<int64_t>(bits, buffer.getElementTypeBitWidth());
  return bits;
}

/// The same, asked of a copy of the kernel: conditions and remainders that are
/// the same for all of a vector may depend on the axis.
bool Chooser::isVectorOnceSplit(unsigned axis, int64_t elements) const {
  if (work.axes[axis].isDynamic || rest[axis] % elements != 0 ||
      work.aroundStages.test(axis))
    return false;
  OptAttempt attempt(kernel, target);
  for (const ChosenOpt &choice : opts)
    attempt.apply(choice.opt, choice.reason);
  int64_t inner = attempt.split(OptKind::Upcast, work.axes[axis].id, elements,
                                "a vector for each thread");
  return inner >= 0 && areVectors(attempt.getKernel(), attempt.find(inner));
}

/// Lets each thread have the longest vector along `axis` with which all
/// accesses are vectors, aligned, there are enough threads all the same, and
/// registers for what is computed.
void Chooser::addVector(unsigned axis) {
  int64_t elements = 8 * kVectorBytes / getMemoryBits(), cost = 0;
  for (const KernelWork::Nest &nest : work.nests)
    for (const KernelWork::Operation &operation : nest.operations)
      cost += operation.cost;
  while (elements > 1 &&
         ((elements > 4 && elements * cost > kVectorWork) ||
          getPoints(outputs) / elements < kManyOutputs ||
          (!isVector(axis, elements) && !isVectorOnceSplit(axis, elements))))
    elements /= 2;
  if (elements > 1)
    split(OptKind::Upcast, axis, elements, "a vector for each thread");
}

/// Lets each thread have a tile of outputs of a contraction, so that what it
/// loads is used for several of them.
void Chooser::addTiles() {
  int64_t outputsLeft = getPoints(outputs);
  int tiled = 0;
  for (int axis = work.axes.size() - 1; axis >= 0 && tiled < 2; --axis) {
    if (!outputs.test(axis) || work.axes[axis].isDynamic ||
        work.aroundStages.test(axis) || rest[axis] % kTile != 0 ||
        work.comparedWith.test(axis) || outputsLeft / kTile < kManyOutputs)
      continue;
    bool isReused = llvm::any_of(work.nests, [&](const KernelWork::Nest &nest) {
      return nest.reduceAxes.any() &&
             llvm::any_of(nest.accesses, [&](const KernelWork::Access &access) {
               return !access.isStore && !access.axes.test(axis);
             });
    });
    if (!isReused)
      continue;
    split(OptKind::Upcast, axis, kTile,
          "operands are used for several outputs");
    outputsLeft /= kTile;
    ++tiled;
  }
}

/// Threads for the points of `axes`, the contiguous one innermost.
void Chooser::addLocals(const Bits &axes, int64_t threads) {
  if (axes.none())
    return;
  unsigned lane = getLaneAxis(axes);
  SmallVector<unsigned> order = {lane};
  for (int axis = work.axes.size() - 1; axis >= 0; --axis)
    if (axes.test(axis) && static_cast<unsigned>(axis) != lane)
      order.push_back(axis);
  SmallVector<std::pair<unsigned, int64_t>> parts;
  for (unsigned axis : order) {
    int64_t count = getThreads(axis, threads);
    if (count < 2)
      continue;
    parts.push_back({axis, count});
    threads /= count;
    if (threads < 2)
      break;
  }
  // The last split has the highest id, and so the nearest threads.
  for (auto [axis, count] : llvm::reverse(parts))
    split(OptKind::Local, axis, count, "threads of a workgroup");
}

//===----------------------------------------------------------------------===//
// Reduces
//===----------------------------------------------------------------------===//

/// For each reduce that is not a part of another, its innermost axis. Nothing
/// if some reduce has none.
SmallVector<unsigned> Chooser::getGroupAxes() const {
  SmallVector<unsigned> found;
  for (const KernelWork::Nest &nest : work.nests)
    for (const KernelWork::Reduce &reduce : nest.reduces) {
      Bits around = reduce.axes;
      around.reset(outputs);
      // What was merged into another axis has one iteration.
      if (llvm::any_of(around.set_bits(), [&](unsigned axis) {
            return work.axes[axis].size != 1;
          }))
        continue; // Inside of another reduce, or of a stage.
      int axis = -1;
      for (unsigned candidate : reduce.closed.set_bits())
        if (work.axes[candidate].size > 1)
          axis = candidate;
      if (axis >= 0)
        found.push_back(axis);
    }
  return found;
}

bool Chooser::isWorthGroups(ArrayRef<unsigned> groupAxes) const {
  if (groupAxes.empty())
    return false;
  bool alongReduce = false, alongOutput = false;
  int64_t longest = 0;
  for (unsigned axis : groupAxes) {
    longest = std::max(longest, work.axes[axis].size);
    for (const KernelWork::Nest &nest : work.nests)
      for (const KernelWork::Access &access : nest.accesses) {
        if (!nest.axes.test(axis) || access.isStore)
          continue;
        alongReduce |= access.strides[axis] == 1;
        for (unsigned output : outputs.set_bits())
          alongOutput |=
              access.strides[output] == 1 && work.axes[output].size >= 16;
      }
  }
  if (longest < kLongReduce)
    return false;
  return getPoints(outputs) < kManyOutputs || (alongReduce && !alongOutput);
}

/// Whether what is reduced lies along the outputs of `lane`, not along the
/// reduces: a group of neighbouring threads would read far from each other.
bool Chooser::isAcross(ArrayRef<unsigned> groupAxes, unsigned lane) const {
  if (groupAxes.empty() || work.axes[lane].size < kColumns / 2 ||
      work.stagedAxes.any() || getPoints(outputs) >= kManyColumns)
    return false;
  bool alongLane = false;
  for (unsigned axis : groupAxes) {
    if (work.axes[axis].size < kLongReduce)
      return false;
    for (const KernelWork::Nest &nest : work.nests)
      for (const KernelWork::Access &access : nest.accesses) {
        if (access.isStore || !access.axes.test(axis) ||
            !access.axes.anyCommon(outputs))
          continue;
        if (access.strides[axis] == 1)
          return false;
        alongLane |= access.strides[lane] == 1;
      }
  }
  return alongLane;
}

/// Neighbouring threads have neighbouring outputs, and several such rows of
/// threads share their reduces.
void Chooser::addColumns(ArrayRef<unsigned> groupAxes, unsigned lane) {
  // Groups are a power of two apart.
  int64_t lanes = llvm::bit_floor<uint64_t>(
      std::min<int64_t>({work.axes[lane].size, kColumns, target.threads}));
  for (unsigned axis : groupAxes) {
    int64_t loads = kLoads;
    int64_t groups =
        std::min<int64_t>(llvm::bit_floor<uint64_t>(target.threads / lanes),
                          llvm::bit_floor<uint64_t>(work.axes[axis].size / 4));
    while (loads > 1 &&
           (work.axes[axis].isDynamic || rest[axis] % (loads * groups) != 0))
      loads /= 2;
    if (loads > 1)
      split(OptKind::Unroll, axis, loads, "loads that are under way together");
    if (groups > 1)
      split(OptKind::Group, axis, groups, "threads share a reduce");
  }
  if (lanes > 1)
    split(OptKind::Local, lane, lanes, "threads that read neighbours");
}

/// The elements of a row that a thread of its group has side by side, so that
/// it moves 16 bytes at once: as many as all that the group does allow, and
/// leave work for a subgroup.
int64_t Chooser::getRowVector(ArrayRef<unsigned> groupAxes) const {
  Bits axes = outputs;
  axes.reset(rows);
  axes |= work.stagedAxes;
  for (unsigned axis : groupAxes)
    axes.set(axis);
  auto isFit = [&](int64_t elements) {
    return llvm::all_of(axes.set_bits(), [&](unsigned axis) {
      return work.axes[axis].size == 1 ||
             (rest[axis] >= elements * kLongReduce && isVector(axis, elements));
    });
  };
  int64_t elements = 8 * kVectorBytes / getMemoryBits();
  while (elements > 1 && !isFit(elements))
    elements /= 2;
  return elements;
}

/// The memory of a workgroup that rows may take: something is left for reduces.
int64_t Chooser::getRowBytes() const {
  constexpr int64_t kLeft = 4096;
  return getWorkgroupShare(target.sharedBytes) - kLeft;
}

/// Stages of a row are filled by its threads, in memory of the workgroup.
void Chooser::shareStages(int64_t size, int64_t copies, int64_t elements) {
  int64_t bytes = 0;
  for (auto stage : kernel.getBody().front().getOps<StageOp>()) {
    auto type = cast<MemRefType>(stage.getBuffer().getType());
    if (stage.getRanges().empty())
      continue;
    auto range = stage.getRanges().back().getDefiningOp<RangeOp>();
    const auto *it = llvm::find_if(work.axes, [&](const auto &axis) {
      return axis.id == static_cast<int64_t>(range.getId());
    });
    unsigned axis = it - work.axes.begin();
    // A stage inside of a reduce is a thread's own.
    bool inReduce = llvm::any_of(work.nests, [&](const KernelWork::Nest &nest) {
      return nest.axes.test(axis) && (nest.reduceAxes & ~work.stagedAxes).any();
    });
    int64_t more = (type.getNumElements() + size) * copies *
                   llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    if (inReduce || !work.fitsStages(axis, size) ||
        bytes + more > getRowBytes())
      continue;
    bytes += more;
    if (elements > 1)
      split(OptKind::Unroll, axis, elements, "vectors of a row");
    split(OptKind::Local, axis, size, "a row that threads fill together");
  }
}

/// Groups of `size` threads, each with a row, of which a thread has `elements`
/// side by side.
void Chooser::addRow(ArrayRef<unsigned> groupAxes, int64_t size,
                     int64_t elements) {
  int64_t copies = 1;
  Bits base = rows;
  Bits columns = outputs;
  columns.reset(rows);
  // Short rows share a workgroup.
  if (size < target.threads && base.any()) {
    unsigned axis = base.find_last();
    int64_t most = target.threads / size;
    if (columns.any())
      most = std::min<int64_t>(most, 8);
    copies = getThreads(axis, most);
    if (copies > 1)
      split(OptKind::Local, axis, copies, "rows of a workgroup");
  }
  if (columns.any()) {
    unsigned lane = getLaneAxis(columns);
    for (unsigned axis : columns.set_bits())
      add(OptKind::Loop, work.axes[axis].id, 0, "a group does a whole row");
    if (elements > 1)
      split(OptKind::Upcast, lane, elements, "vectors of a row");
    split(OptKind::Local, lane, size, "threads of a group");
  }
  for (unsigned axis : groupAxes) {
    if (elements > 1)
      split(OptKind::Unroll, axis, elements, "vectors of a row");
    split(OptKind::Group, axis, size, "threads share a reduce");
  }
  shareStages(size, copies, elements);
}

SmallVector<ChosenOpt> Chooser::run() {
  mergeAxes();
  findRows();
  Bits columns = outputs;
  columns.reset(rows);
  SmallVector<unsigned> groupAxes = getGroupAxes();
  bool isRow = hasReduces && columns.any() && !groupAxes.empty();
  if (!isRow && outputs.any() && isAcross(groupAxes, getLaneAxis(outputs))) {
    addColumns(groupAxes, getLaneAxis(outputs));
    return opts;
  }
  if (isRow || isWorthGroups(groupAxes)) {
    int64_t longest = 2;
    for (unsigned axis : groupAxes)
      longest = std::max(longest, work.axes[axis].size);
    int64_t elements = getRowVector(groupAxes);
    int64_t size = std::min<int64_t>(
        llvm::bit_floor<uint64_t>(longest / elements), target.threads);
    addRow(groupAxes, size, elements);
    return opts;
  }
  if (hasReduces)
    addTiles();
  else if (outputs.any())
    addVector(getLaneAxis(outputs));
  addLocals(outputs, target.threads);
  return opts;
}

SmallVector<ChosenOpt>
tinygrad::uop::chooseGPUOpts(KernelOp kernel,
                             const GPUHeuristicTarget &target) {
  if (auto opts = chooseTransposeOpts(kernel, target); !opts.empty())
    return opts;
  return Chooser(kernel, target).run();
}
