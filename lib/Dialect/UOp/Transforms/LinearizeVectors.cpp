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

static Value buildLanes(OpBuilder &builder, Location loc,
                        ArrayRef<Value> elements) {
  auto type = VectorType::get(static_cast<int64_t>(elements.size()),
                              elements.front().getType());
  if (llvm::all_equal(elements))
    return vector::BroadcastOp::create(builder, loc, type, elements.front());
  return vector::FromElementsOp::create(builder, loc, type, elements);
}

void Linearizer::define(Value old, Pieces pieces, bool asLanes) {
  Wanted wanted = forms.get(old);
  int64_t lanes = getLanes(old);
  Location loc = old.getLoc();
  if (asLanes && wanted.scalars && getPieces(old, false).empty()) {
    Pieces scalars;
    for (Value piece : pieces)
      for (int64_t i = 0; i != lanes; ++i)
        scalars.push_back(vector::ExtractOp::create(builder, loc, piece, i));
    scalarsOf[old] = std::move(scalars);
  }
  if (!asLanes && wanted.lanes && getPieces(old, true).empty()) {
    Pieces vectors;
    for (size_t i = 0; i < pieces.size(); i += lanes)
      vectors.push_back(
          buildLanes(builder, loc, ArrayRef<Value>(pieces).slice(i, lanes)));
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
  size_t count = type.getNumElements();
  Type result = type.getElementType();
  if (asLanes) {
    result = VectorType::get(getLanes(old), result);
    count /= getLanes(old);
  }
  Pieces pieces;
  IRMapping operands;
  Value before;
  for (size_t i = 0; i != count; ++i) {
    bool isRepeated = before != nullptr;
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

void Linearizer::emitConstant(arith::ConstantOp op) {
  Value old = op.getResult();
  auto elements = cast<DenseElementsAttr>(op.getValue());
  Wanted wanted = forms.get(old);
  Location loc = op.getLoc();
  int64_t lanes = getLanes(old), count = elements.getNumElements();
  Type element = elements.getElementType();
  auto laneType = VectorType::get(lanes, element);
  if (elements.isSplat()) {
    auto value = elements.getSplatValue<TypedAttr>();
    if (wanted.lanes)
      lanesOf[old] =
          Pieces(count / lanes,
                 arith::ConstantOp::create(
                     builder, loc, DenseElementsAttr::get(laneType, value)));
    if (wanted.scalars)
      scalarsOf[old] =
          Pieces(count, arith::ConstantOp::create(builder, loc, value));
    return;
  }
  SmallVector<Attribute> values =
      llvm::to_vector(elements.getValues<Attribute>());
  if (wanted.lanes) {
    Pieces pieces;
    for (int64_t i = 0; i < count; i += lanes)
      pieces.push_back(arith::ConstantOp::create(
          builder, loc,
          DenseElementsAttr::get(laneType,
                                 ArrayRef<Attribute>(values).slice(i, lanes))));
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

/// For each position of the transposed shape, the position of `shape`.
static SmallVector<size_t> getTransposePositions(ArrayRef<int64_t> shape,
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

static Pieces pick(ArrayRef<Value> pieces, ArrayRef<size_t> positions) {
  return llvm::map_to_vector(positions, [&](size_t i) { return pieces[i]; });
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
  // Rearranges pieces in the form that `old` has, or scalars where the last
  // dimension changes.
  auto rearrange = [&](Value source, bool keepsLast, auto positions) {
    if (keepsLast && wanted.lanes)
      lanesOf[old] = pick(getPieces(source, true), positions(true));
    if (!keepsLast || wanted.scalars)
      define(old, pick(getPieces(source, false), positions(false)), false);
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](arith::ConstantOp constant) {
        if (!isa<DenseElementsAttr>(constant.getValue()))
          return LogicalResult(op->emitOpError("expected a dense value"));
        return emitConstant(constant), success();
      })
      .Case([&](ub::PoisonOp) {
        size_t count = type.getNumElements(), lanes = getLanes(old);
        if (wanted.lanes)
          lanesOf[old] = Pieces(
              count / lanes,
              ub::PoisonOp::create(
                  builder, loc,
                  VectorType::get(getLanes(old), type.getElementType())));
        if (wanted.scalars)
          scalarsOf[old] = Pieces(
              count, ub::PoisonOp::create(builder, loc, type.getElementType()));
        return success();
      })
      .Case([&](vector::StepOp) {
        if (wanted.lanes)
          lanesOf[old] = {vector::StepOp::create(builder, loc, type)};
        if (wanted.scalars)
          for (int64_t i = 0; i != getLanes(old); ++i)
            scalarsOf[old].push_back(getIndex(loc, i));
        return success();
      })
      .Case([&](vector::CreateMaskOp mask) {
        if (type.getRank() != 1)
          return LogicalResult(op->emitOpError("expected one dimension"));
        Value bound = getScalar(mask.getOperand(0));
        if (wanted.lanes) {
          // Within the lanes' number, since the comparison is done in 32 bits.
          Value clamped = arith::MaxSIOp::create(
              builder, loc,
              arith::MinSIOp::create(builder, loc, bound,
                                     getIndex(loc, getLanes(old))),
              getIndex(loc, 0));
          lanesOf[old] = {
              vector::CreateMaskOp::create(builder, loc, type, clamped)};
        }
        if (wanted.scalars)
          for (int64_t i = 0; i != getLanes(old); ++i)
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
          size_t count = type.getNumElements();
          if (wanted.lanes)
            lanesOf[old] = Pieces(
                count / getLanes(old),
                vector::BroadcastOp::create(
                    builder, loc,
                    VectorType::get(getLanes(old), scalar.getType()), scalar));
          if (wanted.scalars)
            scalarsOf[old] = Pieces(count, scalar);
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
          for (size_t i = 0; i != count; ++i)
            pieces[begin + i] = getPiece(value, asLanes, i);
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
