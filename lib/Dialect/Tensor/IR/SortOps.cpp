//===- SortOps.cpp - sort and topk ------------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements become unsigned keys in whose order they are sorted. A key of 32
// bits and the element's place fit one word of 64 bits; no two words are equal,
// so that any way of sorting them is stable. Short axes are sorted by counting
// the smaller words, long ones by a bitonic network. Keys of 64 bits are sorted
// by their lower half first, and then, as that is stable, by the upper half.
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "GatherOps.h"
#include "OpVerification.h"
#include "SizeArithmetic.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"

using namespace mlir;

namespace tinygrad::tg {

/// The longest axis that is sorted by counting.
static constexpr int64_t kShort = 64;

namespace {
class SortBuilder {
public:
  using Sizes = SmallVector<OpFoldResult>;

  SortBuilder(Operation *op, OpBuilder &builder, int64_t axis, Sizes sizes,
              int64_t most)
      : builder(builder), loc(op->getLoc()), arithmetic(builder, loc),
        axis(axis), sizes(std::move(sizes)), most(most),
        word(builder.getIntegerType(64, /*isSigned=*/false)) {}

  /// The places, as i32, of the elements in order.
  Value sort(Value input, bool descending);

private:
  Value buildKeys(Value input);
  Value sortKeys(Value keys);
  Value sortByCounting(Value words);
  Value sortByNetwork(Value words);
  Value exchange(Value words, int64_t count, int64_t distance, bool mirrors);

  Value compare(CmpPredicate predicate, Value a, Value b) {
    return CmpOp::create(builder, loc,
                         withElementType(a.getType(), builder.getI1Type()),
                         predicate, a, b);
  }
  /// Bits of an unsigned type in each element.
  Value bits(Value like, uint64_t value) {
    return bits(getElementTypeOrSelf(like.getType()), value, sizes);
  }
  Value bits(Type type, uint64_t value, const Sizes &shape) {
    SmallVector<int64_t> ones(shape.size(), 1);
    unsigned width = type.getIntOrFloatBitWidth();
    Value one = ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            RankedTensorType::get(ones, type),
            Attribute(
                IntegerAttr::get(type, APInt(64, value).zextOrTrunc(width)))));
    return expand(builder, loc, one, shape);
  }

  OpBuilder &builder;
  Location loc;
  SizeArithmetic arithmetic;
  int64_t axis;
  Sizes sizes;
  int64_t most;
  Type word;
};
} // namespace

/// Unsigned integers of 32 or 64 bits in the order of the elements.
Value SortBuilder::buildKeys(Value input) {
  Type element = getElementTypeOrSelf(input.getType());
  unsigned width = element.getIntOrFloatBitWidth() > 32 ? 64 : 32;
  Type key = builder.getIntegerType(width, /*isSigned=*/false);
  uint64_t sign = uint64_t(1) << (width - 1);
  if (!isa<FloatType>(element)) {
    Value number = castTo(builder, loc, input, key);
    if (element.isUnsignedInteger() || element.isInteger(1))
      return number;
    return XorOp::create(builder, loc, number, bits(number, sign));
  }
  // Larger bits are larger numbers, and among negative ones smaller ones.
  Value number = castTo(builder, loc, input,
                        width == 64 ? Type(builder.getF64Type())
                                    : Type(builder.getF32Type()));
  Value raw = BitcastOp::create(builder, loc,
                                withElementType(number.getType(), key), number);
  Value negative = compare(CmpPredicate::ge, raw, bits(raw, sign));
  Value result =
      WhereOp::create(builder, loc, negative, NotOp::create(builder, loc, raw),
                      XorOp::create(builder, loc, raw, bits(raw, sign)));
  Value zero =
      splat(builder, loc, getElementTypeOrSelf(number.getType()), 0, sizes);
  result =
      WhereOp::create(builder, loc, compare(CmpPredicate::eq, number, zero),
                      bits(raw, sign), result);
  return WhereOp::create(builder, loc,
                         compare(CmpPredicate::ne, number, number),
                         bits(raw, ~uint64_t(0)), result);
}

