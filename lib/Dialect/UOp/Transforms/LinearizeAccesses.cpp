//===- LinearizeAccesses.cpp - 1-D loads and stores ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Linearizer.h"
#include "MemorySizes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tinygrad::uop {

/// More reads than these under one condition are worth a branch.
constexpr size_t kMaxSelects = 4;
/// Bytes that are written around the caches, at least.
constexpr int64_t kLeastStream = 16;

/// The distance from the base of each position of `shape`, in row-major order.
static SmallVector<int64_t> getOffsets(ArrayRef<int64_t> shape,
                                       ArrayRef<int64_t> strides) {
  SmallVector<int64_t> offsets = {0};
  for (auto [size, stride] : llvm::zip(shape, strides)) {
    SmallVector<int64_t> next;
    for (int64_t offset : offsets)
      for (int64_t i = 0; i != size; ++i)
        next.push_back(offset + i * stride);
    offsets = std::move(next);
  }
  return offsets;
}

/// The distance from the base of each piece of a vector of `type`.
static SmallVector<int64_t> getPieceOffsets(VectorType type, bool asLanes,
                                            DenseI64ArrayAttr strides) {
  ArrayRef<int64_t> shape = type.getShape().drop_back(asLanes);
  SmallVector<int64_t> rows =
      strides ? getOffsets(shape, strides)
              : SmallVector<int64_t>(ShapedType::getNumElements(shape), 0);
  if (!asLanes)
    return rows;
  SmallVector<int64_t> offsets;
  for (int64_t row : rows)
    for (Chunk chunk : getChunks(type.getShape().back()))
      offsets.push_back(
          strides ? row + chunk.offset * strides.asArrayRef().back() : 0);
  return offsets;
}

/// The condition of which `mask` is a splat, if it is one.
static Value getSplatCondition(Value mask) {
  if (!mask || !isa<VectorType>(mask.getType()))
    return mask;
  if (auto broadcast = mask.getDefiningOp<vector::BroadcastOp>())
    if (!isa<VectorType>(broadcast.getSource().getType()))
      return broadcast.getSource();
  return nullptr;
}

static bool isAllTrue(Value mask) { return matchPattern(mask, m_One()); }
static bool isAllFalse(Value mask) { return matchPattern(mask, m_Zero()); }

/// The index of a piece: `index` is a scalar, or a vector of indices whose
/// piece at `position` is taken.
Value Linearizer::getPlace(Location loc, Value index, bool asLanes,
                           size_t position, int64_t offset) {
  Value place = getPiece(index, asLanes, position);
  if (offset == 0)
    return place;
  return arith::AddIOp::create(builder, loc, place, getIndex(loc, offset));
}

/// Reads `type` at `index`; of a vector the lanes in `valid`, if that is given.
static Value buildLoad(OpBuilder &builder, Location loc, Type type,
                       Value buffer, Value index, Value valid) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return memref::LoadOp::create(builder, loc, buffer, index);
  if (!valid)
    return vector::LoadOp::create(builder, loc, vector, buffer, index);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(vector));
  return vector::MaskedLoadOp::create(builder, loc, vector, buffer, index,
                                      valid, zero);
}

/// The lanes of `mask` that are also in `valid`; either may be null.
static Value intersect(OpBuilder &builder, Location loc, Value mask,
                       Value valid) {
  if (!mask || !valid)
    return mask ? mask : valid;
  // A mask of the first lanes stops at the valid ones.
  if (mask.getDefiningOp<vector::CreateMaskOp>())
    return mask;
  return arith::AndIOp::create(builder, loc, mask, valid);
}

Value Linearizer::emitGatedLoad(Location loc, Value buffer, Value index,
                                Type type, Value gate, Value other,
                                Value valid) {
  if (!gate || isAllTrue(gate))
    return buildLoad(builder, loc, type, buffer, index, valid);
  if (isAllFalse(gate))
    return other;
  auto vector = dyn_cast<VectorType>(type);
  int64_t lanes = vector ? vector.getNumElements() : 1;
  int64_t size = cast<MemRefType>(buffer.getType()).getNumElements();
  if (Value condition = getSplatCondition(gate); condition && lanes <= size) {
    // Reads the buffer's start instead, which costs less than a branch.
    Value place = arith::SelectOp::create(builder, loc, condition, index,
                                          getIndex(loc, 0));
    Value loaded = buildLoad(builder, loc, type, buffer, place, valid);
    return arith::SelectOp::create(builder, loc, condition, loaded, other);
  }
  if (!vector) // A buffer of no elements.
    return other;
  if (!isa<VectorType>(gate.getType()))
    gate = vector::BroadcastOp::create(builder, loc,
                                       vector.clone(builder.getI1Type()), gate);
  return vector::MaskedLoadOp::create(builder, loc, vector, buffer, index,
                                      intersect(builder, loc, gate, valid),
                                      other);
}

