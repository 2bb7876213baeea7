//===- ImageToTensor.cpp - lowers image ops to tg ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image/ImageDialect.h"
#include "Image/Passes.h"

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
namespace tg = tinygrad::tg;

namespace image {
#define GEN_PASS_DEF_CONVERTIMAGETOTENSORPASS
#include "Image/Passes.h.inc"

namespace {

/// A tensor of `type` that holds `value` everywhere.
Value splat(OpBuilder &builder, Location loc, RankedTensorType type,
            float value) {
  return tg::ConstantOp::create(builder, loc,
                                DenseElementsAttr::get(type, value));
}

Value expand(OpBuilder &builder, Location loc, Value value,
             RankedTensorType type) {
  return tg::ExpandOp::create(builder, loc, type, value, ValueRange(),
                              type.getShape());
}

struct LowerGray : OpConversionPattern<GrayOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GrayOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    RankedTensorType type = op.getInput().getType();
    auto weightType = type.clone({1, 3, 1, 1});
    Value weights = tg::ConstantOp::create(
        rewriter, loc,
        DenseElementsAttr::get(cast<ShapedType>(weightType),
                               ArrayRef<float>{0.2126f, 0.7152f, 0.0722f}));
    weights = expand(rewriter, loc, weights, type);
    Value weighted =
        tg::MulOp::create(rewriter, loc, adaptor.getInput(), weights);
    rewriter.replaceOpWithNewOp<tg::SumOp>(op, op.getType(), weighted,
                                           ArrayRef<int64_t>{1},
                                           /*keepdim=*/true);
    return success();
  }
};

struct LowerBlur : OpConversionPattern<BlurOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(BlurOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // One filter a channel, all of whose weights are 1 / width².
    int64_t radius = op.getRadius(), width = 2 * radius + 1;
    RankedTensorType type = op.getType();
    int64_t channels = type.getDimSize(1);
    auto filterType = cast<RankedTensorType>(
        type.clone({channels, int64_t(1), width, width}));
    Value filter =
        splat(rewriter, op.getLoc(), filterType, 1.0f / (width * width));
    DenseI64ArrayAttr margin = rewriter.getDenseI64ArrayAttr({radius, radius});
    rewriter.replaceOpWithNewOp<tg::ConvOp>(
        op, type, adaptor.getInput(), filter, /*strides=*/DenseI64ArrayAttr(),
        /*dilations=*/DenseI64ArrayAttr(), margin, margin, channels);
    return success();
  }
};

struct LowerStretch : OpConversionPattern<StretchOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(StretchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value input = adaptor.getInput();
    RankedTensorType type = op.getType();
    auto perImage =
        cast<RankedTensorType>(type.clone({type.getDimSize(0), 1, 1, 1}));
    int64_t axes[] = {1, 2, 3};
    Value darkest = tg::MinOp::create(rewriter, loc, perImage, input, axes,
                                      /*keepdim=*/true);
    Value brightest = tg::MaxOp::create(rewriter, loc, perImage, input, axes,
                                        /*keepdim=*/true);
    Value range = tg::SubOp::create(rewriter, loc, brightest, darkest);
    range = expand(rewriter, loc, range, type);
    Value shifted = tg::SubOp::create(rewriter, loc, input,
                                      expand(rewriter, loc, darkest, type));
    Value zero = splat(rewriter, loc, type, 0.0f);
    auto flags = cast<RankedTensorType>(type.clone(rewriter.getI1Type()));
    Value flat = tg::CmpOp::create(rewriter, loc, flags, tg::CmpPredicate::eq,
                                   range, zero);
    Value scaled = tg::DivOp::create(rewriter, loc, shifted, range);
    rewriter.replaceOpWithNewOp<tg::WhereOp>(op, flat, zero, scaled);
    return success();
  }
};

struct ConvertImageToTensorPass
    : impl::ConvertImageToTensorPassBase<ConvertImageToTensorPass> {
  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.addIllegalDialect<ImageDialect>();
    target.addLegalDialect<tg::TGDialect>();
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerGray, LowerBlur, LowerStretch>(&getContext());
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace image
