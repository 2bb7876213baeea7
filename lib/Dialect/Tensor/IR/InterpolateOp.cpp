//===- InterpolateOp.cpp - interpolation ------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resizing between constant sizes is movement: x[floor((a * i + b) / c)] is
// element a * i + b of x with each element repeated c times. So no gather is
// needed, and kernels see the index as an affine map. With sizes that vary the
// quotient is not affine, so the elements are gathered (InterpolateGather.cpp).
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "Interpolation.h"
#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"
#include <numeric>

using namespace mlir;

namespace tinygrad::tg {

void InterpolateOp::build(OpBuilder &builder, OperationState &state,
                          Value input, Interpolation mode,
                          ArrayRef<OpFoldResult> sizes, Coordinates coordinates,
                          Rounding rounding) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constant, shape(type.getShape());
  dispatchIndexOpFoldResults(sizes, dynamic, constant);
  for (size_t i = 0; i < std::min(sizes.size(), shape.size()); ++i)
    shape[shape.size() - 1 - i] = constant[sizes.size() - 1 - i];
  build(builder, state, RankedTensorType::get(shape, type.getElementType()),
        input, dynamic, mode, static_cast<int64_t>(sizes.size()), coordinates,
        rounding);
}

SmallVector<OpFoldResult> InterpolateOp::getMixedSizes() {
  return getMixedValues(getType().getShape().take_back(getLast()), getSizes(),
                        getContext());
}

LogicalResult InterpolateOp::verify() {
  RankedTensorType input = getInput().getType();
  int64_t last = getLast(), rank = input.getRank();
  if (last < 1 || last > rank)
    return emitOpError("expected from 1 to ")
           << rank << " last axes, but got " << last;
  if (getMode() == Interpolation::linear &&
      !isa<FloatType>(input.getElementType()))
    return emitOpError("expected a float type to interpolate linearly, but "
                       "got ")
           << input;
  if (getMode() == Interpolation::linear && getRounding() != Rounding::floor)
    return emitOpError("expected no rounding where linear, but got ")
           << stringifyRounding(getRounding());
  if (getType().getRank() != rank)
    return emitOpError("expected a result of rank ")
           << rank << ", but got " << getType();
  SmallVector<int64_t> sizes(input.getShape().drop_back(last));
  int64_t dynamic = 0;
  for (int64_t axis = rank - last; axis < rank; ++axis) {
    for (RankedTensorType type : {input, getType()}) {
      int64_t size = type.getDimSize(axis);
      if (!ShapedType::isDynamic(size) &&
          (size < 1 || size > std::numeric_limits<int32_t>::max()))
        return emitOpError("expected sizes from 1 to 2^31 - 1 on axis ")
               << axis << ", but got " << type;
    }
    sizes.push_back(getType().getDimSize(axis));
    dynamic += getType().isDynamicDim(axis);
  }
  if (dynamic != static_cast<int64_t>(getSizes().size()))
    return emitOpError("expected ")
           << dynamic << " sizes that are not "
           << "constant, but got " << getSizes().size();
  return verifyShape(*this, sizes, getType());
}

SmallVector<AffineExpr>
InterpolateOp::getSymbolicShape(unsigned, SymbolicShapes &shapes) {
  SmallVector<AffineExpr> shape(shapes.getShape(getInput()));
  shape.truncate(shape.size() - getLast());
  for (OpFoldResult size : getMixedSizes())
    shape.push_back(shapes.getIndexExpr(size));
  return shape;
}

