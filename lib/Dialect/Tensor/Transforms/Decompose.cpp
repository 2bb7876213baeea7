//===- Decompose.cpp - composite ops become simpler ones --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/Tensor/IR/Attention.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace tinygrad::tg {

#define GEN_PASS_DEF_TGDECOMPOSEPASS
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h.inc"

namespace {
// A walk, not the greedy driver: each op is decomposed once, and one that
// cannot be is an error with a place rather than a pattern that does not match.
struct DecomposePass : impl::TGDecomposePassBase<DecomposePass> {
  using TGDecomposePassBase::TGDecomposePassBase;

  LogicalResult initialize(MLIRContext *context) override {
    for (auto [option, names] :
         {std::pair("keep", ArrayRef<std::string>(keep)),
          std::pair("only", ArrayRef<std::string>(only))})
      for (const std::string &name : names)
        if (!RegisteredOperationName::lookup(name, context))
          return emitError(UnknownLoc::get(context))
                 << "expected names of ops in " << option << ", but got '"
                 << name << "'";
    kept.clear();
    kept.insert(keep.begin(), keep.end());
    chosen.clear();
    chosen.insert(only.begin(), only.end());
    return success();
  }

  bool stays(Operation *op) const {
    StringRef name = op->getName().getStringRef();
    if (auto mapped = dyn_cast<IndexMapOpInterface>(op);
        keepScans && mapped && mapped.getScanAxis())
      return true;
    return kept.contains(name) || (!chosen.empty() && !chosen.contains(name));
  }

  void runOnOperation() override {
    SmallVector<DecomposableOpInterface> composites;
    auto collect = [&](Operation *root) {
      root->walk([&](DecomposableOpInterface op) {
        if (!stays(op))
          composites.push_back(op);
      });
    };
    collect(getOperation());
    IRRewriter rewriter(&getContext());
    while (!composites.empty()) {
      DecomposableOpInterface op = composites.pop_back_val();
      Operation *before = op->getPrevNode();
      rewriter.setInsertionPoint(op);
      auto attention = dyn_cast<AttentionOp>(op.getOperation());
      FailureOr<SmallVector<Value>> results =
          forUnits && attention
              ? decomposeAttentionForUnits(attention, rewriter)
              : op.decompose(rewriter);
      if (failed(results))
        return signalPassFailure();
      // A decomposition may use other composite ops.
      for (Operation *made = before ? before->getNextNode()
                                    : &op->getBlock()->front();
           made != op; made = made->getNextNode())
        collect(made);
      rewriter.replaceOp(op, *results);
    }
  }

  llvm::StringSet<> kept, chosen;
};
} // namespace

} // namespace tinygrad::tg
