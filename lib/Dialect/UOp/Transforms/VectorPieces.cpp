//===- VectorPieces.cpp - vectors as 1-D vectors or scalars ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorPieces.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace tinygrad::uop {

ArrayRef<int64_t> getShapeOf(Value value) {
  if (auto type = dyn_cast<VectorType>(value.getType()))
    return type.getShape();
  return {};
}

int64_t getLanes(Value value) { return getShapeOf(value).back(); }

static int64_t countRegisters(int64_t lanes) {
  return llvm::divideCeil(lanes, kRegisterLanes);
}

/// Registers for `lanes` in the best way: one vector with lanes to spare, or
/// the largest that is full and the same for the rest.
static int64_t countBest(int64_t lanes) {
  if (lanes == 0)
    return 0;
  int64_t full = llvm::bit_floor<uint64_t>(lanes);
  return std::min(countRegisters(llvm::bit_ceil<uint64_t>(lanes)),
                  countRegisters(full) + countBest(lanes - full));
}

SmallVector<Chunk, 4> getChunks(int64_t lanes) {
  SmallVector<Chunk, 4> chunks;
  for (int64_t offset = 0; offset != lanes;) {
    int64_t rest = lanes - offset;
    int64_t full = llvm::bit_floor<uint64_t>(rest);
    int64_t wide = llvm::bit_ceil<uint64_t>(rest);
    if (countRegisters(wide) < countRegisters(full) + countBest(rest - full))
      full = wide;
    chunks.push_back({offset, full, std::min(full, rest)});
    offset += chunks.back().valid;
  }
  return chunks;
}

Pieces takeLanes(OpBuilder &builder, Location loc, ValueRange vectors) {
  Pieces lanes;
  for (Value vector : vectors)
    for (int64_t i = 0; i != getLanes(vector); ++i)
      lanes.push_back(vector::ExtractOp::create(builder, loc, vector, i));
  return lanes;
}

Pieces joinVectors(OpBuilder &builder, Location loc, Pieces vectors,
                   int64_t lanes) {
  for (int64_t size = getLanes(vectors.front()); size < lanes; size *= 2) {
    SmallVector<int64_t> both = llvm::to_vector(llvm::seq<int64_t>(2 * size));
    Pieces wider;
    for (size_t at = 0; at != vectors.size(); at += 2)
      wider.push_back(vector::ShuffleOp::create(builder, loc, vectors[at],
                                                vectors[at + 1], both));
    vectors = std::move(wider);
  }
  return vectors;
}

/// The same of 4 rows of 16 bytes, which are put side by side, as they are
/// loaded, and sorted by words, and then within each 16 bytes.
static Value interleaveQuads(OpBuilder &builder, Location loc, Pieces rows) {
  constexpr int64_t kRows = 4, kLanes = 16;
  Value all =
      joinVectors(builder, loc, std::move(rows), kRows * kLanes).front();
  SmallVector<int64_t> byWord(kRows * kLanes), inWords(kRows * kLanes);
  for (int64_t i = 0; i != kRows * kLanes; ++i) {
    int64_t part = i / kLanes, row = i % kLanes / kRows, byte = i % kRows;
    byWord[i] = row * kLanes + part * kRows + byte;
    inWords[i] = part * kLanes + byte * kRows + row;
  }
  all = vector::ShuffleOp::create(builder, loc, all, all, byWord);
  return vector::ShuffleOp::create(builder, loc, all, all, inWords);
}

Value interleaveVectors(OpBuilder &builder, Location loc, Pieces rows) {
  if (auto type = cast<VectorType>(rows.front().getType());
      rows.size() == 4 && type.getNumElements() == 16 &&
      type.getElementTypeBitWidth() == 8)
    return interleaveQuads(builder, loc, std::move(rows));
  while (rows.size() > 1) {
    int64_t lanes = getLanes(rows.front());
    SmallVector<int64_t> both;
    for (int64_t i = 0; i != lanes; ++i)
      both.append({i, lanes + i});
    Pieces next;
    for (size_t i = 0, half = rows.size() / 2; i != half; ++i)
      next.push_back(vector::ShuffleOp::create(builder, loc, rows[i],
                                               rows[i + half], both));
    rows = std::move(next);
  }
  return rows.front();
}

