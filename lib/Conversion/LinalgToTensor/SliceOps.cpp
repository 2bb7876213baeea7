//===- SliceOps.cpp - parts of tensors as tg ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts at constant places are shrinks and pads, which cost nothing. Those at
// places that are computed, or that are written at strides, are gathers by the
// place of each element.
//
//===----------------------------------------------------------------------===//

#include "TensorPattern.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

/// An offset as an i64 tensor of `sizes`.
static FailureOr<Value> getOffset(OpFoldResult offset, TensorBuilder &b,
                                  std::string &reason,
                                  ArrayRef<OpFoldResult> sizes) {
  if (std::optional<int64_t> constant = getConstantIntValue(offset))
    return b.splat(b.builder.getI64IntegerAttr(*constant), sizes);
  FailureOr<Value> scalar = evaluateScalar(cast<Value>(offset), b, reason);
  if (failed(scalar))
    return failure();
  return b.spread(*scalar, {}, sizes);
}

namespace {
struct ConvertExtractSlice : TensorPattern<tensor::ExtractSliceOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::ExtractSliceOp op, TensorBuilder &b,
                         std::string &reason) const override {
    Value value = op.getSource();
    Sizes offsets = withConstants(op.getMixedOffsets()),
          sizes = withConstants(op.getMixedSizes());
    SmallVector<int64_t> steps;
    for (OpFoldResult stride : op.getMixedStrides()) {
      std::optional<int64_t> step = getConstantIntValue(stride);
      if (!step || *step <= 0)
        return refuse(reason, "it takes elements at strides that are not "
                              "positive constants");
      steps.push_back(*step);
    }
    bool isFixed = llvm::all_of(
        offsets, [](OpFoldResult offset) { return isa<Attribute>(offset); });
    if (!isFixed && op.getSourceType().hasStaticShape()) {
      // At a place that is computed.
      if (!getConstantIntValues(sizes))
        return refuse(reason, "it takes a part of variable size at a place "
                              "that is computed");
      SmallVector<Value> places;
      for (int64_t axis = 0; axis < int64_t(sizes.size()); ++axis) {
        FailureOr<Value> offset = getOffset(offsets[axis], b, reason, sizes);
        if (failed(offset))
          return failure();
        Value place = b.iota(axis, sizes);
        place = b.binary<MulOp>(place, b.splatLike(place, double(steps[axis])));
        places.push_back(b.binary<AddOp>(place, *offset));
      }
      FailureOr<Value> found = b.gather(value, places, sizes);
      if (failed(found))
        return refuse(reason, "it takes a part of variable size at a place "
                              "that is computed");
      value = *found;
    } else if (llvm::all_of(steps, [](int64_t step) { return step == 1; })) {
      value = b.shrink(value, offsets, sizes);
    } else {
      FailureOr<Value> taken = takeSteps(op, b, value, offsets, sizes, steps);
      if (failed(taken))
        return refuse(reason, "it takes elements at strides, with sizes that "
                              "are not constant");
      value = *taken;
    }
    return b.reshape(value, dropUnits(op, sizes));
  }

  static Sizes dropUnits(tensor::ExtractSliceOp op,
                         ArrayRef<OpFoldResult> sizes) {
    Sizes kept;
    llvm::SmallBitVector dropped = op.getDroppedDims();
    for (auto [axis, size] : llvm::enumerate(sizes))
      if (!dropped[axis])
        kept.push_back(size);
    return kept;
  }

  /// Every step-th element: the axis becomes one of rows of `step` elements,
  /// the first of each of which is kept.
  static FailureOr<Value> takeSteps(tensor::ExtractSliceOp op, TensorBuilder &b,
                                    Value value, ArrayRef<OpFoldResult> offsets,
                                    ArrayRef<OpFoldResult> sizes,
                                    ArrayRef<int64_t> steps) {
    auto type = op.getSourceType();
    if (!type.hasStaticShape())
      return failure();
    Builder &builder = b.builder;
    Sizes starts, spans, none, missing, split, first, firstSizes;
    for (auto [axis, step] : llvm::enumerate(steps)) {
      std::optional<int64_t> offset = getConstantIntValue(offsets[axis]),
                             size = getConstantIntValue(sizes[axis]);
      if (!offset || !size)
        return failure();
      int64_t span = std::min(*size * step, type.getDimSize(axis) - *offset);
      starts.push_back(builder.getIndexAttr(*offset));
      spans.push_back(builder.getIndexAttr(span));
      none.push_back(builder.getIndexAttr(0));
      missing.push_back(builder.getIndexAttr(*size * step - span));
      split.push_back(builder.getIndexAttr(*size));
      split.push_back(builder.getIndexAttr(step));
      first.append(2, builder.getIndexAttr(0));
      firstSizes.push_back(builder.getIndexAttr(*size));
      firstSizes.push_back(builder.getIndexAttr(1));
    }
    value = b.shrink(value, starts, spans);
    value = PadOp::create(b.builder, b.loc, value, none, missing,
                          makeNumber(type.getElementType(), 0));
    value = b.shrink(b.reshape(value, split), first, firstSizes);
    return b.reshape(value, sizes);
  }
};