static Value buildGather(OpBuilder &builder, Location loc, VectorType type,
                         Value buffer, Value indices, Value gate, Value other,
                         Value valid) {
  VectorType maskType = type.clone(builder.getI1Type());
  if (!gate) {
    gate = valid ? valid
                 : arith::ConstantOp::create(
                       builder, loc, DenseElementsAttr::get(maskType, true));
    other = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  } else {
    if (!isa<VectorType>(gate.getType()))
      gate = vector::BroadcastOp::create(builder, loc, maskType, gate);
    gate = intersect(builder, loc, gate, valid);
  }
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return vector::GatherOp::create(builder, loc, type, buffer, zero, indices,
                                  gate, other);
}

/// Elements behind the last one of `load` that its vectors span: lanes to
/// spare, which are read where there is memory for them. Gates hide them,
/// single elements have none, and those of lanes that run backwards lie before
/// the first one.
static int64_t countSpare(LoadOp load) {
  auto type = dyn_cast<VectorType>(load.getResult().getType());
  if (!type || !load.getStrides() || load.getGate() || !isLaneLoad(load) ||
      isReversed(load))
    return 0;
  int64_t spare = 0;
  for (Chunk chunk : getChunks(type.getShape().back()))
    spare = std::max(spare, chunk.size - chunk.valid);
  return spare * getShuffledStep(load).value_or(1);
}

/// Whether the memory that `buffer` is has room for the lanes to spare.
static bool hasSpare(LoadOp load, Value buffer) {
  auto count = [](Value memory) {
    return cast<MemRefType>(memory.getType()).getNumElements();
  };
  int64_t spare = countSpare(load);
  return spare && count(buffer) - count(load.getBuffer()) >= spare;
}

Pieces Linearizer::emitLoadPieces(LoadOp op, bool asLanes, bool isGated) {
  Location loc = op.getLoc();
  Value old = op.getResult(), buffer = getScalar(op.getBuffer());
  auto type = cast<VectorType>(old.getType());
  SmallVector<int64_t> offsets =
      getPieceOffsets(type, asLanes, op.getStridesAttr());
  SmallVector<Chunk, 4> chunks = getChunks(getLanes(old));
  std::optional<int64_t> step = getShuffledStep(op);
  bool isSpare = hasSpare(op, buffer);
  auto part = [&](Value value, size_t at) {
    return value ? getPiece(value, asLanes, at) : Value();
  };

  // Elements that are the same memory under the same gate are read once.
  struct Read {
    Value gate, other, value;
  };
  DenseMap<std::pair<Value, int64_t>, SmallVector<Read, 1>> done;
  Pieces pieces;
  for (auto [at, offset] : llvm::enumerate(offsets)) {
    Value gate, other;
    if (isGated) {
      gate = part(op.getGate(), at);
      other = part(op.getOther(), at);
    }
    Type pieceType = type.getElementType();
    Chunk chunk = chunks[at % chunks.size()];
    if (asLanes)
      pieceType = VectorType::get(chunk.size, pieceType);
    auto &reads = done[{getPiece(op.getIndex(), asLanes, at), offset}];
    auto *read = llvm::find_if(reads, [&](const Read &read) {
      return read.gate == gate && read.other == other &&
             read.value.getType() == pieceType;
    });
    if (read != reads.end()) {
      pieces.push_back(read->value);
      continue;
    }
    Value place = getPlace(loc, op.getIndex(), asLanes, at, offset);
    Value valid =
        asLanes && !isSpare ? buildValidMask(builder, loc, chunk) : Value();
    Value value =
        asLanes && step
            ? emitShuffledLoad(loc, buffer, place, cast<VectorType>(pieceType),
                               *step, gate, other, valid)
        : asLanes && isReversed(op)
            ? emitReversedLoad(loc, buffer, place, cast<VectorType>(pieceType),
                               gate, other, valid)
        : isa<VectorType>(place.getType())
            ? buildGather(builder, loc, cast<VectorType>(pieceType), buffer,
                          place, gate, other, valid)
            : emitGatedLoad(loc, buffer, place, pieceType, gate, other, valid);
    reads.push_back({gate, other, value});
    pieces.push_back(value);
  }
  return pieces;
}

