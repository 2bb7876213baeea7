//===- RegisterTranspose.cpp - strided accesses by shuffles ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector whose lanes lie far apart is read element by element, unless the
// elements along another of its dimensions lie side by side: then rows are read
// along that one and turned around in registers, log2(n) shuffles a row.
// What is stored to such places is turned around, too, and stored in rows.
// Upstream lowers vector.transpose the same way for some shapes on AVX, but
// what comes before it here is a load with gates, in pieces.
//
//===----------------------------------------------------------------------===//

#include "Linearizer.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::uop {

/// Lanes below which reading them one by one is as good.
static constexpr int64_t kMinLanes = 4;

/// Shuffles `a` and `b` alike in each group of `size` lanes: `picked` are the
/// positions of a group, of `b` behind those of `a`.
static Value shuffleGroups(OpBuilder &builder, Location loc, Value a, Value b,
                           int64_t size, ArrayRef<int64_t> picked) {
  int64_t n = getLanes(a);
  SmallVector<int64_t> mask;
  for (int64_t group = 0; group != n; group += size)
    for (int64_t at : picked)
      mask.push_back(group + (at < size ? at : n + at - size));
  return vector::ShuffleOp::create(builder, loc, a, b, mask);
}

/// The same for blocks of four lanes.
static Value shuffleBlocks(OpBuilder &builder, Location loc, Value a, Value b,
                           ArrayRef<int64_t> blocks) {
  SmallVector<int64_t> mask;
  for (int64_t block : blocks)
    for (int64_t i = 0; i != 4; ++i)
      mask.push_back(4 * block + i);
  return vector::ShuffleOp::create(builder, loc, a, b, mask);
}

/// Transposes `n` vectors of `n` lanes: 4, 8 or 16. First squares of four in
/// the groups of four lanes that processors shuffle without an index, then
/// whole groups.
static Pieces transposeRows(OpBuilder &builder, Location loc, Pieces rows) {
  auto inGroups = [&](Value a, Value b, ArrayRef<int64_t> picked) {
    return shuffleGroups(builder, loc, a, b, 4, picked);
  };
  auto blocks = [&](Value a, Value b, ArrayRef<int64_t> picked) {
    return shuffleBlocks(builder, loc, a, b, picked);
  };
  size_t n = rows.size();
  Pieces squares;
  for (size_t i = 0; i != n; i += 4) {
    Value low = inGroups(rows[i], rows[i + 1], {0, 4, 1, 5});
    Value high = inGroups(rows[i], rows[i + 1], {2, 6, 3, 7});
    Value otherLow = inGroups(rows[i + 2], rows[i + 3], {0, 4, 1, 5});
    Value otherHigh = inGroups(rows[i + 2], rows[i + 3], {2, 6, 3, 7});
    squares.push_back(inGroups(low, otherLow, {0, 1, 4, 5}));
    squares.push_back(inGroups(low, otherLow, {2, 3, 6, 7}));
    squares.push_back(inGroups(high, otherHigh, {0, 1, 4, 5}));
    squares.push_back(inGroups(high, otherHigh, {2, 3, 6, 7}));
  }
  if (n == 4)
    return squares;
  Pieces turned(n);
  for (size_t i = 0; i != 4; ++i) {
    if (n == 8) {
      turned[i] = blocks(squares[i], squares[4 + i], {0, 2});
      turned[4 + i] = blocks(squares[i], squares[4 + i], {1, 3});
      continue;
    }
    Value low = blocks(squares[i], squares[4 + i], {0, 1, 4, 5});
    Value high = blocks(squares[i], squares[4 + i], {2, 3, 6, 7});
    Value otherLow = blocks(squares[8 + i], squares[12 + i], {0, 1, 4, 5});
    Value otherHigh = blocks(squares[8 + i], squares[12 + i], {2, 3, 6, 7});
    turned[i] = blocks(low, otherLow, {0, 2, 4, 6});
    turned[4 + i] = blocks(low, otherLow, {1, 3, 5, 7});
    turned[8 + i] = blocks(high, otherHigh, {0, 2, 4, 6});
    turned[12 + i] = blocks(high, otherHigh, {1, 3, 5, 7});
  }
  return turned;
}

