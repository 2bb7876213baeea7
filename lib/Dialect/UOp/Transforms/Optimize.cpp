//===- Optimize.cpp - the pass uop-optimize -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GPUContraction.h"
#include "OptHeuristic.h"
#include "Opts.h"

#include "TinyGrad/Dialect/UOp/IR/Constant.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Remarks.h"
#include <map>

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_OPTIMIZE
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// Which axes the ids in chosen opts mean where some of them were refused: a
/// split that was not done made no axis, a merge took none away.
class AxisNames {
public:
  explicit AxisNames(KernelOp kernel) {
    for (auto range : kernel.getBody().front().getOps<RangeOp>())
      ids[range.getId()] = range.getId();
  }

  /// `opt` in the kernel's ids; nothing if it names an axis that is not there.
  OptAttr translate(OptAttr opt) const {
    bool isMissing = false;
    auto translateId = [&](int64_t id) {
      auto it = ids.find(id);
      isMissing |= it == ids.end() || it->second < 0;
      return it == ids.end() ? id : it->second;
    };
    OptKind kind = opt.getKind();
    int64_t axis = opt.getAxis(), amount = opt.getAmount();
    if (kind != OptKind::Stage && kind != OptKind::Stream)
      axis = translateId(axis);
    if (kind == OptKind::Swap || kind == OptKind::Merge)
      amount = translateId(amount);
    SmallVector<int64_t> axes = llvm::map_to_vector(opt.getAxes(), translateId);
    if (isMissing)
      return {};
    return OptAttr::get(opt.getContext(), kind, axis, amount, opt.getOperand(),
                        axes);
  }

  /// Follows what the chooser thinks that `opt` did to the axes; `freeId` is
  /// that of the axis that it made if it was applied.
  void note(OptAttr opt, bool isApplied, int64_t freeId) {
    OptKind kind = opt.getKind();
    if (kind == OptKind::Merge)
      ids.erase(opt.getAmount());
    else if (kind == OptKind::Upcast || kind == OptKind::Unroll ||
             kind == OptKind::Tile || kind == OptKind::Carry ||
             kind == OptKind::Local || kind == OptKind::Group)
      ids[ids.empty() ? 0 : ids.rbegin()->first + 1] = isApplied ? freeId : -1;
    else if (kind == OptKind::Swap && !isApplied)
      std::swap(ids[opt.getAxis()], ids[opt.getAmount()]);
  }

private:
  /// Of every axis in the chooser's ids: its own, or -1 where it is not there.
  std::map<int64_t, int64_t> ids;
};

struct Optimize : impl::OptimizeBase<Optimize> {
  using OptimizeBase::OptimizeBase;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    if (!kernel.getOpts() && !heuristic)
      return;
    if (onlyChoose && (kernel.getOpts() || !hasConstant(kernel)))
      return;
    if (failed(checkUnsplit(kernel)))
      return signalPassFailure();
    if (onlyChoose)
      return writeChoice(kernel);
    if (!kernel.getOpts())
      choose(kernel);
    else if (failed(apply(kernel, *kernel.getOpts())))
      return signalPassFailure();
    simplifyKernel(kernel);
  }

