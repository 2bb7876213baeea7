//===- VerifyHazards.cpp - checks that events order every conflict ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/Analysis/Dependencies.h"
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h"

using namespace mlir;

namespace tinygrad::jit {
#define GEN_PASS_DEF_VERIFYHAZARDS
#include "TinyGrad/Dialect/JIT/Transforms/Passes.h.inc"

namespace {
LogicalResult verifyGraph(GraphOp graph) {
  Dependencies order = Dependencies::fromEvents(graph);
  ArrayRef<Operation *> items = order.getItems();
  std::vector<SmallVector<Access>> accesses;
  for (Operation *item : items)
    accesses.push_back(getAccesses(item));
  for (unsigned second = 0; second < items.size(); ++second)
    for (unsigned first = 0; first < second; ++first) {
      if (order.isOrdered(first, second))
        continue;
      std::optional<ByteRange> conflict =
          findConflict(accesses[first], accesses[second]);
      if (!conflict)
        continue;
      InFlightDiagnostic diag = items[second]->emitOpError()
                                << "conflicts on bytes [" << conflict->begin
                                << ", " << conflict->end
                                << ") of a buffer with an item that no event "
                                << "orders before it";
      diag.attachNote(items[first]->getLoc()) << "the other item is here";
      diag.attachNote(conflict->memory.getLoc()) << "the buffer is here";
      return diag;
    }
  return success();
}

struct VerifyHazards : impl::VerifyHazardsBase<VerifyHazards> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](GraphOp graph) {
      return failed(verifyGraph(graph)) ? WalkResult::interrupt()
                                        : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
} // namespace tinygrad::jit
