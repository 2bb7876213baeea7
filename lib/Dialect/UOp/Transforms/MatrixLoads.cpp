//===- MatrixLoads.cpp - operands of units loaded by matrices ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element's place is a sum over the digits g and t of the lane's number,
// 4 * g + t, and others. The 32-bit words of a lane are those of matrices if
// all their places differ from the first one's by constants alone, and that one
// is
//
//   p * g + w * t + rest       where a word is w elements, one behind the
//   other; g + 2 * p * t + rest       transposed: a word is 2 elements, p
//   apart.
//
//===----------------------------------------------------------------------===//

#include "ElementSource.h"
#include "TileLoop.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"

#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemory.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_MATRIXLOADS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// Bytes of a row of a matrix, and its rows.
constexpr int64_t kRowBytes = 16, kRows = 8;
/// Lanes whose words are in one row.
constexpr int64_t kRowLanes = 4;

class Fragments {
public:
  explicit Fragments(KernelOp kernel)
      : indices(kernel), builder(kernel.getContext()) {}

  /// Replaces `operand` of `mma`, if it can be loaded by matrices.
  void run(MmaOp mma, OpOperand &operand);

private:
  std::pair<AffineExpr, AffineExpr> getDigits(MmaOp mma);
  bool collect(vector::FromElementsOp pieces);
  bool isUndisturbed(Operation *before) const;
  bool analyze(AffineExpr g, AffineExpr t);
  bool matches(bool isTransposed);
  bool isAligned(int64_t value) const {
    return value % (kRowBytes / bytes) == 0;
  }
  Value build(vector::FromElementsOp pieces, AffineExpr g, AffineExpr t);

  KernelIndices indices;
  OpBuilder builder;

  Value memory;
  SmallVector<Operation *> loads;
  SmallVector<IndexSum> places; ///< Of each element.
  int64_t bytes = 0, words = 0, packed = 0;
  /// How the first place moves with the lane's digits, and what is left of it.
  int64_t stepG = 0, stepT = 0, pitch = 0;
  IndexSum rest;
  SmallVector<int64_t> offsets; ///< Of each element from the first.
  bool transposed = false;
};
} // namespace

/// Finds the loads that `pieces` is made of: of one tile of the workgroup.
bool Fragments::collect(vector::FromElementsOp pieces) {
  loads.clear();
  places.clear();
  memory = nullptr;
  for (Value element : pieces.getElements()) {
    ElementSource source = getElementSource(element, 0);
    if (!source.load || source.load->getBlock() != pieces->getBlock())
      return false;
    auto [tile, index] = getLoadPlace(source.load);
    if (memory && tile != memory)
      return false;
    memory = tile;
    loads.push_back(source.load);
    IndexSum place = indices.getSimplifier().toSum(indices.getExpr(index));
    place.addConstant(source.position);
    places.push_back(place);
  }
  return gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(
      cast<MemRefType>(memory.getType()));
}

/// Whether the tile stays what it is from the first of the loads to `before`.
bool Fragments::isUndisturbed(Operation *before) const {
  Operation *first = loads.front();
  for (Operation *load : loads)
    if (load->isBeforeInBlock(first))
      first = load;
  // Other tiles may be filled meanwhile.
  auto disturbs = [&](Operation *op) {
    if (op->getNumRegions() != 0 || op->hasTrait<OpTrait::IsTerminator>() ||
        isa<memref::LoadOp, vector::LoadOp, MatrixLoadOp>(op) ||
        isMemoryEffectFree(op))
      return WalkResult::advance();
    Value other = isFill(op) ? getAccess(op).first : Value();
    bool isOther = other && other != memory &&
                   other.getDefiningOp<memref::AllocaOp>() &&
                   memory.getDefiningOp<memref::AllocaOp>();
    return isOther ? WalkResult::advance() : WalkResult::interrupt();
  };
  for (Operation *op = first; op != before; op = op->getNextNode())
    if (op->walk(disturbs).wasInterrupted())
      return false;
  return true;
}

/// Takes the places apart; false if they are no sums of the lane's digits.
bool Fragments::analyze(AffineExpr g, AffineExpr t) {
  stepG = stepT = 0;
  rest = IndexSum(places.front().getConstant());
  if (places.front().hasOverflowed())
    return false;
  for (const IndexSum::Term &term : places.front().getTerms()) {
    bool isSingle = term.product.size() == 1;
    if (isSingle && term.product[0] == g) {
      stepG = term.coefficient;
    } else if (isSingle && term.product[0] == t) {
      stepT = term.coefficient;
    } else {
      bool hasLane = false;
      for (AffineExpr atom : term.product)
        atom.walk([&](AffineExpr part) { hasLane |= part == g || part == t; });
      if (hasLane || !isAligned(term.coefficient))
        return false;
      rest.add(term.product, term.coefficient);
    }
  }
  offsets.clear();
  for (const IndexSum &place : places) {
    IndexSum difference = place;
    difference.add(places.front(), -1);
    if (difference.hasOverflowed() || !difference.isConstant())
      return false;
    offsets.push_back(difference.getConstant());
  }
  return isAligned(rest.getConstant());
}

