//===- CumulativeOps.cpp - running sums and the like ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each element of a short axis is a reduce over those up to it. A long axis is
// cut into blocks of kBlock elements: a block's elements are combined likewise,
// and with the total of all blocks before it, which is the same problem for
// kBlock times fewer elements.
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

static constexpr int64_t kBlock = 32;
/// The longest axis that is not cut.
static constexpr int64_t kShort = 64;

namespace {
class CumulativeBuilder {
public:
  CumulativeBuilder(Operation *op, OpBuilder &builder, int64_t axis,
                    const Combining &combining, bool mayBeEmpty)
      : builder(builder), loc(op->getLoc()), axis(axis), combining(combining),
        mayBeEmpty(mayBeEmpty) {}

  using Sizes = SmallVector<OpFoldResult>;

  /// `most` is the upper bound of the axis' size.
  Value build(Value input, const Sizes &sizes, int64_t most) {
    return most <= kShort ? buildShort(input, sizes)
                          : buildBlocks(input, sizes, most);
  }

private:
  Value buildShort(Value input, const Sizes &sizes);
  Value buildBlocks(Value input, const Sizes &sizes, int64_t most);
  Value pad(Value tensor, int64_t low, OpFoldResult high, size_t rank);

  OpBuilder &builder;
  Location loc;
  int64_t axis;
  const Combining &combining;
  bool mayBeEmpty;
};
} // namespace

/// [i, j] for the axis: where j <= i, else the identity, over j.
Value CumulativeBuilder::buildShort(Value input, const Sizes &sizes) {
  Sizes one(sizes), square(sizes);
  one.insert(one.begin() + axis, builder.getIndexAttr(1));
  square.insert(square.begin() + axis, sizes[axis]);
  Value terms = expand(builder, loc, reshape(builder, loc, input, one), square);
  Value places = buildPlaces(builder, loc, sizes[axis], builder.getI32Type());
  Value i = spread(builder, loc, places, axis, square);
  Value j = spread(builder, loc, places, axis + 1, square);
  Value counts = CmpOp::create(
      builder, loc, withElementType(i.getType(), builder.getI1Type()),
      CmpPredicate::le, j, i);
  terms = WhereOp::create(builder, loc, counts, terms,
                          combining.buildIdentity(builder, loc, square));
  return combining.reduce(builder, loc, terms, axis + 1, mayBeEmpty);
}

Value CumulativeBuilder::pad(Value tensor, int64_t low, OpFoldResult high,
                             size_t rank) {
  Sizes before(rank, builder.getIndexAttr(0)), after(before);
  before[axis] = builder.getIndexAttr(low);
  after[axis] = high;
  return PadOp::create(builder, loc, tensor, before, after,
                       combining.getIdentity());
}

Value CumulativeBuilder::buildBlocks(Value input, const Sizes &sizes,
                                     int64_t most) {
  // Padded to whole blocks of the largest size, so that the number of blocks is
  // a constant.
  int64_t count = llvm::divideCeil(most, kBlock);
  SizeArithmetic arithmetic(builder, loc);
  OpFoldResult missing =
      arithmetic.subtract(builder.getIndexAttr(count * kBlock), sizes[axis]);
  Value padded = pad(input, 0, missing, sizes.size());
  Sizes whole(sizes), blocks(sizes);
  whole[axis] = builder.getIndexAttr(count * kBlock);
  blocks[axis] = builder.getIndexAttr(kBlock);
  blocks.insert(blocks.begin() + axis, builder.getIndexAttr(count));
  Value cut = reshape(builder, loc, padded, blocks);
  // Within blocks, whose elements are on the axis after `axis`.
  CumulativeBuilder inner(*this);
  inner.axis = axis + 1;
  inner.mayBeEmpty = false;
  Value within = inner.buildShort(cut, blocks);

  // The totals of the blocks before each block.
  Sizes totalSizes(sizes);
  totalSizes[axis] = builder.getIndexAttr(count);
  Value totals =
      build(combining.reduce(builder, loc, cut, axis + 1, /*mayBeEmpty=*/false),
            totalSizes, count);
  Sizes none(sizes.size(), builder.getIndexAttr(0));
  Value before = ShrinkOp::create(
      builder, loc, pad(totals, 1, builder.getIndexAttr(0), sizes.size()), none,
      totalSizes);
  Sizes one(totalSizes);
  one.insert(one.begin() + axis + 1, builder.getIndexAttr(1));
  before = expand(builder, loc, reshape(builder, loc, before, one), blocks);
  Value result = combining.combine(builder, loc, before, within);
  result = reshape(builder, loc, result, whole);
  return ShrinkOp::create(builder, loc, result, none, sizes);
}

