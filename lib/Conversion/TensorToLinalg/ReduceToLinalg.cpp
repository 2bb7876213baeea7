//===- ReduceToLinalg.cpp - reduces and contractions as linalg ops ---*- C++
//-*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tinygrad;
using namespace tinygrad::tg;

namespace {
/// The sizes of a window's positions.
Sizes getPositions(Value input, Value result, unsigned outer,
                   LinalgBuilder &b) {
  // The type of the result has them; only outer axes vary.
  Sizes sizes = b.getSizes(input);
  sizes.resize(outer);
  auto type = cast<RankedTensorType>(result.getType());
  for (int64_t size : type.getShape().drop_front(outer))
    sizes.push_back(b.builder.getIndexAttr(size));
  return sizes;
}

bool hasStaticTail(Type type, unsigned outer) {
  return llvm::none_of(
      cast<RankedTensorType>(type).getShape().drop_front(outer),
      ShapedType::isDynamic);
}

/// Accumulates in the type that tg sums in, and rounds once.
template <typename Op, Combiner combiner>
struct ConvertReduce : ToLinalgPattern<Op> {
  using ToLinalgPattern<Op>::ToLinalgPattern;
  Value build(Op op, LinalgBuilder &b, std::string &reason) const override {
    auto type = cast<RankedTensorType>(op.getInput().getType());
    auto resultType = cast<RankedTensorType>(op.getType());
    bool sums = combiner == Combiner::Sum || combiner == Combiner::Prod;
    Type accumulator = resultType.getElementType();
    if (sums && isa<FloatType>(accumulator))
      accumulator = getSumType(accumulator);
    SmallVector<AffineExpr> exprs;
    Sizes sizes = b.getSizes(op.getInput()), kept;
    unsigned next = 0, reduced = unsigned(type.getRank() - op.getAxes().size());
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      bool isReduced = llvm::is_contained(op.getAxes(), axis);
      exprs.push_back(b.dim(isReduced ? reduced++ : next++));
      if (!isReduced)
        kept.push_back(sizes[axis]);
    }
    auto map =
        AffineMap::get(unsigned(type.getRank()), 0, exprs, op.getContext());
    Value value = b.generic(
        op.getInput(), map, b.filled(kept, getIdentity(combiner, accumulator)),
        [&](OpBuilder &inner, Location loc, ValueRange x) {
          return combine(inner, loc, combiner, x[1],
                         castScalar(inner, loc, x[0], accumulator));
        },
        unsigned(op.getAxes().size()));
    value = b.cast(value, resultType.getElementType());
    if (!op.getKeepdim() || op.getAxes().empty())
      return value;
    for (int64_t axis : op.getAxes())
      sizes[axis] = b.builder.getIndexAttr(1);
    reason = "no grouping of axes gives the kept ones";
    return b.reshape(value, resultType, sizes);
  }
};

struct ConvertSoftmax : ToLinalgPattern<SoftmaxOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(SoftmaxOp op, LinalgBuilder &b, std::string &) const override {
    Type element = b.getType(op.getInput()).getElementType();
    Type wide = getSumType(element);
    Value input = b.cast(op.getInput(), wide);
    Value result = linalg::SoftmaxOp::create(
                       b.builder, b.loc, input.getType(), input,
                       b.empty(b.getSizes(input), wide), uint64_t(op.getAxis()))
                       ->getResult(0);
    return b.cast(result, element);
  }
};

struct ConvertMatmul : ToLinalgPattern<MatmulOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(MatmulOp op, LinalgBuilder &b, std::string &) const override {
    Value lhs = op.getLhs(), rhs = op.getRhs();
    auto resultType = cast<RankedTensorType>(op.getType());
    unsigned rank = unsigned(resultType.getRank());
    Type accumulator = getSumType(b.getType(lhs).getElementType());
    Sizes sizes = b.getSizes(lhs);
    sizes.back() = b.getSizes(rhs).back();
    Value init = b.filled(sizes, getIdentity(Combiner::Sum, accumulator));
    SmallVector<Value> inputs = {lhs, rhs};
    Value result;
    if (rank == 2) {
      result =
          linalg::MatmulOp::create(b.builder, b.loc, inputs, init).getResult(0);
    } else if (rank == 3) {
      result = linalg::BatchMatmulOp::create(b.builder, b.loc, inputs, init)
                   .getResult(0);
    } else {
      SmallVector<AffineExpr> left, right;
      for (unsigned axis = 0; axis + 2 < rank; ++axis) {
        left.push_back(b.dim(axis));
        right.push_back(b.dim(axis));
      }
      left.append({b.dim(rank - 2), b.dim(rank)});
      right.append({b.dim(rank), b.dim(rank - 1)});
      AffineMap maps[] = {AffineMap::get(rank + 1, 0, left, op.getContext()),
                          AffineMap::get(rank + 1, 0, right, op.getContext())};
      result = b.generic(
          inputs, maps, init,
          [&](OpBuilder &inner, Location loc, ValueRange x) {
            return multiplyAdd(inner, loc, x, accumulator);
          },
          1);
    }
    return b.cast(result, resultType.getElementType());
  }

  static Value multiplyAdd(OpBuilder &builder, Location loc, ValueRange x,
                           Type accumulator) {
    Value product = combine(builder, loc, Combiner::Prod,
                            castScalar(builder, loc, x[0], accumulator),
                            castScalar(builder, loc, x[1], accumulator));
    return combine(builder, loc, Combiner::Sum, x[2], product);
  }
};

