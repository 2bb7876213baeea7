//===- AttentionOp.cpp - attention ------------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "OpVerification.h"
#include "TinyGrad/Dialect/Tensor/IR/Attention.h"
#include "TinyGrad/Dialect/Tensor/IR/Composite.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"

using namespace mlir;

namespace tinygrad::tg {

static bool canBeEqual(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

void AttentionOp::build(OpBuilder &builder, OperationState &state, Value query,
                        Value key, Value value, Value mask, bool causal,
                        std::optional<double> scale) {
  auto type = cast<RankedTensorType>(query.getType());
  auto values = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> sizes(type.getShape());
  if (!sizes.empty() && values.getRank() > 0)
    sizes.back() = values.getShape().back();
  build(builder, state, RankedTensorType::get(sizes, type.getElementType()),
        query, key, value, mask, causal ? builder.getUnitAttr() : UnitAttr(),
        scale ? builder.getF64FloatAttr(*scale) : FloatAttr());
}

/// How many query heads share a key head; 0 when they cannot.
static int64_t getGroupSize(AttentionOp op) {
  RankedTensorType query = op.getQuery().getType();
  RankedTensorType key = op.getKey().getType();
  int64_t heads = query.getRank() - 3;
  if (heads < 0)
    return 1;
  int64_t queries = query.getDimSize(heads), keys = key.getDimSize(heads);
  if (canBeEqual(queries, keys))
    return 1;
  return keys > 0 && queries % keys == 0 ? queries / keys : 0;
}

static LogicalResult verifyOperands(AttentionOp op) {
  RankedTensorType query = op.getQuery().getType();
  RankedTensorType key = op.getKey().getType();
  RankedTensorType value = op.getValue().getType();
  int64_t rank = query.getRank();
  if (rank < 2 || key.getRank() != rank || value.getRank() != rank)
    return op.emitOpError("expected query, key and value of one rank of at "
                          "least 2, but got ")
           << query << ", " << key << " and " << value;
  for (RankedTensorType type : {key, value, op.getType()})
    if (type.getElementType() != query.getElementType())
      return op.emitOpError("expected element type ")
             << query.getElementType() << ", but got " << type;
  for (int64_t axis = 0; axis + 2 < rank; ++axis) {
    bool heads = axis + 3 == rank && getGroupSize(op) > 0;
    if (!canBeEqual(key.getDimSize(axis), value.getDimSize(axis)) ||
        (!heads && !canBeEqual(query.getDimSize(axis), key.getDimSize(axis))))
      return op.emitOpError("expected query, key and value to agree on batch "
                            "axis ")
             << axis << ", but got " << query << ", " << key << " and "
             << value;
  }
  if (!canBeEqual(query.getDimSize(rank - 1), key.getDimSize(rank - 1)))
    return op.emitOpError("expected query and key of one last size, but got ")
           << query << " and " << key;
  if (!canBeEqual(key.getDimSize(rank - 2), value.getDimSize(rank - 2)))
    return op.emitOpError("expected as many values as keys, but got ")
           << value << " and " << key;
  return success();
}

/// The sizes of the scores: the query's, but for the last.
static SmallVector<int64_t> getScoreSizes(AttentionOp op) {
  SmallVector<int64_t> sizes(op.getQuery().getType().getShape());
  sizes.back() = op.getKey().getType().getShape().drop_back().back();
  return sizes;
}

LogicalResult AttentionOp::verify() {
  if (failed(verifyOperands(*this)))
    return failure();
  RankedTensorType query = getQuery().getType();
  if (auto scale = getScale(); scale && !scale->isFinite())
    return emitOpError("expected a finite scale, but got ")
           << scale->convertToDouble();
  if (ShapedType::isDynamic(query.getShape().back()) && !getScale())
    return emitOpError("expected a scale where the last size of the query is "
                       "not constant");
  if (query.getShape().back() == 0 && !getScale())
    return emitOpError("expected a scale where the last size of the query is "
                       "0");
  if (Value mask = getMask()) {
    auto type = cast<RankedTensorType>(mask.getType());
    Type element = query.getElementType();
    if (!type.getElementType().isInteger(1) &&
        type.getElementType() != element &&
        type.getElementType() != getSumType(element))
      return emitOpError("expected a mask of element type i1, ")
             << element << " or " << getSumType(element) << ", but got "
             << type;
    SmallVector<int64_t> sizes = getScoreSizes(*this);
    if (type.getRank() != query.getRank() ||
        !llvm::all_of(llvm::zip(sizes, type.getShape()), [](auto pair) {
          return canBeEqual(std::get<0>(pair), std::get<1>(pair));
        })) {
      InFlightDiagnostic diagnostic = emitOpError("expected a mask of sizes [");
      llvm::interleaveComma(sizes, diagnostic, [&](int64_t size) {
        diagnostic << printSize(size);
      });
      return diagnostic << "], but got " << type;
    }
  }
  SmallVector<int64_t> sizes(query.getShape());
  sizes.back() = getValue().getType().getShape().back();
  return verifyShape(*this, sizes, getType());
}

LogicalResult AttentionOp::verifySizes(SizeVerifier &verifier) {
  SymbolicShapes &shapes = verifier.getShapes();
  SmallVector<AffineExpr> query(shapes.getShape(getQuery()));
  SmallVector<AffineExpr> key(shapes.getShape(getKey()));
  SmallVector<AffineExpr> value(shapes.getShape(getValue()));
  size_t rank = query.size();
  auto equal = [&](AffineExpr a, AffineExpr b, const Twine &what) {
    return succeeded(verifier.verifyEqual(*this, a, b, what));
  };
  for (size_t axis = 0; axis + 2 < rank; ++axis) {
    AffineExpr keys = key[axis];
    if (axis + 3 == rank)
      keys = keys * getGroupSize(*this);
    if (!equal(query[axis], keys,
               "sizes of query and key on batch axis " + Twine(axis)) ||
        !equal(key[axis], value[axis],
               "sizes of key and value on batch axis " + Twine(axis)))
      return failure();
  }
  if (!equal(query[rank - 1], key[rank - 1], "last sizes of query and key") ||
      !equal(key[rank - 2], value[rank - 2], "numbers of keys and values"))
    return failure();
  if (!getMask())
    return success();
  SmallVector<AffineExpr> mask(shapes.getShape(getMask()));
  query[rank - 1] = key[rank - 2];
  for (size_t axis = 0; axis < rank; ++axis)
    if (!equal(mask[axis], query[axis],
               "sizes of mask and scores on axis " + Twine(axis)))
      return failure();
  return success();
}

SmallVector<AffineExpr> AttentionOp::getSymbolicShape(unsigned,
                                                      SymbolicShapes &shapes) {
  SmallVector<AffineExpr> shape(shapes.getShape(getQuery()));
  shape.back() = shapes.getShape(getValue()).back();
  return shape;
}

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

/// Keeps the scores where `condition` is true.
static Value keepScores(OpBuilder &builder, Location loc, Value condition,
                        Value scores, ArrayRef<OpFoldResult> sizes) {
  double infinity = std::numeric_limits<double>::infinity();
  Value nothing = splat(builder, loc, getElementTypeOrSelf(scores.getType()),
                        -infinity, sizes);
  return WhereOp::create(builder, loc, condition, scores, nothing);
}

/// The numbers 0, 1, … along `axis` of a tensor of `sizes`.
static Value numberAlong(OpBuilder &builder, Location loc, int64_t axis,
                         ArrayRef<OpFoldResult> sizes) {
  Value line =
      ArangeOp::create(builder, loc, sizes[axis], builder.getI64IntegerAttr(0),
                       builder.getI64IntegerAttr(1));
  return spread(builder, loc, line, axis, sizes);
}

static Value maskScores(AttentionOp op, OpBuilder &builder, Value scores,
                        ArrayRef<OpFoldResult> sizes) {
  Location loc = op.getLoc();
  Type boolType = withElementType(scores.getType(), builder.getI1Type());
  int64_t rank = sizes.size();
  if (op.getCausal()) {
    Value column = numberAlong(builder, loc, rank - 1, sizes);
    Value row = numberAlong(builder, loc, rank - 2, sizes);
    Value seen =
        CmpOp::create(builder, loc, boolType, CmpPredicate::le, column, row);
    scores = keepScores(builder, loc, seen, scores, sizes);
  }
  Value mask = op.getMask();
  if (!mask)
    return scores;
  if (getElementTypeOrSelf(mask.getType()).isInteger(1))
    return keepScores(builder, loc, mask, scores, sizes);
  Type element = getElementTypeOrSelf(scores.getType());
  return AddOp::create(builder, loc, scores,
                       castTo(builder, loc, mask, element));
}

namespace {
/// What both decompositions begin with.
struct Scores {
  SmallVector<OpFoldResult> sizes;   ///< Of the scores.
  SmallVector<OpFoldResult> grouped; ///< With the rows of all that share a key.
  SmallVector<OpFoldResult> result;
  Value value; ///< In the type of sums, scaled and masked.
};
} // namespace

static FailureOr<Scores> buildScores(AttentionOp op, OpBuilder &builder) {
  Location loc = op.getLoc();
  auto query = getSizes(op, builder, op.getQuery());
  if (failed(query))
    return failure();
  auto key = getSizes(op, builder, op.getKey());
  if (failed(key))
    return failure();
  auto result = getSizes(op, builder, op.getResult());
  if (failed(result))
    return failure();
  int64_t rank = query->size();
  Type wide = getSumType(op.getType().getElementType());

  // Query heads that share a key head are more rows of one matrix.
  int64_t group = getGroupSize(op);
  auto withRows = [&](ArrayRef<OpFoldResult> sizes) {
    SmallVector<OpFoldResult> shape(sizes);
    if (group > 1) {
      shape[rank - 3] = (*key)[rank - 3];
      shape[rank - 2] =
          multiply(builder, loc, sizes[rank - 2], builder.getIndexAttr(group));
    }
    return shape;
  };
  Value q = reshape(builder, loc, castTo(builder, loc, op.getQuery(), wide),
                    withRows(*query));
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(order[rank - 2], order[rank - 1]);
  Value k = PermuteOp::create(builder, loc,
                              castTo(builder, loc, op.getKey(), wide), order);
  SmallVector<OpFoldResult> sizes = *query;
  sizes[rank - 1] = (*key)[rank - 2];
  Value scores =
      reshape(builder, loc, MatmulOp::create(builder, loc, q, k), sizes);
  double scale =
      op.getScale()
          ? op.getScale()->convertToDouble()
          : 1 / std::sqrt(double(op.getQuery().getType().getShape().back()));
  scores = MulOp::create(builder, loc, scores,
                         splat(builder, loc, wide, scale, sizes));
  scores = maskScores(op, builder, scores, sizes);
  return Scores{sizes, withRows(sizes), std::move(*result), scores};
}

/// The weights times the values, in the type of sums and the result's shape.
static Value mixValues(AttentionOp op, OpBuilder &builder, const Scores &scores,
                       Value weights) {
  Location loc = op.getLoc();
  Type wide = getElementTypeOrSelf(scores.value.getType());
  weights = reshape(builder, loc, castTo(builder, loc, weights, wide),
                    scores.grouped);
  Value mixed = MatmulOp::create(builder, loc, weights,
                                 castTo(builder, loc, op.getValue(), wide));
  return reshape(builder, loc, mixed, scores.result);
}

FailureOr<SmallVector<Value>> AttentionOp::decompose(OpBuilder &builder) {
  FailureOr<Scores> scores = buildScores(*this, builder);
  if (failed(scores))
    return failure();
  Location loc = getLoc();
  int64_t rank = getType().getRank();
  // Without keys there is nothing to weigh.
  Value weights = scores->value;
  if (getKey().getType().getDimSize(rank - 2) != 0)
    weights = SoftmaxOp::create(builder, loc, weights, rank - 1);
  Value mixed = mixValues(*this, builder, *scores, weights);
  return SmallVector<Value>{
      castTo(builder, loc, mixed, getType().getElementType())};
}

FailureOr<SmallVector<Value>> decomposeAttentionForUnits(AttentionOp op,
                                                         OpBuilder &builder) {
  int64_t rank = op.getType().getRank();
  Type element = op.getType().getElementType();
  // Units multiply f32 as it is, and of 8 bits too little would be left.
  if (element.getIntOrFloatBitWidth() != 16 ||
      op.getKey().getType().getDimSize(rank - 2) == 0)
    return op.decompose(builder);
  FailureOr<Scores> scores = buildScores(op, builder);
  if (failed(scores))
    return failure();
  FailureOr<Exponentials> parts =
      buildExponentials(op, builder, scores->value, rank - 1);
  if (failed(parts))
    return failure();
  Location loc = op.getLoc();
  auto divide = [&](Value value, ArrayRef<OpFoldResult> sizes) -> Value {
    return DivOp::create(builder, loc, value,
                         expand(builder, loc, parts->sum, sizes));
  };
  // Of many keys each has a share that f16 would round to nothing, while no sum
  // of its values leaves f32. With the range of f32 it is the other way round.
  bool dividesLast = element.isF16();
  Value weights = parts->exponential;
  if (!dividesLast)
    weights = divide(weights, scores->sizes);
  Value result =
      mixValues(op, builder, *scores, castTo(builder, loc, weights, element));
  if (dividesLast)
    result = divide(result, scores->result);
  return SmallVector<Value>{castTo(builder, loc, result, element)};
}

} // namespace tinygrad::tg
