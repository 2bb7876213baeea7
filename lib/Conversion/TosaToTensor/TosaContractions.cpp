//===- TosaContractions.cpp - matmul, convolutions and pooling of TOSA as tg ops
//---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TOSA has its channels last, tg after the batch: permutations around each op,
// which cancel between ops and cost no memory.
//
//===----------------------------------------------------------------------===//

#include "TosaPattern.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

/// [N, spatial…, C] as [N, C, spatial…], and back.
static Value channelsFirst(Value tensor, TensorBuilder &b) {
  int64_t rank = b.getRank(tensor);
  SmallVector<int64_t> order = {0, rank - 1};
  for (int64_t axis = 1; axis < rank - 1; ++axis)
    order.push_back(axis);
  return b.permute(tensor, order);
}

static Value channelsLast(Value tensor, TensorBuilder &b) {
  int64_t rank = b.getRank(tensor);
  SmallVector<int64_t> order = {0};
  for (int64_t axis = 2; axis < rank; ++axis)
    order.push_back(axis);
  order.push_back(1);
  return b.permute(tensor, order);
}

/// The entries of [before, after, before, after, …].
static SmallVector<int64_t> takeEach(ArrayRef<int64_t> pairs, unsigned which) {
  SmallVector<int64_t> taken;
  for (size_t i = which; i < pairs.size(); i += 2)
    taken.push_back(pairs[i]);
  return taken;
}

/// Adds a bias of one element, or of one for each channel, the last axis.
static FailureOr<Value> addBias(Value tensor, Value bias, TosaConversion &c) {
  TensorBuilder &b = c.b;
  FailureOr<Sizes> sizes = b.getSizes(tensor);
  if (failed(sizes))
    return failure();
  bias = b.cast(bias, b.getElement(tensor));
  bool isOne = cast<RankedTensorType>(bias.getType()).getDimSize(0) == 1;
  Value all = isOne ? b.spread(b.reshape(bias, {}), {}, *sizes)
                    : b.spread(bias, {int64_t(sizes->size()) - 1}, *sizes);
  return b.binary<AddOp>(tensor, all);
}

namespace {
struct ConvertMatMul : TosaPattern<tosa::MatMulOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::MatMulOp op, TosaConversion &c) const override {
    FailureOr<Value> lhs = c.dequantize(op.getA(), op.getAZp(), c.element());
    FailureOr<Value> rhs = c.dequantize(op.getB(), op.getBZp(), c.element());
    if (failed(lhs) || failed(rhs))
      return failure();
    return Value(MatmulOp::create(c.b.builder, c.b.loc, *lhs, *rhs));
  }
};

/// Convolutions; `isDepthwise` has the weights [kernel…, C, M].
template <typename Op> struct ConvertConv : TosaPattern<Op> {
  using TosaPattern<Op>::TosaPattern;
  FailureOr<Value> build(Op op, TosaConversion &c) const override {
    constexpr bool isDepthwise = std::is_same_v<Op, tosa::DepthwiseConv2DOp>;
    TensorBuilder &b = c.b;
    FailureOr<Value> input =
        c.dequantize(op.getInput(), op.getInputZp(), c.element());
    FailureOr<Value> weight =
        c.dequantize(op.getWeight(), op.getWeightZp(), c.element());
    if (failed(input) || failed(weight))
      return failure();
    int64_t groups = 1;
    Value filter;
    if (isDepthwise) {
      auto type = cast<RankedTensorType>(weight->getType());
      if (!type.hasStaticShape())
        return c.refuse("its weights have no constant sizes");
      groups = type.getDimSize(2);
      int64_t features = groups * type.getDimSize(3);
      filter = b.reshape(b.permute(*weight, {2, 3, 0, 1}),
                         getAsIndexOpFoldResult(
                             op.getContext(), {features, 1, type.getDimSize(0),
                                               type.getDimSize(1)}));
    } else {
      filter = channelsFirst(*weight, b);
    }
    Value result = ConvOp::create(b.builder, b.loc, channelsFirst(*input, b),
                                  filter, op.getStride(), op.getDilation(),
                                  takeEach(op.getPad(), 0),
                                  takeEach(op.getPad(), 1), groups);
    return addBias(channelsLast(result, b), op.getBias(), c);
  }
};

struct ConvertTransposeConv : TosaPattern<tosa::TransposeConv2DOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::TransposeConv2DOp op,
                         TosaConversion &c) const override {
    TensorBuilder &b = c.b;
    FailureOr<Value> input =
        c.dequantize(op.getInput(), op.getInputZp(), c.element());
    FailureOr<Value> weight =
        c.dequantize(op.getWeight(), op.getWeightZp(), c.element());
    if (failed(input) || failed(weight))
      return failure();
    // Negative paddings cut the result, positive ones add zeros to it.
    SmallVector<int64_t> cutLow, cutHigh, low = {0, 0}, high = {0, 0};
    for (auto [i, pad] : llvm::enumerate(op.getOutPad())) {
      (i % 2 ? cutHigh : cutLow).push_back(std::max<int64_t>(-pad, 0));
      (i % 2 ? high : low).push_back(std::max<int64_t>(pad, 0));
    }
    Value result =
        ConvTransposeOp::create(b.builder, b.loc, channelsFirst(*input, b),
                                b.permute(*weight, {3, 0, 1, 2}),
                                op.getStride(), {}, cutLow, cutHigh, {});
    if (llvm::any_of(low, [](int64_t n) { return n; }) ||
        llvm::any_of(high, [](int64_t n) { return n; }))
      result = PadOp::create(b.builder, b.loc, result,
                             getAsIndexOpFoldResult(op.getContext(), low),
                             getAsIndexOpFoldResult(op.getContext(), high),
                             makeNumber(c.element(), 0));
    return addBias(channelsLast(result, b), op.getBias(), c);
  }
};

struct ConvertMaxPool : TosaPattern<tosa::MaxPool2dOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::MaxPool2dOp op,
                         TosaConversion &c) const override {
    Value input =
        c.withoutNan(op.getInput(), op.getNanMode(), getLowest(c.element()));
    Value pooled = MaxPoolOp::create(
        c.b.builder, c.b.loc, channelsFirst(input, c.b), op.getKernel(),
        op.getStride(), {}, takeEach(op.getPad(), 0), takeEach(op.getPad(), 1));
    return channelsLast(pooled, c.b);
  }
};

struct ConvertAvgPool : TosaPattern<tosa::AvgPool2dOp> {
  using TosaPattern::TosaPattern;
  FailureOr<Value> build(tosa::AvgPool2dOp op,
                         TosaConversion &c) const override {
    if (!isa<FloatType>(c.element()))
      return c.refuse("averages of integers are scaled in a way of their own");
    Value pooled = AvgPoolOp::create(
        c.b.builder, c.b.loc, channelsFirst(op.getInput(), c.b), op.getKernel(),
        op.getStride(), {}, takeEach(op.getPad(), 0), takeEach(op.getPad(), 1));
    return channelsLast(pooled, c.b);
  }
};
} // namespace

void tg::populateTosaContractionPatterns(RewritePatternSet &patterns) {
  patterns
      .add<ConvertMatMul, ConvertConv<tosa::Conv2DOp>,
           ConvertConv<tosa::Conv3DOp>, ConvertConv<tosa::DepthwiseConv2DOp>,
           ConvertTransposeConv, ConvertMaxPool, ConvertAvgPool>(
          patterns.getContext());
}