/// The place of each word's element, by rank: first the number of words that
/// are smaller, then the place whose number it is.
Value SortBuilder::sortByCounting(Value words) {
  // [i, j]: i is the element, j those compared with it.
  Sizes square(sizes), overI(sizes), overJ(sizes);
  square.insert(square.begin() + axis, sizes[axis]);
  overI.insert(overI.begin() + axis + 1, builder.getIndexAttr(1));
  overJ.insert(overJ.begin() + axis, builder.getIndexAttr(1));
  auto along = [&](Value tensor, const Sizes &shape) {
    return expand(builder, loc, reshape(builder, loc, tensor, shape), square);
  };
  Value smaller =
      compare(CmpPredicate::lt, along(words, overJ), along(words, overI));
  Value rank = SumOp::create(builder, loc, smaller, axis + 1, false);
  Value places = buildPlaces(builder, loc, sizes[axis], builder.getI32Type());
  // [i, j]: i is a place in order, j the element that may belong there.
  Value belongs = compare(CmpPredicate::eq, along(rank, overJ),
                          spread(builder, loc, places, axis, square));
  Value candidates = WhereOp::create(
      builder, loc, belongs, spread(builder, loc, places, axis + 1, square),
      splat(builder, loc, builder.getI32Type(), 0, square));
  return SumOp::create(builder, loc, candidates, axis + 1, false);
}

/// Orders each element with the one `distance` further, or with the one that
/// mirrors it in its group of 2 * distance.
Value SortBuilder::exchange(Value words, int64_t count, int64_t distance,
                            bool mirrors) {
  Sizes whole(sizes), groups(sizes);
  whole[axis] = builder.getIndexAttr(count);
  groups[axis] = builder.getIndexAttr(distance);
  groups.insert(groups.begin() + axis, builder.getIndexAttr(2));
  groups.insert(groups.begin() + axis,
                builder.getIndexAttr(count / (2 * distance)));
  Value cut = reshape(builder, loc, words, groups);
  SmallVector<int64_t> axes = {axis + 1};
  if (mirrors && distance > 1)
    axes.push_back(axis + 2);
  Value partner = FlipOp::create(builder, loc, cut.getType(), cut,
                                 builder.getDenseI64ArrayAttr(axes));
  Value half = spread(
      builder, loc,
      buildPlaces(builder, loc, builder.getIndexAttr(2), builder.getI32Type()),
      axis + 1, groups);
  Value first = compare(CmpPredicate::eq, half,
                        splat(builder, loc, builder.getI32Type(), 0, groups));
  Value ordered = WhereOp::create(
      builder, loc, first, MinimumOp::create(builder, loc, cut, partner),
      MaximumOp::create(builder, loc, cut, partner));
  return reshape(builder, loc, ordered, whole);
}

Value SortBuilder::sortByNetwork(Value words) {
  int64_t count = llvm::PowerOf2Ceil(most);
  Sizes none(sizes.size(), builder.getIndexAttr(0)), high(none);
  high[axis] = arithmetic.subtract(builder.getIndexAttr(count), sizes[axis]);
  words = PadOp::create(builder, loc, words, none, high, getHighest(word));
  for (int64_t size = 1; size < count; size *= 2)
    for (int64_t distance = size; distance > 0; distance /= 2)
      words = exchange(words, count, distance, /*mirrors=*/distance == size);
  return ShrinkOp::create(builder, loc, words, none, sizes);
}

/// The places of keys of 32 bits in order.
Value SortBuilder::sortKeys(Value keys) {
  Value places = spread(
      builder, loc, buildPlaces(builder, loc, sizes[axis], word), axis, sizes);
  Value words = castTo(builder, loc, keys, word);
  words =
      OrOp::create(builder, loc,
                   ShlOp::create(builder, loc, words, bits(words, 32)), places);
  if (most <= kShort)
    return sortByCounting(words);
  // i32 keeps the lower half.
  return castTo(builder, loc, sortByNetwork(words), builder.getI32Type());
}

Value SortBuilder::sort(Value input, bool descending) {
  Value keys = buildKeys(input);
  if (descending)
    keys = NotOp::create(builder, loc, keys);
  if (getElementTypeOrSelf(keys.getType()) != word)
    return sortKeys(keys);
  Type half = builder.getIntegerType(32, /*isSigned=*/false);
  Value first = sortKeys(castTo(builder, loc, keys, half));
  Value high = ShrOp::create(builder, loc, keys, bits(keys, 32));
  high = castTo(builder, loc, high, half);
  Value second = sortKeys(GatherOp::create(builder, loc, high, first, axis));
  return GatherOp::create(builder, loc, first, second, axis);
}

//===----------------------------------------------------------------------===//
// SortOp
//===----------------------------------------------------------------------===//

/// An axis whose places are numbers of i32.
static LogicalResult verifySortedAxis(Operation *op, int64_t axis) {
  auto input = cast<RankedTensorType>(op->getOperand(0).getType());
  if (failed(verifyAxes(op, axis, input.getRank())))
    return failure();
  int64_t size = input.getDimSize(axis);
  if (!ShapedType::isDynamic(size) &&
      size > std::numeric_limits<int32_t>::max())
    return op->emitOpError("expected less than 2^31 elements along axis ")
           << axis << ", but got " << input;
  return success();
}

