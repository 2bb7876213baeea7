//===- CollapseRanges.cpp - reduces that pick one iteration -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gather, one-hot or diagonal written as a sum over a comparison with an
// arange is no loop: all iterations but one add zero.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace tinygrad::uop {
namespace {

bool isZero(Value value) {
  return matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat());
}

/// The ops on the way from `range` to `value`, in block order, or nothing if
/// one of them closes ranges or could not stand elsewhere.
std::optional<SmallVector<Operation *>> getSlice(Value value, Value range) {
  llvm::SmallPtrSet<Operation *, 16> reachable;
  SmallVector<Value> worklist = {range};
  while (!worklist.empty())
    for (Operation *user : worklist.pop_back_val().getUsers())
      if (reachable.insert(user).second)
        llvm::append_range(worklist, user->getResults());
  llvm::SmallPtrSet<Operation *, 16> needed;
  SmallVector<Operation *> slice;
  worklist = {value};
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || !reachable.contains(op) || !needed.insert(op).second)
      continue;
    if (isa<RangeCloserOpInterface>(op) || op->getNumRegions() != 0 ||
        !(isa<LoadOp>(op) || isPure(op)))
      return std::nullopt;
    slice.push_back(op);
    llvm::append_range(worklist, op->getOperands());
  }
  llvm::sort(slice,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return slice;
}

/// `sum over k of (k == e ? x(k) : 0)` is `0 <= e < size ? x(e) : 0` where e
/// does not vary with k.
struct CollapseComparedRange : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp reduce,
                                PatternRewriter &rewriter) const override {
    if (reduce.getKind() != ReduceKind::Add ||
        isa<VectorType>(reduce.getValue().getType()))
      return rewriter.notifyMatchFailure(reduce, "not a sum of scalars");
    // A narrow integer is widened for the sum, where 0 stays 0.
    Operation *widening = reduce.getValue().getDefiningOp();
    if (!isa_and_nonnull<arith::ExtUIOp, arith::ExtSIOp>(widening))
      widening = nullptr;
    Value chosen = widening ? widening->getOperand(0) : reduce.getValue();
    auto select = chosen.getDefiningOp<arith::SelectOp>();
    auto compare =
        select ? select.getCondition().getDefiningOp<arith::CmpIOp>() : nullptr;
    if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq ||
        !isZero(select.getFalseValue()))
      return rewriter.notifyMatchFailure(reduce, "no choice by equality");
    for (bool swapped : {false, true}) {
      Value arange = swapped ? compare.getRhs() : compare.getLhs();
      Value other = swapped ? compare.getLhs() : compare.getRhs();
      RangeOp range = getClosedRange(reduce, arange);
      if (!range)
        continue;
      std::optional<SmallVector<Operation *>> varying =
          getSlice(other, range.getResult());
      std::optional<SmallVector<Operation *>> slice =
          getSlice(select.getTrueValue(), range.getResult());
      if (varying && varying->empty() && slice) {
        rewrite(rewriter, reduce, widening, select, range, other, *slice);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(reduce, "not one index of a range");
  }

private:
  /// The range that `reduce` closes and whose index, as it is or in another
  /// type that holds all of them, is `arange`.
  static RangeOp getClosedRange(ReduceOp reduce, Value arange) {
    std::optional<unsigned> width;
    if (auto cast = arange.getDefiningOp<arith::IndexCastOp>()) {
      width = cast.getType().getIntOrFloatBitWidth();
      arange = cast.getIn();
    }
    auto range = arange.getDefiningOp<RangeOp>();
    if (!range || !llvm::is_contained(reduce.getRanges(), range.getResult()))
      return {};
    if (width && *width < 64 && getMaxSize(range) > int64_t(1) << (*width - 1))
      return {};
    return range;
  }

  static int64_t getMaxSize(RangeOp range) {
    if (!range.getSize())
      return static_cast<int64_t>(range.getStaticSize());
    auto kernel = range->getParentOfType<KernelOp>();
    return kernel ? KernelIndices(kernel).getMaxSize(range)
                  : std::numeric_limits<int64_t>::max();
  }

  static void rewrite(PatternRewriter &rewriter, ReduceOp reduce,
                      Operation *widening, arith::SelectOp select,
                      RangeOp range, Value index, ArrayRef<Operation *> slice) {
    Location loc = reduce.getLoc();
    if (!index.getType().isIndex())
      index = arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(),
                                         index);
    // Unsigned, so that it says 0 <= index too.
    Value size = range.getSize();
    if (!size)
      size =
          arith::ConstantIndexOp::create(rewriter, loc, range.getStaticSize());
    Value gate = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult,
                                       index, size);
    IRMapping mapping;
    mapping.map(range.getResult(), index);
    for (Operation *op : slice) {
      auto load = dyn_cast<LoadOp>(op);
      if (!load) {
        rewriter.clone(*op, mapping);
        continue;
      }
      Type type = load.getResult().getType();
      Value all = gate, other;
      if (load.getGate()) {
        all = arith::AndIOp::create(rewriter, loc, gate,
                                    mapping.lookupOrDefault(load.getGate()));
        other = mapping.lookupOrDefault(load.getOther());
      } else {
        other = arith::ConstantOp::create(rewriter, loc,
                                          rewriter.getZeroAttr(type));
      }
      auto gated =
          LoadOp::create(rewriter, load.getLoc(), type, load.getBuffer(),
                         mapping.lookupOrDefault(load.getIndex()), all, other,
                         load.getStridesAttr());
      mapping.map(load.getResult(), gated.getResult());
    }
    Value zero = arith::ConstantOp::create(
        rewriter, loc, rewriter.getZeroAttr(select.getType()));
    Value value = arith::SelectOp::create(
        rewriter, loc, gate, mapping.lookupOrDefault(select.getTrueValue()),
        zero);
    // A sum of -0.0 and zeros is 0.0.
    if (isa<FloatType>(value.getType()))
      value = arith::AddFOp::create(rewriter, loc, value, zero);
    if (widening) {
      mapping.map(widening->getOperand(0), value);
      value = rewriter.clone(*widening, mapping)->getResult(0);
    }
    SmallVector<Value> left(reduce.getRanges());
    llvm::erase(left, range.getResult());
    if (left.empty())
      rewriter.replaceOp(reduce, value);
    else
      rewriter.modifyOpInPlace(reduce, [&] {
        reduce.getValueMutable().assign(value);
        reduce.getRangesMutable().assign(left);
      });
  }
};

} // namespace

void populateCollapseRangesPatterns(RewritePatternSet &patterns) {
  patterns.add<CollapseComparedRange>(patterns.getContext());
}

} // namespace tinygrad::uop
