//===- TensorOps.cpp - ops of the tensor dialect as tg ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

static bool isTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isTensorType(tensor) &&
         isElementType(tensor.getElementType());
}

namespace {
/// A pattern that builds one tensor in the place of an op.
template <typename Op> struct TensorPattern : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const final {
    if (!llvm::all_of(op->getResultTypes(), isTensor))
      return rewriter.notifyMatchFailure(
          op, "its elements are of a type that tg lacks");
    TensorBuilder b(rewriter, op.getLoc());
    std::string reason = "a size of its does not follow from the function's "
                         "variables (tg.variables, tg.dims)";
    FailureOr<Value> result = build(op, b, reason);
    if (failed(result))
      return rewriter.notifyMatchFailure(op, reason);
    if (result->getType() != op->getResult(0).getType())
      return rewriter.notifyMatchFailure(
          op, "its result has another type than its sizes say");
    rewriter.replaceOp(op, *result);
    return success();
  }

  virtual FailureOr<Value> build(Op op, TensorBuilder &b,
                                 std::string &reason) const = 0;

  static FailureOr<Value> refuse(std::string &reason, const Twine &why) {
    reason = why.str();
    return failure();
  }
};

/// What it holds is not defined: zeros are.
struct ConvertEmpty : TensorPattern<tensor::EmptyOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::EmptyOp op, TensorBuilder &b,
                         std::string &) const override {
    return b.splat(makeNumber(op.getType().getElementType(), 0),
                   op.getMixedSizes());
  }
};

struct ConvertExtractSlice : TensorPattern<tensor::ExtractSliceOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::ExtractSliceOp op, TensorBuilder &b,
                         std::string &reason) const override {
    Value value = op.getSource();
    Sizes offsets = op.getMixedOffsets(), sizes = op.getMixedSizes();
    SmallVector<int64_t> steps;
    for (OpFoldResult stride : op.getMixedStrides()) {
      std::optional<int64_t> step = getConstantIntValue(stride);
      if (!step || *step <= 0)
        return refuse(reason, "it takes elements at strides that are not "
                              "positive constants");
      steps.push_back(*step);
    }
    if (llvm::all_of(steps, [](int64_t step) { return step == 1; })) {
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
    if (!op.hasUnitStride())
      return refuse(reason, "it writes elements at strides");
    if (!type.hasStaticShape() || !op.getSourceType().hasStaticShape())
      return refuse(reason, "it writes a part of variable size");
    Sizes low, high, sizes = op.getMixedSizes();
    bool isAll = true;
    for (auto [axis, offset] : llvm::enumerate(op.getMixedOffsets())) {
      std::optional<int64_t> start = getConstantIntValue(offset),
                             size = getConstantIntValue(sizes[axis]);
      if (!start || !size)
        return refuse(reason, "it writes at a place that is not constant");
      int64_t after = type.getDimSize(axis) - *start - *size;
      low.push_back(b.builder.getIndexAttr(*start));
      high.push_back(b.builder.getIndexAttr(after));
      isAll &= *start == 0 && after == 0;
    }
    Value part = b.reshape(op.getSource(), sizes);
    if (isAll)
      return part;
    Type element = type.getElementType();
    TypedAttr zero = makeNumber(element, 0);
    TypedAttr around = getSplatValue(op.getDest());
    Value padded = PadOp::create(b.builder, b.loc, part, low, high,
                                 around ? around : zero);
    if (around)
      return padded;
    Value inside = b.splat(makeNumber(b.builder.getI1Type(), 1), sizes);
    inside = PadOp::create(b.builder, b.loc, inside, low, high,
                           makeNumber(b.builder.getI1Type(), 0));
    return b.select(inside, padded, op.getDest());
  }
};

struct ConvertPad : TensorPattern<tensor::PadOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::PadOp op, TensorBuilder &b,
                         std::string &reason) const override {
    Value yielded = op.getConstantPaddingValue();
    TypedAttr value = yielded ? getScalarConstant(yielded) : TypedAttr();
    if (!value)
      return refuse(reason, "it pads with something that is not constant");
    return Value(PadOp::create(b.builder, b.loc, op.getSource(),
                               op.getMixedLowPad(), op.getMixedHighPad(),
                               value));
  }
};

