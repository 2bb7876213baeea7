//===- EstimateOpts.cpp - what opts give, without a run ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCost.h"
#include "Opts.h"

#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"

using namespace mlir;
using namespace tinygrad::uop;

std::string tinygrad::uop::applyOpts(KernelOp kernel, ArrayRef<OptAttr> opts,
                                     const OptTarget &target) {
  for (OptAttr opt : opts) {
    std::string reason = applyOpt(kernel, opt, target);
    if (!reason.empty())
      return reason;
  }
  return "";
}

namespace {
/// What a list of opts makes of the axes, as a candidate of the cost model.
class OptsReader {
public:
  explicit OptsReader(KernelWork &work) : work(work) {
    candidate.factors.assign(work.axes.size(), 1);
  }

  bool read(ArrayRef<OptAttr> opts) {
    return llvm::all_of(opts, [&](OptAttr opt) { return read(opt); });
  }

  Candidate candidate;

private:
  std::optional<unsigned> find(int64_t id) const {
    for (auto [position, axis] : llvm::enumerate(work.axes))
      if (axis.id == id)
        return position;
    return std::nullopt;
  }

  bool read(OptAttr opt) {
    std::optional<unsigned> axis = find(opt.getAxis());
    switch (opt.getKind()) {
    case OptKind::Merge: {
      std::optional<unsigned> inner = find(opt.getAmount());
      if (!axis || !inner || !work.areContiguous(*axis, *inner))
        return false;
      work.merge(*axis, *inner);
      return true;
    }
    case OptKind::Upcast:
    case OptKind::Unroll: {
      // A part of a part: the model has one factor for both.
      if (!axis)
        return false;
      int64_t amount =
          opt.getAmount() ? opt.getAmount() : work.axes[*axis].size;
      candidate.factors[*axis] *= amount;
      if (work.axes[*axis].isReduce &&
          !llvm::is_contained(candidate.reduceLanes, int(*axis)))
        candidate.reduceLanes.push_back(*axis);
      return true;
    }
    case OptKind::TC:
      // Costs of units are those of UnitSchedule.
      return false;
    default:
      // Where loops stand and what is packed: the model packs what is worth it.
      return true;
    }
  }

  KernelWork &work;
};
} // namespace

std::optional<double> tinygrad::uop::estimateOpts(KernelOp kernel,
                                                  ArrayRef<OptAttr> opts,
                                                  const MachineModel &machine) {
  KernelWork work(kernel);
  OptsReader reader(work);
  if (!reader.read(opts))
    return std::nullopt;
  KernelCost cost(work, {machine.vectorBits, machine.vectorRegisters,
                         machine.l1Bytes, machine.l2Bytes});
  // The lanes are along one of the axes that have a factor.
  Candidate &candidate = reader.candidate;
  double least = cost.getCost(candidate);
  for (auto [position, axis] : llvm::enumerate(work.axes)) {
    if (axis.isReduce || candidate.factors[position] == 1)
      continue;
    candidate.lanes = position;
    least = std::min(least, cost.getCost(candidate));
  }
  if (!(least < std::numeric_limits<double>::infinity()))
    return std::nullopt;
  return least;
}
