//===- TensorOps.cpp - ops of the tensor dialect as tg ops ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorPattern.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

namespace {
/// What it holds is not defined: zeros are.
struct ConvertEmpty : TensorPattern<tensor::EmptyOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::EmptyOp op, TensorBuilder &b,
                         std::string &) const override {
    return b.splat(makeNumber(getStoredElement(op.getType()), 0),
                   op.getMixedSizes());
  }
};

struct ConvertAlloc : TensorPattern<bufferization::AllocTensorOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(bufferization::AllocTensorOp op, TensorBuilder &b,
                         std::string &) const override {
    if (Value copied = op.getCopy())
      return copied;
    Sizes sizes;
    unsigned next = 0;
    for (int64_t size : op.getType().getShape())
      sizes.push_back(ShapedType::isDynamic(size)
                          ? OpFoldResult(op.getDynamicSizes()[next++])
                          : OpFoldResult(b.builder.getIndexAttr(size)));
    return b.splat(makeNumber(getStoredElement(op.getType()), 0), sizes);
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

/// What is known of sizes goes with the value: a cast that forgets some leaves
/// it as it is.
struct ConvertCast : TensorPattern<tensor::CastOp> {
  using TensorPattern::TensorPattern;
  FailureOr<Value> build(tensor::CastOp op, TensorBuilder &b,
                         std::string &reason) const override {
    auto given = dyn_cast<RankedTensorType>(op.getSource().getType());
    if (!given)
      return refuse(reason, "its operand has no rank");
    auto wanted = cast<RankedTensorType>(op.getType());
    SymbolicShapes shapes(op);
    ArrayRef<AffineExpr> sizes = shapes.getShape(op.getSource());
    SmallVector<int64_t> known;
    for (auto [axis, size] : llvm::enumerate(wanted.getShape())) {
      known.push_back(given.getDimSize(axis));
      if (ShapedType::isDynamic(size) || known.back() == size)
        continue;
      if (!sizes[axis] ||
          shapes.areEqual(sizes[axis], b.builder.getAffineConstantExpr(size)) !=
              true)
        return refuse(reason, "it says of a size what does not follow from "
                              "the function's variables");
      known.back() = size;
    }
    FailureOr<Sizes> all = b.getSizes(op.getSource());
    if (failed(all))
      return op.getSource();
    for (auto [size, constant] : llvm::zip(*all, known))
      if (!ShapedType::isDynamic(constant))
        size = b.builder.getIndexAttr(constant);
    return b.withKnownSizes(op.getSource(), *all);
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
    FailureOr<Value> scalar = evaluateScalar(op.getInput(), b, reason);
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
      return Value(ConstantOp::create(
          b.builder, b.loc,
          DenseElementsAttr::get(type.clone(getStoredElement(type)),
                                 constants)));
    SmallVector<Value> lines;
    for (Value element : op.getElements()) {
      FailureOr<Value> scalar = evaluateScalar(element, b, reason);
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
    Sizes sizes;
    unsigned next = 0;
    for (int64_t size : type.getShape())
      sizes.push_back(ShapedType::isDynamic(size)
                          ? OpFoldResult(op.getDynamicExtents()[next++])
                          : OpFoldResult(b.builder.getIndexAttr(size)));
    sizes = withConstants(sizes);
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
      if (inner.getNumResults() != 1)
        return refuse(reason,
                      "its body has '" + inner.getName().getStringRef() + "'");
      SmallVector<Value> operands;
      auto extract = dyn_cast<tensor::ExtractOp>(inner);
      for (Value operand :
           extract ? extract.getIndices() : ValueRange(inner.getOperands())) {
        FailureOr<Value> value = getElement(operand, known, b, sizes, reason);
        if (failed(value))
          return failure();
        operands.push_back(*value);
      }
      FailureOr<Value> value =
          extract ? b.gather(extract.getTensor(), operands, sizes)
                  : convertScalarOp(inner.getResult(0), operands, b, reason);
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
    FailureOr<Value> outside = evaluateScalar(scalar, b, reason);
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

/// What has been found true needs no check.
struct EraseAssert : OpRewritePattern<cf::AssertOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(cf::AssertOp op,
                                PatternRewriter &rewriter) const override {
    if (!matchPattern(op.getArg(), m_One()))
      return rewriter.notifyMatchFailure(op, "its condition is not constant");
    rewriter.eraseOp(op);
    return success();
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
  patterns
      .add<ConvertEmpty, ConvertAlloc, ConvertReshape<tensor::ExpandShapeOp>,
           ConvertReshape<tensor::CollapseShapeOp>,
           ConvertReshape<tensor::ReshapeOp>, ConvertCast, ConvertConcat,
           ConvertSplat, ConvertFromElements, ConvertGenerate, ConvertBitcast,
           ConvertDim>(patterns.getContext());
}
