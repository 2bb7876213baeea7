//===- StructuredPatterns.cpp - linalg ops as tg ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Structured.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

namespace {
struct ConvertStructured : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    Structured structured(op, rewriter);
    auto fail = [&] {
      return rewriter.notifyMatchFailure(op, structured.reason);
    };
    if (failed(structured.prepare()))
      return fail();
    FailureOr<SmallVector<Value>> results = structured.convert();
    if (failed(results))
      return fail();
    for (auto [result, old] : llvm::zip(*results, op->getResults()))
      if (!isRefinement(result.getType(), old.getType()))
        return rewriter.notifyMatchFailure(
            op, "its result has another type than its body gives");
    rewriter.replaceOp(op, *results);
    return success();
  }
};

struct ConvertSoftmax : OpRewritePattern<linalg::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::SoftmaxOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(
          op, "it works on memory: only tensors are converted");
    if (!isa<FloatType>(TensorBuilder::getElement(op.getInput())) ||
        !isRefinement(op.getInput().getType(), op.getResultTypes()[0]))
      return rewriter.notifyMatchFailure(
          op, "its input and its result are not of one type of floats");
    rewriter.replaceOpWithNewOp<SoftmaxOp>(op, op.getInput(),
                                           int64_t(op.getDimension()));
    return success();
  }
};

/// The constant sizes of the tiles, where all else that a pack or an unpack
/// takes is constant too.
template <class OpTy>
static FailureOr<SmallVector<int64_t>> getTiles(OpTy op,
                                                PatternRewriter &rewriter) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto dest = dyn_cast<RankedTensorType>(op.getDest().getType());
  if (!source || !dest)
    return rewriter.notifyMatchFailure(
        op, "it works on memory: only tensors are converted");
  auto tiles = getConstantIntValues(op.getMixedTiles());
  bool needsDest = std::is_same_v<OpTy, linalg::UnPackOp>;
  if (!tiles || !source.hasStaticShape() ||
      (needsDest && !dest.hasStaticShape()))
    return rewriter.notifyMatchFailure(op, "its sizes are not constant");
  return *tiles;
}

/// [A, B] in tiles [a, b]: padded, split, and the tiles' axes moved last.
struct ConvertPack : OpRewritePattern<linalg::PackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::PackOp op,
                                PatternRewriter &rewriter) const override {
    auto tiles = getTiles(op, rewriter);
    if (failed(tiles))
      return failure();
    auto source = cast<RankedTensorType>(op.getSource().getType());
    TypedAttr padding = makeNumber(source.getElementType(), 0);
    if (Value value = op.getPaddingValue()) {
      padding = getScalarConstant(value);
      if (!padding)
        return rewriter.notifyMatchFailure(
            op, "it pads with something that is not constant");
    }
    TensorBuilder b(rewriter, op.getLoc());
    int64_t rank = source.getRank();
    ArrayRef<int64_t> positions = op.getInnerDimsPos(),
                      outerOrder = op.getOuterDimsPerm();
    Sizes none(rank, rewriter.getIndexAttr(0)), missing(none), split;
    SmallVector<int64_t> outerAxis(rank), innerAxis(rank, -1), order;
    for (int64_t axis = 0; axis < rank; ++axis) {
      auto tile = llvm::find(positions, axis);
      int64_t size = source.getDimSize(axis);
      outerAxis[axis] = int64_t(split.size());
      if (tile == positions.end()) {
        split.push_back(rewriter.getIndexAttr(size));
        continue;
      }
      int64_t tileSize = (*tiles)[tile - positions.begin()];
      int64_t count = llvm::divideCeil(size, tileSize);
      missing[axis] = rewriter.getIndexAttr(count * tileSize - size);
      split.push_back(rewriter.getIndexAttr(count));
      innerAxis[axis] = int64_t(split.size());
      split.push_back(rewriter.getIndexAttr(tileSize));
    }
    for (int64_t i = 0; i < rank; ++i)
      order.push_back(outerAxis[outerOrder.empty() ? i : outerOrder[i]]);
    for (int64_t axis : positions)
      order.push_back(innerAxis[axis]);
    Value value = op.getSource();
    if (missing != none)
      value =
          PadOp::create(rewriter, op.getLoc(), value, none, missing, padding);
    value = b.permute(b.reshape(value, split), order);
    rewriter.replaceOp(op, value);
    return success();
  }
};

struct ConvertUnpack : OpRewritePattern<linalg::UnPackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::UnPackOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(getTiles(op, rewriter)))
      return failure();
    auto source = cast<RankedTensorType>(op.getSource().getType());
    auto result = cast<RankedTensorType>(op.getDest().getType());
    TensorBuilder b(rewriter, op.getLoc());
    int64_t rank = result.getRank();
    ArrayRef<int64_t> positions = op.getInnerDimsPos(),
                      outerOrder = op.getOuterDimsPerm();
    SmallVector<int64_t> order;
    Sizes joined, none(rank, rewriter.getIndexAttr(0));
    for (int64_t axis = 0; axis < rank; ++axis) {
      int64_t outer = outerOrder.empty()
                          ? axis
                          : llvm::find(outerOrder, axis) - outerOrder.begin();
      order.push_back(outer);
      int64_t size = source.getDimSize(outer);
      auto tile = llvm::find(positions, axis);
      if (tile != positions.end()) {
        order.push_back(rank + (tile - positions.begin()));
        size *= source.getDimSize(order.back());
      }
      joined.push_back(rewriter.getIndexAttr(size));
    }
    Value value = b.reshape(b.permute(op.getSource(), order), joined);
    rewriter.replaceOp(op, b.shrink(value, none,
                                    getAsIndexOpFoldResult(op.getContext(),
                                                           result.getShape())));
    return success();
  }
};
} // namespace

void tg::populateStructuredOpPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertStructured, ConvertSoftmax, ConvertPack, ConvertUnpack>(
      patterns.getContext());
}