/// linalg's convolutions do not pad: the input is padded first.
struct ConvertConv : ToLinalgPattern<ConvOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(ConvOp op, LinalgBuilder &b, std::string &reason) const override {
    auto resultType = cast<RankedTensorType>(op.getType());
    auto filterType = cast<RankedTensorType>(op.getFilter().getType());
    unsigned spatial = op.getSpatialRank();
    if (!hasStaticTail(op.getType(), 1) || !filterType.hasStaticShape() ||
        !hasStaticTail(op.getInput().getType(), 1)) {
      reason = "only the batch may have a variable size";
      return {};
    }
    Type element = b.getType(op.getInput()).getElementType();
    Type accumulator = getSumType(element);
    Value input = b.padLast(op.getInput(), op.getPadLowOrDefault(),
                            op.getPadHighOrDefault(),
                            getIdentity(Combiner::Sum, element));
    Sizes sizes = getPositions(input, op.getResult(), 1, b);
    SmallVector<Value> inputs = {input, op.getFilter()};
    Attribute strides = getList(op, op.getStridesOrDefault()),
              dilations = getList(op, op.getDilationsOrDefault());
    if (op.getGroups() != 1 || spatial > 3) {
      Value result = buildGrouped(op, input, accumulator, sizes, b, reason);
      return result ? b.cast(result, resultType.getElementType()) : Value();
    }
    Value init = b.filled(sizes, getIdentity(Combiner::Sum, accumulator));
    SmallVector<NamedAttribute> attributes = {
        b.builder.getNamedAttr("strides", strides),
        b.builder.getNamedAttr("dilations", dilations)};
    Value result;
    if (spatial == 1)
      result = linalg::Conv1DNcwFcwOp::create(b.builder, b.loc, inputs, init,
                                              attributes)
                   .getResult(0);
    else if (spatial == 2)
      result = linalg::Conv2DNchwFchwOp::create(b.builder, b.loc, inputs, init,
                                                attributes)
                   .getResult(0);
    else
      result = linalg::Conv3DNcdhwFcdhwOp::create(b.builder, b.loc, inputs,
                                                  init, attributes)
                   .getResult(0);
    return b.cast(result, resultType.getElementType());
  }

  static Attribute getList(ConvOp op, ArrayRef<int64_t> values) {
    auto type = RankedTensorType::get({int64_t(values.size())},
                                      IntegerType::get(op.getContext(), 64));
    return DenseIntElementsAttr::get(type, values);
  }

  /// [N, G, C, spatial…] by [G, O, C, kernel…] to [N, G, O, spatial…].
  static Value buildGrouped(ConvOp op, Value input, Type accumulator,
                            ArrayRef<OpFoldResult> sizes, LinalgBuilder &b,
                            std::string &reason) {
    reason = "no grouping of axes gives the groups of channels";
    unsigned spatial = op.getSpatialRank();
    int64_t groups = op.getGroups();
    auto split = [&](Value tensor, unsigned axis) -> Value {
      RankedTensorType type = b.getType(tensor);
      SmallVector<int64_t> shape(type.getShape());
      Sizes mixed = b.getSizes(tensor);
      shape[axis] /= groups;
      mixed[axis] = b.builder.getIndexAttr(shape[axis]);
      shape.insert(shape.begin() + axis, groups);
      mixed.insert(mixed.begin() + axis, b.builder.getIndexAttr(groups));
      return b.reshape(
          tensor, RankedTensorType::get(shape, type.getElementType()), mixed);
    };
    Value image = split(input, 1), filter = split(op.getFilter(), 0);
    if (!image || !filter)
      return {};
    Sizes grouped(sizes);
    int64_t features = *getConstantIntValue(sizes[1]) / groups;
    grouped[1] = b.builder.getIndexAttr(features);
    grouped.insert(grouped.begin() + 1, b.builder.getIndexAttr(groups));
    // Axes: n g o positions… then c places….
    unsigned rank = 3 + spatial, count = rank + 1 + spatial;
    SmallVector<AffineExpr> in = {b.dim(0), b.dim(1), b.dim(rank)},
                            weight = {b.dim(1), b.dim(2), b.dim(rank)};
    SmallVector<int64_t> strides = op.getStridesOrDefault(),
                         dilations = op.getDilationsOrDefault();
    for (unsigned i = 0; i < spatial; ++i) {
      AffineExpr place = b.dim(rank + 1 + i);
      in.push_back(b.dim(3 + i) * strides[i] + place * dilations[i]);
      weight.push_back(place);
    }
    AffineMap maps[] = {AffineMap::get(count, 0, in, op.getContext()),
                        AffineMap::get(count, 0, weight, op.getContext())};
    Value result = b.generic(
        {image, filter}, maps,
        b.filled(grouped, getIdentity(Combiner::Sum, accumulator)),
        [&](OpBuilder &inner, Location loc, ValueRange x) {
          return ConvertMatmul::multiplyAdd(inner, loc, x, accumulator);
        },
        1 + spatial);
    auto resultType = cast<RankedTensorType>(op.getType());
    return b.reshape(result,
                     RankedTensorType::get(resultType.getShape(), accumulator),
                     sizes);
  }
};

