//===- ReductionPatterns.cpp - simpler lists that still fail ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/JIT/Reducer/ReductionPatterns.h"
#include "TinyGrad/Dialect/JIT/Analysis/Accesses.h"
#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Dialect/JIT/IR/JITInterfaces.h"
#include "TinyGrad/Reducer/Trial.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;

namespace tinygrad::jit {

/// Writes an item anew so that it does not wait for `event`, and without an
/// event of its own if nobody waits for it.
static void dropEvent(RewriterBase &rewriter, Operation *item, Value event) {
  SmallVector<Value> after;
  for (Value operand : item->getOperands())
    if (isa<EventType>(operand.getType()) && operand != event)
      after.push_back(operand);
  rewriter.setInsertionPoint(item);
  bool isAwaited = !item->use_empty();
  Operation *anew = rebuildItem(rewriter, item, after, isAwaited);
  if (isAwaited)
    rewriter.replaceAllUsesWith(item->getResults(), anew->getResults());
  rewriter.eraseOp(item);
}

/// Without the op, once nothing uses it or waits for it: mlir-reduce keeps a
/// list of ops, of which a pattern may erase none but its own.
static LogicalResult eraseUnused(RewriterBase &rewriter, Operation *op) {
  if (!op->use_empty())
    return failure();
  rewriter.eraseOp(op);
  return success();
}

namespace {
/// Items go, or wait for less.
class ReduceItem : public RewritePattern {
public:
  ReduceItem(MLIRContext *context, Trial trial)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context),
        trial(trial) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    auto attempt = [&](Change change) {
      return trial.change(rewriter, op, change);
    };
    if (isa<AllocOp>(op) && op->use_empty())
      return success(attempt(eraseUnused));
    if (!isItem(op))
      return rewriter.notifyMatchFailure(op, "not an item");
    if (attempt(eraseUnused))
      return success();
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      auto wait = [i](RewriterBase &rewriter, Operation *op) {
        Value event = op->getOperand(i);
        if (!isa<EventType>(event.getType()))
          return failure();
        dropEvent(rewriter, op, event);
        return success();
      };
      if (attempt(wait))
        return success();
    }
    return failure();
  }

private:
  Trial trial;
};

/// The items of a graph, as items of the list.
class OpenGraph : public OpRewritePattern<GraphOp> {
public:
  OpenGraph(MLIRContext *context, Trial trial)
      : OpRewritePattern(context), trial(trial) {}

  LogicalResult matchAndRewrite(GraphOp graph,
                                PatternRewriter &rewriter) const override {
    auto open = [](RewriterBase &rewriter, Operation *op) {
      Block &body = cast<GraphOp>(op).getBody().front();
      for (Operation &item : llvm::make_early_inc_range(body)) {
        rewriter.setInsertionPoint(op);
        rebuildItem(rewriter, &item, {}, /*hasEvent=*/false);
      }
      rewriter.eraseOp(op);
      return success();
    };
    return success(trial.change(rewriter, graph, open));
  }

private:
  Trial trial;
};

/// Results go, and arguments that nothing uses.
class ReduceFunc : public OpRewritePattern<FuncOp> {
public:
  ReduceFunc(MLIRContext *context, Trial trial)
      : OpRewritePattern(context), trial(trial) {}

  LogicalResult matchAndRewrite(FuncOp function,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    auto attempt = [&](Change change) {
      changed |= trial.changeInPlace(rewriter, function, change);
    };
    for (unsigned i = function.getNumResults(); i-- > 0;)
      attempt([i](RewriterBase &, Operation *op) {
        auto function = cast<FuncOp>(op);
        function.getBody().front().getTerminator()->eraseOperand(i);
        return LogicalResult(function.eraseResult(i));
      });
    for (unsigned i = function.getNumArguments(); i-- > 0;)
      attempt([i](RewriterBase &, Operation *op) {
        auto function = cast<FuncOp>(op);
        if (!function.getArgument(i).use_empty())
          return failure();
        return LogicalResult(function.eraseArgument(i));
      });
    return success(changed);
  }

private:
  Trial trial;
};

struct ReductionPatterns : DialectReductionPatternInterface {
  ReductionPatterns(Dialect *dialect, bool driverFolds)
      : DialectReductionPatternInterface(dialect), driverFolds(driverFolds) {}

  void populateReductionPatterns(RewritePatternSet &) const override {}
  void populateReductionPatternsWithTester(RewritePatternSet &patterns,
                                           Tester &tester) const override {
    patterns.add<ReduceItem, OpenGraph, ReduceFunc>(patterns.getContext(),
                                                    Trial(tester, driverFolds));
  }

private:
  bool driverFolds;
};
} // namespace

template <bool DriverFolds>
static void addPatterns(MLIRContext *, JITDialect *dialect) {
  dialect->addInterface(
      std::make_unique<ReductionPatterns>(dialect, DriverFolds));
}

void registerReductionPatterns(DialectRegistry &registry, bool driverFolds) {
  registry.addExtension(driverFolds ? &addPatterns<true> : &addPatterns<false>);
}

} // namespace tinygrad::jit