/// Rows of a square block where there are `size` in all: whole registers, or
/// one part of a register, the last rows of which are none.
static int64_t getBlockRows(int64_t size, int64_t chunk) {
  int64_t n = std::min(chunk, kRegisterLanes);
  return size < n ? int64_t(llvm::bit_ceil<uint64_t>(size)) : n;
}

/// The dimension of accesses of `type` along which elements lie side by side,
/// where that is not the last one and square blocks of registers hold them.
static std::optional<int64_t> getTransposedDim(VectorType type,
                                               DenseI64ArrayAttr strides) {
  if (!type || type.getRank() < 2 || !strides || isContiguous(type, strides))
    return std::nullopt;
  SmallVector<Chunk, 4> chunks = getChunks(type.getShape().back());
  int64_t n = chunks.front().size;
  if (n < kMinLanes || llvm::any_of(
                           chunks,
                           [&](const Chunk &chunk) {
                             return chunk.size != n || chunk.valid != n;
                           }))
    return std::nullopt;
  for (int64_t dim = type.getRank() - 2; dim >= 0; --dim) {
    int64_t size = type.getDimSize(dim), rows = getBlockRows(size, n);
    if (strides[dim] == 1 && size >= kMinLanes &&
        (size < rows || size % rows == 0))
      return dim;
  }
  return std::nullopt;
}

std::optional<int64_t> getTransposedDim(LoadOp load) {
  return getTransposedDim(dyn_cast<VectorType>(load.getResult().getType()),
                          load.getStridesAttr());
}

std::optional<int64_t> getTransposedDim(StoreOp store) {
  // Conditions of single elements are asked one by one.
  if (store.getGate() && isa<VectorType>(store.getGate().getType()))
    return std::nullopt;
  return getTransposedDim(dyn_cast<VectorType>(store.getValue().getType()),
                          store.getStridesAttr());
}

/// Takes `gate` apart, whose last `trailing` dimensions are of size 1; false
/// where it is of another form than conditions and masks of first elements.
static bool getEdges(Value gate, int64_t rank, int64_t trailing,
                     LoadEdges &edges) {
  if (!isa<VectorType>(gate.getType())) {
    edges.conditions.push_back(gate);
    return true;
  }
  if (auto both = gate.getDefiningOp<arith::AndIOp>())
    return getEdges(both.getLhs(), rank, trailing, edges) &&
           getEdges(both.getRhs(), rank, trailing, edges);
  if (auto broadcast = gate.getDefiningOp<vector::BroadcastOp>())
    return getEdges(broadcast.getSource(), rank, trailing, edges);
  if (auto cast = gate.getDefiningOp<vector::ShapeCastOp>()) {
    // Unit dimensions behind those of the source.
    ArrayRef<int64_t> from = getShapeOf(cast.getSource());
    ArrayRef<int64_t> to = getShapeOf(gate);
    if (to.size() < from.size() || to.take_front(from.size()) != from)
      return false;
    return getEdges(cast.getSource(), rank, trailing + to.size() - from.size(),
                    edges);
  }
  auto mask = gate.getDefiningOp<vector::CreateMaskOp>();
  if (!mask || mask.getNumOperands() != 1)
    return false;
  edges.bounds.push_back({rank - 1 - trailing, mask.getOperand(0)});
  return true;
}

/// The condition under which nothing lies beyond an edge.
Value Linearizer::buildFullCondition(Location loc, ArrayRef<int64_t> shape,
                                     const LoadEdges &edges) {
  SmallVector<Value> conditions = llvm::map_to_vector(
      edges.conditions, [&](Value condition) { return getScalar(condition); });
  for (auto [dim, bound] : edges.bounds)
    conditions.push_back(
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                              getScalar(bound), getIndex(loc, shape[dim])));
  Value all = conditions.front();
  for (Value condition : ArrayRef(conditions).drop_front())
    all = arith::AndIOp::create(builder, loc, all, condition);
  return all;
}

