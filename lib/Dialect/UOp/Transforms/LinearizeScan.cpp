//===- LinearizeScan.cpp - what scans hold from point to point -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops over scanned ranges carry what has been combined so far. Where
// other loops stand between them and the scan, each point of those has a place
// in memory instead, which is filled before the outermost scanned loop.
//
// Lanes are combined by shuffles in log2 steps; what comes before a vector is
// broadcast, so that from one vector to the next there is one operation.
//
//===----------------------------------------------------------------------===//

#include "Linearizer.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::uop {

/// Points of the axes inside of a scan's for which it may keep a value each.
static constexpr int64_t kMostPlaces = int64_t(1) << 28;

LogicalResult Linearizer::findScans() {
  if (kernel.getBody().front().getOps<ScanOp>().empty())
    return success();
  KernelIndices indices(kernel);
  for (auto scan : kernel.getBody().front().getOps<ScanOp>()) {
    RunningScan &running = scans[scan];
    // From the outermost loop that it scans to its own.
    SmallVector<RangeOp> path;
    for (const LoopScope *scope = scopes.getLoop(scan); scope && scope->range;
         scope = scope->parent)
      path.push_back(scope->range);
    while (!path.empty() &&
           !llvm::is_contained(scan.getRanges(), path.back().getResult()))
      path.pop_back();
    if (path.empty())
      continue;
    running.first = path.back();
    for (RangeOp range : llvm::reverse(path)) {
      if (llvm::is_contained(scan.getRanges(), range.getResult()))
        scansOf[range].push_back(scan);
      else
        running.places.push_back({range, indices.getMaxSize(range)});
    }
    int64_t places = 1;
    for (auto &[range, size] : running.places)
      if (llvm::MulOverflow(places, size, places) || places > kMostPlaces)
        return scan.emitOpError()
               << "expected at most " << kMostPlaces
               << " points of the axes inside of what it scans, for each of "
                  "which a value waits in memory";
  }
  return success();
}

/// What is combined in the form of the elements' pieces: one for each position
/// that is not scanned, but across lanes a whole register of equal lanes.
Pieces Linearizer::getScanStart(ScanOp op) {
  Location loc = op.getLoc();
  ScanShape shape(op, forms);
  Type element = getElementTypeOrSelf(op.getValue().getType());
  TypedAttr identity = getIdentity(op.getKind(), element);
  Pieces row, start;
  if (!shape.asLanes)
    row.push_back(arith::ConstantOp::create(builder, loc, identity));
  for (Chunk chunk : shape.chunks) {
    // Across lanes there is one register of equal lanes.
    int64_t lanes =
        shape.acrossLanes ? std::min(chunk.size, kRegisterLanes) : chunk.size;
    row.push_back(arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(VectorType::get(lanes, element),
                               Attribute(identity))));
    if (shape.acrossLanes)
      break;
  }
  for (size_t i = 0; i != shape.numStates; ++i)
    llvm::append_range(start, row);
  return start;
}

