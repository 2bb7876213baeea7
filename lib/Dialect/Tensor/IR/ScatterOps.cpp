//===- ScatterOps.cpp - scatter and what it means ---------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values have no memory to write to, so an element of the result looks for the
// updates that go there. Few of them are compared one by one. Many are sorted
// by their places first; then a running combination over equal places leaves
// each place's total at its last update, which a binary search finds: for N
// places and M updates that is M log^2 M + N log M and not N * M.
//
//===----------------------------------------------------------------------===//

#include "Combining.h"
#include "Decompositions.h"
#include "GatherOps.h"
#include "OpVerification.h"
#include "SizeArithmetic.h"
#include "TinyGrad/Dialect/Tensor/IR/Indexing.h"

using namespace mlir;

namespace tinygrad::tg {

/// Comparisons, by row, up to which updates are not sorted.
static constexpr int64_t kFewComparisons = 1 << 16;
/// Places, or updates, that are few beside any number of the other.
static constexpr int64_t kFew = 32;

LogicalResult ScatterOp::verify() {
  RankedTensorType index = getIndex().getType();
  RankedTensorType updates = getUpdates().getType();
  if (failed(verifyIndexed(*this, getInput().getType(), index, getAxis())))
    return failure();
  if (updates.getRank() != index.getRank())
    return emitOpError("expected updates of rank ")
           << index.getRank() << ", but got " << updates;
  for (int64_t axis = 0; axis < index.getRank(); ++axis)
    if (!index.isDynamicDim(axis) && !updates.isDynamicDim(axis) &&
        index.getDimSize(axis) != updates.getDimSize(axis))
      return emitOpError("expected size ")
             << index.getDimSize(axis) << " on axis " << axis
             << " of the updates, but got " << updates;
  return success();
}

SmallVector<AffineExpr> ScatterOp::getSymbolicShape(unsigned,
                                                    SymbolicShapes &shapes) {
  return SmallVector<AffineExpr>(shapes.getShape(getInput()));
}

LogicalResult ScatterOp::verifySizes(SizeVerifier &verifier) {
  if (failed(verifyIndexed(*this, verifier, getInput(), getIndex(), getAxis())))
    return failure();
  SmallVector<AffineExpr> a(verifier.getShapes().getShape(getIndex()));
  SmallVector<AffineExpr> b(verifier.getShapes().getShape(getUpdates()));
  for (auto [axis, x, y] : llvm::enumerate(a, b))
    if (failed(verifier.verifyEqual(
            *this, x, y, "sizes of index and updates on axis " + Twine(axis))))
      return failure();
  return success();
}

namespace {
/// Writes out one scatter.
class ScatterBuilder {
public:
  ScatterBuilder(ScatterOp op, OpBuilder &builder)
      : op(op), builder(builder), loc(op.getLoc()), arithmetic(builder, loc),
        axis(op.getAxis()) {}

  FailureOr<Value> build();

private:
  using Sizes = SmallVector<OpFoldResult>;

  Value compare(CmpPredicate predicate, Value a, Value b) {
    return CmpOp::create(builder, loc,
                         withElementType(a.getType(), builder.getI1Type()),
                         predicate, a, b);
  }
  Value where(Value condition, Value a, Value b) {
    return WhereOp::create(builder, loc, condition, a, b);
  }
  Value gather(Value input, Value index) {
    return GatherOp::create(builder, loc, input, index, axis);
  }
  Value constant(Value like, double value, const Sizes &sizes) {
    return splat(builder, loc, getElementTypeOrSelf(like.getType()), value,
                 sizes);
  }
  /// The index without the axes along which it is the same.
  void findCompactIndex();
  Value buildByComparison();
  FailureOr<Value> buildBySorting();
  Value scanEqual(Value keys, Value values);
  Value shift(Value tensor, int64_t distance, TypedAttr value,
              const Sizes &sizes);
  Value search(Value keys, Value places, const Sizes &sizes, int64_t most);
  Value finish(Value input, Value combined);

