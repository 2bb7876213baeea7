//===- Optimize.cpp - the pass uop-optimize -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptHeuristic.h"
#include "Opts.h"

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_OPTIMIZE
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

struct Optimize : impl::OptimizeBase<Optimize> {
  using OptimizeBase::OptimizeBase;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    if (!kernel.getOpts() && !heuristic)
      return;
    if (failed(checkUnsplit(kernel)))
      return signalPassFailure();
    if (!kernel.getOpts())
      choose(kernel);
    ArrayAttr opts = *kernel.getOpts();
    for (Attribute opt : opts)
      if (failed(applyOpt(kernel, cast<OptAttr>(opt))))
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

  static auto describe(const ChosenOpt &choice) {
    StringRef kind = stringifyOptKind(choice.opt.getKind());
    if (choice.opt.getKind() == OptKind::Stage)
      return remark::add("{0} operand {1}: {2}", kind, choice.opt.getOperand(),
                         choice.reason);
    return remark::add("{0} axis {1} amount {2}: {3}", kind,
                       choice.opt.getAxis(), choice.opt.getAmount(),
                       choice.reason);
  }

  void choose(KernelOp kernel) {
    HeuristicTarget target = {vectorBits, vectorRegisters, l1Bytes, l2Bytes};
    SmallVector<ChosenOpt> chosen = chooseOpts(kernel, target);
    SmallVector<Attribute> opts;
    for (const ChosenOpt &choice : chosen) {
      remark::passed(kernel.getLoc(),
                     remark::RemarkOpts::name("opt").category("uop-optimize"))
          << describe(choice);
      opts.push_back(choice.opt);
    }
    if (opts.empty())
      remark::missed(kernel.getLoc(),
                     remark::RemarkOpts::name("opt").category("uop-optimize"))
          << remark::reason("no axis is worth an opt");
    kernel.setOptsAttr(ArrayAttr::get(kernel.getContext(), opts));
  }
};
} // namespace
} // namespace tinygrad::uop