/// Whether the lanes have words of rows, or of columns, of matrices.
bool Fragments::matches(bool isTransposed) {
  transposed = isTransposed;
  if (isTransposed) {
    if (packed != 2 || stepG != 1 || stepT % 2 != 0)
      return false;
    pitch = stepT / 2;
  } else {
    if (stepT != packed)
      return false;
    pitch = stepG;
  }
  if (pitch <= 0 || !isAligned(pitch))
    return false;
  int64_t inWord = isTransposed ? pitch : 1;
  for (int64_t word = 0; word != words; ++word) {
    int64_t first = offsets[word * packed];
    if (!isAligned(first))
      return false;
    for (int64_t i = 1; i != packed; ++i)
      if (offsets[word * packed + i] != first + i * inWord)
        return false;
  }
  // The number of a matrix moves its first row by a sum of its bits.
  return words == 2 ||
         offsets[3 * packed] == offsets[packed] + offsets[2 * packed];
}

/// What lane `8 * i + r` says: where row r of matrix i begins.
Value Fragments::build(vector::FromElementsOp pieces, AffineExpr g,
                       AffineExpr t) {
  builder.setInsertionPoint(pieces);
  AffineExpr lane = g * kRowLanes + t;
  AffineExpr place = indices.getSimplifier().toExpr(rest) +
                     lane % kRows * pitch +
                     lane.floorDiv(kRows) % 2 * offsets[packed];
  if (words == 4)
    place = place + lane.floorDiv(2 * kRows) * offsets[2 * packed];
  Value index = indices.materialize(builder, pieces.getLoc(), place);
  auto load = MatrixLoadOp::create(builder, pieces.getLoc(),
                                   pieces.getResult().getType(), memory, index,
                                   transposed);
  // Another barrier orders it as it did the loads.
  if (llvm::all_of(loads,
                   [](Operation *op) { return op->hasAttr("uop.ordered"); }))
    load->setAttr("uop.ordered", builder.getUnitAttr());
  return load;
}

/// The lane's digits g and t in its subgroup; of four subgroups that share a
/// unit both halves of t are digits.
std::pair<AffineExpr, AffineExpr> Fragments::getDigits(MmaOp mma) {
  OperandRange lanes = mma.getLanes();
  if (lanes.size() == 2)
    return {indices.getExpr(lanes[0]), indices.getExpr(lanes[1])};
  if (lanes.size() != 4)
    return {};
  AffineExpr t = indices.getExpr(lanes[2]) * 2 + indices.getExpr(lanes[3]);
  return {indices.getExpr(lanes[1]), indices.getSimplifier().simplify(t)};
}

void Fragments::run(MmaOp mma, OpOperand &operand) {
  auto pieces = operand.get().getDefiningOp<vector::FromElementsOp>();
  const MatrixUnit *unit = findMatrixUnit(mma.getUnit());
  if (!pieces || !unit || !unit->isNVIDIA())
    return;
  auto type = cast<VectorType>(pieces.getResult().getType());
  int64_t bits = type.getElementTypeBitWidth();
  words = type.getNumElements() * bits / 32;
  if (type.getElementType() != unit->getOperandType(mma.getContext()) ||
      (bits != 8 && bits != 16) || (words != 2 && words != 4))
    return;
  bytes = bits / 8;
  packed = 32 / bits;
  auto [g, t] = getDigits(mma);
  if (!isa_and_nonnull<AffineDimExpr>(g) || !isa<AffineDimExpr>(t) || g == t ||
      !collect(pieces) || !isUndisturbed(pieces) || !analyze(g, t) ||
      !(matches(/*isTransposed=*/false) || matches(/*isTransposed=*/true)))
    return;
  Value loaded = build(pieces, g, t);
  pieces.getResult().replaceAllUsesWith(loaded);
  eraseUnusedMoves(pieces);
}

namespace {
struct MatrixLoads : impl::MatrixLoadsBase<MatrixLoads> {
  using MatrixLoadsBase::MatrixLoadsBase;

  void runOnOperation() override {
    SmallVector<MmaOp> products;
    getOperation().walk([&](MmaOp mma) {
      if (mma.getAcc())
        products.push_back(mma);
    });
    if (products.empty())
      return;
    Fragments fragments(getOperation());
    for (MmaOp mma : products) {
      const MatrixUnit *unit = findMatrixUnit(mma.getUnit());
      fragments.run(mma, mma.getLhsMutable());
      if (unit && !unit->readsRightFromMemory())
        fragments.run(mma, mma.getRhsMutable());
    }
  }
};
} // namespace
} // namespace tinygrad::uop