  ScatterOp op;
  OpBuilder &builder;
  Location loc;
  SizeArithmetic arithmetic;
  int64_t axis;
  Sizes inputSizes, updateSizes;
  Value index;
  Sizes indexSizes;
  std::optional<Combining> combining;
};
} // namespace

void ScatterBuilder::findCompactIndex() {
  index = op.getIndex();
  indexSizes = updateSizes;
  auto expanded = index.getDefiningOp<ExpandOp>();
  if (!expanded)
    return;
  RankedTensorType type = expanded.getInput().getType();
  if (type.getDimSize(axis) != expanded.getType().getDimSize(axis) ||
      type.getDimSize(axis) == 1)
    return;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i != axis && type.getDimSize(i) != 1)
      return;
  index = expanded.getInput();
  for (auto [i, size] : llvm::enumerate(indexSizes))
    if (static_cast<int64_t>(i) != axis)
      size = builder.getIndexAttr(1);
}

/// What an update does to an element that is there.
Value ScatterBuilder::finish(Value input, Value combined) {
  Type element = getElementTypeOrSelf(input.getType());
  Value old = castTo(builder, loc, input, combining->getType());
  Value result = combining->combine(builder, loc, old, combined);
  // Adding nothing leaves an element as it is: -0.0 + 0.0 is not -0.0.
  if (op.getKind() == ScatterKind::add && isa<FloatType>(element))
    result = where(
        compare(CmpPredicate::eq, combined, constant(combined, 0, inputSizes)),
        old, result);
  return castTo(builder, loc, result, element);
}

Value ScatterBuilder::buildByComparison() {
  // [i, k, j] for axis 1: the result's axes, and that of the updates after it.
  Sizes sizes(inputSizes), one(updateSizes);
  sizes.insert(sizes.begin() + axis + 1, updateSizes[axis]);
  one.insert(one.begin() + axis, builder.getIndexAttr(1));
  auto overUpdates = [&](Value tensor) {
    return expand(builder, loc, reshape(builder, loc, tensor, one), sizes);
  };
  Value wanted = widenIndex(op, builder, op.getIndex(), inputSizes[axis]);
  Type place = getElementTypeOrSelf(wanted.getType());
  Value hit = compare(CmpPredicate::eq,
                      spread(builder, loc,
                             buildPlaces(builder, loc, inputSizes[axis], place),
                             axis, sizes),
                      overUpdates(wanted));
  if (combining) {
    Value updates = overUpdates(
        castTo(builder, loc, op.getUpdates(), combining->getType()));
    Value terms =
        where(hit, updates, combining->buildIdentity(builder, loc, sizes));
    return finish(op.getInput(),
                  combining->reduce(builder, loc, terms, axis + 1,
                                    mayBeZero(op, updateSizes[axis])));
  }
  Type number = builder.getI64Type();
  Value numbers =
      spread(builder, loc, buildPlaces(builder, loc, updateSizes[axis], number),
             axis + 1, sizes);
  Value candidates =
      where(hit, numbers, splat(builder, loc, number, -1, sizes));
  Value last = Combining(Combiner::Max, number, /*keepIntegers=*/true)
                   .reduce(builder, loc, candidates, axis + 1,
                           mayBeZero(op, updateSizes[axis]));
  return where(compare(CmpPredicate::ge, last, constant(last, 0, inputSizes)),
               gather(op.getUpdates(), last), op.getInput());
}

/// `tensor` moved by `distance` along the axis, filled up with `value`.
Value ScatterBuilder::shift(Value tensor, int64_t distance, TypedAttr value,
                            const Sizes &sizes) {
  Sizes none(sizes.size(), builder.getIndexAttr(0)), low(none);
  low[axis] = builder.getIndexAttr(distance);
  Value padded = PadOp::create(builder, loc, tensor, low, none, value);
  return ShrinkOp::create(builder, loc, padded, none, sizes);
}

/// Combines each value with those before it that have its key.
Value ScatterBuilder::scanEqual(Value keys, Value values) {
  std::optional<int64_t> most = getUpperBound(op, updateSizes[axis]);
  TypedAttr noKey = cast<TypedAttr>(
      builder.getZeroAttr(getElementTypeOrSelf(keys.getType())));
  Value identity = combining->buildIdentity(builder, loc, updateSizes);
  for (int64_t distance = 1; distance < *most; distance *= 2) {
    Value same = compare(CmpPredicate::eq, keys,
                         shift(keys, distance, noKey, indexSizes));
    same = expand(builder, loc, same, updateSizes);
    Value before =
        shift(values, distance, combining->getIdentity(), updateSizes);
    values =
        combining->combine(builder, loc, values, where(same, before, identity));
  }
  return values;
}

