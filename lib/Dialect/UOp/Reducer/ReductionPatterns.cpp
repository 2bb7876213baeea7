//===- ReductionPatterns.cpp - simpler kernels that still fail --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Reducer/ReductionPatterns.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Reducer/Trial.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;

namespace tinygrad::uop {

/// 1 of a scalar or in each place of a vector, but index 0, which is in any
/// buffer; null for other types.
static TypedAttr getSimple(Type type) {
  Type element = getElementTypeOrSelf(type);
  TypedAttr one;
  if (auto number = dyn_cast<FloatType>(element))
    one = FloatAttr::get(number, 1.0);
  else if (element.isIndex() || isa<IntegerType>(element))
    one = IntegerAttr::get(element, element.isIndex() ? 0 : 1);
  auto vector = dyn_cast<VectorType>(type);
  if (!one || (!vector && type != element))
    return {};
  return vector ? TypedAttr(DenseElementsAttr::get(vector, Attribute(one)))
                : one;
}

static LogicalResult replaceByConstant(RewriterBase &rewriter, Operation *op) {
  TypedAttr value = getSimple(op->getResult(0).getType());
  if (!value)
    return failure();
  rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, value);
  return success();
}

static LogicalResult erase(RewriterBase &rewriter, Operation *op) {
  rewriter.eraseOp(op);
  return success();
}

/// Reads without asking the gate.
static LogicalResult dropGate(RewriterBase &rewriter, Operation *op) {
  auto load = dyn_cast<LoadOp>(op);
  if (!load || !load.getGate())
    return failure();
  rewriter.replaceOpWithNewOp<LoadOp>(op, load.getType(), load.getBuffer(),
                                      load.getIndex(), Value(), Value(),
                                      load.getStridesAttr());
  return success();
}

namespace {
/// What a kernel computes becomes an operand of its type or a constant, stores
/// and gates go.
class ReduceValue : public RewritePattern {
public:
  ReduceValue(MLIRContext *context, Trial trial)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context),
        trial(trial) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!op->getParentOfType<KernelOp>() || op->getNumRegions() != 0 ||
        op->hasTrait<OpTrait::IsTerminator>() ||
        op->hasTrait<OpTrait::ConstantLike>())
      return rewriter.notifyMatchFailure(op, "not what a kernel computes");
    auto attempt = [&](Change change) {
      return trial.change(rewriter, op, change);
    };
    if (op->getNumResults() == 0)
      return success(attempt(erase));
    if (op->getNumResults() != 1)
      return failure();
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      auto bypass = [i](RewriterBase &rewriter, Operation *op) {
        Value operand = op->getOperand(i);
        if (operand.getType() != op->getResult(0).getType())
          return failure();
        rewriter.replaceOp(op, operand);
        return success();
      };
      if (attempt(bypass))
        return success();
    }
    return success(attempt(replaceByConstant) || attempt(dropGate));
  }

private:
  Trial trial;
};

class ShortenRange : public OpRewritePattern<RangeOp> {
public:
  ShortenRange(MLIRContext *context, Trial trial)
      : OpRewritePattern(context), trial(trial) {}

  LogicalResult matchAndRewrite(RangeOp range,
                                PatternRewriter &rewriter) const override {
    auto size = dyn_cast<Attribute>(range.getMixedSize());
    int64_t count = size ? cast<IntegerAttr>(size).getInt()
                         : std::numeric_limits<int64_t>::max();
    for (int64_t shorter : {int64_t(1), int64_t(2), count / 2}) {
      if (shorter < 1 || shorter >= count || (!size && shorter > 2))
        continue;
      auto change = [shorter](RewriterBase &rewriter, Operation *op) {
        auto range = cast<RangeOp>(op);
        rewriter.replaceOpWithNewOp<RangeOp>(
            op, int64_t(range.getId()),
            OpFoldResult(rewriter.getIndexAttr(shorter)), range.getAxis());
        return success();
      };
      if (trial.change(rewriter, range, change))
        return success();
    }
    return failure();
  }

private:
  Trial trial;
};

/// Opts go one by one, and so do arguments that nothing reads, where nobody
/// launches the kernel.
class ReduceKernel : public OpRewritePattern<KernelOp> {
public:
  ReduceKernel(MLIRContext *context, Trial trial)
      : OpRewritePattern(context), trial(trial) {}

  LogicalResult matchAndRewrite(KernelOp kernel,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    auto attempt = [&](Change change) {
      changed |= trial.changeInPlace(rewriter, kernel, change);
    };
    ArrayAttr opts = kernel.getOptsAttr();
    for (unsigned i = opts ? opts.size() : 0; i-- > 0;)
      attempt([i](RewriterBase &, Operation *op) {
        auto kernel = cast<KernelOp>(op);
        SmallVector<Attribute> kept(kernel.getOptsAttr().getValue());
        kept.erase(kept.begin() + i);
        kernel.setOptsAttr(ArrayAttr::get(op->getContext(), kept));
        return success();
      });
    auto module = kernel->getParentOfType<ModuleOp>();
    bool isLaunched =
        !module || !SymbolTable::symbolKnownUseEmpty(kernel, module);
    for (unsigned i = kernel.getNumArguments(); !isLaunched && i-- > 0;)
      attempt([i](RewriterBase &, Operation *op) {
        auto kernel = cast<KernelOp>(op);
        if (!kernel.getArgument(i).use_empty())
          return failure();
        return LogicalResult(kernel.eraseArgument(i));
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
    patterns.add<ReduceValue, ShortenRange, ReduceKernel>(
        patterns.getContext(), Trial(tester, driverFolds));
  }

private:
  bool driverFolds;
};
} // namespace

template <bool DriverFolds>
static void addPatterns(MLIRContext *context, UOpDialect *dialect) {
  dialect->addInterface(
      std::make_unique<ReductionPatterns>(dialect, DriverFolds));
  // What stands for values.
  context->getOrLoadDialect<arith::ArithDialect>();
}

void registerReductionPatterns(DialectRegistry &registry, bool driverFolds) {
  registry.addExtension(driverFolds ? &addPatterns<true> : &addPatterns<false>);
}

} // namespace tinygrad::uop