SmallVector<ScanOp> Linearizer::beginScans(RangeOp range) {
  SmallVector<ScanOp> carried;
  for (ScanOp scan : scansOf.lookup(range)) {
    RunningScan &running = scans[scan];
    if (running.places.empty()) {
      if (running.first == range)
        running.pieces = getScanStart(scan);
      carried.push_back(scan);
    } else if (running.first == range) {
      fillScanMemory(scan);
    }
  }
  return carried;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The type of `piece` in memory, where a bool is a byte.
static Type getStoredType(Type piece) {
  Type element = getElementTypeOrSelf(piece);
  if (element.isInteger(1))
    element = IntegerType::get(element.getContext(), 8);
  if (auto vector = dyn_cast<VectorType>(piece))
    return VectorType::get(vector.getShape(), element);
  return element;
}

static int64_t countElements(Type piece) {
  auto vector = dyn_cast<VectorType>(piece);
  return vector ? vector.getNumElements() : 1;
}

/// Stores `pieces` side by side from `index` on.
static void storePieces(OpBuilder &builder, Location loc, ValueRange pieces,
                        Value memory, Value index) {
  int64_t offset = 0;
  for (Value piece : pieces) {
    Value at = arith::AddIOp::create(
        builder, loc, index,
        arith::ConstantIndexOp::create(builder, loc, offset));
    offset += countElements(piece.getType());
    Type stored = getStoredType(piece.getType());
    if (stored != piece.getType())
      piece = arith::ExtUIOp::create(builder, loc, stored, piece);
    if (isa<VectorType>(stored))
      vector::StoreOp::create(builder, loc, piece, memory, at);
    else
      memref::StoreOp::create(builder, loc, piece, memory, at);
  }
}

static Pieces loadPieces(OpBuilder &builder, Location loc, TypeRange types,
                         Value memory, Value index) {
  Pieces pieces;
  int64_t offset = 0;
  for (Type type : types) {
    Value at = arith::AddIOp::create(
        builder, loc, index,
        arith::ConstantIndexOp::create(builder, loc, offset));
    offset += countElements(type);
    Type stored = getStoredType(type);
    Value piece;
    if (auto vector = dyn_cast<VectorType>(stored))
      piece = vector::LoadOp::create(builder, loc, vector, memory, at);
    else
      piece = memref::LoadOp::create(builder, loc, memory, at);
    if (stored != type)
      piece = arith::TruncIOp::create(builder, loc, type, piece);
    pieces.push_back(piece);
  }
  return pieces;
}

/// A place for each point of the loops in between, with nothing in it yet.
void Linearizer::fillScanMemory(ScanOp op) {
  Location loc = op.getLoc();
  RunningScan &running = scans[op];
  Pieces start = getScanStart(op);
  running.placeSize = 0;
  for (Value piece : start)
    running.placeSize += countElements(piece.getType());
  int64_t places = 1;
  for (auto &[range, size] : running.places)
    places *= size;
  auto type = MemRefType::get(
      places * running.placeSize,
      getElementTypeOrSelf(getStoredType(start.front().getType())));
  running.memory = buildMemory(loc, type);
  auto loop = scf::ForOp::create(builder, loc, getIndex(loc, 0),
                                 getIndex(loc, places), getIndex(loc, 1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value index = arith::MulIOp::create(builder, loc, loop.getInductionVar(),
                                      getIndex(loc, running.placeSize));
  storePieces(builder, loc, start, running.memory, index);
}

Value Linearizer::getScanPlace(ScanOp op) {
  Location loc = op.getLoc();
  RunningScan &running = scans[op];
  Value index = getIndex(loc, 0);
  for (auto &[range, size] : running.places)
    index = arith::AddIOp::create(
        builder, loc,
        arith::MulIOp::create(builder, loc, index, getIndex(loc, size)),
        getScalar(range.getResult()));
  return arith::MulIOp::create(builder, loc, index,
                               getIndex(loc, running.placeSize));
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

ScanShape::ScanShape(ScanOp op, const WantedForms &forms) {
  auto type = dyn_cast<VectorType>(op.getValue().getType());
  if (!type)
    return;
  int64_t last = type.getRank() - 1;
  acrossLanes = scansLanes(op);
  asLanes = acrossLanes || (!llvm::is_contained(op.getDims(), last) &&
                            forms.get(op.getResult()).lanes);
  ArrayRef<int64_t> rows = type.getShape();
  if (asLanes) {
    chunks = getChunks(rows.back());
    rows = rows.drop_back();
  }
  // The rows in the order of the points, each with the place of its state.
  SmallVector<std::pair<int64_t, size_t>> points; // Of each row.
  int64_t count = 1;
  for (int64_t size : rows)
    count *= size;
  for (int64_t row = 0; row != count; ++row) {
    SmallVector<int64_t> position(rows.size());
    int64_t rest = row;
    for (size_t dim = rows.size(); dim-- > 0; rest /= rows[dim])
      position[dim] = rest % rows[dim];
    int64_t point = 0;
    for (int64_t dim : op.getDims())
      if (dim < static_cast<int64_t>(rows.size()))
        point = point * rows[dim] + position[dim];
    size_t state = 0;
    for (auto [dim, size] : llvm::enumerate(rows))
      if (!llvm::is_contained(op.getDims(), dim))
        state = state * size + position[dim];
    points.push_back({point, state});
    numStates = std::max(numStates, state + 1);
  }
  order = llvm::to_vector(llvm::seq<size_t>(count));
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return op.getReverse() ? points[a].first > points[b].first
                           : points[a].first < points[b].first;
  });
  states =
      llvm::map_to_vector(points, [](auto &point) { return point.second; });
}

/// The lanes of `piece` scanned by themselves, in steps that double.
static Value scanLanes(OpBuilder &builder, ScanOp op, Value piece) {
  Location loc = op.getLoc();
  auto type = cast<VectorType>(piece.getType());
  int64_t lanes = type.getNumElements();
  Value nothing = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          type, Attribute(getIdentity(op.getKind(), type.getElementType()))));
  for (int64_t step = 1; step < lanes; step *= 2) {
    SmallVector<int64_t> mask;
    for (int64_t lane = 0; lane != lanes; ++lane) {
      int64_t from = op.getReverse() ? lane + step : lane - step;
      mask.push_back(from < 0 || from >= lanes ? lanes + lane : from);
    }
    Value before =
        vector::ShuffleOp::create(builder, loc, piece, nothing, mask);
    piece = buildCombine(builder, loc, op.getKind(), before, piece);
  }
  return piece;
}