Value buildValidMask(OpBuilder &builder, Location loc, Chunk chunk) {
  if (chunk.valid == chunk.size)
    return nullptr;
  SmallVector<bool> lanes(chunk.size, false);
  std::fill_n(lanes.begin(), chunk.valid, true);
  auto type = VectorType::get(chunk.size, builder.getI1Type());
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, lanes));
}

bool isContiguous(VectorType type, DenseI64ArrayAttr strides) {
  return strides &&
         (strides.asArrayRef().back() == 1 || type.getShape().back() == 1);
}

bool isGather(LoadOp load) {
  // Narrow elements have no gather instruction. Elements at constant steps were
  // measured to be read faster one by one.
  auto type = cast<VectorType>(load.getResult().getType());
  unsigned bits = type.getElementType().getIntOrFloatBitWidth();
  return !load.getStrides() && bits >= 32 && type.getShape().back() >= 4;
}

std::optional<int64_t> getShuffledStep(LoadOp load) {
  auto type = cast<VectorType>(load.getResult().getType());
  if (!load.getStrides())
    return std::nullopt;
  int64_t step = load.getStrides()->back();
  if (step < 2 || step > kMaxShuffledStep || type.getShape().back() < 4)
    return std::nullopt;
  return step;
}

bool isReversed(LoadOp load) {
  return load.getStrides() && load.getStrides()->back() == -1;
}

bool isLaneLoad(LoadOp load) {
  auto type = cast<VectorType>(load.getResult().getType());
  return isContiguous(type, load.getStridesAttr()) || isGather(load) ||
         isReversed(load) || getShuffledStep(load);
}

bool scansLanes(ScanOp scan) {
  auto type = dyn_cast<VectorType>(scan.getValue().getType());
  return type && !scan.getDims().empty() &&
         scan.getDims().back() == type.getRank() - 1;
}

vector::TransposeOp getInterleaved(Value value) {
  auto transpose = value.getDefiningOp<vector::TransposeOp>();
  if (!transpose || !transpose->hasOneUse())
    return {};
  ArrayRef<int64_t> order = transpose.getPermutation();
  ArrayRef<int64_t> shape = getShapeOf(value);
  int64_t rank = shape.size(), rows = shape.back();
  bool isRows = rank >= 2 && order[rank - 2] == rank - 1 &&
                (rows == 2 || rows == kMaxInterleaved);
  for (Chunk chunk : getChunks(shape[rank - 2]))
    isRows &= chunk.valid == chunk.size;
  return isRows ? transpose : vector::TransposeOp();
}

WantedForms::WantedForms(KernelOp kernel) {
  Block &body = kernel.getBody().front();
  for (auto reduce : body.getOps<ReduceOp>())
    findContraction(reduce);
  for (Operation &op : llvm::reverse(body))
    visit(&op);
}

void WantedForms::want(Value value, Wanted forms) {
  if (value && isa<VectorType>(value.getType()))
    wanted[value] |= forms;
}

void WantedForms::findContraction(ReduceOp reduce) {
  Contraction contraction;
  Value value = reduce.getValue();
  Type element = getElementTypeOrSelf(value.getType());
  auto select = value.getDefiningOp<arith::SelectOp>();
  Attribute otherwise;
  if (select && select->hasOneUse() &&
      matchPattern(select.getFalseValue(), m_Constant(&otherwise))) {
    if (auto dense = dyn_cast<DenseElementsAttr>(otherwise))
      otherwise = dense.isSplat() ? dense.getSplatValue<Attribute>() : nullptr;
    if (otherwise == getIdentity(reduce.getKind(), element)) {
      contraction.select = select;
      absorbed.insert(select);
      value = select.getTrueValue();
    }
  }
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (product && product->hasOneUse() && reduce.getKind() == ReduceKind::Add) {
    contraction.product = product;
    absorbed.insert(product);
  }
  contractions[reduce] = contraction;
}