private:
  /// Opts are on the kernel as it was before any of them.
  LogicalResult checkUnsplit(KernelOp kernel) {
    for (auto range : kernel.getBody().front().getOps<RangeOp>()) {
      AxisType axis = range.getAxis();
      if (axis != AxisType::Global && axis != AxisType::Loop &&
          axis != AxisType::Reduce)
        return kernel.emitOpError()
               << "expected a kernel in expression form, but axis "
               << range.getId() << " is of type " << stringifyAxisType(axis);
    }
    return success();
  }

  /// Leaves the kernel as it is, but for the list of opts and what simplifies
  /// it before them: operands are counted then.
  void writeChoice(KernelOp kernel) {
    simplifyKernel(kernel);
    OwningOpRef<KernelOp> copy = cast<KernelOp>(kernel->clone());
    choose(*copy);
    kernel.setOptsAttr(copy->getOptsAttr());
  }

  static auto describe(const ChosenOpt &choice) {
    StringRef kind = stringifyOptKind(choice.opt.getKind());
    if (choice.opt.getKind() == OptKind::TC)
      return remark::add("{0} unit {1}: {2}", kind,
                         choice.opt.getUnit() ? choice.opt.getUnit().getValue()
                                              : "of the target",
                         choice.reason);
    if (choice.opt.getKind() == OptKind::Stage ||
        choice.opt.getKind() == OptKind::Stream)
      return remark::add("{0} operand {1}: {2}", kind, choice.opt.getOperand(),
                         choice.reason);
    return remark::add("{0} axis {1} amount {2}: {3}", kind,
                       choice.opt.getAxis(), choice.opt.getAmount(),
                       choice.reason);
  }

  /// What the attribute says must be possible.
  LogicalResult apply(KernelOp kernel, ArrayAttr opts) {
    for (auto opt : opts.getAsRange<OptAttr>()) {
      std::string reason = applyOpt(kernel, opt, {gpu, chip, matrixUnits});
      if (!reason.empty())
        return kernel.emitOpError() << "cannot apply " << opt << ": " << reason;
    }
    return success();
  }

  /// Applies opts that were tried on a copy of the kernel.
  void applyTried(KernelOp kernel, ArrayRef<ChosenOpt> chosen) {
    SmallVector<Attribute> opts;
    for (const ChosenOpt &choice : chosen) {
      applyOpt(kernel, choice.opt, {gpu, chip, matrixUnits});
      opts.push_back(choice.opt);
      remark::passed(kernel.getLoc(),
                     remark::RemarkOpts::name("opt").category("uop-optimize"))
          << describe(choice);
    }
    kernel.setOptsAttr(ArrayAttr::get(kernel.getContext(), opts));
  }

  /// Applies what the heuristic chose. It knows strides and sizes only, so the
  /// kernel may refuse a part of it: that is left out, and the rest is done.
  void choose(KernelOp kernel) {
    HeuristicTarget target = {vectorBits, vectorRegisters, l1Bytes,
                              l2Bytes,    lastBytes,       chip,
                              matrixUnits};
    GPUHeuristicTarget gpuTarget = {gpuThreads, sharedBytes, chip, matrixUnits};
    SmallVector<ChosenOpt> chosen;
    bool areTried = false;
    if (gpu) {
      chosen = chooseContractionOpts(kernel, gpuTarget);
      areTried = !chosen.empty();
      if (!areTried)
        chosen = chooseGPUOpts(kernel, gpuTarget);
    } else {
      chosen = chooseOpts(kernel, target, areTried);
    }
    if (areTried)
      return applyTried(kernel, chosen);
    auto options = remark::RemarkOpts::name("opt").category("uop-optimize");
    AxisNames names(kernel);
    SmallVector<Attribute> opts;
    for (const ChosenOpt &choice : chosen) {
      int64_t freeId = kernel.getFreeRangeId();
      std::string reason = "it names an axis that was not made";
      OptAttr opt = names.translate(choice.opt);
      if (opt)
        reason = applyOpt(kernel, opt, {gpu, chip, matrixUnits});
      names.note(choice.opt, reason.empty(), freeId);
      if (reason.empty()) {
        remark::passed(kernel.getLoc(), options) << describe(choice);
        opts.push_back(opt);
      } else {
        remark::missed(kernel.getLoc(), options)
            << describe(choice) << remark::reason("{0}", reason);
      }
    }
    if (opts.empty())
      remark::missed(kernel.getLoc(), options)
          << remark::reason("no axis is worth an opt");
    kernel.setOptsAttr(ArrayAttr::get(kernel.getContext(), opts));
  }
};
} // namespace
} // namespace tinygrad::uop