struct ConvertInsertSlice : TensorPattern<tensor::InsertSliceOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::InsertSliceOp op, TensorBuilder &b,
                         std::string &reason) const override {
    auto type = op.getDestType();
    if (!type.hasStaticShape() || !op.getSourceType().hasStaticShape())
      return refuse(reason, "it writes a part of variable size");
    Sizes low, high, sizes = withConstants(op.getMixedSizes());
    bool isAll = true;
    for (auto [axis, offset] : llvm::enumerate(op.getMixedOffsets())) {
      std::optional<int64_t> start = getConstantIntValue(offset),
                             size = getConstantIntValue(sizes[axis]);
      if (!size)
        return refuse(reason, "it writes a part of variable size");
      if (!start || !op.hasUnitStride())
        return insertComputed(op, sizes, b, reason);
      int64_t after = type.getDimSize(axis) - *start - *size;
      low.push_back(b.builder.getIndexAttr(*start));
      high.push_back(b.builder.getIndexAttr(after));
      isAll &= *start == 0 && after == 0;
    }
    Value part = b.reshape(op.getSource(), sizes);
    if (isAll)
      return part;
    TypedAttr around = getSplatValue(op.getDest());
    Value padded =
        PadOp::create(b.builder, b.loc, part, low, high,
                      around ? around : makeNumber(type.getElementType(), 0));
    if (around)
      return padded;
    Value inside = b.splat(makeNumber(b.builder.getI1Type(), 1), sizes);
    inside = PadOp::create(b.builder, b.loc, inside, low, high,
                           makeNumber(b.builder.getI1Type(), 0));
    return b.select(inside, padded, op.getDest());
  }

  /// Each element of the destination asks whether it is one of the part's.
  static FailureOr<Value> insertComputed(tensor::InsertSliceOp op,
                                         ArrayRef<OpFoldResult> sizes,
                                         TensorBuilder &b,
                                         std::string &reason) {
    Sizes all =
        getAsIndexOpFoldResult(op.getContext(), op.getDestType().getShape());
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets(),
                              strides = op.getMixedStrides();
    SmallVector<Value> places;
    Value inside = b.splat(makeNumber(b.builder.getI1Type(), 1), all);
    auto require = [&](CmpPredicate predicate, Value value, int64_t number) {
      inside = b.binary<AndOp>(
          inside,
          b.compare(predicate, value, b.splatLike(value, double(number))));
    };
    for (int64_t axis = 0; axis < int64_t(all.size()); ++axis) {
      std::optional<int64_t> step = getConstantIntValue(strides[axis]);
      if (!step || *step <= 0)
        return refuse(reason, "it writes elements at strides that are not "
                              "positive constants");
      FailureOr<Value> offset = getOffset(offsets[axis], b, reason, all);
      if (failed(offset))
        return failure();
      Value place = b.binary<SubOp>(b.iota(axis, all), *offset);
      if (*step != 1) {
        Value by = b.splatLike(place, double(*step));
        require(CmpPredicate::eq, b.binary<ModOp>(place, by), 0);
        place = b.binary<FloorDivOp>(place, by);
      }
      require(CmpPredicate::ge, place, 0);
      require(CmpPredicate::lt, place, *getConstantIntValue(sizes[axis]));
      places.push_back(place);
    }
    FailureOr<Value> written =
        b.gather(b.reshape(op.getSource(), sizes), places, all);
    if (failed(written))
      return failure();
    return b.select(inside, *written, op.getDest());
  }
};

/// One element replaced.
struct ConvertInsert : TensorPattern<tensor::InsertOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::InsertOp op, TensorBuilder &b,
                         std::string &reason) const override {
    FailureOr<Sizes> sizes = b.getSizes(op.getDest());
    FailureOr<Value> scalar = evaluateScalar(op.getScalar(), b, reason);
    if (failed(sizes) || failed(scalar))
      return failure();
    Value inside = b.splat(makeNumber(b.builder.getI1Type(), 1), *sizes);
    for (auto [axis, index] : llvm::enumerate(op.getIndices())) {
      FailureOr<Value> place = getOffset(index, b, reason, *sizes);
      if (failed(place))
        return failure();
      Value isHere =
          b.compare(CmpPredicate::eq, b.iota(int64_t(axis), *sizes), *place);
      inside = b.binary<AndOp>(inside, isHere);
    }
    Value dest = b.withKnownSizes(op.getDest(), *sizes);
    return b.select(inside, b.spread(*scalar, {}, *sizes), dest);
  }
};

