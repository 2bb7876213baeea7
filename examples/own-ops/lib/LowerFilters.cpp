//===- LowerFilters.cpp - filters become launches -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signal/SignalDialect.h"

#include "mlir/Pass/Pass.h"

namespace signals {
#define GEN_PASS_DEF_LOWERSIGNALFILTERSPASS
#include "Signal/Passes.h.inc"

namespace {
struct LowerSignalFiltersPass
    : impl::LowerSignalFiltersPassBase<LowerSignalFiltersPass> {
  void runOnOperation() override {
    getOperation()->walk([](FilterOp filter) {
      mlir::OpBuilder builder(filter);
      mlir::Type event =
          filter.getEvent() ? filter.getEvent().getType() : mlir::Type();
      auto launch = tinygrad::jit::LaunchOp::create(
          builder, filter.getLoc(), event, "signal_filter", filter.getOutput(),
          filter.getInput(), /*vars=*/mlir::ValueRange(),
          /*grid=*/mlir::ValueRange(), /*block=*/mlir::ValueRange(),
          filter.getAfter());
      filter->replaceAllUsesWith(launch);
      filter.erase();
    });
    getOperation()->walk([](MeterOp meter) { meter.erase(); });
  }
};
} // namespace
} // namespace signals