/// Reads a row of `n` elements along `dim` from `index` on: the row that is at
/// `positions` of the load's vector. Where `edges` are given, only what lies
/// inside of them is read.
Value Linearizer::emitRow(LoadOp op, VectorType row, Value index, int64_t dim,
                          ArrayRef<int64_t> positions, const LoadEdges *edges) {
  Location loc = op.getLoc();
  Value buffer = getScalar(op.getBuffer());
  int64_t size = cast<VectorType>(op.getResult().getType()).getDimSize(dim);
  Chunk chunk = {0, row.getDimSize(0), std::min(row.getDimSize(0), size)};
  if (!edges && chunk.valid == chunk.size)
    return vector::LoadOp::create(builder, loc, row, buffer, index);
  if (!edges) {
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(row));
    return vector::MaskedLoadOp::create(builder, loc, row, buffer, index,
                                        buildValidMask(builder, loc, chunk),
                                        zero);
  }
  Value none = getIndex(loc, 0), most = getIndex(loc, chunk.valid);
  Value count = most;
  for (auto [at, bound] : edges->bounds) {
    Value rest = arith::SubIOp::create(builder, loc, getScalar(bound),
                                       getIndex(loc, positions[at]));
    if (at == dim) {
      count = arith::MinSIOp::create(builder, loc, count, rest);
      continue;
    }
    Value inside = arith::CmpIOp::create(builder, loc,
                                         arith::CmpIPredicate::sgt, rest, none);
    count = arith::SelectOp::create(builder, loc, inside, count, none);
  }
  for (Value condition : edges->conditions)
    count = arith::SelectOp::create(builder, loc, getScalar(condition), count,
                                    none);
  Value mask = vector::CreateMaskOp::create(
      builder, loc, row.clone(builder.getI1Type()), count);
  Value other = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(row, edges->other));
  return vector::MaskedLoadOp::create(builder, loc, row, buffer, index, mask,
                                      other);
}

Pieces Linearizer::emitTransposedPieces(LoadOp op, int64_t dim,
                                        const LoadEdges *edges) {
  Location loc = op.getLoc();
  auto type = cast<VectorType>(op.getResult().getType());
  ArrayRef<int64_t> shape = type.getShape(), strides = *op.getStrides();
  int64_t lanes = shape.back();
  // Square blocks: chunks of the lanes are a whole number of them.
  int64_t chunk = getChunks(lanes).front().size;
  int64_t n = getBlockRows(shape[dim], chunk);
  Value base = getScalar(op.getIndex());
  auto row = VectorType::get(n, type.getElementType());

  // The rows of all blocks, by the position of what they become.
  SmallVector<int64_t> rowShape(shape.drop_back());
  int64_t numRows = ShapedType::getNumElements(rowShape);
  SmallVector<Pieces> parts(numRows, Pieces(lanes / n));
  for (int64_t at = 0; at != numRows; ++at) {
    int64_t offset = 0, rest = at, below = 1;
    SmallVector<int64_t> positions(shape.size(), 0);
    for (int64_t d = rowShape.size() - 1; d >= 0; --d) {
      positions[d] = rest % rowShape[d];
      rest /= rowShape[d];
      offset += positions[d] * strides[d];
      if (d > dim)
        below *= rowShape[d];
    }
    if (positions[dim] % n != 0)
      continue;
    for (int64_t block = 0; block != lanes / n; ++block) {
      Pieces rows;
      for (int64_t i = 0; i != n; ++i) {
        positions.back() = block * n + i;
        Value index = arith::AddIOp::create(
            builder, loc, base,
            getIndex(loc, offset + positions.back() * strides.back()));
        rows.push_back(emitRow(op, row, index, dim, positions, edges));
      }
      for (auto [i, turned] :
           llvm::enumerate(transposeRows(builder, loc, std::move(rows))))
        if (positions[dim] + int64_t(i) < shape[dim])
          parts[at + i * below][block] = turned;
    }
  }
  Pieces pieces;
  for (Pieces &blocks : parts) {
    llvm::append_range(pieces, joinVectors(builder, loc, blocks, chunk));
  }
  return pieces;
}

