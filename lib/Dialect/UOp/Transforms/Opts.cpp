//===- Opts.cpp - applying opts to a kernel -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Opts.h"
#include "CarryReduce.h"
#include "MatrixTile.h"
#include "SplitRange.h"
#include "StageOperand.h"

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {

bool isX86Unit(const MatrixUnit &unit) {
  return llvm::any_of(getX86Units(), [&](const MatrixUnit &other) {
    return other.name == unit.name;
  });
}

bool isReduceAxis(AxisType axis) { return axis == AxisType::Reduce; }

bool isOutputAxis(AxisType axis) {
  return axis == AxisType::Global || axis == AxisType::Loop;
}

/// Whether the loop of `axis` stands in the order of the output loops.
bool isOuterLoop(AxisType axis) {
  return isOutputAxis(axis) || axis == AxisType::Carry;
}

/// The reason why an opt is refused, written piece by piece where a result is
/// returned.
class Refusal {
public:
  explicit Refusal(std::string &text) : text(text) {}
  template <typename T> Refusal &operator<<(const T &part) {
    llvm::raw_string_ostream(text) << part;
    return *this;
  }
  operator LogicalResult() const { return failure(); }
  template <typename T> operator FailureOr<T>() const { return failure(); }

private:
  std::string &text;
};

/// One opt on its kernel: the checks that make it legal, then the change.
class Application {
public:
  Application(KernelOp kernel, OptAttr opt, const OptTarget &target)
      : kernel(kernel), opt(opt), target(target), isGPU(target.isGPU) {}

  /// Why the opt does not fit, after a failure.
  const std::string &getReason() const { return reason; }

  LogicalResult run() {
    if (opt.getAmount() < 0)
      return fail() << "the amount " << opt.getAmount() << " is negative";
    if (opt.getKind() != OptKind::TC && (opt.getUnit() || opt.getInexact()))
      return fail() << "expected a "
                    << (opt.getUnit() ? "unit" : "word 'inexact'")
                    << " of tc alone, but got one of "
                    << stringifyOptKind(opt.getKind());
    if (opt.getKind() == OptKind::Stage)
      return stage();
    if (opt.getKind() == OptKind::TC)
      return matrixUnit();
    if (opt.getKind() == OptKind::Stream)
      return stream();
    range = findRange(kernel, opt.getAxis());
    if (!range)
      return fail() << "the kernel has no axis " << opt.getAxis();
    if (!isSupported())
      return fail() << stringifyOptKind(opt.getKind())
                    << " is not supported on target "
                    << (isGPU ? "gpu" : "cpu");
    switch (opt.getKind()) {
    case OptKind::Upcast:
      return vectorize("an output", isOutputAxis(range.getAxis()),
                       AxisType::Upcast);
    case OptKind::Unroll:
      return vectorize("a reduce", isReduceAxis(range.getAxis()),
                       AxisType::Unroll);
    case OptKind::Tile:
      return tile();
    case OptKind::Thread:
      return thread();
    case OptKind::PadTo:
      return pad();
    case OptKind::Swap:
      return swap();
    case OptKind::Merge:
      return merge();
    case OptKind::Carry:
      return carry();
    case OptKind::Local:
      return local();
    case OptKind::Group:
    case OptKind::GroupTop:
      return group();
    case OptKind::Loop:
      return loop();
    case OptKind::Stage:
    case OptKind::Stream:
    case OptKind::TC:
      break;
    }
    llvm_unreachable("every kind is listed");
  }

private:
  bool isSupported() {
    switch (opt.getKind()) {
    case OptKind::Local:
    case OptKind::Group:
    case OptKind::GroupTop:
    case OptKind::Loop:
      return isGPU;
    case OptKind::Thread:
    case OptKind::Stream:
      return !isGPU;
    default:
      return true;
    }
  }

  Refusal fail() { return Refusal(reason); }

  std::string describe(RangeOp axis) {
    return ("axis " + Twine(axis.getId()) + " is of type " +
            stringifyAxisType(axis.getAxis()))
        .str();
  }

  /// The ranges that the opt lists.
  FailureOr<SmallVector<RangeOp>> getAxes() {
    SmallVector<RangeOp> axes;
    for (int64_t id : opt.getAxes()) {
      axes.push_back(findRange(kernel, id));
      if (!axes.back())
        return fail() << "the kernel has no axis " << id;
    }
    return axes;
  }

  /// Sums of blocks are kept for the axes as they are.
  LogicalResult checkNoSums() {
    if (isOutputAxis(range.getAxis()) && hasCarriedSums(kernel))
      return fail() << "sums of blocks are kept for the output axes";
    return success();
  }

  /// An axis that a stage closes has a place in memory for each of its points.
  LogicalResult checkNotStaged() {
    RangeScopes scopes(kernel);
    if (llvm::any_of(scopes.getClosers(range), llvm::IsaPred<StageOp>))
      return fail() << "axis " << range.getId() << " is closed by a stage";
    return success();
  }

  /// The points of a scanned axis are in order, in one thread.
  LogicalResult checkNotScanned(RangeOp axis) {
    for (auto scan : kernel.getBody().front().getOps<ScanOp>())
      if (llvm::is_contained(scan.getRanges(), axis.getResult()))
        return fail() << "axis " << axis.getId()
                      << " is scanned, and each point needs those before it";
    return success();
  }

  /// The new inner axis is inside of all loops.
  LogicalResult checkScanned() {
    for (auto scan : kernel.getBody().front().getOps<ScanOp>()) {
      auto it = llvm::find(scan.getRanges(), range.getResult());
      if (it == scan.getRanges().end() || ++it == scan.getRanges().end())
        continue;
      auto inner = (*it).getDefiningOp<RangeOp>();
      if (!isVectorAxis(inner))
        return fail() << "axis " << range.getId()
                      << " is scanned outside of axis " << inner.getId();
    }
    return success();
  }

  /// Products in tiles and sums of blocks are computed in an order of their
  /// own.
  LogicalResult checkNoScans() {
    for (auto scan : kernel.getBody().front().getOps<ScanOp>())
      return fail()
             << "the kernel scans axis "
             << scan.getRanges().front().getDefiningOp<RangeOp>().getId();
    return success();
  }

  /// The size of the new inner range, or nothing after an error.
  FailureOr<int64_t> getSplit() {
    int64_t amount = opt.getAmount();
    if (amount == 0) {
      amount = range.getStaticSize();
      if (ShapedType::isDynamic(amount))
        return fail() << "axis " << range.getId()
                      << " has no constant size, so an amount is needed";
    }
    if (amount < 2)
      return fail() << "an inner axis of size " << amount << " is none";
    if (!range.getSize() &&
        amount > static_cast<int64_t>(range.getStaticSize()) &&
        opt.getKind() == OptKind::Tile)
      return fail() << "axis " << range.getId() << " has only "
                    << range.getStaticSize() << " iterations";
    if (failed(checkStaged(amount)) || failed(checkScanned()))
      return failure();
    reason = checkCarriedSplit(range, amount);
    if (!reason.empty())
      return failure();
    return amount;
  }

  /// Beyond the size a stage has no places, but behind its end.
  LogicalResult checkStaged(int64_t amount) {
    bool divides = !range.getSize() && range.getStaticSize() % amount == 0;
    RangeScopes scopes(kernel);
    for (Operation *closer : scopes.getClosers(range))
      if (auto stage = dyn_cast<StageOp>(closer)) {
        if (stage.getPlace())
          return fail() << "axis " << range.getId()
                        << " fills a tile of the workgroup";
        if (!divides && stage.getRanges().front() != range.getResult())
          return fail() << "axis " << range.getId()
                        << " is an inner axis of a stage, and its size no "
                           "multiple of "
                        << amount;
      }
    return success();
  }

  /// Elements of the largest vector of `op`, in whose scope the range is, were
  /// the range split by `amount`.
  int64_t countElements(Operation *op, ArrayRef<RangeOp> scope,
                        int64_t amount) {
    int64_t elements = amount;
    // A product's operands have dimensions for the tiles of both, the lanes,
    // and the registers of their own.
    auto mma = dyn_cast<MmaOp>(op);
    llvm::SmallPtrSet<Value, 8> registers;
    if (mma) {
      const MatrixUnit &unit = *findMatrixUnit(mma.getUnit());
      int64_t most = 1;
      for (const Fragment *fragment : {&unit.lhs, &unit.rhs, &unit.result})
        most = std::max(most, fragment->getNumRegisters());
      if (llvm::MulOverflow<int64_t>(elements, most, elements))
        return std::numeric_limits<int64_t>::max();
      for (ValueRange list :
           {ValueRange(mma.getLhsRegisters()),
            ValueRange(mma.getRhsRegisters()), ValueRange(mma.getRegisters())})
        registers.insert(list.begin(), list.end());
    }
    for (RangeOp other : scope)
      if (isVectorAxis(other) && !registers.contains(other.getResult()))
        if (llvm::MulOverflow<int64_t>(elements, other.getStaticSize(),
                                       elements))
          return std::numeric_limits<int64_t>::max();
    return elements;
  }

  /// Elements of the largest vector, were the range split by `amount`.
  int64_t countElements(int64_t amount) {
    RangeScopes scopes(kernel);
    int64_t most = amount;
    for (Operation &op : kernel.getBody().front()) {
      ArrayRef<RangeOp> scope = scopes.getScope(&op);
      if (llvm::is_contained(scope, range))
        most = std::max(most, countElements(&op, scope, amount));
    }
    return most;
  }

  LogicalResult vectorize(StringRef wanted, bool isWanted, AxisType type) {
    if (!isWanted)
      return fail() << describe(range) << ", not " << wanted << " axis";
    FailureOr<int64_t> amount = getSplit();
    if (failed(amount))
      return failure();
    int64_t elements = countElements(*amount);
    if (elements > kMaxVectorElements)
      return fail() << "vectors would have " << elements
                    << " elements, more than " << kMaxVectorElements;
    splitRange(range, *amount, type);
    return success();
  }

  LogicalResult tile() {
    AxisType axis = range.getAxis();
    if (!isOutputAxis(axis) && !isReduceAxis(axis))
      return fail() << describe(range) << ", not a loop";
    FailureOr<int64_t> amount = getSplit();
    if (failed(amount))
      return failure();
    splitRange(range, *amount,
               isReduceAxis(axis) ? AxisType::Reduce : AxisType::Loop);
    return success();
  }

  /// A tile that the workgroup fills is shared among the threads that there
  /// are.
  LogicalResult checkThreads() {
    for (auto stage : kernel.getBody().front().getOps<StageOp>())
      if (stage.getPlace())
        return fail() << "the threads of the workgroup fill a tile already";
    return success();
  }

  /// Threads of a workgroup for an output axis, or to fill a stage together.
  LogicalResult local() {
    RangeScopes scopes(kernel);
    StageOp stage;
    for (Operation *closer : scopes.getClosers(range))
      if (auto candidate = dyn_cast<StageOp>(closer))
        stage = candidate;
    if (!stage && !isOutputAxis(range.getAxis()))
      return fail() << describe(range) << ", not an output axis";
    if (failed(checkThreads()) || failed(checkNotScanned(range)))
      return failure();
    FailureOr<int64_t> amount = getSplit();
    if (failed(amount))
      return failure();
    splitRange(range, *amount, AxisType::Local);
    if (!stage)
      return success();
    auto type = cast<MemRefType>(stage.getBuffer().getType());
    stage.getBuffer().setType(MemRefType::get(
        type.getShape(), type.getElementType(), type.getLayout(),
        gpu::AddressSpaceAttr::get(kernel.getContext(),
                                   gpu::AddressSpace::Workgroup)));
    return success();
  }

  /// Threads of a workgroup that share a reduce.
  LogicalResult group() {
    if (!isReduceAxis(range.getAxis()))
      return fail() << describe(range) << ", not a reduce axis";
    if (failed(checkNotScanned(range)))
      return failure();
    FailureOr<int64_t> amount = getSplit();
    if (failed(amount))
      return failure();
    if (!llvm::isPowerOf2_64(*amount))
      return fail() << "groups have a power of two of threads, not " << *amount;
    RangeScopes scopes(kernel);
    for (Operation *closer : scopes.getClosers(range))
      if (!isa<ReduceOp>(closer))
        return fail() << "axis " << range.getId() << " is closed by a "
                      << (isa<MmaOp>(closer) ? "matrix unit" : "stage");
    if (failed(checkThreads()))
      return failure();
    if (opt.getKind() == OptKind::Group) {
      splitRange(range, *amount, AxisType::GroupReduce);
      return success();
    }
    int64_t size = range.getStaticSize();
    if (range.getSize() || size % *amount != 0)
      return fail() << "axis " << range.getId() << " has no size that is a "
                    << "multiple of " << *amount;
    if (size > *amount)
      splitRange(range, size / *amount, AxisType::Reduce);
    range.setAxis(AxisType::GroupReduce);
    return success();
  }

  /// An output axis that a workgroup goes through itself.
  LogicalResult loop() {
    if (!isOutputAxis(range.getAxis()))
      return fail() << describe(range) << ", not an output axis";
    range.setAxis(AxisType::Loop);
    return success();
  }

  LogicalResult thread() {
    if (!isOutputAxis(range.getAxis()))
      return fail() << describe(range) << ", not an output axis";
    for (auto other : kernel.getBody().front().getOps<RangeOp>()) {
      if (other.getAxis() == AxisType::Thread)
        return fail() << "axis " << other.getId()
                      << " is the kernel's thread axis";
      if (isOuterLoop(other.getAxis()) && other.getId() < range.getId() &&
          other.getStaticSize() != 1)
        return fail() << "axis " << other.getId() << " is outside of it";
    }
    if (failed(checkNotStaged()) || failed(checkNotScanned(range)))
      return failure();
    if (opt.getAmount() > 1) {
      reason = checkCarriedSplit(range, opt.getAmount());
      if (!reason.empty())
        return failure();
      splitRange(range, opt.getAmount(), AxisType::Loop);
    }
    range.setAxis(AxisType::Thread);
    return success();
  }

  LogicalResult pad() {
    if (!isOutputAxis(range.getAxis()) && !isReduceAxis(range.getAxis()))
      return fail() << describe(range) << ", not a loop";
    if (opt.getAmount() < 2)
      return fail() << "every size is a multiple of " << opt.getAmount();
    if (failed(checkNotStaged()) || failed(checkNoSums()))
      return failure();
    padRange(range, opt.getAmount());
    return success();
  }

  LogicalResult swap() {
    RangeOp other = findRange(kernel, opt.getAmount());
    if (!other)
      return fail() << "the kernel has no axis " << opt.getAmount();
    bool bothOutput =
        isOuterLoop(range.getAxis()) && isOuterLoop(other.getAxis());
    bool bothReduce =
        isReduceAxis(range.getAxis()) && isReduceAxis(other.getAxis());
    if (!bothOutput && !bothReduce)
      return fail() << describe(range) << " and " << describe(other);
    int64_t id = range.getId();
    range.setId(other.getId());
    other.setId(id);
    reason = checkCarriedLoops(kernel);
    if (reason.empty() && succeeded(checkScanOrder()))
      return success();
    other.setId(range.getId());
    range.setId(id);
    return failure();
  }

  /// After a swap, the loops of each scan are in the order of its ranges.
  LogicalResult checkScanOrder() {
    for (auto scan : kernel.getBody().front().getOps<ScanOp>()) {
      int64_t last = -1;
      for (Value value : scan.getRanges()) {
        auto loop = value.getDefiningOp<RangeOp>();
        int64_t id = loop.getId();
        if (isVectorAxis(loop))
          continue;
        if (id < last)
          return fail() << "axis " << id << " and axis " << last
                        << " are scanned in this order";
        last = id;
      }
    }
    return success();
  }

  LogicalResult merge() {
    RangeOp inner = findRange(kernel, opt.getAmount());
    if (!inner || inner == range)
      return fail() << "the kernel has no other axis " << opt.getAmount();
    bool bothOutput =
        isOutputAxis(range.getAxis()) && range.getAxis() == inner.getAxis();
    bool bothReduce =
        isReduceAxis(range.getAxis()) && range.getAxis() == inner.getAxis();
    if (!bothOutput && !bothReduce)
      return fail() << describe(range) << " and " << describe(inner);
    if (inner.getSize())
      return fail() << "axis " << inner.getId() << " has no constant size";
    RangeScopes scopes(kernel);
    if (scopes.getClosers(range) != scopes.getClosers(inner))
      return fail() << "axis " << range.getId() << " and axis " << inner.getId()
                    << " are closed by different ops";
    if (failed(checkNotStaged()) || failed(checkNoSums()) ||
        failed(checkNotScanned(range)) || failed(checkNotScanned(inner)))
      return failure();
    if (inner->isBeforeInBlock(range))
      return fail() << "axis " << inner.getId() << " is before axis "
                    << range.getId() << " in the kernel";
    mergeRanges(range, inner);
    return success();
  }

  LogicalResult carry() {
    if (!isReduceAxis(range.getAxis()))
      return fail() << describe(range) << ", not a reduce axis";
    if (opt.getAmount() < 1)
      return fail() << "blocks need an amount of iterations";
    if (failed(checkNoScans()))
      return failure();
    if (isGPU && !opt.getAxes().empty())
      return fail()
             << "sums in memory of the kernel's own are not supported on "
                "target gpu";
    FailureOr<SmallVector<RangeOp>> axes = getAxes();
    if (failed(axes))
      return failure();
    reason = carryReduce(range, opt.getAmount(), *axes);
    return success(reason.empty());
  }

  /// What a store writes is not read again, and does not go into the caches.
  LogicalResult stream() {
    if (!isSupported())
      return fail() << "stream is not supported on target gpu";
    auto stores = llvm::filter_to_vector(
        kernel.getBody().front().getOps<StoreOp>(),
        [](StoreOp store) { return isa<BlockArgument>(store.getBuffer()); });
    int64_t number = opt.getOperand();
    if (number < 0 || number >= static_cast<int64_t>(stores.size()))
      return fail() << "the kernel has no store " << number;
    for (auto other : kernel.getBody().front().getOps<RangeOp>())
      if (other.getAxis() == AxisType::Carry && !hasCarriedSums(kernel))
        return fail() << "what it stores is read again over axis "
                      << other.getId();
    stores[number]->setAttr(StoreOp::kStreaming,
                            UnitAttr::get(kernel.getContext()));
    return success();
  }

  LogicalResult stage() {
    LoadOp operand = findLoad(kernel, opt.getOperand());
    if (!operand)
      return fail() << "the kernel has no operand " << opt.getOperand();
    FailureOr<SmallVector<RangeOp>> axes = getAxes();
    if (failed(axes))
      return failure();
    if (opt.getAmount() != 0 && opt.getAmount() != 1)
      return fail() << "expected 1 for windows that are staged once, but got "
                    << opt.getAmount();
    bool asWindows = opt.getAmount() == 1;
    bool isShared = isGPU && isSharedTile(operand, *axes);
    if (asWindows && isGPU)
      return fail() << "windows that are staged once are not supported on "
                       "target gpu";
    reason = isShared ? stageTile(operand, *axes)
                      : stageOperand(operand, *axes, asWindows);
    return success(reason.empty());
  }

  /// The axes of a product, by a unit of the chip or as it would have them.
  LogicalResult matrixUnit() {
    if (opt.getAxis() != -1 || opt.getAmount() != 0 || opt.getOperand() != -1)
      return fail() << "expected axes and a unit of tc, but got an "
                    << (opt.getAxis() != -1    ? "axis"
                        : opt.getAmount() != 0 ? "amount"
                                               : "operand");
    if (opt.getAxes().size() != 3)
      return fail() << "a product has 3 axes, m, n and k, but got "
                    << opt.getAxes().size();
    std::array<RangeOp, 3> axes;
    for (auto [axis, id] : llvm::zip_equal(axes, opt.getAxes())) {
      axis = findRange(kernel, id);
      if (!axis)
        return fail() << "the kernel has no axis " << id;
    }
    if (target.matrixUnits == 0)
      return fail() << "matrix units are switched off";
    if (failed(checkThreads()) || failed(checkNoScans()))
      return failure();
    range = axes[0];
    if (failed(checkNoSums()))
      return failure();
    for (auto range : kernel.getBody().front().getOps<RangeOp>())
      if (range.getAxis() == AxisType::Warp)
        return fail() << "axis " << range.getId()
                      << " is a lane's of another matrix unit";
    SmallVector<const MatrixUnit *> ofChip = getMatrixUnits(target.chip), units;
    if (StringAttr name = opt.getUnit()) {
      const MatrixUnit *unit = findMatrixUnit(name);
      if (!unit)
        return fail() << "there is no unit '" << name.getValue() << "'";
      if (isGPU && isX86Unit(*unit))
        return fail() << "unit '" << name.getValue() << "' is a processor's";
      // A processor goes through the tiles of a GPU's units itself.
      bool isOther = !isGPU && !isX86Unit(*unit);
      if (!target.chip.empty() && target.matrixUnits == 1 && !isOther &&
          !llvm::is_contained(ofChip, unit))
        return fail() << (isGPU ? "chip " : "the processor ") << target.chip
                      << " has no unit '" << name.getValue() << "'";
      units = {unit};
    } else if (ofChip.empty()) {
      return fail() << (!target.chip.empty()
                            ? isGPU ? "the chip has no matrix units"
                                    : "the processor has no matrix units"
                            : "a unit must be named where the chip is not");
    } else {
      units = ofChip;
    }
    // Without a name, one that takes the operands as they are, or else with the
    // right one flipped, which is packed mostly.
    bool isNamed = opt.getUnit() != nullptr;
    for (auto [left, right] : {std::pair(false, false), std::pair(false, true),
                               std::pair(true, false), std::pair(true, true)}) {
      if (isNamed && !(left && right))
        continue;
      for (const MatrixUnit *unit : units) {
        if (!unit->inexact.empty() && !opt.getInexact()) {
          if (reason.empty())
            fail() << "of unit '" << unit->name << "' " << unit->inexact
                   << ", which the opt must accept by 'inexact'";
          continue;
        }
        bool isNative =
            target.matrixUnits == 1 && llvm::is_contained(ofChip, unit);
        std::string refusal = applyMatrixUnit(axes[0], axes[1], axes[2], *unit,
                                              {isGPU, isNative, left, right});
        if (refusal.empty())
          return reason.clear(), success();
        // The reason of the first that comes near.
        if (reason.empty() || units.size() == 1)
          reason = refusal;
      }
    }
    return failure();
  }

  KernelOp kernel;
  OptAttr opt;
  const OptTarget &target;
  bool isGPU;
  RangeOp range;
  std::string reason;
};
} // namespace

std::string tinygrad::uop::applyOpt(KernelOp kernel, OptAttr opt,
                                    const OptTarget &target) {
  Application application(kernel, opt, target);
  return succeeded(application.run()) ? "" : application.getReason();
}