LogicalResult Linearizer::emitLoad(LoadOp op) {
  Location loc = op.getLoc();
  Value old = op.getResult();
  auto type = dyn_cast<VectorType>(old.getType());
  bool isEmpty =
      cast<MemRefType>(op.getBuffer().getType()).getNumElements() == 0;
  if (!type) {
    Value value;
    if (isEmpty)
      value = arith::ConstantOp::create(builder, loc,
                                        builder.getZeroAttr(old.getType()));
    else
      value = emitGatedLoad(
          loc, getScalar(op.getBuffer()), getScalar(op.getIndex()),
          old.getType(), op.getGate() ? getScalar(op.getGate()) : Value(),
          op.getOther() ? getScalar(op.getOther()) : Value(), nullptr);
    mapping.map(old, value);
    return success();
  }
  Value gate = op.getGate();
  bool isCondition = gate && !isa<VectorType>(gate.getType());
  if (!isCondition || countReads(op) <= kMaxSelects) {
    emitVectorLoad(op, /*isGated=*/gate != nullptr);
    return success();
  }
  // One branch instead of a choice for each read. The reads come first, in a
  // branch without results: only they tell whether there are lanes or scalars.
  auto draft = scf::IfOp::create(builder, loc, getScalar(gate));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(draft.thenYield());
    emitVectorLoad(op, /*isGated=*/false);
  }
  Pieces loaded, otherwise;
  for (bool asLanes : {true, false}) {
    auto &pieces = asLanes ? lanesOf : scalarsOf;
    auto it = pieces.find(old);
    if (it == pieces.end())
      continue;
    llvm::append_range(loaded, it->second);
    llvm::append_range(otherwise, getPieces(op.getOther(), asLanes));
  }
  auto branch = scf::IfOp::create(builder, loc, ValueRange(loaded).getTypes(),
                                  getScalar(gate),
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  draft.thenYield().erase();
  branch.thenBlock()->getOperations().splice(
      branch.thenBlock()->end(), draft.thenBlock()->getOperations());
  draft.erase();
  OpBuilder::atBlockEnd(branch.thenBlock()).create<scf::YieldOp>(loc, loaded);
  OpBuilder::atBlockEnd(branch.elseBlock())
      .create<scf::YieldOp>(loc, otherwise);
  size_t at = 0;
  for (auto *pieces : {&lanesOf, &scalarsOf})
    if (auto it = pieces->find(old); it != pieces->end())
      for (Value &piece : it->second)
        piece = branch.getResult(at++);
  return success();
}

size_t Linearizer::countReads(LoadOp op) const {
  auto type = cast<VectorType>(op.getResult().getType());
  if (forms.get(op.getResult()).scalars || !isLaneLoad(op))
    return type.getNumElements();
  return type.getNumElements() / type.getShape().back() *
         getChunks(type.getShape().back()).size();
}

void Linearizer::emitVectorLoad(LoadOp op, bool isGated) {
  Value old = op.getResult();
  Wanted wanted = forms.get(old);
  bool laneLoad = wanted.lanes && isLaneLoad(op);
  if (wanted.lanes && !laneLoad && emitTransposedLoad(op, isGated))
    return;
  if (laneLoad)
    lanesOf[old] = emitLoadPieces(op, /*asLanes=*/true, isGated);
  if (wanted.scalars || (wanted.lanes && !laneLoad))
    define(old, emitLoadPieces(op, /*asLanes=*/false, isGated),
           /*asLanes=*/false);
}

//===----------------------------------------------------------------------===//
// Stores and stages
//===----------------------------------------------------------------------===//

void Linearizer::emitStorePiece(Location loc, Value value, Value buffer,
                                Value index, Value gate, Value valid) {
  if (gate && isAllFalse(gate))
    return;
  Value condition = getSplatCondition(gate);
  OpBuilder::InsertionGuard guard(builder);
  if (condition && !isAllTrue(condition)) {
    auto branch = scf::IfOp::create(builder, loc, condition);
    builder.setInsertionPointToStart(branch.thenBlock());
    gate = nullptr;
  }
  if (!isa<VectorType>(value.getType()))
    memref::StoreOp::create(builder, loc, value, buffer, index);
  else if (Value mask = intersect(
               builder, loc, gate && !isAllTrue(gate) ? gate : Value(), valid))
    vector::MaskedStoreOp::create(builder, loc, buffer, index, mask, value);
  else
    vector::StoreOp::create(builder, loc, value, buffer, index);
}

