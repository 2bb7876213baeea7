//===- MovementToLinalg.cpp - movement and creation ops as tensor ops ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

namespace {
struct ConvertConstant : ToLinalgPattern<ConstantOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(ConstantOp op, LinalgBuilder &b, std::string &) const override {
    return arith::ConstantOp::create(b.builder, b.loc,
                                     cast<TypedAttr>(op.getValue()));
  }
};

struct ConvertReshape : ToLinalgPattern<ReshapeOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(ReshapeOp op, LinalgBuilder &b,
              std::string &reason) const override {
    reason = "no grouping of axes gives the shape, and a size is not constant";
    return b.reshape(op.getInput(), cast<RankedTensorType>(op.getType()),
                     op.getMixedSizes());
  }
};

/// The repeated axes are read at 0.
struct ConvertExpand : ToLinalgPattern<ExpandOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(ExpandOp op, LinalgBuilder &b, std::string &) const override {
    auto from = cast<RankedTensorType>(op.getInput().getType());
    auto to = cast<RankedTensorType>(op.getType());
    SmallVector<AffineExpr> exprs;
    for (int64_t axis = 0; axis < from.getRank(); ++axis)
      exprs.push_back(from.getDimSize(axis) == 1 && to.getDimSize(axis) != 1
                          ? getAffineConstantExpr(0, op.getContext())
                          : b.dim(unsigned(axis)));
    auto map =
        AffineMap::get(unsigned(to.getRank()), 0, exprs, op.getContext());
    return b.generic(op.getInput(), map,
                     b.empty(op.getMixedSizes(), to.getElementType()),
                     [](OpBuilder &, Location, ValueRange x) { return x[0]; });
  }
};

struct ConvertPermute : ToLinalgPattern<PermuteOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(PermuteOp op, LinalgBuilder &b, std::string &) const override {
    Sizes sizes = b.getSizes(op.getInput()), permuted;
    for (int64_t axis : op.getOrder())
      permuted.push_back(sizes[axis]);
    Value init = b.empty(permuted, b.getType(op.getInput()).getElementType());
    return linalg::TransposeOp::create(b.builder, b.loc, op.getInput(), init,
                                       op.getOrder())
        ->getResult(0);
  }
};

struct ConvertPad : ToLinalgPattern<PadOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(PadOp op, LinalgBuilder &b, std::string &) const override {
    return b.pad(op.getInput(), op.getMixedLow(), op.getMixedHigh(),
                 op.getValue());
  }
};

struct ConvertShrink : ToLinalgPattern<ShrinkOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(ShrinkOp op, LinalgBuilder &b, std::string &) const override {
    Sizes ones(op.getMixedSizes().size(), b.builder.getIndexAttr(1));
    return tensor::ExtractSliceOp::create(
        b.builder, b.loc, cast<RankedTensorType>(op.getType()), op.getInput(),
        op.getMixedOffsets(), op.getMixedSizes(), ones);
  }
};

struct ConvertFlip : ToLinalgPattern<FlipOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(FlipOp op, LinalgBuilder &b, std::string &reason) const override {
    auto type = cast<RankedTensorType>(op.getType());
    SmallVector<AffineExpr> exprs;
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      AffineExpr expr = b.dim(unsigned(axis));
      if (llvm::is_contained(op.getAxes(), axis)) {
        if (type.isDynamicDim(axis)) {
          reason = "an axis of variable size cannot be read backwards";
          return {};
        }
        expr = -expr + (type.getDimSize(axis) - 1);
      }
      exprs.push_back(expr);
    }
    auto map =
        AffineMap::get(unsigned(type.getRank()), 0, exprs, op.getContext());
    return b.generic(op.getInput(), map,
                     b.empty(b.getSizes(op.getInput()), type.getElementType()),
                     [](OpBuilder &, Location, ValueRange x) { return x[0]; });
  }
};

struct ConvertConcat : ToLinalgPattern<ConcatOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(ConcatOp op, LinalgBuilder &b, std::string &) const override {
    return tensor::ConcatOp::create(b.builder, b.loc, op.getType(),
                                    uint64_t(op.getAxis()), op.getInputs());
  }
};

/// tg keeps what is contiguous or detached as it is.
template <typename Op> struct ConvertIdentity : ToLinalgPattern<Op> {
  using ToLinalgPattern<Op>::ToLinalgPattern;
  Value build(Op op, LinalgBuilder &, std::string &) const override {
    return op.getInput();
  }
};

struct ConvertArange : ToLinalgPattern<ArangeOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(ArangeOp op, LinalgBuilder &b, std::string &) const override {
    Type element = cast<RankedTensorType>(op.getType()).getElementType();
    // Narrow floats are computed in f32 and rounded once.
    auto number = dyn_cast<FloatType>(element);
    Type wide =
        number && number.getWidth() < 32 ? b.builder.getF32Type() : element;
    auto constant = [&](OpBuilder &inner, TypedAttr value) -> Value {
      Value scalar = arith::ConstantOp::create(inner, b.loc, value);
      return castScalar(inner, b.loc, scalar, wide);
    };
    return b.generic(
        {}, {}, b.empty(op.getMixedSizes(), element),
        [&](OpBuilder &inner, Location loc, ValueRange) -> Value {
          Value index = linalg::IndexOp::create(inner, loc, 0);
          Type counted = isa<IntegerType>(wide) ? wide : inner.getI64Type();
          Value i = arith::IndexCastOp::create(inner, loc, counted, index);
          i = castScalar(inner, loc, i, wide);
          if (matchPattern(Attribute(op.getStart()), m_Zero()) &&
              matchPattern(Attribute(op.getStep()), m_One()))
            return i;
          Value start = constant(inner, op.getStart()),
                step = constant(inner, op.getStep());
          Value scaled = combine(inner, loc, Combiner::Prod, i, step);
          Value sum = combine(inner, loc, Combiner::Sum, start, scaled);
          return castScalar(inner, loc, sum, element);
        });
  }
};

/// A variable is the size of an argument's axis that it names.
struct ConvertVariable : OpRewritePattern<VariableOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(VariableOp op,
                                PatternRewriter &rewriter) const override {
    auto function = op->getParentOfType<FunctionOpInterface>();
    for (BlockArgument argument : function.getArguments()) {
      auto dims = function.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(),
                                                       TGDialect::kDims);
      if (!dims)
        continue;
      for (auto [axis, dim] : llvm::enumerate(dims))
        if (auto name = dyn_cast<StringAttr>(dim);
            name && name == op.getNameAttr()) {
          rewriter.replaceOpWithNewOp<tensor::DimOp>(op, argument,
                                                     int64_t(axis));
          return success();
        }
    }
    return rewriter.notifyMatchFailure(op,
                                       "no axis of an argument has this size");
  }
};
} // namespace

void tg::populateMovementToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertConstant, ConvertReshape, ConvertExpand, ConvertPermute,
               ConvertPad, ConvertShrink, ConvertFlip, ConvertConcat,
               ConvertIdentity<ContiguousOp>, ConvertIdentity<DetachOp>,
               ConvertArange, ConvertVariable>(patterns.getContext());
}
