//===- Opts.cpp - applying opts to a kernel -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Opts.h"
#include "CarryReduce.h"
#include "SplitRange.h"
#include "StageOperand.h"

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace {

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
  Application(KernelOp kernel, OptAttr opt, bool isGPU)
      : kernel(kernel), opt(opt), isGPU(isGPU) {}

  /// Why the opt does not fit, after a failure.
  const std::string &getReason() const { return reason; }

  LogicalResult run() {
    if (opt.getAmount() < 0)
      return fail() << "the amount " << opt.getAmount() << " is negative";
    if (opt.getKind() == OptKind::Stage)
      return stage();
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
    case OptKind::TC:
      break;
    }
    llvm_unreachable("every kind is listed");
  }

private:
  bool isSupported() {
    switch (opt.getKind()) {
    case OptKind::TC:
      return false;
    case OptKind::Local:
    case OptKind::Group:
    case OptKind::GroupTop:
    case OptKind::Loop:
      return isGPU;
    case OptKind::Thread:
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

  /// An axis that a stage closes has a place in memory for each of its points.
  LogicalResult checkNotStaged() {
    RangeScopes scopes(kernel);
    if (llvm::any_of(scopes.getClosers(range), llvm::IsaPred<StageOp>))
      return fail() << "axis " << range.getId() << " is closed by a stage";
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
    if (failed(checkStaged(amount)))
      return failure();
    return amount;
  }

  /// Beyond the size a stage has no places, but behind its end.
  LogicalResult checkStaged(int64_t amount) {
    bool divides = !range.getSize() && range.getStaticSize() % amount == 0;
    RangeScopes scopes(kernel);
    for (Operation *closer : scopes.getClosers(range))
      if (auto stage = dyn_cast<StageOp>(closer))
        if (!divides && stage.getRanges().front() != range.getResult())
          return fail() << "axis " << range.getId()
                        << " is an inner axis of a stage, and its size no "
                           "multiple of "
                        << amount;
    return success();
  }

  /// Elements of the largest vector, were the range split by `amount`.
  int64_t countElements(int64_t amount) {
    RangeScopes scopes(kernel);
    int64_t most = amount;
    for (Operation &op : kernel.getBody().front()) {
      ArrayRef<RangeOp> scope = scopes.getScope(&op);
      if (!llvm::is_contained(scope, range))
        continue;
      int64_t elements = amount;
      for (RangeOp other : scope)
        if (isVectorAxis(other))
          if (llvm::MulOverflow<int64_t>(elements, other.getStaticSize(),
                                         elements))
            return std::numeric_limits<int64_t>::max();
      most = std::max(most, elements);
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

  /// Threads of a workgroup for an output axis, or to fill a stage together.
  LogicalResult local() {
    RangeScopes scopes(kernel);
    StageOp stage;
    for (Operation *closer : scopes.getClosers(range))
      if (auto candidate = dyn_cast<StageOp>(closer))
        stage = candidate;
    if (!stage && !isOutputAxis(range.getAxis()))
      return fail() << describe(range) << ", not an output axis";
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
    FailureOr<int64_t> amount = getSplit();
    if (failed(amount))
      return failure();
    if (!llvm::isPowerOf2_64(*amount))
      return fail() << "groups have a power of two of threads, not " << *amount;
    RangeScopes scopes(kernel);
    if (!llvm::all_of(scopes.getClosers(range), llvm::IsaPred<ReduceOp>))
      return fail() << "axis " << range.getId() << " is closed by a stage";
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
    if (failed(checkNotStaged()))
      return failure();
    if (opt.getAmount() > 1)
      splitRange(range, opt.getAmount(), AxisType::Loop);
    range.setAxis(AxisType::Thread);
    return success();
  }

  LogicalResult pad() {
    if (!isOutputAxis(range.getAxis()) && !isReduceAxis(range.getAxis()))
      return fail() << describe(range) << ", not a loop";
    if (opt.getAmount() < 2)
      return fail() << "every size is a multiple of " << opt.getAmount();
    if (failed(checkNotStaged()))
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
    if (failed(checkNotStaged()))
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
    reason = carryReduce(range, opt.getAmount());
    return success(reason.empty());
  }

  LogicalResult stage() {
    LoadOp operand;
    int64_t number = 0;
    for (auto load : kernel.getBody().front().getOps<LoadOp>())
      if (number++ == opt.getOperand())
        operand = load;
    if (!operand)
      return fail() << "the kernel has no operand " << opt.getOperand();
    SmallVector<RangeOp> axes;
    for (int64_t id : opt.getAxes()) {
      axes.push_back(findRange(kernel, id));
      if (!axes.back())
        return fail() << "the kernel has no axis " << id;
    }
    reason = stageOperand(operand, axes);
    return success(reason.empty());
  }

  KernelOp kernel;
  OptAttr opt;
  bool isGPU;
  RangeOp range;
  std::string reason;
};
} // namespace

std::string tinygrad::uop::applyOpt(KernelOp kernel, OptAttr opt, bool isGPU) {
  Application application(kernel, opt, isGPU);
  return succeeded(application.run()) ? "" : application.getReason();
}
