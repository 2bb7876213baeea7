//===- LinearizeVectors.cpp - vectors become pieces ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Linearizer.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tinygrad::uop {

//===----------------------------------------------------------------------===//
// The two forms
//===----------------------------------------------------------------------===//

ArrayRef<Value> Linearizer::getPieces(Value old, bool asLanes) const {
  const auto &pieces = asLanes ? lanesOf : scalarsOf;
  auto it = pieces.find(old);
  return it == pieces.end() ? ArrayRef<Value>() : ArrayRef<Value>(it->second);
}

Value Linearizer::getPiece(Value old, bool asLanes, size_t position) const {
  if (!isa<VectorType>(old.getType()))
    return getScalar(old);
  ArrayRef<Value> pieces = getPieces(old, asLanes);
  return position < pieces.size() ? pieces[position] : Value();
}

/// A vector of `chunk`'s part of the elements of a row.
static Value buildLanes(OpBuilder &builder, Location loc, ArrayRef<Value> row,
                        Chunk chunk) {
  Pieces elements(row.slice(chunk.offset, chunk.valid));
  elements.resize(chunk.size, elements.back());
  auto type = VectorType::get(static_cast<int64_t>(elements.size()),
                              elements.front().getType());
  if (llvm::all_equal(elements))
    return vector::BroadcastOp::create(builder, loc, type, elements.front());
  return vector::FromElementsOp::create(builder, loc, type, elements);
}

void Linearizer::define(Value old, Pieces pieces, bool asLanes) {
  Wanted wanted = forms.get(old);
  Location loc = old.getLoc();
  if (asLanes && wanted.scalars && getPieces(old, false).empty()) {
    Pieces scalars;
    SmallVector<Chunk, 4> chunks = getChunks(getLanes(old));
    for (auto [at, piece] : llvm::enumerate(pieces))
      for (int64_t i = 0; i != chunks[at % chunks.size()].valid; ++i)
        scalars.push_back(vector::ExtractOp::create(builder, loc, piece, i));
    scalarsOf[old] = std::move(scalars);
  }
  if (!asLanes && wanted.lanes && getPieces(old, true).empty()) {
    Pieces vectors;
    int64_t lanes = getLanes(old);
    for (size_t row = 0; row < pieces.size(); row += lanes)
      for (Chunk chunk : getChunks(lanes))
        vectors.push_back(buildLanes(
            builder, loc, ArrayRef<Value>(pieces).slice(row, lanes), chunk));
    lanesOf[old] = std::move(vectors);
  }
  (asLanes ? lanesOf : scalarsOf)[old] = std::move(pieces);
}

//===----------------------------------------------------------------------===//
// Elementwise ops and constants
//===----------------------------------------------------------------------===//

void Linearizer::emitElementwise(Operation *op, bool asLanes) {
  Value old = op->getResult(0);
  auto type = cast<VectorType>(old.getType());
  SmallVector<Chunk, 4> chunks = getChunks(getLanes(old));
  size_t count = type.getNumElements();
  if (asLanes)
    count = count / getLanes(old) * chunks.size();
  Pieces pieces;
  IRMapping operands;
  Value before;
  for (size_t i = 0; i != count; ++i) {
    Type result = type.getElementType();
    if (asLanes)
      result = VectorType::get(chunks[i % chunks.size()].size, result);
    bool isRepeated = before && before.getType() == result;
    for (Value operand : op->getOperands()) {
      Value piece = getPiece(operand, asLanes, i);
      isRepeated = isRepeated && operands.lookup(operand) == piece;
      operands.map(operand, piece);
    }
    if (!isRepeated) {
      Operation *clone = builder.clone(*op, operands);
      clone->getResult(0).setType(result);
      before = clone->getResult(0);
    }
    pieces.push_back(before);
  }
  define(old, std::move(pieces), asLanes);
}

