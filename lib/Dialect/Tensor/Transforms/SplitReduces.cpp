//===- SplitReduces.cpp - large reduces in two steps ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel works in parallel on what it gives. Where that is a few elements,
// each of very many, parts of these are reduced first, and then their results.
// The number of parts depends on shapes alone, so that results do not depend on
// how many threads there are.
//
// Upstream's splitReduction is on linalg.generic, and after tiling; here it
// must come before tg-fuse, which decides what shares the two kernels.
//
//===----------------------------------------------------------------------===//

#include "../IR/Combining.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::tg {
#define GEN_PASS_DEF_TGSPLITREDUCESPASS
#include "TinyGrad/Dialect/Tensor/Transforms/Passes.h.inc"

/// Elements of a part, at least: less is not worth a second kernel.
static constexpr int64_t kLeastPart = 1 << 14;
/// Parts for each that can work, so that none waits long for the last one.
static constexpr int64_t kPartsPerWorker = 4;

namespace {
/// How a reduce is split: axis number `axis` into `parts`, the last of which is
/// filled up with what changes nothing where they are not equal.
struct Split {
  int64_t axis, size, parts;
  int64_t getPartSize() const { return llvm::divideCeil(size, parts); }
};
} // namespace

/// Whether `value` is computed from an arange, as far as its kernel goes. Then
/// a reduce of it may be a choice of one element (`uop-simplify-index`), which
/// costs no loop as long as it is whole.
static bool readsArange(Value value) {
  SmallVector<Value> worklist{value};
  llvm::SmallPtrSet<Operation *, 32> seen;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!isa_and_nonnull<IndexMapOpInterface>(op) || !seen.insert(op).second)
      continue;
    if (isa<ArangeOp>(op))
      return true;
    llvm::append_range(worklist, op->getOperands());
  }
  return false;
}

template <class OpT>
static std::optional<Split> chooseSplit(OpT op, int64_t workers,
                                        int64_t minSize) {
  RankedTensorType type = op.getInput().getType();
  if (!type.hasStaticShape() || type.getNumElements() == 0 ||
      op.getAxes().empty())
    return std::nullopt;
  Split split{-1, 0, 0};
  int64_t count = 1;
  for (int64_t axis : op.getAxes()) {
    int64_t size = type.getDimSize(axis);
    count *= size;
    if (size > split.size) {
      split.axis = axis;
      split.size = size;
    }
  }
  int64_t outputs = type.getNumElements() / count;
  if (outputs >= workers || count < minSize || readsArange(op.getInput()))
    return std::nullopt;
  int64_t wanted = std::min(
      {kPartsPerWorker * workers / outputs, count / kLeastPart, split.size});
  if (wanted < 2)
    return std::nullopt;
  // Equal parts if there are, but not much fewer.
  split.parts = wanted;
  for (int64_t parts = wanted; 2 * parts > wanted; --parts)
    if (parts > 1 && split.size % parts == 0) {
      split.parts = parts;
      break;
    }
  return split;
}

/// Both steps, each like `op`.
template <class OpT>
static Value buildSteps(OpBuilder &builder, OpT op, const Split &split,
                        Combiner combiner) {
  Location loc = op.getLoc();
  Value value = op.getInput();
  Type element = op.getInput().getType().getElementType();
  // Narrow floats are rounded once, at the end.
  Type accumulator =
      cast<IndexMapOpInterface>(op.getOperation()).getAccumulatorType();
  if (isa<FloatType>(element) && element != accumulator) {
    value =
        CastOp::create(builder, loc, op.getInput().getType().clone(accumulator),
                       value, Saturate::finite);
    element = accumulator;
  }

  auto toSizes = [&](ArrayRef<int64_t> sizes) {
    return getAsIndexOpFoldResult(builder.getContext(), sizes);
  };
  SmallVector<int64_t> sizes(op.getInput().getType().getShape());
  int64_t whole = split.parts * split.getPartSize();
  if (whole != split.size) {
    SmallVector<int64_t> low(sizes.size(), 0), high(low);
    high[split.axis] = whole - split.size;
    value = PadOp::create(
        builder, loc, value, toSizes(low), toSizes(high),
        Combining(combiner, element, /*keepIntegers=*/true).getIdentity());
  }
  sizes[split.axis] = split.parts;
  sizes.insert(sizes.begin() + split.axis + 1, split.getPartSize());
  value = ReshapeOp::create(builder, loc, value, toSizes(sizes));

  // First all but the parts, then these; an axis of size 1 is left of each.
  SmallVector<int64_t> inner;
  for (int64_t axis : op.getAxes())
    inner.push_back(axis < split.axis ? axis : axis + 1);
  value = OpT::create(builder, loc, value, inner, /*keepdim=*/true);
  value = ContiguousOp::create(builder, loc, value);
  value = OpT::create(builder, loc, value, ArrayRef<int64_t>{split.axis},
                      /*keepdim=*/true);
  auto type = cast<RankedTensorType>(op.getType());
  if (cast<RankedTensorType>(value.getType()).getElementType() !=
      type.getElementType())
    value = CastOp::create(
        builder, loc,
        cast<RankedTensorType>(value.getType()).clone(type.getElementType()),
        value, Saturate::finite);
  return ReshapeOp::create(builder, loc, value, toSizes(type.getShape()));
}

namespace {
struct SplitReduces : impl::TGSplitReducesPassBase<SplitReduces> {
  using TGSplitReducesPassBase::TGSplitReducesPassBase;

  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      // What is in a kernel is scheduled already.
      if (isa<KernelOp>(op->getParentOp()))
        return;
      if (auto sum = dyn_cast<SumOp>(op))
        split(sum, Combiner::Sum);
      else if (auto prod = dyn_cast<ProdOp>(op))
        split(prod, Combiner::Prod);
      else if (auto max = dyn_cast<MaxOp>(op))
        split(max, Combiner::Max);
      else if (auto min = dyn_cast<MinOp>(op))
        split(min, Combiner::Min);
    });
  }

  template <class OpT> void split(OpT op, Combiner combiner) {
    std::optional<Split> split = chooseSplit(op, workers, minSize);
    if (!split)
      return;
    remark::passed(op.getLoc(), remark::RemarkOpts::name("Split")
                                    .category("tg-split-reduces")
                                    .function(getOperation().getSymName()))
        << remark::add("{0} over axis {1} in {2} parts of {3}",
                       op->getName().getStringRef(), split->axis, split->parts,
                       split->getPartSize());
    OpBuilder builder(op);
    op.replaceAllUsesWith(buildSteps(builder, op, *split, combiner));
    op.erase();
  }
};
} // namespace

} // namespace tinygrad::tg
