//===- MovementFolds.cpp - movement ops that move nothing -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains.h"
#include "ConstantScalars.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace tinygrad::tg {

/// A splat stays one under any movement.
static OpFoldResult foldSplat(Operation *op, Attribute input) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto dense = dyn_cast_or_null<DenseElementsAttr>(input);
  if (!dense || !dense.isSplat() || !type.hasStaticShape())
    return {};
  if (type.getNumElements() == 0)
    return makeElements(type, {});
  return dense.resizeSplat(type);
}

static bool isAll(ArrayRef<int64_t> list, int64_t value) {
  return llvm::all_of(list, [=](int64_t entry) { return entry == value; });
}

/// Only constant entries.
static bool isConstant(ArrayRef<int64_t> list) {
  return llvm::none_of(list, ShapedType::isDynamic);
}

//===----------------------------------------------------------------------===//
// ReshapeOp, ExpandOp
//===----------------------------------------------------------------------===//

/// Whether equal types mean equal shapes, given equal numbers of elements.
static bool fixesShape(RankedTensorType type) {
  return type.getNumDynamicDims() == 0 ||
         (type.getNumDynamicDims() == 1 &&
          !llvm::is_contained(type.getShape(), 0));
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType() && fixesShape(getType()))
    return replacement(*this, getInput());
  if (auto inner = getPrevious<ReshapeOp>(*this, getInput())) {
    getInputMutable().assign(inner.getInput());
    return getResult();
  }
  if (!getType().hasStaticShape())
    return {};
  if (auto dense = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput()))
    return dense.reshape(getType());
  if (auto resource =
          dyn_cast_or_null<DenseResourceElementsAttr>(adaptor.getInput()))
    return DenseResourceElementsAttr::get(getType(), resource.getRawHandle());
  return {};
}

OpFoldResult ExpandOp::fold(FoldAdaptor adaptor) {
  // With dynamic sizes equal types need not mean equal sizes.
  if (getInput().getType() == getType() && getType().hasStaticShape())
    return replacement(*this, getInput());
  if (auto inner = getPrevious<ExpandOp>(*this, getInput())) {
    getInputMutable().assign(inner.getInput());
    return getResult();
  }
  return foldSplat(*this, adaptor.getInput());
}

//===----------------------------------------------------------------------===//
// PermuteOp
//===----------------------------------------------------------------------===//

/// A small constant's elements in the order of the result.
static OpFoldResult permuteElements(PermuteOp op, Attribute input) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(input);
  RankedTensorType type = op.getType();
  if (!dense || dense.getNumElements() > kMostFoldedElements)
    return {};
  std::optional<SmallVector<uint64_t>> elements = getElementBits(dense);
  if (!elements || type.getRank() == 0)
    return {};
  ArrayRef<int64_t> from = op.getInput().getType().getShape();
  SmallVector<int64_t> strides(from.size(), 1);
  for (size_t axis = from.size() - 1; axis > 0; --axis)
    strides[axis - 1] = strides[axis] * from[axis];
  SmallVector<uint64_t> result;
  SmallVector<int64_t> index(from.size(), 0);
  for (size_t i = 0; i < elements->size(); ++i) {
    int64_t place = 0;
    for (auto [axis, position] : llvm::zip(op.getOrder(), index))
      place += position * strides[axis];
    result.push_back((*elements)[place]);
    for (size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < type.getDimSize(axis))
        break;
      index[axis] = 0;
    }
  }
  return makeElements(type, result);
}

OpFoldResult PermuteOp::fold(FoldAdaptor adaptor) {
  if (llvm::equal(getOrder(), llvm::seq<int64_t>(0, getOrder().size())))
    return replacement(*this, getInput());
  if (auto inner = getPrevious<PermuteOp>(*this, getInput())) {
    SmallVector<int64_t> order;
    for (int64_t axis : getOrder())
      order.push_back(inner.getOrder()[axis]);
    setOrder(order);
    getInputMutable().assign(inner.getInput());
    return getResult();
  }
  if (OpFoldResult splat = foldSplat(*this, adaptor.getInput()))
    return splat;
  return permuteElements(*this, adaptor.getInput());
}

namespace {
/// A permute that moves only axes of size 1 is a reshape, which is a view.
struct PermuteOfUnitAxes : OpRewritePattern<PermuteOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PermuteOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType input = op.getInput().getType();
    if (!input.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "a size is not constant");
    int64_t last = -1;
    for (int64_t axis : op.getOrder()) {
      if (input.getDimSize(axis) == 1)
        continue;
      if (axis < last)
        return rewriter.notifyMatchFailure(op, "an axis that matters moves");
      last = axis;
    }
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(op.getContext(), op.getType().getShape());
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getInput(), sizes);
    return success();
  }
};
} // namespace

void PermuteOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<PermuteOfUnitAxes>(context);
}

//===----------------------------------------------------------------------===//
// PadOp, ShrinkOp
//===----------------------------------------------------------------------===//

/// The sums of two lists of constants that add up without overflow.
static std::optional<SmallVector<int64_t>> addLists(ArrayRef<int64_t> a,
                                                    ArrayRef<int64_t> b) {
  SmallVector<int64_t> sums;
  for (auto [x, y] : llvm::zip(a, b)) {
    int64_t sum;
    if (ShapedType::isDynamic(x) || ShapedType::isDynamic(y) ||
        llvm::AddOverflow(x, y, sum))
      return std::nullopt;
    sums.push_back(sum);
  }
  return sums;
}

OpFoldResult PadOp::fold(FoldAdaptor adaptor) {
  if (isAll(getStaticLow(), 0) && isAll(getStaticHigh(), 0))
    return replacement(*this, getInput());
  if (auto inner = getPrevious<PadOp>(*this, getInput());
      inner && inner.getValue() == getValue()) {
    auto low = addLists(getStaticLow(), inner.getStaticLow());
    auto high = addLists(getStaticHigh(), inner.getStaticHigh());
    if (low && high) {
      setStaticLow(*low);
      setStaticHigh(*high);
      getInputMutable().assign(inner.getInput());
      return getResult();
    }
  }
  // Padding a splat with its own value.
  std::optional<Scalar> splat = getSplat(adaptor.getInput());
  if (!splat)
    return {};
  std::optional<Scalar> value = getSplat(DenseElementsAttr::get(
      RankedTensorType::get({}, getType().getElementType()),
      Attribute(getValue())));
  return value && value->bits == splat->bits
             ? foldSplat(*this, adaptor.getInput())
             : OpFoldResult();
}

OpFoldResult ShrinkOp::fold(FoldAdaptor adaptor) {
  if (isAll(getStaticOffsets(), 0) && getInput().getType() == getType() &&
      getType().hasStaticShape())
    return replacement(*this, getInput());
  if (auto inner = getPrevious<ShrinkOp>(*this, getInput());
      inner && isConstant(inner.getStaticSizes()))
    if (auto offsets = addLists(getStaticOffsets(), inner.getStaticOffsets())) {
      setStaticOffsets(*offsets);
      getInputMutable().assign(inner.getInput());
      return getResult();
    }
  return foldSplat(*this, adaptor.getInput());
}

//===----------------------------------------------------------------------===//
// FlipOp
//===----------------------------------------------------------------------===//

OpFoldResult FlipOp::fold(FoldAdaptor adaptor) {
  // Axes of one element, or flipped twice, stay as they are.
  auto inner = getPrevious<FlipOp>(*this, getInput());
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < getType().getRank(); ++axis) {
    bool flips = llvm::is_contained(getAxes(), axis);
    if (inner && llvm::is_contained(inner.getAxes(), axis))
      flips = !flips;
    if (flips && getType().getDimSize(axis) != 1)
      axes.push_back(axis);
  }
  Value input = inner ? inner.getInput() : getInput();
  if (axes.empty())
    return replacement(*this, input);
  if (inner || axes.size() != getAxes().size()) {
    setAxes(axes);
    getInputMutable().assign(input);
    return getResult();
  }
  return foldSplat(*this, adaptor.getInput());
}

//===----------------------------------------------------------------------===//
// Reduces
//===----------------------------------------------------------------------===//

/// A reduce over nothing that keeps its type.
template <class OpT> static OpFoldResult foldNoAxes(OpT op) {
  return op.getAxes().empty() && op.getInput().getType() == op.getType()
             ? replacement(op, op.getInput())
             : OpFoldResult();
}

OpFoldResult SumOp::fold(FoldAdaptor) { return foldNoAxes(*this); }
OpFoldResult ProdOp::fold(FoldAdaptor) { return foldNoAxes(*this); }

OpFoldResult MaxOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult input = foldNoAxes(*this))
    return input;
  return foldSplat(*this, adaptor.getInput());
}

OpFoldResult MinOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult input = foldNoAxes(*this))
    return input;
  return foldSplat(*this, adaptor.getInput());
}

} // namespace tinygrad::tg
