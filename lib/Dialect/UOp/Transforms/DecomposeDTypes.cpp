//===- DecomposeDTypes.cpp - types the target lacks -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Narrow floats stay the types of memory and of values that only move (LLVM
// knows fp8 as i8 there); every op that computes with them does so in f32 and
// rounds once. Upstream's arith-emulate-unsupported-floats was considered: it
// rewrites whole functions by type and leaves the conversions undone.
//
//===----------------------------------------------------------------------===//

#include "NarrowFloatCode.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_DECOMPOSEDTYPESPASS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

static constexpr llvm::StringLiteral kSaturate = "uop.saturate";

static Type elementOf(Value value) {
  return getElementTypeOrSelf(value.getType());
}

static bool isNarrowFloat(Type type) {
  return isa<Float16Type, BFloat16Type, Float8E4M3FNType, Float8E5M2Type>(
      getElementTypeOrSelf(type));
}

static Saturation getSaturation(Operation *op) {
  auto mode = op->getAttrOfType<StringAttr>(kSaturate);
  if (mode && mode.getValue() == "all")
    return Saturation::All;
  if (mode && mode.getValue() == "none")
    return Saturation::None;
  return Saturation::Finite;
}

namespace {
using Options = DecomposeDTypesPassOptions;

/// Whether arithmetic in `type` must be done in f32.
bool isEmulated(Type type, const Options &options) {
  if (isa<Float16Type>(getElementTypeOrSelf(type)))
    return !options.f16Arithmetic;
  return isNarrowFloat(type);
}

Value widen(OpBuilder &builder, Location loc, Value value) {
  if (!isNarrowFloat(value.getType()))
    return value;
  ElementOps ops(builder, loc, value.getType());
  return ops.make<arith::ExtFOp>(ops.f32(), value);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// An op on floats of one type: on f32 operands, and rounded if its result is
/// of the narrow type.
template <class Op> struct ComputeInF32 : OpRewritePattern<Op> {
  ComputeInF32(MLIRContext *context, const Options &options)
      : OpRewritePattern<Op>(context), options(options) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type narrow = op->getOperand(0).getType();
    if (!isEmulated(narrow, options))
      return rewriter.notifyMatchFailure(op, "the target has this type");
    Location loc = op.getLoc();
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(widen(rewriter, loc, operand));
    Type result = op->getResult(0).getType();
    ElementOps ops(rewriter, loc, result);
    bool rounds = isNarrowFloat(result);
    OperationState state(loc, op->getName(), operands,
                         rounds ? ops.f32() : result, op->getAttrs());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    Operation *wide = rewriter.create(state);
    if (rounds)
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, result,
                                                   wide->getResult(0));
    else
      rewriter.replaceOp(op, wide);
    return success();
  }

  Options options;
};

/// neg and abs touch the sign bit only, of NaNs too.
template <class Op, bool flips> struct ChangeSign : OpRewritePattern<Op> {
  ChangeSign(MLIRContext *context, const Options &options)
      : OpRewritePattern<Op>(context), options(options) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!isEmulated(op.getType(), options))
      return rewriter.notifyMatchFailure(op, "the target has this type");
    ElementOps ops(rewriter, op.getLoc(), op.getType());
    unsigned width = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    int64_t sign = int64_t(1) << (width - 1);
    Value bits = ops.bitcast(ops.intType(width), op->getOperand(0));
    bits = flips ? ops.bitXor(bits, ops.integer(width, sign))
                 : ops.bitAnd(bits, ops.integer(width, sign - 1));
    rewriter.replaceOp(op, ops.bitcast(op.getType(), bits));
    return success();
  }

  Options options;
};

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

struct ExpandExtF : OpRewritePattern<arith::ExtFOp> {
  ExpandExtF(MLIRContext *context, const Options &options)
      : OpRewritePattern(context), options(options) {}

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = elementOf(op.getIn()), to = elementOf(op.getOut());
    if (!isNarrowFloat(from))
      return rewriter.notifyMatchFailure(op, "the target has this conversion");
    ElementOps ops(rewriter, op.getLoc(), op.getType());
    bool native = from.isF16() && options.f16Conversions;
    if (to.isF32() && native)
      return rewriter.notifyMatchFailure(op, "the target has this conversion");
    Value f32 = native ? ops.make<arith::ExtFOp>(ops.f32(), op.getIn())
                       : emitDecode(ops, op.getIn());
    // Between narrow types the second step is exact; it expands in turn.
    if (isNarrowFloat(to))
      f32 = ops.make<arith::TruncFOp>(op.getType(), f32);
    else if (!to.isF32())
      f32 = ops.make<arith::ExtFOp>(op.getType(), f32);
    rewriter.replaceOp(op, f32);
    return success();
  }

  Options options;
};