/// The alignment that a store needs to go around the caches: that of its
/// pieces, which are whole; 0 where it has others or need not.
static int64_t getStreamAlignment(StoreOp op, ArrayRef<Chunk> chunks,
                                  ArrayRef<int64_t> offsets) {
  if (!op->hasAttr(StoreOp::kStreaming))
    return 0;
  int64_t bytes =
      cast<VectorType>(op.getValue().getType()).getElementTypeBitWidth() / 8;
  int64_t aligned = kLineBytes;
  for (const Chunk &chunk : chunks) {
    if (chunk.valid != chunk.size)
      return 0;
    aligned = std::min(aligned, chunk.size * bytes);
  }
  bool isWhole = llvm::all_of(
      offsets, [&](int64_t offset) { return offset * bytes % aligned == 0; });
  return aligned >= kLeastStream && isWhole ? aligned : 0;
}

/// The part of a gate that is one condition for all elements, and the rest.
static std::pair<Value, Value> splitGate(Value gate) {
  if (!gate || !isa<VectorType>(gate.getType()))
    return {gate, Value()};
  if (auto both = gate.getDefiningOp<arith::AndIOp>())
    for (auto [one, other] : {std::pair(both.getLhs(), both.getRhs()),
                              std::pair(both.getRhs(), both.getLhs())})
      if (Value condition = getSplatCondition(one))
        return {condition, other};
  return {Value(), gate};
}

/// Whether `condition` asks which block of a reduce it is.
static bool isOfBlock(Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  auto range = compare ? compare.getLhs().getDefiningOp<RangeOp>() : RangeOp();
  return range && range.getAxis() == AxisType::Carry;
}

void Linearizer::emitStore(StoreOp op) {
  Location loc = op.getLoc();
  Value buffer = getScalar(op.getBuffer());
  auto type = dyn_cast<VectorType>(op.getValue().getType());
  // One condition for all elements is asked once.
  Value condition, mask;
  std::tie(condition, mask) = splitGate(op.getGate());
  OpBuilder::InsertionGuard guard(builder);
  if (condition) {
    auto branch = scf::IfOp::create(builder, loc, getScalar(condition));
    builder.setInsertionPointToStart(branch.thenBlock());
    if (isOfBlock(condition))
      lastBlocks.push_back(branch);
  }
  if (!type) {
    memref::StoreOp::create(builder, loc, getScalar(op.getValue()), buffer,
                            getScalar(op.getIndex()));
    return;
  }
  bool asLanes = isContiguous(type, op.getStridesAttr());
  if (std::optional<int64_t> dim = getTransposedDim(op);
      dim && !forms.get(op.getValue()).scalars)
    return emitTransposedStore(op, *dim);
  SmallVector<int64_t> offsets =
      getPieceOffsets(type, asLanes, op.getStridesAttr());
  SmallVector<Chunk, 4> chunks = getChunks(getLanes(op.getValue()));
  auto emitPieces = [&] {
    for (auto [at, offset] : llvm::enumerate(offsets))
      emitStorePiece(
          loc, getPiece(op.getValue(), asLanes, at), buffer,
          getPlace(loc, op.getIndex(), asLanes, at, offset),
          mask ? getPiece(mask, asLanes, at) : Value(),
          asLanes ? buildValidMask(builder, loc, chunks[at % chunks.size()])
                  : Value());
  };
  int64_t aligned =
      asLanes && !mask ? getStreamAlignment(op, chunks, offsets) : 0;
  if (!aligned)
    return emitPieces();
  // Around the caches where the address is that of whole pieces.
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  Value place =
      arith::MulIOp::create(builder, loc, getScalar(op.getIndex()),
                            getIndex(loc, type.getElementTypeBitWidth() / 8));
  address = arith::AddIOp::create(builder, loc, address, place);
  Value low =
      arith::AndIOp::create(builder, loc, address, getIndex(loc, aligned - 1));
  Value isAligned = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq, low, getIndex(loc, 0));
  auto branch = scf::IfOp::create(builder, loc, isAligned,
                                  /*withElseRegion=*/true);
  for (Block *block : {branch.thenBlock(), branch.elseBlock()}) {
    builder.setInsertionPointToStart(block);
    emitPieces();
  }
  branch.thenBlock()->walk([&](vector::StoreOp store) {
    store.setNontemporal(true);
    store.setAlignment(aligned);
  });
}