/// Any op that keeps the elements and their order.
template <typename Op> struct ConvertReshape : TensorPattern<Op> {
  using TensorPattern<Op>::TensorPattern;
  FailureOr<Value> build(Op op, TensorBuilder &b,
                         std::string &reason) const override {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (type.hasStaticShape())
      return b.reshape(
          op->getOperand(0),
          getAsIndexOpFoldResult(op->getContext(), type.getShape()));
    if constexpr (std::is_same_v<Op, tensor::ExpandShapeOp>) {
      return b.reshape(op.getSrc(), op.getMixedOutputShape());
    } else if constexpr (std::is_same_v<Op, tensor::CollapseShapeOp>) {
      FailureOr<Sizes> sizes = b.getSizes(op.getSrc());
      if (failed(sizes))
        return failure();
      Sizes collapsed;
      for (ArrayRef<int64_t> group : op.getReassociationIndices()) {
        Sizes factors;
        for (int64_t axis : group)
          factors.push_back((*sizes)[axis]);
        collapsed.push_back(b.multiply(factors));
      }
      return b.reshape(op.getSrc(), collapsed);
    } else {
      return this->refuse(reason, "its shape is not constant");
    }
  }
};

struct ConvertCast : TensorPattern<tensor::CastOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::CastOp op, TensorBuilder &,
                         std::string &reason) const override {
    if (op.getSource().getType() == op.getType())
      return op.getSource();
    return refuse(reason, "it changes what is known of a size; canonicalize "
                          "may remove it");
  }
};

struct ConvertConcat : TensorPattern<tensor::ConcatOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::ConcatOp op, TensorBuilder &b,
                         std::string &) const override {
    return Value(ConcatOp::create(b.builder, b.loc, op.getInputs(),
                                  int64_t(op.getDim())));
  }
};

/// A scalar as a tensor without axes.
FailureOr<Value> getScalar(Value scalar, TensorBuilder &b,
                           std::string &reason) {
  if (TypedAttr constant = getScalarConstant(scalar))
    return b.splat(constant, {});
  auto extract = scalar.getDefiningOp<tensor::ExtractOp>();
  if (extract && isTensor(extract.getTensor().getType())) {
    Sizes offsets, ones;
    for (Value index : extract.getIndices()) {
      std::optional<int64_t> constant = getConstantIntValue(index);
      if (!constant) {
        reason = "it uses an element whose place is not constant";
        return failure();
      }
      offsets.push_back(b.builder.getIndexAttr(*constant));
      ones.push_back(b.builder.getIndexAttr(1));
    }
    return b.reshape(b.shrink(extract.getTensor(), offsets, ones), {});
  }
  Operation *definition = scalar.getDefiningOp();
  if (!definition) {
    reason = "it uses a scalar argument: tg's functions take tensors only";
    return failure();
  }
  SmallVector<Value> operands;
  for (Value operand : definition->getOperands()) {
    FailureOr<Value> value = getScalar(operand, b, reason);
    if (failed(value))
      return failure();
    operands.push_back(*value);
  }
  return convertScalarOp(definition, operands, b, reason);
}

/// One element replaced.
struct ConvertInsert : TensorPattern<tensor::InsertOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::InsertOp op, TensorBuilder &b,
                         std::string &reason) const override {
    auto type = cast<RankedTensorType>(op.getDest().getType());
    if (!type.hasStaticShape())
      return refuse(reason, "it writes into a tensor of variable size");
    Sizes low, high, ones;
    for (auto [axis, index] : llvm::enumerate(op.getIndices())) {
      std::optional<int64_t> place = getConstantIntValue(index);
      if (!place || *place < 0 || *place >= type.getDimSize(axis))
        return refuse(reason, "it writes at a place that is not constant");
      low.push_back(b.builder.getIndexAttr(*place));
      high.push_back(
          b.builder.getIndexAttr(type.getDimSize(axis) - *place - 1));
      ones.push_back(b.builder.getIndexAttr(1));
    }
    FailureOr<Value> scalar = getScalar(op.getScalar(), b, reason);
    if (failed(scalar))
      return failure();
    Type i1 = b.builder.getI1Type();
    Value inside = b.splat(makeNumber(i1, 1), ones);
    inside =
        PadOp::create(b.builder, b.loc, inside, low, high, makeNumber(i1, 0));
    Value all = b.spread(
        *scalar, {}, getAsIndexOpFoldResult(op.getContext(), type.getShape()));
    return b.select(inside, all, op.getDest());
  }
};

struct ConvertSplat : TensorPattern<tensor::SplatOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::SplatOp op, TensorBuilder &b,
                         std::string &reason) const override {
    Sizes sizes;
    SmallVector<Value> dynamic(op.getDynamicSizes());
    unsigned next = 0;
    for (int64_t size : op.getType().getShape())
      sizes.push_back(ShapedType::isDynamic(size)
                          ? OpFoldResult(dynamic[next++])
                          : OpFoldResult(b.builder.getIndexAttr(size)));
    if (TypedAttr constant = getScalarConstant(op.getInput()))
      return b.splat(constant, sizes);
    FailureOr<Value> scalar = getScalar(op.getInput(), b, reason);
    if (failed(scalar))
      return failure();
    return b.spread(*scalar, {}, sizes);
  }
};

