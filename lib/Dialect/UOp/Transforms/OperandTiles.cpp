//===- OperandTiles.cpp - tiles from which units read operands --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing is known of how a tile came to be but the places from which each
// thread would load its part of the operand. What of these depends on the
// thread is computed for each thread of the workgroup and compared with the
// rows that the unit reads; what does not must be a multiple of 8 rows.
//
//===----------------------------------------------------------------------===//

#include "OperandTiles.h"
#include "ElementSource.h"
#include "TileLoop.h"
#include "WorkgroupSize.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

OperandTiles::OperandTiles(KernelOp kernel) : kernel(kernel), indices(kernel) {
  auto sizes = kernel->getAttrOfType<DenseI64ArrayAttr>("uop.block");
  if (!sizes || sizes.size() != 3)
    return;
  block = sizes.asArrayRef();
  kernel.walk([&](gpu::ThreadIdOp id) {
    ids[static_cast<unsigned>(id.getDimension())] =
        indices.getExpr(id.getResult());
  });
  kernel.walk([&](MmaOp mma) {
    const MatrixUnit *unit = findMatrixUnit(mma.getUnit());
    if (!unit || !unit->readsRightFromMemory())
      return;
    OperandTile tile;
    if (find(mma, tile))
      products.insert({mma, tile});
    else
      complete = false;
  });
  for (auto &[mma, tile] : products) {
    const OperandTile &first = products.front().second;
    complete = complete && tile.panels.width == first.panels.width &&
               tile.panels.bytes == first.panels.bytes &&
               tile.isOrdered == first.isOrdered && checkUsers(tile);
  }
}

//===----------------------------------------------------------------------===//
// Places of threads
//===----------------------------------------------------------------------===//

/// Of an expression over the thread's ids alone.
int64_t OperandTiles::evaluate(AffineExpr expr, ArrayRef<int64_t> at) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  for (auto [id, value] : llvm::zip_equal(ids, at))
    if (id && expr == id)
      return value;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluate(binary.getLHS(), at);
  int64_t rhs = evaluate(binary.getRHS(), at);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::Mod:
    return rhs > 0 ? llvm::mod(lhs, rhs) : 0;
  case AffineExprKind::FloorDiv:
    return rhs > 0 ? llvm::divideFloorSigned(lhs, rhs) : 0;
  default:
    return rhs > 0 ? llvm::divideCeilSigned(lhs, rhs) : 0;
  }
}

int64_t OperandTiles::evaluate(const IndexSum &sum,
                               ArrayRef<int64_t> at) const {
  int64_t total = sum.getConstant();
  for (const IndexSum::Term &term : sum.getTerms()) {
    int64_t product = term.coefficient;
    for (AffineExpr factor : term.product)
      product *= evaluate(factor, at);
    total += product;
  }
  return total;
}

/// The place that each group of lanes begins at, as one expression: where it
/// grows with the group's number, or with either part of it.
std::optional<AffineExpr> OperandTiles::getBegin(const MatrixUnit &unit,
                                                 ArrayRef<int64_t> ofGroups,
                                                 const SwizzledPanels &panels) {
  int64_t groups = ofGroups.size();
  MLIRContext *context = kernel.getContext();
  AffineExpr first = getAffineConstantExpr(ofGroups[0], context);
  AffineExpr number = getAffineConstantExpr(0, context);
  int64_t below = 1;
  for (auto [id, size] : llvm::zip_equal(ids, block)) {
    if (id)
      number = number + id * below;
    below *= size;
  }
  AffineExpr group = number.floorDiv(unit.getNumLanes());
  for (int64_t inner = groups; inner >= 1; inner /= 2)
    for (bool isInner : {true, false}) {
      auto getPart = [&](int64_t g) { return isInner ? g % inner : g / inner; };
      int64_t one = isInner ? 1 : inner;
      if (groups % inner != 0 || one >= groups)
        continue;
      int64_t step = ofGroups[one] - ofGroups[0];
      if (step * unit.getOperandBytes() % panels.getPeriod() != 0 ||
          !llvm::all_of(llvm::seq(groups), [&](int64_t g) {
            return ofGroups[g] == ofGroups[0] + getPart(g) * step;
          }))
        continue;
      AffineExpr part = isInner ? group % inner : group.floorDiv(inner);
      return first + part * step;
    }
  if (llvm::all_equal(ofGroups))
    return first;
  return std::nullopt;
}