/// A workgroup's memory stays what it is; all other is the kernel's own.
Value Linearizer::buildMemory(Location loc, MemRefType type) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(block);
  if (!gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type))
    type = MemRefType::get(type.getShape(), type.getElementType());
  return memref::AllocaOp::create(builder, loc, type,
                                  builder.getI64IntegerAttr(64));
}

Pieces Linearizer::getStagedPieces(Value value) {
  auto transpose = getInterleaved(value);
  if (!transpose) {
    if (!isa<VectorType>(value.getType()))
      return {getScalar(value)};
    return Pieces(getPieces(value, /*asLanes=*/true));
  }
  // The last dimension but one is that of the source's lanes.
  ArrayRef<int64_t> order = transpose.getPermutation();
  ArrayRef<int64_t> shape = getShapeOf(transpose.getVector());
  SmallVector<int64_t> rowOrder(order);
  rowOrder.erase(rowOrder.end() - 2);
  ArrayRef<Value> source = getPieces(transpose.getVector(), /*asLanes=*/true);
  size_t count = getShapeOf(value).back();
  size_t numChunks = getChunks(shape.back()).size();
  SmallVector<size_t> positions =
      getTransposePositions(shape.drop_back(), rowOrder);
  Pieces pieces;
  for (size_t at = 0; at != positions.size(); at += count)
    for (size_t chunk = 0; chunk != numChunks; ++chunk) {
      Pieces rows;
      for (size_t row : ArrayRef(positions).slice(at, count))
        rows.push_back(source[row * numChunks + chunk]);
      pieces.push_back(
          interleaveVectors(builder, value.getLoc(), std::move(rows)));
    }
  return pieces;
}

LogicalResult Linearizer::emitStage(StageOp op) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getBuffer().getType());
  bool isShared = gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type);
  // Parts of registers are read as whole ones.
  int64_t spare = 0;
  for (Operation *user : op.getBuffer().getUsers())
    if (auto load = dyn_cast<LoadOp>(user); load && !isShared)
      spare = std::max(spare, countSpare(load));
  Value buffer =
      buildMemory(loc, spare ? MemRefType::get(type.getNumElements() + spare,
                                               type.getElementType())
                             : type);
  mapping.map(op.getBuffer(), buffer);
  auto vector = dyn_cast<VectorType>(op.getValue().getType());
  int64_t elements = vector ? vector.getNumElements() : 1;
  auto innermost = [&](ValueRange) -> FailureOr<Pieces> {
    Value index = op.getPlace() ? getScalar(op.getPlace()) : getIndex(loc, 0);
    for (Value value : op.getPlace() ? ValueRange() : op.getRanges()) {
      auto range = value.getDefiningOp<RangeOp>();
      Value size = range.getSize() ? getScalar(range.getSize())
                                   : getIndex(loc, range.getStaticSize());
      index = arith::AddIOp::create(
          builder, loc, arith::MulIOp::create(builder, loc, index, size),
          getScalar(value));
    }
    if (!op.getPlace())
      index =
          arith::MulIOp::create(builder, loc, index, getIndex(loc, elements));
    SmallVector<Chunk, 4> chunks = {{0, 1, 1}};
    if (vector) {
      // Interleaved rows are one.
      int64_t lanes = getLanes(op.getValue());
      if (getInterleaved(op.getValue()))
        lanes *= vector.getDimSize(vector.getRank() - 2);
      chunks = getChunks(lanes);
    }
    // Row-major, like the ranges.
    int64_t offset = 0;
    for (auto [at, piece] : llvm::enumerate(getStagedPieces(op.getValue()))) {
      Chunk chunk = chunks[at % chunks.size()];
      Value place = index;
      if (offset)
        place =
            arith::AddIOp::create(builder, loc, index, getIndex(loc, offset));
      emitStorePiece(loc, piece, buffer, place, nullptr,
                     buildValidMask(builder, loc, chunk));
      offset += chunk.valid;
    }
    return Pieces();
  };
  FailureOr<Pieces> filled = emitChain(scopes.getChain(op), loc, {}, innermost);
  // No two threads or iterations fill one place.
  if (isShared)
    for (Operation *store : buffer.getUsers())
      store->setAttr("uop.fill", builder.getUnitAttr());
  return filled;
}

} // namespace tinygrad::uop
