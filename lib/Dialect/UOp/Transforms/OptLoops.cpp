//===- OptLoops.cpp - opts that split, order or bind loops -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarryReduce.h"
#include "OptApplication.h"
#include "Opts.h"
#include "SplitRange.h"

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Whether the loop of `axis` stands in the order of the output loops.
static bool isOuterLoop(AxisType axis) {
  return isOutputAxis(axis) || axis == AxisType::Carry;
}

LogicalResult OptApplication::vectorize(StringRef wanted, bool isWanted,
                                        AxisType type) {
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

/// Whether an index is computed by dividing one of `range`.
static bool isDivided(RangeOp range) {
  return llvm::any_of(range.getResult().getUsers(), [](Operation *user) {
    auto apply = dyn_cast<affine::AffineApplyOp>(user);
    bool divides = false;
    if (apply)
      apply.getAffineMap().walkExprs([&](AffineExpr expr) {
        divides |= expr.getKind() == AffineExprKind::FloorDiv ||
                   expr.getKind() == AffineExprKind::Mod;
      });
    return divides;
  });
}

LogicalResult OptApplication::tile() {
  AxisType axis = range.getAxis();
  if (!isOutputAxis(axis) && !isReduceAxis(axis))
    return fail() << describe(range) << ", not a loop";
  FailureOr<int64_t> amount = getSplit();
  if (failed(amount))
    return failure();
  bool wasDivided = isDivided(range);
  splitRange(range, *amount,
             isReduceAxis(axis) ? AxisType::Reduce : AxisType::Loop);
  // What varies with the outer part alone must not seem to with the inner one.
  if (wasDivided)
    simplifyIndexOperands(kernel);
  return success();
}

LogicalResult OptApplication::local() {
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
  stage.getBuffer().setType(
      MemRefType::get(type.getShape(), type.getElementType(), type.getLayout(),
                      gpu::AddressSpaceAttr::get(
                          kernel.getContext(), gpu::AddressSpace::Workgroup)));
  return success();
}

LogicalResult OptApplication::group() {
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

LogicalResult OptApplication::loop() {
  if (!isOutputAxis(range.getAxis()))
    return fail() << describe(range) << ", not an output axis";
  range.setAxis(AxisType::Loop);
  return success();
}

LogicalResult OptApplication::thread() {
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

LogicalResult OptApplication::pad() {
  if (!isOutputAxis(range.getAxis()) && !isReduceAxis(range.getAxis()))
    return fail() << describe(range) << ", not a loop";
  if (opt.getAmount() < 2)
    return fail() << "every size is a multiple of " << opt.getAmount();
  if (failed(checkNotStaged()) || failed(checkNoSums()))
    return failure();
  padRange(range, opt.getAmount());
  return success();
}

LogicalResult OptApplication::swap() {
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

LogicalResult OptApplication::merge() {
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
