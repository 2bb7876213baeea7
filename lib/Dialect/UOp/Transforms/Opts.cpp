//===- Opts.cpp - applying opts to a kernel -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Opts.h"
#include "CarryReduce.h"
#include "MatrixTile.h"
#include "OptApplication.h"
#include "SplitRange.h"
#include "StageOperand.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

LogicalResult OptApplication::run() {
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
                  << " is not supported on target " << (isGPU ? "gpu" : "cpu");
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

bool OptApplication::isSupported() {
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

std::string OptApplication::describe(RangeOp axis) {
  return ("axis " + Twine(axis.getId()) + " is of type " +
          stringifyAxisType(axis.getAxis()))
      .str();
}

FailureOr<SmallVector<RangeOp>> OptApplication::getAxes() {
  SmallVector<RangeOp> axes;
  for (int64_t id : opt.getAxes()) {
    axes.push_back(findRange(kernel, id));
    if (!axes.back())
      return fail() << "the kernel has no axis " << id;
  }
  return axes;
}

LogicalResult OptApplication::carry() {
  if (!isReduceAxis(range.getAxis()))
    return fail() << describe(range) << ", not a reduce axis";
  if (opt.getAmount() < 1)
    return fail() << "blocks need an amount of iterations";
  if (failed(checkNoScans()))
    return failure();
  if (isGPU && !opt.getAxes().empty())
    return fail() << "sums in memory of the kernel's own are not supported on "
                     "target gpu";
  FailureOr<SmallVector<RangeOp>> axes = getAxes();
  if (failed(axes))
    return failure();
  reason = carryReduce(range, opt.getAmount(), *axes);
  return success(reason.empty());
}

LogicalResult OptApplication::stream() {
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

LogicalResult OptApplication::stage() {
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

std::string tinygrad::uop::applyOpt(KernelOp kernel, OptAttr opt,
                                    const OptTarget &target) {
  OptApplication application(kernel, opt, target);
  return succeeded(application.run()) ? "" : application.getReason();
}
