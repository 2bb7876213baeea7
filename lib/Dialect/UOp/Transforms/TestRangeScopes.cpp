//===- TestRangeScopes.cpp - shows scopes as remarks -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_TESTRANGESCOPES
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {
std::string toString(ArrayRef<RangeOp> ranges) {
  std::string ids = llvm::join(
      llvm::map_range(
          ranges, [](RangeOp range) { return std::to_string(range.getId()); }),
      ", ");
  return "{" + ids + "}";
}

struct TestRangeScopes : impl::TestRangeScopesBase<TestRangeScopes> {
  void runOnOperation() override {
    KernelOp kernel = getOperation();
    RangeScopes scopes(kernel);
    for (Operation &op : kernel.getBody().front()) {
      if (isa<StoreOp>(op))
        op.emitRemark() << "closes " << toString(scopes.getScope(&op));
      for (Value result : op.getResults())
        op.emitRemark() << "open " << toString(scopes.getOpen(result))
                        << " in scope " << toString(scopes.getScope(&op));
    }
    if (failed(scopes.verify()))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
} // namespace tinygrad::uop