LogicalResult InterpolateOp::verifySizes(SizeVerifier &verifier) {
  int64_t rank = getType().getRank();
  for (int64_t axis = rank - getLast(); axis < rank; ++axis)
    for (Value tensor : {Value(getInput()), Value(getResult())})
      if (failed(verifier.verifyAtLeast(
              *this, verifier.getShapes().getShape(tensor)[axis], 1,
              "size to resize on axis " + Twine(axis))))
        return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

Line getCoordinates(Coordinates kind, int64_t from, int64_t to) {
  switch (kind) {
  case Coordinates::half_pixel:
    return {2 * from, from - to, 2 * to};
  case Coordinates::asymmetric:
    return {from, 0, to};
  case Coordinates::align_corners:
    return to == 1 ? Line{0, 0, 1} : Line{from - 1, 0, to - 1};
  }
  llvm_unreachable("every kind is listed");
}

Line round(Line line, Rounding rounding) {
  auto [a, b, c] = line;
  switch (rounding) {
  case Rounding::floor:
    return line;
  case Rounding::ceil: // Whole numbers have remainder 0, so c - 1 is enough.
    return {a, b + c - 1, c};
  case Rounding::half_down:
    return {2 * a, 2 * b + c - 1, 2 * c};
  case Rounding::half_up:
    return {2 * a, 2 * b + c, 2 * c};
  }
  llvm_unreachable("every rounding is listed");
}

int64_t Line::at(int64_t i) const {
  return llvm::divideFloorSigned(a * i + b, c);
}

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

namespace {
/// Resizes one axis of a tensor of `sizes`.
struct Resizer {
  OpBuilder &builder;
  Location loc;
  int64_t axis, from, to;
  SmallVector<OpFoldResult> sizes;

  OpFoldResult index(int64_t number) { return builder.getIndexAttr(number); }
  SmallVector<OpFoldResult> withSize(int64_t size) {
    SmallVector<OpFoldResult> result = sizes;
    result[axis] = index(size);
    return result;
  }
  /// [.., first, second, ..] in place of the axis.
  SmallVector<OpFoldResult> withSizes(int64_t first, int64_t second) {
    SmallVector<OpFoldResult> result = withSize(first);
    result.insert(result.begin() + axis + 1, index(second));
    return result;
  }
  Value slice(Value x, int64_t offset, int64_t size) {
    auto type = cast<RankedTensorType>(x.getType());
    if (type.getDimSize(axis) == size)
      return x;
    SmallVector<OpFoldResult> offsets(sizes.size(), index(0));
    offsets[axis] = index(offset);
    return ShrinkOp::create(builder, loc, x, offsets, withSize(size));
  }
  Value padAxis(Value x, int64_t low, int64_t high) {
    if (low == 0 && high == 0)
      return x;
    SmallVector<OpFoldResult> before(sizes.size(), index(0)), after = before;
    before[axis] = index(low);
    after[axis] = index(high);
    Type element = getElementTypeOrSelf(x.getType());
    return PadOp::create(builder, loc, x, before, after,
                         cast<TypedAttr>(builder.getZeroAttr(element)));
  }
  Value sampleInside(Value x, Line line, int64_t count);
  Value sample(Value x, Line line);
  Value mix(Value x, Line line);
};
} // namespace

/// x[floor(line)] for `count` elements, all of them inside.
Value Resizer::sampleInside(Value x, Line line, int64_t count) {
  if (line.a == 0)
    return expand(builder, loc, slice(x, line.at(0), 1), withSize(count));
  int64_t common = std::gcd(line.a, line.c);
  auto [a, b, c] =
      Line{line.a / common, llvm::divideFloorSigned(line.b, common),
           line.c / common};
  if (c > 1) {
    x = reshape(builder, loc, x, withSizes(from, 1));
    x = expand(builder, loc, x, withSizes(from, c));
    x = reshape(builder, loc, x, withSize(from * c));
  }
  // Every a-th, from b on.
  x = slice(x, b, a * (count - 1) + 1);
  if (a == 1)
    return x;
  x = padAxis(x, 0, a - 1);
  x = reshape(builder, loc, x, withSizes(count, a));
  SmallVector<OpFoldResult> offsets(sizes.size() + 1, index(0));
  x = ShrinkOp::create(builder, loc, x, offsets, withSizes(count, 1));
  return reshape(builder, loc, x, withSize(count));
}

/// The same for all elements of the result, clamped to the first and the last.
Value Resizer::sample(Value x, Line line) {
  int64_t begin = 0, end = to;
  while (begin < to && line.at(begin) < 0)
    ++begin;
  while (end > begin && line.at(end - 1) >= from)
    --end;
  SmallVector<OpFoldResult> whole = withSize(to);
  Value result;
  if (begin < end) {
    Line inside{line.a, line.a * begin + line.b, line.c};
    result = sampleInside(x, inside, end - begin);
    result = padAxis(result, begin, to - end);
  }
  if (begin == 0 && end == to)
    return result;
  Value places = spread(builder, loc,
                        ArangeOp::create(builder, loc, index(to),
                                         builder.getI32IntegerAttr(0),
                                         builder.getI32IntegerAttr(1)),
                        axis, whole);
  auto choose = [&](CmpPredicate predicate, int64_t bound, int64_t element) {
    Value edge = expand(builder, loc, slice(x, element, 1), whole);
    if (!result) {
      result = edge;
      return;
    }
    Value outside = CmpOp::create(
        builder, loc, withElementType(places.getType(), builder.getI1Type()),
        predicate, places,
        splat(builder, loc, builder.getI32Type(), double(bound), whole));
    result = WhereOp::create(builder, loc, outside, edge, result);
  };
  if (begin > 0)
    choose(CmpPredicate::lt, begin, 0);
  if (end < to)
    choose(CmpPredicate::ge, end, from - 1);
  return result;
}

/// Elements between two others, on the way from one to the other.
Value Resizer::mix(Value x, Line line) {
  Type element = getElementTypeOrSelf(x.getType());
  SmallVector<Attribute> weights;
  bool whole = true;
  for (int64_t i = 0; i < to; ++i) {
    double weight = getWeight(line, i, from);
    whole &= weight == 0;
    weights.push_back(builder.getFloatAttr(element, weight));
  }
  Value low = sample(x, line);
  if (whole)
    return low;
  SmallVector<OpFoldResult> all = withSize(to);
  Value high = sample(x, {line.a, line.b + line.c, line.c});
  Value table = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get(to, element), weights));
  Value weight = spread(builder, loc, table, axis, all);
  Value way = SubOp::create(builder, loc, high, low);
  Value part = MulOp::create(builder, loc, way, weight);
  Value mixed = AddOp::create(builder, loc, low, part);
  // So that an infinity beside an element at a whole coordinate does not count.
  Value isWhole = CmpOp::create(
      builder, loc, withElementType(low.getType(), builder.getI1Type()),
      CmpPredicate::eq, weight, splat(builder, loc, element, 0, all));
  return WhereOp::create(builder, loc, isWhole, low, mixed);
}