/// The lanes of `rows` equal rows, each part of one made by `build`.
static Pieces buildRows(int64_t rows, int64_t lanes,
                        function_ref<Value(Chunk)> build) {
  Pieces row, pieces;
  for (Chunk chunk : getChunks(lanes))
    row.push_back(build(chunk));
  for (int64_t i = 0; i != rows; ++i)
    llvm::append_range(pieces, row);
  return pieces;
}

void Linearizer::emitConstant(arith::ConstantOp op) {
  Value old = op.getResult();
  auto elements = cast<DenseElementsAttr>(op.getValue());
  Wanted wanted = forms.get(old);
  Location loc = op.getLoc();
  int64_t lanes = getLanes(old), count = elements.getNumElements();
  Type element = elements.getElementType();
  if (elements.isSplat()) {
    auto value = elements.getSplatValue<TypedAttr>();
    if (wanted.lanes)
      lanesOf[old] = buildRows(count / lanes, lanes, [&](Chunk chunk) -> Value {
        auto type = VectorType::get(chunk.size, element);
        return arith::ConstantOp::create(builder, loc,
                                         DenseElementsAttr::get(type, value));
      });
    if (wanted.scalars)
      scalarsOf[old] =
          Pieces(count, arith::ConstantOp::create(builder, loc, value));
    return;
  }
  SmallVector<Attribute> values =
      llvm::to_vector(elements.getValues<Attribute>());
  if (wanted.lanes) {
    Pieces pieces;
    for (int64_t row = 0; row < count; row += lanes)
      for (Chunk chunk : getChunks(lanes)) {
        SmallVector<Attribute> part(
            ArrayRef<Attribute>(values).slice(row + chunk.offset, chunk.valid));
        part.resize(chunk.size, part.back());
        auto type = VectorType::get(chunk.size, element);
        pieces.push_back(arith::ConstantOp::create(
            builder, loc, DenseElementsAttr::get(type, part)));
      }
    lanesOf[old] = std::move(pieces);
  }
  if (wanted.scalars) {
    Pieces pieces;
    for (Attribute value : values)
      pieces.push_back(
          arith::ConstantOp::create(builder, loc, cast<TypedAttr>(value)));
    scalarsOf[old] = std::move(pieces);
  }
}

//===----------------------------------------------------------------------===//
// Ops on shapes: they only rearrange pieces
//===----------------------------------------------------------------------===//

/// For each position of `to`, the position of `from` that a broadcast reads.
static SmallVector<size_t> getBroadcastPositions(ArrayRef<int64_t> from,
                                                 ArrayRef<int64_t> to) {
  size_t missing = to.size() - from.size();
  SmallVector<size_t> positions = {0};
  for (auto [dim, size] : llvm::enumerate(to)) {
    int64_t source = dim < missing ? 1 : from[dim - missing];
    SmallVector<size_t> next;
    for (size_t position : positions)
      for (int64_t i = 0; i != size; ++i)
        next.push_back(position * source + (source == 1 ? 0 : i));
    positions = std::move(next);
  }
  return positions;
}

SmallVector<size_t> getTransposePositions(ArrayRef<int64_t> shape,
                                          ArrayRef<int64_t> order) {
  SmallVector<size_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i > 1; --i)
    strides[i - 2] = strides[i - 1] * shape[i - 1];
  SmallVector<size_t> positions = {0};
  for (int64_t dim : order) {
    SmallVector<size_t> next;
    for (size_t position : positions)
      for (int64_t i = 0; i != shape[dim]; ++i)
        next.push_back(position + i * strides[dim]);
    positions = std::move(next);
  }
  return positions;
}

/// The pieces of the rows at `positions`, each row being `numChunks` of them.
static Pieces pick(ArrayRef<Value> pieces, ArrayRef<size_t> positions,
                   size_t numChunks) {
  Pieces picked;
  for (size_t position : positions)
    llvm::append_range(picked, pieces.slice(position * numChunks, numChunks));
  return picked;
}

