//===- ConversionDriver.cpp - converts a function op by op ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionDriver.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;
using namespace tinygrad;

namespace {
/// Remembers why patterns declined.
struct ReasonListener : RewriterBase::Listener {
  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> reason) override {
    Diagnostic diagnostic(loc, DiagnosticSeverity::Remark);
    reason(diagnostic);
    reasons[current] = diagnostic.str();
  }
  void notifyOperationErased(Operation *op) override { reasons.erase(op); }

  /// The op that patterns are tried on.
  Operation *current = nullptr;
  DenseMap<Operation *, std::string> reasons;
};
} // namespace

static void eraseDead(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&op))
        op.erase();
}

LogicalResult tg::convertInOrder(Operation *function,
                                 RewritePatternSet &&patterns,
                                 function_ref<bool(Operation *)> mustGo,
                                 StringRef to) {
  FrozenRewritePatternSet frozen(std::move(patterns));
  PatternApplicator applicator(frozen);
  applicator.applyDefaultCostModel();
  PatternRewriter rewriter(function->getContext());
  ReasonListener listener;
  rewriter.setListener(&listener);
  for (Region &region : function->getRegions()) {
    for (Block &block : region)
      for (Operation &op : llvm::make_early_inc_range(block)) {
        rewriter.setInsertionPoint(&op);
        listener.current = &op;
        (void)applicator.matchAndRewrite(&op, rewriter);
      }
    eraseDead(region);
  }
  bool isClean = true;
  for (Region &region : function->getRegions())
    for (Block &block : region)
      for (Operation &op : block) {
        if (!mustGo(&op))
          continue;
        isClean = false;
        auto reason = listener.reasons.find(&op);
        InFlightDiagnostic error = op.emitOpError()
                                   << "cannot be converted to " << to;
        if (reason != listener.reasons.end())
          error << ": " << reason->second;
        else
          error << ": nothing there means the same";
      }
  return success(isClean);
}
