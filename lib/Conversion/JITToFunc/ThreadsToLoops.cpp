//===- ThreadsToLoops.cpp - kernels that do all of their THREAD axis ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Conversion/Passes.h"

namespace tinygrad {
#define GEN_PASS_DEF_CONVERTUOPTHREADSTOLOOPS
#include "TinyGrad/Conversion/Passes.h.inc"

namespace {
struct ConvertUOpThreadsToLoopsPass
    : impl::ConvertUOpThreadsToLoopsBase<ConvertUOpThreadsToLoopsPass> {
  void runOnOperation() override {
    getOperation().walk([](uop::RangeOp range) {
      if (range.getAxis() == uop::AxisType::Thread)
        range.setAxis(uop::AxisType::Global);
    });
  }
};
} // namespace
} // namespace tinygrad