FailureOr<SmallVector<Value>> InterpolateOp::decompose(OpBuilder &builder) {
  FailureOr<SmallVector<OpFoldResult>> sizes =
      tg::getSizes(*this, builder, getInput());
  if (failed(sizes))
    return failure();
  Location loc = getLoc();
  bool linear = getMode() == Interpolation::linear;
  SmallVector<OpFoldResult> resized = getMixedSizes();
  Type element = getType().getElementType();
  Value x = getInput();
  if (linear)
    x = castTo(builder, loc, x, getSumType(element));
  int64_t rank = getType().getRank();
  for (int64_t axis = rank - 1; axis >= rank - int64_t(getLast()); --axis) {
    int64_t from = getInput().getType().getDimSize(axis);
    int64_t to = getType().getDimSize(axis);
    OpFoldResult size = resized[axis - (rank - getLast())];
    if (ShapedType::isDynamic(from) || ShapedType::isDynamic(to)) {
      x = resizeByGather(*this, builder, x, axis, *sizes, size);
    } else if (from != to) {
      Line line = tg::getCoordinates(getCoordinates(), from, to);
      Resizer resizer{builder, loc, axis, from, to, *sizes};
      x = linear ? resizer.mix(x, line)
                 : resizer.sample(x, tg::round(line, getRounding()));
    }
    (*sizes)[axis] = size;
  }
  return SmallVector<Value>{castTo(builder, loc, x, element)};
}

} // namespace tinygrad::tg