/// Which lanes of `chunk` are below `bound`.
static Value buildMask(OpBuilder &builder, Location loc, Chunk chunk,
                       Value bound) {
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  if (chunk.offset)
    bound =
        builder.createOrFold<arith::SubIOp>(loc, bound, index(chunk.offset));
  // Within the lanes' number, since the comparison is done in 32 bits.
  Value clamped = builder.createOrFold<arith::MaxSIOp>(
      loc, builder.createOrFold<arith::MinSIOp>(loc, bound, index(chunk.valid)),
      index(0));
  return vector::CreateMaskOp::create(
      builder, loc, VectorType::get(chunk.size, builder.getI1Type()), clamped);
}

/// The first piece and the number of pieces at static position `at` of a vector
/// of `shape`.
static std::pair<size_t, size_t> getSlice(ArrayRef<int64_t> shape,
                                          ArrayRef<int64_t> at) {
  size_t begin = 0, count = 1;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (dim < at.size())
      begin = begin * size + at[dim];
    else
      begin *= size, count *= size;
  }
  return {begin, count};
}

LogicalResult Linearizer::emitValue(Operation *op) {
  if (op->getNumResults() != 1)
    return op->emitOpError("cannot be put into a loop");
  Value old = op->getResult(0);
  Location loc = op->getLoc();
  auto type = dyn_cast<VectorType>(old.getType());
  if (auto extract = dyn_cast<vector::ExtractOp>(op); extract && !type) {
    auto [at, count] =
        getSlice(getShapeOf(extract.getSource()), extract.getStaticPosition());
    if (extract.hasDynamicPosition())
      return op->emitOpError("expected a static position");
    mapping.map(old, getPieces(extract.getSource(), false)[at]);
    return success();
  }
  if (!type) {
    if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<VectorType>))
      return op->emitOpError("cannot be split into vectors of one dimension");
    builder.clone(*op, mapping);
    return success();
  }

  Wanted wanted = forms.get(old);
  if (!wanted.any())
    return success();
  int64_t lanes = getLanes(old), rows = type.getNumElements() / lanes;
  size_t numChunks = getChunks(lanes).size();
  // Rearranges pieces in the form that `old` has, or scalars where the last
  // dimension changes.
  auto rearrange = [&](Value source, bool keepsLast, auto positions) {
    if (keepsLast && wanted.lanes)
      lanesOf[old] = pick(getPieces(source, true), positions(true), numChunks);
    if (!keepsLast || wanted.scalars)
      define(old, pick(getPieces(source, false), positions(false), 1), false);
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](arith::ConstantOp constant) {
        if (!isa<DenseElementsAttr>(constant.getValue()))
          return LogicalResult(op->emitOpError("expected a dense value"));
        return emitConstant(constant), success();
      })
      .Case([&](ub::PoisonOp) {
        Type element = type.getElementType();
        if (wanted.lanes)
          lanesOf[old] = buildRows(rows, lanes, [&](Chunk chunk) -> Value {
            return ub::PoisonOp::create(builder, loc,
                                        VectorType::get(chunk.size, element));
          });
        if (wanted.scalars)
          scalarsOf[old] = Pieces(type.getNumElements(),
                                  ub::PoisonOp::create(builder, loc, element));
        return success();
      })
      .Case([&](vector::StepOp) {
        if (wanted.lanes)
          lanesOf[old] = buildRows(1, lanes, [&](Chunk chunk) -> Value {
            return arith::ConstantOp::create(
                builder, loc,
                builder.getIndexVectorAttr(llvm::to_vector(llvm::seq<int64_t>(
                    chunk.offset, chunk.offset + chunk.size))));
          });
        if (wanted.scalars)
          for (int64_t i = 0; i != lanes; ++i)
            scalarsOf[old].push_back(getIndex(loc, i));
        return success();
      })
      .Case([&](vector::CreateMaskOp mask) {
        if (type.getRank() != 1)
          return LogicalResult(op->emitOpError("expected one dimension"));
        Value bound = getScalar(mask.getOperand(0));
        if (wanted.lanes)
          lanesOf[old] = buildRows(1, lanes, [&](Chunk chunk) {
            return buildMask(builder, loc, chunk, bound);
          });
        if (wanted.scalars)
          for (int64_t i = 0; i != lanes; ++i)
            scalarsOf[old].push_back(
                arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                                      bound, getIndex(loc, i)));
        return success();
      })
      .Case([&](vector::BroadcastOp broadcast) {
        Value source = broadcast.getSource();
        auto from = dyn_cast<VectorType>(source.getType());
        if (!from) {
          Value scalar = getScalar(source);
          if (wanted.lanes)
            lanesOf[old] = buildRows(rows, lanes, [&](Chunk chunk) -> Value {
              return vector::BroadcastOp::create(
                  builder, loc, VectorType::get(chunk.size, scalar.getType()),
                  scalar);
            });
          if (wanted.scalars)
            scalarsOf[old] = Pieces(type.getNumElements(), scalar);
          return success();
        }
        return rearrange(
            source, getLanes(source) == getLanes(old), [&](bool asLanes) {
              return getBroadcastPositions(from.getShape().drop_back(asLanes),
                                           type.getShape().drop_back(asLanes));
            });
      })
      .Case([&](vector::ShapeCastOp cast) {
        return rearrange(
            cast.getSource(), getLanes(cast.getSource()) == getLanes(old),
            [&](bool asLanes) {
              return llvm::to_vector(llvm::seq<size_t>(
                  type.getNumElements() / (asLanes ? getLanes(old) : 1)));
            });
      })
      .Case([&](vector::TransposeOp transpose) {
        ArrayRef<int64_t> shape = getShapeOf(transpose.getVector());
        ArrayRef<int64_t> order = transpose.getPermutation();
        bool keepsLast = order.back() == static_cast<int64_t>(order.size()) - 1;
        return rearrange(transpose.getVector(), keepsLast, [&](bool asLanes) {
          return getTransposePositions(shape.drop_back(asLanes),
                                       order.drop_back(asLanes));
        });
      })
      .Case([&](vector::ExtractOp extract) {
        if (extract.hasDynamicPosition())
          return LogicalResult(op->emitOpError("expected a static position"));
        ArrayRef<int64_t> shape = getShapeOf(extract.getSource());
        return rearrange(
            extract.getSource(), /*keepsLast=*/true, [&](bool asLanes) {
              auto [begin, count] = getSlice(shape.drop_back(asLanes),
                                             extract.getStaticPosition());
              return llvm::to_vector(llvm::seq<size_t>(begin, begin + count));
            });
      })
      .Case([&](vector::InsertOp insert) {
        if (insert.hasDynamicPosition())
          return LogicalResult(op->emitOpError("expected a static position"));
        Value value = insert.getValueToStore();
        bool isVector = isa<VectorType>(value.getType());
        auto build = [&](bool asLanes) {
          auto [begin, count] = getSlice(type.getShape().drop_back(asLanes),
                                         insert.getStaticPosition());
          Pieces pieces(getPieces(insert.getDest(), asLanes));
          size_t scale = asLanes ? numChunks : 1;
          for (size_t i = 0; i != count * scale; ++i)
            pieces[begin * scale + i] = getPiece(value, asLanes, i);
          return pieces;
        };
        if (isVector && wanted.lanes)
          lanesOf[old] = build(true);
        if (!isVector || wanted.scalars)
          define(old, build(false), false);
        return success();
      })
      .Case([&](vector::FromElementsOp from) {
        Pieces pieces;
        for (Value element : from.getElements())
          pieces.push_back(getScalar(element));
        define(old, std::move(pieces), false);
        return success();
      })
      .Default([&](Operation *other) -> LogicalResult {
        if (!OpTrait::hasElementwiseMappableTraits(other))
          return other->emitOpError(
              "cannot be split into vectors of one dimension");
        emitElementwise(other, wanted.lanes);
        return success();
      });
}

} // namespace tinygrad::uop