/// Both results have these sizes.
static LogicalResult verifyOrdered(Operation *op, ArrayRef<int64_t> sizes) {
  for (Type type : op->getResultTypes())
    if (failed(verifyShape(op, sizes, cast<RankedTensorType>(type))))
      return failure();
  return success();
}

void SortOp::build(OpBuilder &builder, OperationState &state, Value input,
                   int64_t axis, bool descending) {
  build(builder, state, input.getType(),
        withElementType(input.getType(), builder.getI32Type()), input,
        static_cast<uint64_t>(axis), descending);
}

LogicalResult SortOp::verify() {
  if (failed(verifySortedAxis(*this, getAxis())))
    return failure();
  return verifyOrdered(*this, getInput().getType().getShape());
}

SmallVector<AffineExpr> SortOp::getSymbolicShape(unsigned,
                                                 SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInput()));
}

LogicalResult SortOp::verifySizes(SizeVerifier &) { return success(); }

FailureOr<SmallVector<Value>> SortOp::decompose(OpBuilder &builder) {
  FailureOr<SmallVector<OpFoldResult>> sizes =
      getSizes(*this, builder, getInput());
  if (failed(sizes))
    return failure();
  int64_t axis = getAxis();
  std::optional<int64_t> most = getUpperBound(*this, (*sizes)[axis]);
  if (!most || *most > std::numeric_limits<int32_t>::max())
    return emitOpError("expected less than 2^31 elements along axis ") << axis;
  Value places = SortBuilder(*this, builder, axis, *sizes, *most)
                     .sort(getInput(), getDescending());
  Value values = GatherOp::create(builder, getLoc(), getInput(), places, axis);
  return SmallVector<Value>{values, places};
}

//===----------------------------------------------------------------------===//
// TopkOp
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> getTopkSizes(RankedTensorType input, int64_t axis,
                                         int64_t k) {
  SmallVector<int64_t> sizes(input.getShape());
  if (axis >= 0 && axis < input.getRank())
    sizes[axis] = k;
  return sizes;
}

void TopkOp::build(OpBuilder &builder, OperationState &state, Value input,
                   int64_t axis, int64_t k, bool smallest) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> sizes = getTopkSizes(type, axis, k);
  build(builder, state, RankedTensorType::get(sizes, type.getElementType()),
        RankedTensorType::get(sizes, builder.getI32Type()), input,
        static_cast<uint64_t>(axis), static_cast<uint64_t>(k), smallest);
}

LogicalResult TopkOp::verify() {
  int64_t axis = getAxis(), k = getK();
  if (failed(verifySortedAxis(*this, axis)))
    return failure();
  RankedTensorType input = getInput().getType();
  int64_t size = input.getDimSize(axis);
  if (k < 0 || (!ShapedType::isDynamic(size) && k > size))
    return emitOpError("expected k from 0 to ")
           << printSize(size) << ", but got " << k;
  return verifyOrdered(*this, getTopkSizes(input, axis, k));
}

SmallVector<AffineExpr> TopkOp::getSymbolicShape(unsigned,
                                                 SymbolicShapes &shapes) {
  SmallVector<AffineExpr> shape(shapes.getShape(getInput()));
  shape[getAxis()] = getAffineConstantExpr(getK(), getContext());
  return shape;
}

LogicalResult TopkOp::verifySizes(SizeVerifier &verifier) {
  int64_t axis = getAxis();
  return verifier.verifyAtLeast(*this,
                                verifier.getShapes().getShape(getInput())[axis],
                                getK(), "size on axis " + Twine(axis));
}

FailureOr<SmallVector<Value>> TopkOp::decompose(OpBuilder &builder) {
  FailureOr<SmallVector<OpFoldResult>> sizes =
      getSizes(*this, builder, getInput());
  if (failed(sizes))
    return failure();
  int64_t axis = getAxis();
  auto sort =
      SortOp::create(builder, getLoc(), getInput(), axis, !getSmallest());
  SmallVector<OpFoldResult> none(sizes->size(), builder.getIndexAttr(0));
  (*sizes)[axis] = builder.getIndexAttr(getK());
  Value indices =
      ShrinkOp::create(builder, getLoc(), sort.getIndices(), none, *sizes);
  Value values = GatherOp::create(builder, getLoc(), getInput(), indices, axis);
  return SmallVector<Value>{values, indices};
}

} // namespace tinygrad::tg
