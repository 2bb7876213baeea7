//===- LinearizeMma.cpp - products of tiles in loops ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Linearizer.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

using namespace mlir;

namespace tinygrad::uop {

namespace {
/// The leading dimensions of an operand: which products add to which result.
struct Tiles {
  SmallVector<size_t> resultOf; ///< For each position of the operands.
  size_t numResults = 1;

  explicit Tiles(MmaOp op, size_t numOwn) {
    ArrayRef<int64_t> shape = getShapeOf(op.getLhs()).drop_back(numOwn);
    resultOf = getResultPositions(shape, op.getDims());
    for (size_t position : resultOf)
      numResults = std::max(numResults, position + 1);
  }
};

/// Which element of a lane-by-register array has each coordinate of a tile.
class ElementMap {
public:
  ElementMap(const Fragment &fragment, int64_t lanes, TileDim row, TileDim col)
      : registers(fragment.getNumRegisters()) {
    for (int64_t lane = 0; lane != lanes; ++lane)
      for (int64_t reg = 0; reg != registers; ++reg)
        elements.try_emplace({fragment.getCoordinate(row, lane, reg),
                              fragment.getCoordinate(col, lane, reg)},
                             lane * registers + reg);
  }
  size_t get(int64_t row, int64_t col) const {
    return elements.lookup({row, col});
  }
  int64_t getNumRegisters() const { return registers; }

private:
  int64_t registers;
  llvm::DenseMap<std::pair<int64_t, int64_t>, size_t> elements;
};
} // namespace

/// One vector of the elements of `pieces`, a row of vectors or scalars.
static Value buildFragment(OpBuilder &builder, Location loc,
                           ArrayRef<Value> pieces) {
  auto first = dyn_cast<VectorType>(pieces.front().getType());
  if (first && pieces.size() == 1)
    return pieces.front();
  Pieces elements = first ? takeLanes(builder, loc, pieces) : Pieces(pieces);
  auto type = VectorType::get(static_cast<int64_t>(elements.size()),
                              elements.front().getType());
  return vector::FromElementsOp::create(builder, loc, type, elements);
}

/// One vector of the elements of `rows`, one behind the other.
static Value buildTile(OpBuilder &builder, Location loc, ArrayRef<Value> rows) {
  auto row = cast<VectorType>(rows.front().getType());
  int64_t lanes = row.getNumElements();
  auto type = VectorType::get(lanes * static_cast<int64_t>(rows.size()),
                              row.getElementType());
  Value tile = ub::PoisonOp::create(builder, loc, type);
  for (auto [at, value] : llvm::enumerate(rows))
    tile = vector::InsertStridedSliceOp::create(
        builder, loc, value, tile,
        ArrayRef<int64_t>{static_cast<int64_t>(at) * lanes},
        ArrayRef<int64_t>{1});
  return tile;
}

/// The rows of `tiles`, each of which has those of `fragment`.
static Pieces getTileRows(OpBuilder &builder, Location loc, ValueRange tiles,
                          const Fragment &fragment) {
  int64_t rows = fragment.registers.front().size;
  int64_t lanes = fragment.getNumRegisters() / rows;
  Pieces pieces;
  for (Value tile : tiles)
    for (int64_t row = 0; row != rows; ++row)
      pieces.push_back(vector::ExtractStridedSliceOp::create(
          builder, loc, tile, ArrayRef<int64_t>{row * lanes},
          ArrayRef<int64_t>{lanes}, ArrayRef<int64_t>{1}));
  return pieces;
}

static Value buildZero(OpBuilder &builder, Location loc, Type type) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

LogicalResult Linearizer::emitMma(MmaOp op) {
  Location loc = op.getLoc();
  const MatrixUnit &unit = *findMatrixUnit(op.getUnit());
  if (op.getAcc())
    return op.emitOpError() << "expected a product without sums so far, but "
                               "got them of type "
                            << op.getAcc().getType();
  if (!op.getRegisters().empty())
    return op.emitOpError()
           << "expected vectors of registers, which "
              "uop-expand makes, but got "
           << op.getLhs().getType() << " and " << op.getRhs().getType();
  // A processor's unit has but one.
  bool hasLanes = !op.getLanes().empty() || isInstruction(op);
  int64_t lanes = hasLanes ? 1 : unit.getNumLanes();
  size_t numLaneDims = hasLanes ? 0 : unit.result.lanes.size();
  Tiles tiles(op, numLaneDims + unit.getAxes(unit.lhs).size());
  Type element = getElementTypeOrSelf(op.getResult().getType());
  int64_t registers = unit.result.getNumRegisters();

  // The pieces of one operand at one position of the leading dimensions.
  auto getRow = [&](Value operand, const Fragment &fragment, size_t tile) {
    bool asLanes = hasLanes && !fragment.registers.empty();
    if (!isa<VectorType>(operand.getType()))
      return SmallVector<Value>{getScalar(operand)};
    ArrayRef<Value> pieces = getPieces(operand, asLanes);
    size_t size = pieces.size() / tiles.resultOf.size();
    return SmallVector<Value>(pieces.slice(tile * size, size));
  };

  auto withLanes = [&](ValueRange carried) -> FailureOr<Pieces> {
    Pieces sums(carried);
    SmallVector<Value> ids;
    for (Value lane : op.getLanes())
      ids.push_back(getScalar(lane));
    // Tiles that are the same elements are put together once.
    std::map<std::vector<void *>, Value> known;
    auto getFragment = [&](Value operand, const Fragment &fragment,
                           size_t tile) {
      SmallVector<Value> row = getRow(operand, fragment, tile);
      std::vector<void *> key;
      for (Value piece : row)
        key.push_back(piece.getAsOpaquePointer());
      Value &value = known[key];
      if (!value)
        value = unit.isOfTiles() ? buildTile(builder, loc, row)
                                 : buildFragment(builder, loc, row);
      return value;
    };
    for (auto [tile, to] : llvm::enumerate(tiles.resultOf))
      sums[to] = MmaOp::create(
          builder, loc, sums[to].getType(), op.getUnit(),
          getFragment(op.getLhs(), unit.lhs, tile),
          getFragment(op.getRhs(), unit.rhs, tile), sums[to], ValueRange(),
          ValueRange(), ValueRange(), ids, ValueRange(), ArrayRef<int64_t>());
    return sums;
  };

  auto withoutLanes = [&](ValueRange carried) -> FailureOr<Pieces> {
    Pieces sums(carried);
    ElementMap left(unit.lhs, lanes, TileDim::M, TileDim::K);
    ElementMap right(unit.rhs, lanes, TileDim::K, TileDim::N);
    for (auto [tile, to] : llvm::enumerate(tiles.resultOf)) {
      SmallVector<Value> lhs = getRow(op.getLhs(), unit.lhs, tile);
      SmallVector<Value> rhs = getRow(op.getRhs(), unit.rhs, tile);
      for (int64_t lane = 0; lane != lanes; ++lane)
        for (int64_t reg = 0; reg != registers; ++reg) {
          int64_t m = unit.result.getCoordinate(TileDim::M, lane, reg);
          int64_t n = unit.result.getCoordinate(TileDim::N, lane, reg);
          Value &sum = sums[(to * lanes + lane) * registers + reg];
          for (int64_t k = 0; k != unit.k; ++k) {
            Value a = lhs[left.get(m, k)], b = rhs[right.get(k, n)];
            if (isa<FloatType>(element))
              sum = buildMultiplyAdd(builder, loc, a, b, sum);
            else
              sum = arith::AddIOp::create(
                  builder, loc, sum, arith::MulIOp::create(builder, loc, a, b));
          }
        }
    }
    return sums;
  };

  Pieces start;
  if (hasLanes)
    start.assign(tiles.numResults,
                 buildZero(builder, loc, VectorType::get(registers, element)));
  else
    start.assign(tiles.numResults * lanes * registers,
                 buildZero(builder, loc, element));
  auto innermost = [&](ValueRange carried) {
    return hasLanes ? withLanes(carried) : withoutLanes(carried);
  };
  FailureOr<Pieces> sums =
      emitChain(scopes.getChain(op), loc, start, innermost);
  if (failed(sums))
    return failure();
  if (isInstruction(op)) {
    if (unit.isOfTiles())
      sums = getTileRows(builder, loc, *sums, unit.result);
    define(op.getResult(), std::move(*sums), /*asLanes=*/true);
    return success();
  }
  Pieces scalars = hasLanes ? takeLanes(builder, loc, *sums) : *sums;
  if (isa<VectorType>(op.getResult().getType()))
    define(op.getResult(), std::move(scalars), /*asLanes=*/false);
  else
    mapping.map(op.getResult(), scalars.front());
  return success();
}

} // namespace tinygrad::uop