/// `lanes` times the lane `lane` of `piece`.
static Value repeatLane(OpBuilder &builder, Location loc, Value piece,
                        int64_t lane, int64_t lanes) {
  return vector::ShuffleOp::create(builder, loc, piece, piece,
                                   SmallVector<int64_t>(lanes, lane));
}

/// Scans `chunk`, which is `piece`, a register at a time, behind `sum`.
static Value scanChunk(OpBuilder &builder, ScanOp op, Chunk chunk, Value piece,
                       Value &sum) {
  Location loc = op.getLoc();
  ReduceKind kind = op.getKind();
  bool reverse = op.getReverse();
  // What lies beyond the valid lanes would be in those before.
  if (Value valid = reverse ? buildValidMask(builder, loc, chunk) : Value()) {
    auto type = cast<VectorType>(piece.getType());
    Value nothing = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            type, Attribute(getIdentity(kind, type.getElementType()))));
    piece = arith::SelectOp::create(builder, loc, valid, piece, nothing);
  }
  int64_t lanes = std::min(chunk.size, kRegisterLanes);
  int64_t count = chunk.size / lanes;
  Pieces parts(count);
  for (int64_t i = 0; i != count; ++i) {
    int64_t number = reverse ? count - 1 - i : i;
    Value part = piece;
    if (count != 1)
      part =
          vector::ShuffleOp::create(builder, loc, piece, piece,
                                    llvm::to_vector(llvm::seq<int64_t>(
                                        number * lanes, (number + 1) * lanes)));
    int64_t valid = std::min(chunk.valid - number * lanes, lanes);
    parts[number] = part;
    if (valid <= 0)
      continue;
    part = scanLanes(builder, op, part);
    Value total =
        repeatLane(builder, loc, part, reverse ? 0 : valid - 1, getLanes(sum));
    Value before =
        getLanes(sum) == lanes ? sum : repeatLane(builder, loc, sum, 0, lanes);
    parts[number] = buildCombine(builder, loc, kind, before, part);
    sum = buildCombine(builder, loc, kind, sum, total);
  }
  return joinVectors(builder, loc, std::move(parts), chunk.size).front();
}

LogicalResult Linearizer::emitScan(ScanOp op) {
  Location loc = op.getLoc();
  Value old = op.getResult();
  bool isVector = isa<VectorType>(old.getType());
  if (isVector && !forms.get(old).any())
    return success();
  ScanShape shape(op, forms);
  RunningScan &running = scans[op];
  Pieces state = running.pieces;
  Value place;
  if (!running.first) {
    state = getScanStart(op);
  } else if (!running.places.empty()) {
    place = getScanPlace(op);
    Pieces start = getScanStart(op);
    state = loadPieces(builder, loc, ValueRange(start).getTypes(),
                       running.memory, place);
  }

  size_t numChunks = shape.asLanes ? shape.chunks.size() : 1;
  Pieces results(shape.order.size() * numChunks);
  auto getValue = [&](size_t at) {
    return isVector ? getPieces(op.getValue(), shape.asLanes)[at]
                    : getScalar(op.getValue());
  };
  for (size_t row : shape.order) {
    for (size_t i = 0; i != numChunks; ++i) {
      size_t number =
          shape.acrossLanes && op.getReverse() ? numChunks - 1 - i : i;
      size_t at = row * numChunks + number, to = shape.states[row];
      if (shape.acrossLanes)
        results[at] = scanChunk(builder, op, shape.chunks[number], getValue(at),
                                state[to]);
      else
        results[at] = state[to * numChunks + i] =
            buildCombine(builder, loc, op.getKind(), state[to * numChunks + i],
                         getValue(at));
    }
  }

  if (place)
    storePieces(builder, loc, state, running.memory, place);
  running.pieces = std::move(state);
  if (isVector)
    define(old, std::move(results), shape.asLanes);
  else
    mapping.map(old, results.front());
  return success();
}

} // namespace tinygrad::uop