struct ExpandTruncF : OpRewritePattern<arith::TruncFOp> {
  ExpandTruncF(MLIRContext *context, const Options &options)
      : OpRewritePattern(context), options(options) {}

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    auto to = cast<FloatType>(elementOf(op.getOut()));
    Type from = elementOf(op.getIn());
    if (!isNarrowFloat(to))
      return rewriter.notifyMatchFailure(op, "the target has this conversion");
    ElementOps ops(rewriter, op.getLoc(), op.getType());
    Value f32 = widen(rewriter, op.getLoc(), op.getIn());
    if (from.isF64())
      f32 = emitRoundToOdd(ops, op.getIn());
    bool native = to.isF16() && options.f16Conversions;
    if (native && f32 == op.getIn())
      return rewriter.notifyMatchFailure(op, "the target has this conversion");
    rewriter.replaceOp(op, native
                               ? ops.make<arith::TruncFOp>(op.getType(), f32)
                               : emitEncode(ops, f32, to, getSaturation(op)));
    return success();
  }

  Options options;
};

/// An integer as a narrow float, through f32 or f64 without a second rounding.
template <class Op, bool isSigned>
struct ExpandIntToFloat : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!isNarrowFloat(op.getType()))
      return rewriter.notifyMatchFailure(op, "the target has this conversion");
    ElementOps ops(rewriter, op.getLoc(), op.getType());
    unsigned width = elementOf(op.getIn()).getIntOrFloatBitWidth();
    Value wide;
    if (width < 32)
      wide = ops.make<Op>(ops.f32(), op.getIn());
    else if (width == 32)
      wide = ops.make<Op>(ops.f64(), op.getIn());
    else
      wide = emitIntToOddF64(ops, op.getIn(), isSigned);
    auto result =
        arith::TruncFOp::create(rewriter, op.getLoc(), op.getType(), wide);
    if (Attribute mode = op->getAttr(kSaturate))
      result->setAttr(kSaturate, mode);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// A narrow float as an integer goes through f32; marks stay.
template <class Op> struct ExpandFloatToInt : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!isNarrowFloat(op.getIn().getType()))
      return rewriter.notifyMatchFailure(op, "the target has this conversion");
    Value wide = widen(rewriter, op.getLoc(), op.getIn());
    rewriter.modifyOpInPlace(op, [&] { op.getInMutable().assign(wide); });
    return success();
  }
};

struct DecomposeDTypesPass
    : impl::DecomposeDTypesPassBase<DecomposeDTypesPass> {
  using DecomposeDTypesPassBase::DecomposeDTypesPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateDecomposeDTypesPatterns(
        set, {f16Arithmetic, f16Conversions, fma, roundings});
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    // Folding would go through upstream's rules, which do not know our marks.
    GreedyRewriteConfig config;
    config.enableFolding(false)
        .enableConstantCSE(false)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(getOperation(), patterns, config)))
      signalPassFailure();
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

void populateDecomposeDTypesPatterns(
    RewritePatternSet &patterns, const DecomposeDTypesPassOptions &options) {
  MLIRContext *context = patterns.getContext();
  populateTotalOpPatterns(patterns);
  populateMissingFloatOpPatterns(patterns, options);
  patterns.add<ComputeInF32<arith::AddFOp>, ComputeInF32<arith::SubFOp>,
               ComputeInF32<arith::MulFOp>, ComputeInF32<arith::DivFOp>,
               ComputeInF32<arith::MaximumFOp>, ComputeInF32<arith::MinimumFOp>,
               ComputeInF32<arith::MaxNumFOp>, ComputeInF32<arith::MinNumFOp>,
               ComputeInF32<arith::CmpFOp>, ComputeInF32<math::SqrtOp>,
               ComputeInF32<math::FloorOp>, ComputeInF32<math::CeilOp>,
               ComputeInF32<math::TruncOp>, ComputeInF32<math::RoundEvenOp>,
               ComputeInF32<ReduceOp>, ComputeInF32<ScanOp>,
               ChangeSign<arith::NegFOp, true>, ChangeSign<math::AbsFOp, false>,
               ExpandExtF, ExpandTruncF>(context, options);
  patterns.add<ExpandIntToFloat<arith::SIToFPOp, true>,
               ExpandIntToFloat<arith::UIToFPOp, false>,
               ExpandFloatToInt<arith::FPToSIOp>,
               ExpandFloatToInt<arith::FPToUIOp>>(context);
}

} // namespace tinygrad::uop