/// For each place the number of keys, which are sorted, up to it; `sizes` are
/// those of the places, and there are at most `most` keys.
Value ScatterBuilder::search(Value keys, Value places, const Sizes &sizes,
                             int64_t most) {
  Type key = getElementTypeOrSelf(keys.getType());
  int64_t count = llvm::PowerOf2Ceil(most + 1);
  Sizes none(sizes.size(), builder.getIndexAttr(0)), high(none);
  high[axis] =
      arithmetic.subtract(builder.getIndexAttr(count - 1), indexSizes[axis]);
  Value padded = PadOp::create(builder, loc, keys, none, high, getHighest(key));
  Value found = splat(builder, loc, builder.getI64Type(), 0, sizes);
  for (int64_t step = count / 2; step > 0; step /= 2) {
    Value next = AddOp::create(builder, loc, found,
                               constant(found, double(step), sizes));
    Value at = AddOp::create(builder, loc, found,
                             constant(found, double(step - 1), sizes));
    found = where(compare(CmpPredicate::le, gather(padded, at), places), next,
                  found);
  }
  return found;
}

FailureOr<Value> ScatterBuilder::buildBySorting() {
  findCompactIndex();
  Value wanted = widenIndex(op, builder, index, inputSizes[axis]);
  auto sort = SortOp::create(builder, loc, wanted, axis, /*descending=*/false);
  Value keys = sort.getValues(), order = sort.getIndices();
  Value values =
      gather(op.getUpdates(), expand(builder, loc, order, updateSizes));
  if (combining)
    values =
        scanEqual(keys, castTo(builder, loc, values, combining->getType()));

  Sizes placeSizes(indexSizes);
  placeSizes[axis] = inputSizes[axis];
  Value places = spread(builder, loc,
                        buildPlaces(builder, loc, inputSizes[axis],
                                    getElementTypeOrSelf(keys.getType())),
                        axis, placeSizes);
  Value count =
      search(keys, places, placeSizes, *getUpperBound(op, updateSizes[axis]));
  Value last =
      SubOp::create(builder, loc, count, constant(count, 1, placeSizes));
  Value hit = AndOp::create(
      builder, loc,
      compare(CmpPredicate::ge, last, constant(last, 0, placeSizes)),
      compare(CmpPredicate::eq, gather(keys, last), places));
  hit = expand(builder, loc, hit, inputSizes);
  Value picked = gather(values, expand(builder, loc, last, inputSizes));
  return where(hit, combining ? finish(op.getInput(), picked) : picked,
               op.getInput());
}

FailureOr<Value> ScatterBuilder::build() {
  FailureOr<Sizes> input = getSizes(op, builder, op.getInput());
  FailureOr<Sizes> updates = getSizes(op, builder, op.getUpdates());
  if (failed(input) || failed(updates))
    return failure();
  inputSizes = *input;
  updateSizes = *updates;
  Type element = op.getType().getElementType();
  if (op.getKind() != ScatterKind::set)
    combining.emplace(op.getKind() == ScatterKind::add    ? Combiner::Sum
                      : op.getKind() == ScatterKind::prod ? Combiner::Prod
                      : op.getKind() == ScatterKind::max  ? Combiner::Max
                                                          : Combiner::Min,
                      element, /*keepIntegers=*/true);
  std::optional<int64_t> places = getUpperBound(op, inputSizes[axis]);
  std::optional<int64_t> count = getUpperBound(op, updateSizes[axis]);
  if (!places || !count)
    return op.emitOpError("expected sizes with bounds on axis ") << axis;
  int64_t comparisons;
  bool few = *places <= kFew || *count <= kFew ||
             (!llvm::MulOverflow(*places, *count, comparisons) &&
              comparisons <= kFewComparisons);
  return few ? FailureOr<Value>(buildByComparison()) : buildBySorting();
}

FailureOr<SmallVector<Value>> ScatterOp::decompose(OpBuilder &builder) {
  FailureOr<Value> result = ScatterBuilder(*this, builder).build();
  if (failed(result))
    return failure();
  return SmallVector<Value>{*result};
}

} // namespace tinygrad::tg