/// Compares the places of all threads' `registers` with panels, and finds their
/// width and distance.
bool OperandTiles::measure(const MatrixUnit &unit, ArrayRef<IndexSum> registers,
                           OperandTile &tile) {
  int64_t lanes = unit.getNumLanes(), threads = getNumThreads(block);
  int64_t bytes = unit.getOperandBytes();
  IndexSum own(registers[0].getConstant()), others;
  for (const IndexSum::Term &term : registers[0].getTerms()) {
    bool isOwn = true, isOther = true;
    for (AffineExpr factor : term.product)
      factor.walk([&](AffineExpr leaf) {
        bool isLeaf = isa<AffineDimExpr, AffineSymbolExpr>(leaf);
        bool isId = isLeaf && llvm::is_contained(ids, leaf);
        isOwn &= !isLeaf || isId;
        isOther &= !isId;
      });
    if (!isOwn && !isOther)
      return false;
    (isOther ? others : own).add(term.product, term.coefficient);
  }
  SmallVector<int64_t> offsets;
  for (const IndexSum &place : registers) {
    IndexSum difference = place;
    difference.add(registers[0], -1);
    if (difference.hasOverflowed() || !difference.isConstant())
      return false;
    offsets.push_back(difference.getConstant());
  }
  // The place of an element of the first lanes' operand, by row and column.
  bool alongN = unit.rightAlongN;
  TileDim rowDim = alongN ? TileDim::K : TileDim::N;
  TileDim columnDim = alongN ? TileDim::N : TileDim::K;
  int64_t rows = unit.getSize(rowDim), columns = unit.getSize(columnDim);
  SmallVector<int64_t> ofGroups;
  Places places(rows * columns);
  for (int64_t group = 0; group != threads / lanes; ++group) {
    for (int64_t lane = 0; lane != lanes; ++lane) {
      int64_t thread = group * lanes + lane;
      int64_t place =
          evaluate(own, {thread % block[0], thread / block[0] % block[1],
                         thread / block[0] / block[1]});
      if (lane == 0)
        ofGroups.push_back(place);
      for (auto [reg, offset] : llvm::enumerate(offsets)) {
        int64_t row = unit.rhs.getCoordinate(rowDim, lane, reg);
        int64_t column = unit.rhs.getCoordinate(columnDim, lane, reg);
        int64_t inside = place + offset - ofGroups.back();
        int64_t &known = places[row * columns + column];
        if (group == 0)
          known = inside;
        else if (known != inside)
          return false;
      }
    }
  }
  int64_t width = places[columns];
  if (!SwizzledPanels::isWidth(width * bytes) ||
      unit.getPanelWidth(width * bytes) != width * bytes)
    return false;
  int64_t panel = columns > width ? places[width] : width * rows;
  tile.panels = {width * bytes, panel * bytes};
  if (tile.panels.bytes <= 0 ||
      tile.panels.bytes % tile.panels.getPeriod() != 0)
    return false;
  for (int64_t row = 0; row != rows; ++row)
    for (int64_t column = 0; column != columns; ++column)
      if (places[row * columns + column] !=
          column / width * panel + row * width + column % width)
        return false;
  // Pieces keep their places but among 8 rows; along k an operand may begin
  // inside of a row.
  auto isPeriodic = [&](int64_t value) {
    return value * bytes % tile.panels.getPeriod() == 0;
  };
  for (const IndexSum::Term &term : others.getTerms())
    if (!isPeriodic(term.coefficient))
      return false;
  int64_t inRow = llvm::mod(ofGroups[0] * bytes, tile.panels.getPeriod());
  if (alongN ? inRow != 0
             : inRow >= tile.panels.width || inRow % (unit.k * bytes) != 0)
    return false;
  std::optional<AffineExpr> begin = getBegin(unit, ofGroups, tile.panels);
  if (!begin)
    return false;
  tile.begin = indices.getSimplifier().simplify(
      *begin + indices.getSimplifier().toExpr(others));
  return true;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

bool OperandTiles::find(MmaOp mma, OperandTile &tile) {
  const MatrixUnit &unit = *findMatrixUnit(mma.getUnit());
  auto type = dyn_cast<VectorType>(mma.getRhs().getType());
  if (!type || type.getRank() != 1 || !mma.getAcc() ||
      type.getNumElements() != unit.rhs.getNumRegisters() ||
      getNumThreads(block) % unit.getNumLanes() != 0)
    return false;
  SmallVector<IndexSum> registers;
  unsigned ordered = 0;
  for (int64_t reg = 0; reg != type.getNumElements(); ++reg) {
    ElementSource source = getElementSource(mma.getRhs(), reg);
    if (!source.load || source.load->getBlock() != mma->getBlock())
      return false;
    auto [memory, index] = getLoadPlace(source.load);
    if ((tile.memory && memory != tile.memory) || !isShared(memory.getType()) ||
        !memory.getDefiningOp<memref::AllocaOp>())
      return false;
    tile.memory = memory;
    ordered += source.load->hasAttr("uop.ordered");
    registers.push_back(indices.getSimplifier().toSum(indices.getExpr(index)));
    registers.back().addConstant(source.position);
    if (registers.back().hasOverflowed())
      return false;
  }
  if (ordered != 0 && ordered != registers.size())
    return false;
  tile.isOrdered = ordered != 0;
  return measure(unit, registers, tile);
}

/// Whether all that `load` gives goes to right operands that are known.
bool OperandTiles::isFor(Operation *load) const {
  SmallVector<Operation *> worklist = {load};
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val()->getUses()) {
      Operation *user = use.getOwner();
      if (isElementMove(user)) {
        worklist.push_back(user);
        continue;
      }
      auto mma = dyn_cast<MmaOp>(user);
      if (!mma || &use != &mma.getRhsMutable() || !products.contains(user))
        return false;
    }
  return true;
}