void WantedForms::visit(Operation *op) {
  constexpr Wanted kLanes{true, false}, kScalars{false, true};
  Wanted forms = op->getNumResults() == 1 ? get(op->getResult(0)) : Wanted();
  // The last dimension survives where both sides have it.
  auto keepLast = [&](Value source, int64_t lanes) {
    if (!isa<VectorType>(source.getType()) || !forms.any())
      return;
    want(source, getLanes(source) == lanes ? forms : kScalars);
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](LoadOp load) {
        auto type = dyn_cast<VectorType>(load.getResult().getType());
        if (!type || !forms.any())
          return;
        bool asLanes = isLaneLoad(load);
        Wanted parts{forms.lanes && asLanes,
                     forms.scalars || (forms.lanes && !asLanes)};
        want(load.getIndex(), parts);
        want(load.getGate(), parts);
        want(load.getOther(), parts);
        // A condition for all elements chooses between whole values.
        if (load.getGate() && !isa<VectorType>(load.getGate().getType()))
          want(load.getOther(), forms);
      })
      .Case([&](StoreOp store) {
        auto type = dyn_cast<VectorType>(store.getValue().getType());
        if (!type)
          return;
        // A computed value is worth its lanes even if they part here.
        bool isMoved = store.getValue().getDefiningOp<LoadOp>();
        bool asLanes = isContiguous(type, store.getStridesAttr()) ||
                       (!isMoved && getTransposedDim(store));
        Wanted parts = asLanes ? kLanes : kScalars;
        want(store.getIndex(), parts);
        want(store.getGate(), parts);
        want(store.getValue(), isMoved ? parts : Wanted{true, parts.scalars});
      })
      .Case([&](ReduceOp reduce) {
        auto type = dyn_cast<VectorType>(reduce.getValue().getType());
        if (!type)
          return;
        bool closesLanes =
            llvm::is_contained(reduce.getDims(), type.getRank() - 1);
        if (closesLanes)
          want(reduce.getValue(), kLanes);
        else
          want(reduce.getValue(), forms.lanes ? kLanes : kScalars);
      })
      .Case([&](ScanOp scan) {
        auto type = dyn_cast<VectorType>(scan.getValue().getType());
        if (!type)
          return;
        bool isScanned = llvm::is_contained(scan.getDims(), type.getRank() - 1);
        if (!forms.any())
          return;
        if (scansLanes(scan))
          want(scan.getValue(), kLanes);
        else
          want(scan.getValue(), forms.lanes && !isScanned ? kLanes : kScalars);
      })
      .Case([&](MmaOp mma) {
        // A lane's registers are vectors; without lanes each product is one of
        // scalars.
        const MatrixUnit &unit = *findMatrixUnit(mma.getUnit());
        bool hasLanes = !mma.getLanes().empty() || isInstruction(mma);
        want(mma.getLhs(),
             hasLanes && !unit.lhs.registers.empty() ? kLanes : kScalars);
        want(mma.getRhs(),
             hasLanes && !unit.rhs.registers.empty() ? kLanes : kScalars);
      })
      .Case([&](StageOp stage) {
        if (auto transpose = getInterleaved(stage.getValue()))
          return want(transpose.getVector(), kLanes);
        want(stage.getValue(), kLanes);
      })
      .Case<vector::BroadcastOp, vector::ShapeCastOp>([&](Operation *cast) {
        keepLast(cast->getOperand(0), getLanes(cast->getResult(0)));
      })
      .Case([&](vector::TransposeOp transpose) {
        int64_t rank = transpose.getPermutation().size();
        if (forms.any())
          want(transpose.getVector(),
               transpose.getPermutation().back() == rank - 1 ? forms
                                                             : kScalars);
      })
      .Case([&](vector::ExtractOp extract) {
        if (isa<VectorType>(extract.getResult().getType()))
          want(extract.getSource(), forms);
        else
          want(extract.getSource(), kScalars);
      })
      .Case([&](vector::InsertOp insert) {
        bool isVector = isa<VectorType>(insert.getValueToStore().getType());
        if (!forms.any())
          return;
        want(insert.getValueToStore(), forms);
        want(insert.getDest(), isVector ? forms : kScalars);
      })
      .Default([&](Operation *other) {
        for (Value operand : other->getOperands())
          want(operand, forms.lanes ? kLanes : forms);
      });
}

} // namespace tinygrad::uop