/// Windows are sums of two axes in a map; an operand without content gives the
/// size of a window.
struct ConvertMaxPool : ToLinalgPattern<MaxPoolOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(MaxPoolOp op, LinalgBuilder &b,
              std::string &reason) const override {
    unsigned spatial = op.getSpatialRank();
    auto type = cast<RankedTensorType>(op.getType());
    unsigned rank = unsigned(type.getRank()), outer = rank - spatial;
    if (!hasStaticTail(type, outer) ||
        !hasStaticTail(op.getInput().getType(), outer)) {
      reason = "a pooled axis has a variable size";
      return {};
    }
    Type element = type.getElementType();
    Value input = b.padLast(op.getInput(), op.getPadLowOrDefault(),
                            op.getPadHighOrDefault(), getLowest(element));
    Value window = b.empty(
        getAsIndexOpFoldResult(op.getContext(), op.getKernel()), element);
    SmallVector<AffineExpr> in, places;
    for (unsigned axis = 0; axis < outer; ++axis)
      in.push_back(b.dim(axis));
    SmallVector<int64_t> strides = op.getStridesOrDefault(),
                         dilations = op.getDilationsOrDefault();
    for (unsigned i = 0; i < spatial; ++i) {
      in.push_back(b.dim(outer + i) * strides[i] +
                   b.dim(rank + i) * dilations[i]);
      places.push_back(b.dim(rank + i));
    }
    unsigned count = rank + spatial;
    AffineMap maps[] = {AffineMap::get(count, 0, in, op.getContext()),
                        AffineMap::get(count, 0, places, op.getContext())};
    Sizes sizes = getPositions(input, op.getResult(), outer, b);
    return b.generic(
        {input, window}, maps, b.filled(sizes, getLowest(element)),
        [&](OpBuilder &inner, Location loc, ValueRange x) {
          return combine(inner, loc, Combiner::Max, x[2], x[0]);
        },
        spatial);
  }
};

/// The windows themselves, copied.
struct ConvertWindows : ToLinalgPattern<WindowsOp> {
  using ToLinalgPattern::ToLinalgPattern;
  Value build(WindowsOp op, LinalgBuilder &b,
              std::string &reason) const override {
    unsigned spatial = op.getSpatialRank();
    auto type = cast<RankedTensorType>(op.getType());
    unsigned rank = unsigned(type.getRank()), outer = rank - 2 * spatial;
    if (!hasStaticTail(type, outer) ||
        !hasStaticTail(op.getInput().getType(), outer)) {
      reason = "an axis of windows has a variable size";
      return {};
    }
    TypedAttr padding = op.getValueAttr();
    Type element = type.getElementType();
    Value input = b.padLast(
        op.getInput(), op.getPadLowOrDefault(), op.getPadHighOrDefault(),
        padding ? padding : getIdentity(Combiner::Sum, element));
    SmallVector<AffineExpr> in;
    for (unsigned axis = 0; axis < outer; ++axis)
      in.push_back(b.dim(axis));
    SmallVector<int64_t> strides = op.getStridesOrDefault(),
                         dilations = op.getDilationsOrDefault();
    for (unsigned i = 0; i < spatial; ++i)
      in.push_back(b.dim(outer + i) * strides[i] +
                   b.dim(outer + spatial + i) * dilations[i]);
    auto map = AffineMap::get(rank, 0, in, op.getContext());
    return b.generic(
        input, map,
        b.empty(getPositions(input, op.getResult(), outer, b), element),
        [](OpBuilder &, Location, ValueRange x) { return x[0]; });
  }
};
} // namespace

void tg::populateReduceToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertReduce<SumOp, Combiner::Sum>,
               ConvertReduce<ProdOp, Combiner::Prod>,
               ConvertReduce<MaxOp, Combiner::Max>,
               ConvertReduce<MinOp, Combiner::Min>, ConvertSoftmax,
               ConvertMatmul, ConvertConv, ConvertMaxPool, ConvertWindows>(
      patterns.getContext());
}