/// Whether what `store` writes is in one piece of 16 bytes.
bool OperandTiles::isFilledByPieces(Operation *store, const OperandTile &tile) {
  if (!isa<memref::StoreOp, vector::StoreOp>(store))
    return false;
  int64_t elements = 1;
  if (auto vector = dyn_cast<VectorType>(store->getOperand(0).getType()))
    elements = vector.getNumElements();
  int64_t bytes = getBytes(cast<MemRefType>(tile.memory.getType())) /
                  cast<MemRefType>(tile.memory.getType()).getNumElements();
  if (!llvm::isPowerOf2_64(elements) ||
      elements * bytes > SwizzledPanels::kPieceBytes)
    return false;
  IndexSum sum = indices.getSimplifier().toSum(
      indices.getExpr(getAccess(store).second->get()));
  return !sum.hasOverflowed() && sum.getConstant() % elements == 0 &&
         sum.getGCD() % elements == 0;
}

/// Whether the tile is only filled, and read by the products it is for, which
/// may wait until all of a group are there.
bool OperandTiles::checkUsers(const OperandTile &tile) {
  for (Operation *user : tile.memory.getUsers()) {
    auto [memory, index] = getAccess(user);
    if (memory != tile.memory)
      return false;
    if (isFill(user)) {
      if (!isFilledByPieces(user, tile))
        return false;
      continue;
    }
    if (!isFor(user))
      return false;
    // Until the end of the block nobody fills again what was read.
    for (Operation *op = user->getNextNode(); op; op = op->getNextNode()) {
      bool fills = false;
      op->walk([&](Operation *inner) {
        fills |= isFill(inner) && getAccess(inner).first == tile.memory &&
                 !(inner->hasAttr("uop.ordered") && tile.isOrdered);
      });
      if (fills)
        return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The change
//===----------------------------------------------------------------------===//

/// What of an index is a multiple of 8 rows stays outside: it moves no piece.
void OperandTiles::swizzle() {
  IndexSimplifier &simplifier = indices.getSimplifier();
  llvm::SmallDenseSet<Value, 4> done;
  for (auto &[mma, tile] : products) {
    if (!done.insert(tile.memory).second)
      continue;
    auto type = cast<MemRefType>(tile.memory.getType());
    int64_t bytes = getBytes(type) / type.getNumElements();
    int64_t piece = SwizzledPanels::kPieceBytes / bytes;
    tile.memory.getDefiningOp<memref::AllocaOp>().setAlignment(
        tile.panels.getPeriod());
    for (Operation *user : llvm::to_vector(tile.memory.getUsers())) {
      if (!isFill(user))
        continue;
      OpOperand *index = getAccess(user).second;
      IndexSum sum = simplifier.toSum(indices.getExpr(index->get()));
      IndexSum whole, rest;
      int64_t period = tile.panels.getPeriod() / bytes;
      for (const IndexSum::Term &term : sum.getTerms())
        (term.coefficient % period == 0 ? whole : rest)
            .add(term.product, term.coefficient);
      int64_t inside = llvm::mod(sum.getConstant(), period);
      whole.addConstant(sum.getConstant() - inside);
      rest.addConstant(inside);

      OpBuilder builder(user);
      Location loc = user->getLoc();
      AffineExpr place = simplifier.toExpr(rest);
      auto constant = [&](int64_t value) -> Value {
        return arith::ConstantIndexOp::create(builder, loc, value);
      };
      Value number = indices.materialize(
          builder, loc, simplifier.simplify(place.floorDiv(piece)));
      Value row = arith::ShRUIOp::create(builder, loc, number,
                                         constant(SwizzledPanels::kShift));
      Value change = arith::AndIOp::create(builder, loc, row,
                                           constant(tile.panels.getMask()));
      Value changed = arith::XOrIOp::create(builder, loc, number, change);
      AffineExpr result = simplifier.toExpr(whole) +
                          indices.getExpr(changed) * piece +
                          simplifier.simplify(place % piece);
      index->set(indices.materialize(builder, loc, result));
    }
  }
}