/// A cumulative op's result is its input's shape with its own element type.
static LogicalResult verifyCumulative(Operation *op, int64_t axis,
                                      Type expected) {
  auto input = cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  if (failed(verifyAxes(op, axis, input.getRank())))
    return failure();
  if (result.getElementType() != expected)
    return op->emitOpError("expected a result of element type ")
           << expected << ", but got " << result;
  return verifyShape(op, input.getShape(), result);
}

static FailureOr<SmallVector<Value>>
accumulate(Operation *op, OpBuilder &builder, int64_t axis, Combiner combiner) {
  Value input = op->getOperand(0);
  FailureOr<SmallVector<OpFoldResult>> sizes = getSizes(op, builder, input);
  if (failed(sizes))
    return failure();
  std::optional<int64_t> most = getUpperBound(op, (*sizes)[axis]);
  if (!most || *most > std::numeric_limits<int32_t>::max())
    return op->emitOpError("expected less than 2^31 elements on axis ") << axis;
  Combining combining(combiner, getElementTypeOrSelf(input.getType()),
                      /*keepIntegers=*/false);
  Value result =
      CumulativeBuilder(op, builder, axis, combining,
                        mayBeZero(op, (*sizes)[axis]))
          .build(castTo(builder, op->getLoc(), input, combining.getType()),
                 *sizes, *most);
  return SmallVector<Value>{
      castTo(builder, op->getLoc(), result,
             getElementTypeOrSelf(op->getResult(0).getType()))};
}

/// As the reduces accumulate (see ReduceMaps.cpp).
static Type getAccumulator(Combiner combiner, Type element) {
  bool sums = combiner == Combiner::Sum ||
              (combiner == Combiner::Prod && isa<FloatType>(element));
  return sums ? getSumType(element) : element;
}

#define CUMULATIVE(OP, COMBINER, ELEMENT)                                      \
  void OP::build(OpBuilder &builder, OperationState &state, Value input,       \
                 int64_t axis) {                                               \
    Type element = getElementTypeOrSelf(input.getType());                      \
    build(builder, state, withElementType(input.getType(), ELEMENT), input,    \
          static_cast<uint64_t>(axis));                                        \
  }                                                                            \
  LogicalResult OP::verify() {                                                 \
    Type element = getInput().getType().getElementType();                      \
    return verifyCumulative(*this, getAxis(), ELEMENT);                        \
  }                                                                            \
  SmallVector<AffineExpr> OP::getSymbolicShape(unsigned,                       \
                                               SymbolicShapes &shapes) {       \
    return SmallVector<AffineExpr>(shapes.getShape(getInput()));               \
  }                                                                            \
  LogicalResult OP::verifySizes(SizeVerifier &) { return success(); }          \
  FailureOr<SmallVector<Value>> OP::decompose(OpBuilder &builder) {            \
    return accumulate(*this, builder, getAxis(), COMBINER);                    \
  }                                                                            \
  SmallVector<AffineExpr> OP::getResultShape(SymbolicShapes &shapes) {         \
    return SmallVector<AffineExpr>(shapes.getShape(getInput()));               \
  }                                                                            \
  OperandAccess OP::getOperandAccess(unsigned, SymbolicShapes &shapes) {       \
    unsigned rank = getInput().getType().getRank();                            \
    return {AffineMap::getMultiDimIdentityMap(rank, getContext()), {}, {}};    \
  }                                                                            \
  std::optional<unsigned> OP::getScanAxis() { return getAxis(); }              \
  Combiner OP::getCombiner() { return COMBINER; }                              \
  Type OP::getAccumulatorType() {                                              \
    return getAccumulator(COMBINER, getInput().getType().getElementType());    \
  }                                                                            \
  Value OP::buildElement(OpBuilder &builder, Location loc,                     \
                         ValueRange elements, ValueRange) {                    \
    return buildScalarCast(builder, loc, elements[0],                          \
                           getInput().getType().getElementType(),              \
                           getAccumulatorType());                              \
  }

CUMULATIVE(CumsumOp, Combiner::Sum,
           isa<FloatType>(element) ? element : getSumType(element))
CUMULATIVE(CumprodOp, Combiner::Prod, element)
CUMULATIVE(CummaxOp, Combiner::Max, element)
CUMULATIVE(CumminOp, Combiner::Min, element)
#undef CUMULATIVE

} // namespace tinygrad::tg