bool Linearizer::emitTransposedLoad(LoadOp op, bool isGated) {
  std::optional<int64_t> dim = getTransposedDim(op);
  Value old = op.getResult();
  if (!dim || forms.get(old).scalars)
    return false;
  if (!isGated) {
    lanesOf[old] = emitTransposedPieces(op, *dim, nullptr);
    return true;
  }
  auto type = cast<VectorType>(old.getType());
  LoadEdges edges;
  DenseElementsAttr other;
  if (!matchPattern(op.getOther(), m_Constant(&other)) || !other.isSplat() ||
      !getEdges(op.getGate(), type.getRank(), 0, edges))
    return false;
  edges.other = other.getSplatValue<Attribute>();
  Location loc = op.getLoc();
  int64_t lanes = type.getShape().back();
  SmallVector<Type> types;
  for (int64_t row = 0; row < type.getNumElements(); row += lanes)
    for (Chunk chunk : getChunks(lanes))
      types.push_back(VectorType::get(chunk.size, type.getElementType()));
  Value full = buildFullCondition(loc, type.getShape(), edges);
  auto branch = scf::IfOp::create(builder, loc, types, full,
                                  /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  for (bool isFull : {true, false}) {
    builder.setInsertionPointToStart(isFull ? branch.thenBlock()
                                            : branch.elseBlock());
    scf::YieldOp::create(
        builder, loc,
        emitTransposedPieces(op, *dim, isFull ? nullptr : &edges));
  }
  lanesOf[old] = Pieces(branch.getResults());
  return true;
}

void Linearizer::emitTransposedStore(StoreOp op, int64_t dim) {
  Location loc = op.getLoc();
  auto type = cast<VectorType>(op.getValue().getType());
  ArrayRef<int64_t> shape = type.getShape(), strides = *op.getStrides();
  SmallVector<Chunk, 4> chunks = getChunks(shape.back());
  int64_t n = getBlockRows(shape[dim], chunks.front().size);
  int64_t valid = std::min(n, shape[dim]);
  Value base = getScalar(op.getIndex()), buffer = getScalar(op.getBuffer());
  Value mask = buildValidMask(builder, loc, {0, n, valid});
  auto part = VectorType::get(n, type.getElementType());
  Value none = ub::PoisonOp::create(builder, loc, part);

  int64_t below =
      ShapedType::getNumElements(shape.drop_back().drop_front(size_t(dim) + 1));
  int64_t numRows = ShapedType::getNumElements(shape.drop_back());
  for (int64_t at = 0; at != numRows; ++at) {
    int64_t offset = 0, rest = at;
    for (int64_t d = type.getRank() - 2; d >= 0; --d) {
      offset += rest % shape[d] * strides[d];
      rest /= shape[d];
    }
    if (at / below % shape[dim] % n != 0)
      continue;
    for (auto [number, chunk] : llvm::enumerate(chunks)) {
      for (int64_t lane = 0; lane != chunk.size; lane += n) {
        Pieces rows(size_t(n), none);
        for (int64_t i = 0; i != valid; ++i) {
          Value piece =
              getPiece(op.getValue(), /*asLanes=*/true,
                       size_t(at + i * below) * chunks.size() + number);
          SmallVector<int64_t> picked =
              llvm::to_vector(llvm::seq<int64_t>(lane, lane + n));
          rows[size_t(i)] = n == chunk.size
                                ? piece
                                : vector::ShuffleOp::create(builder, loc, piece,
                                                            piece, picked)
                                      .getResult();
        }
        for (auto [i, turned] :
             llvm::enumerate(transposeRows(builder, loc, std::move(rows)))) {
          int64_t place =
              offset + (chunk.offset + lane + int64_t(i)) * strides.back();
          Value index =
              arith::AddIOp::create(builder, loc, base, getIndex(loc, place));
          emitStorePiece(loc, turned, buffer, index, nullptr, mask);
        }
      }
    }
  }
}

} // namespace tinygrad::uop