struct ConvertPad : TensorPattern<tensor::PadOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::PadOp op, TensorBuilder &b,
                         std::string &reason) const override {
    Sizes low = withConstants(op.getMixedLowPad()),
          high = withConstants(op.getMixedHighPad());
    auto pad = [&](Value value, TypedAttr with) -> Value {
      return PadOp::create(b.builder, b.loc, value, low, high, with);
    };
    Value yielded = op.getConstantPaddingValue();
    if (!yielded)
      return refuse(reason, "it pads with something that depends on the place");
    if (TypedAttr value = getScalarConstant(yielded))
      return pad(op.getSource(), value);
    FailureOr<Value> scalar = evaluateScalar(yielded, b, reason);
    FailureOr<Sizes> sizes = b.getSizes(op.getSource());
    if (failed(scalar) || failed(sizes))
      return failure();
    Type i1 = b.builder.getI1Type();
    Value outside = pad(b.splat(makeNumber(i1, 0), *sizes), makeNumber(i1, 1));
    Value inside =
        pad(op.getSource(), makeNumber(b.getElement(op.getSource()), 0));
    FailureOr<Sizes> all = b.getSizes(inside);
    if (failed(all))
      return failure();
    return b.select(outside, b.spread(*scalar, {}, *all), inside);
  }
};

/// The places that tensor.gather reads and tensor.scatter writes: the batch
/// axes of the indices, then the axes of a slice that has all of the others.
FailureOr<SmallVector<Value>> getPlaces(Value tensor, Value indices,
                                        ArrayRef<int64_t> axes, Sizes &space,
                                        TensorBuilder &b) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto indexType = cast<RankedTensorType>(indices.getType());
  if (!type.hasStaticShape() || !indexType.hasStaticShape() ||
      !isTensor(indexType))
    return failure();
  int64_t batch = indexType.getRank() - 1;
  space = getAsIndexOpFoldResult(tensor.getContext(),
                                 indexType.getShape().drop_back());
  Sizes one = space;
  one.push_back(b.builder.getIndexAttr(1));
  auto batchAxes = llvm::to_vector(llvm::seq<int64_t>(0, batch));
  SmallVector<int64_t> position(type.getRank(), -1);
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (!llvm::is_contained(axes, axis)) {
      position[axis] = int64_t(space.size());
      space.push_back(b.builder.getIndexAttr(type.getDimSize(axis)));
    }
  SmallVector<Value> places(type.getRank());
  for (auto [number, axis] : llvm::enumerate(axes)) {
    Sizes offsets(batch + 1, b.builder.getIndexAttr(0));
    offsets.back() = b.builder.getIndexAttr(number);
    Value part = b.reshape(b.shrink(indices, offsets, one),
                           ArrayRef(space).take_front(batch));
    places[axis] =
        b.spread(b.cast(part, b.builder.getI64Type()), batchAxes, space);
  }
  for (auto [axis, at] : llvm::enumerate(position))
    if (at >= 0)
      places[axis] = b.iota(at, space);
  return places;
}

struct ConvertGather : TensorPattern<tensor::GatherOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::GatherOp op, TensorBuilder &b,
                         std::string &reason) const override {
    Sizes space;
    auto places = getPlaces(op.getSource(), op.getIndices(), op.getGatherDims(),
                            space, b);
    FailureOr<Value> found = failure();
    if (succeeded(places))
      found = b.gather(op.getSource(), *places, space);
    if (failed(found))
      return refuse(reason, "its indices are of type index, or a size is not "
                            "constant");
    return b.reshape(*found, getAsIndexOpFoldResult(op.getContext(),
                                                    op.getType().getShape()));
  }
};

struct ConvertScatter : TensorPattern<tensor::ScatterOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::ScatterOp op, TensorBuilder &b,
                         std::string &reason) const override {
    Sizes space;
    auto places =
        getPlaces(op.getDest(), op.getIndices(), op.getScatterDims(), space, b);
    if (failed(places))
      return refuse(reason, "its indices are of type index, or a size is not "
                            "constant");
    auto type = cast<RankedTensorType>(op.getDest().getType());
    Sizes count = {b.multiply(space)};
    Value place = b.splat(b.builder.getI64IntegerAttr(0), space);
    for (auto [axis, along] : llvm::enumerate(*places)) {
      Value size = b.splatLike(place, double(type.getDimSize(axis)));
      place = b.binary<AddOp>(b.binary<MulOp>(place, size), along);
    }
    Value dest = b.reshape(op.getDest(),
                           {b.builder.getIndexAttr(type.getNumElements())});
    Value written = ScatterOp::create(
        b.builder, b.loc, dest.getType(), ScatterKind::set, dest,
        b.reshape(place, count), b.reshape(op.getSource(), count), int64_t(0));
    return b.reshape(written,
                     getAsIndexOpFoldResult(op.getContext(), type.getShape()));
  }
};
} // namespace

void tg::populateSliceOpPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertExtractSlice, ConvertInsertSlice, ConvertInsert,
               ConvertPad, ConvertGather, ConvertScatter>(
      patterns.getContext());
}