struct ConvertFromElements : TensorPattern<tensor::FromElementsOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::FromElementsOp op, TensorBuilder &b,
                         std::string &reason) const override {
    auto type = cast<RankedTensorType>(op.getType());
    SmallVector<Attribute> constants;
    for (Value element : op.getElements())
      if (TypedAttr constant = getScalarConstant(element))
        constants.push_back(constant);
    if (constants.size() == op.getElements().size())
      return Value(ConstantOp::create(b.builder, b.loc,
                                      DenseElementsAttr::get(type, constants)));
    SmallVector<Value> lines;
    for (Value element : op.getElements()) {
      FailureOr<Value> scalar = getScalar(element, b, reason);
      if (failed(scalar))
        return failure();
      lines.push_back(b.reshape(*scalar, {b.builder.getIndexAttr(1)}));
    }
    Value joined = lines.size() == 1
                       ? lines.front()
                       : Value(ConcatOp::create(b.builder, b.loc, lines, 0));
    return b.reshape(joined,
                     getAsIndexOpFoldResult(op.getContext(), type.getShape()));
  }
};

/// The body gives each element from its indices, as arith ops do.
struct ConvertGenerate : TensorPattern<tensor::GenerateOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::GenerateOp op, TensorBuilder &b,
                         std::string &reason) const override {
    auto type = cast<RankedTensorType>(op.getType());
    Sizes sizes = tensor::getMixedSizes(b.builder, b.loc, op.getResult());
    if (!type.hasStaticShape())
      return refuse(reason, "it generates a tensor of variable size");
    DenseMap<Value, Value> known;
    Block &body = op.getBody().front();
    for (BlockArgument index : body.getArguments())
      known[index] = b.iota(index.getArgNumber(), sizes);
    for (Operation &inner : body.without_terminator()) {
      if (TypedAttr constant = inner.getNumResults() == 1
                                   ? getScalarConstant(inner.getResult(0))
                                   : TypedAttr()) {
        known[inner.getResult(0)] = b.splat(constant, sizes);
        continue;
      }
      SmallVector<Value> operands;
      for (Value operand : inner.getOperands()) {
        FailureOr<Value> value = getElement(operand, known, b, sizes, reason);
        if (failed(value))
          return failure();
        operands.push_back(*value);
      }
      FailureOr<Value> value = convertScalarOp(&inner, operands, b, reason);
      if (failed(value))
        return failure();
      known[inner.getResult(0)] = *value;
    }
    return getElement(body.getTerminator()->getOperand(0), known, b, sizes,
                      reason);
  }

  static FailureOr<Value>
  getElement(Value scalar, DenseMap<Value, Value> &known, TensorBuilder &b,
             ArrayRef<OpFoldResult> sizes, std::string &reason) {
    if (Value value = known.lookup(scalar))
      return value;
    FailureOr<Value> outside = getScalar(scalar, b, reason);
    if (failed(outside))
      return failure();
    return b.spread(*outside, {}, sizes);
  }
};

struct ConvertBitcast : TensorPattern<tensor::BitcastOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::BitcastOp op, TensorBuilder &b,
                         std::string &) const override {
    return b.bitcast(op.getSource(),
                     cast<RankedTensorType>(op.getType()).getElementType());
  }
};

/// A size that follows from the function's variables.
struct ConvertDim : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::DimOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> axis = op.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
    if (!axis || !type || *axis < 0 || *axis >= type.getRank())
      return rewriter.notifyMatchFailure(op, "its axis is not constant");
    SymbolicShapes shapes(op);
    OpFoldResult size = buildIndex(
        rewriter, op.getLoc(), shapes.getShape(op.getSource())[*axis], shapes);
    if (!size)
      return rewriter.notifyMatchFailure(
          op, "the size does not follow from the function's variables "
              "(tg.variables, tg.dims)");
    rewriter.replaceOp(
        op, getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), size));
    return success();
  }
};
} // namespace

void tg::populateTensorOpPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertEmpty, ConvertExtractSlice, ConvertInsertSlice,
               ConvertInsert, ConvertPad, ConvertReshape<tensor::ExpandShapeOp>,
               ConvertReshape<tensor::CollapseShapeOp>,
               ConvertReshape<tensor::ReshapeOp>, ConvertCast, ConvertConcat,
               ConvertSplat, ConvertFromElements, ConvertGenerate,
               ConvertBitcast, ConvertDim>(patterns.getContext());
}
