//===- ShareOperands.cpp - operands that units read from memory -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The products of one iteration are put behind each other, so that one barrier
// between the stores of their operands and all of them is enough. A right
// operand that a tile of the workgroup has in rows is read there; else it is
// stored, once for all products that it is in.
//
//===----------------------------------------------------------------------===//

#include "ElementSource.h"
#include "OperandTiles.h"
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "WorkgroupSize.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemory.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_SHAREOPERANDS
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

bool readsRightFromMemory(Operation *op) {
  auto mma = dyn_cast<MmaOp>(op);
  const MatrixUnit *unit = mma ? findMatrixUnit(mma.getUnit()) : nullptr;
  return unit && unit->readsRightFromMemory();
}

/// Products of one block that nothing in between reads.
using Group = SmallVector<MmaOp>;

/// The groups of a block, each with the op before which its products can stand.
SmallVector<std::pair<Group, Operation *>> getGroups(Block &block) {
  SmallVector<std::pair<Group, Operation *>> groups;
  Group group;
  for (Operation &op : block) {
    if (readsRightFromMemory(&op)) {
      auto mma = cast<MmaOp>(op);
      // What needs another's sums for more than to go on with them begins a new
      // group.
      bool isFed = llvm::any_of(group, [&](MmaOp other) {
        return mma.getLhs() == other.getResult() ||
               mma.getRhs() == other.getResult() ||
               mma.getUnit() != other.getUnit() ||
               (mma.getAcc() == other.getResult() &&
                !other.getResult().hasOneUse());
      });
      if (isFed) {
        groups.push_back({std::move(group), &op});
        group.clear();
      }
      group.push_back(mma);
      continue;
    }
    bool ends = op.hasTrait<OpTrait::IsTerminator>();
    op.walk([&](Operation *inner) {
      ends |= llvm::any_of(group, [&](MmaOp mma) {
        return llvm::is_contained(inner->getOperands(), mma.getResult());
      });
    });
    if (ends && !group.empty()) {
      groups.push_back({std::move(group), &op});
      group.clear();
    }
  }
  return groups;
}

class Sharing {
public:
  Sharing(KernelOp kernel, ArrayRef<int64_t> block, OperandTiles &known)
      : kernel(kernel), block(block), known(known),
        builder(kernel.getContext()), loc(kernel.getLoc()) {}

  LogicalResult run(ArrayRef<MmaOp> group, Operation *before) {
    MmaOp front = group.front();
    const MatrixUnit &unit = *findMatrixUnit(front.getUnit());
    if (failed(checkWholeGroups(front, block, unit.getNumLanes())))
      return failure();
    llvm::DenseMap<Value, std::pair<Value, Value>> places;
    // The sums of the first products; later ones go on with some of them.
    SmallVector<Value> lhs, stored, indices, accs;
    SmallVector<int64_t> sums;
    llvm::DenseMap<Value, int64_t> sumOf;
    for (MmaOp mma : group) {
      if (!mma.getAcc())
        return mma.emitOpError("expected a product in linear form");
      auto [place, isNew] = places.try_emplace(mma.getRhs());
      if (isNew) {
        builder.setInsertionPoint(mma);
        loc = mma.getLoc();
        place->second = getPlace(mma, unit, places.size() - 1);
      }
      auto before = sumOf.find(mma.getAcc());
      int64_t number = before == sumOf.end() ? accs.size() : before->second;
      if (before == sumOf.end())
        accs.push_back(mma.getAcc());
      sumOf[mma.getResult()] = number;
      lhs.push_back(mma.getLhs());
      stored.push_back(place->second.first);
      indices.push_back(place->second.second);
      sums.push_back(number);
    }
    builder.setInsertionPoint(before);
    loc = front.getLoc();
    DenseI64ArrayAttr panels;
    if (known.hasAll()) {
      const SwizzledPanels &own = known.get(front).panels;
      panels = builder.getDenseI64ArrayAttr({own.width, own.bytes});
    }
    auto products = WarpgroupMmaOp::create(
        builder, loc, ValueRange(accs).getTypes(), unit.name, lhs, stored,
        indices, accs, builder.getDenseI64ArrayAttr(sums), panels);
    if (known.hasAll() && known.get(front).isOrdered)
      products->setAttr("uop.ordered", builder.getUnitAttr());
    for (auto [number, sum] : llvm::enumerate(sums)) {
      MmaOp mma = group[number];
      mma.getResult().replaceAllUsesWith(products.getResult(sum));
    }
    for (MmaOp mma : llvm::reverse(group)) {
      Operation *right = mma.getRhs().getDefiningOp();
      mma.erase();
      if (right && known.hasAll())
        eraseUnusedMoves(right);
    }
    return success();
  }

private:
  /// The memory in which the right operand of `mma` is, and from where on.
  std::pair<Value, Value> getPlace(MmaOp mma, const MatrixUnit &unit,
                                   size_t slot) {
    if (known.hasAll()) {
      const OperandTile &tile = known.get(mma);
      return {tile.memory, known.buildBegin(builder, loc, tile)};
    }
    Value tile = getTile(unit, slot);
    builder.setInsertionPoint(mma);
    return {tile, store(mma.getRhs(), unit, tile)};
  }

  /// Memory for one operand of every subgroup.
  Value getTile(const MatrixUnit &unit, size_t slot) {
    Value &tile = tiles[{&unit, slot}];
    if (tile)
      return tile;
    builder.setInsertionPointToStart(&kernel.getBody().front());
    auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                            gpu::AddressSpace::Workgroup);
    int64_t groups = getNumThreads(block) / unit.getNumLanes();
    tile = memref::AllocaOp::create(
        builder, kernel.getLoc(),
        MemRefType::get({unit.n * unit.k * groups},
                        unit.getOperandType(builder.getContext()),
                        MemRefLayoutAttrInterface(), space),
        builder.getI64IntegerAttr(kAlignment));
    return tile;
  }

  Value apply(AffineExpr expr, Value operand) {
    return affine::AffineApplyOp::create(builder, loc,
                                         AffineMap::get(1, 0, expr), operand);
  }

  /// Puts the thread's part of `value` into `tile`; returns where the one of
  /// its subgroup begins.
  Value store(Value value, const MatrixUnit &unit, Value tile) {
    Value thread = buildThreadNumber(builder, loc, block);
    AffineExpr number = builder.getAffineDimExpr(0);
    AffineExpr begin = number.floorDiv(unit.getNumLanes()) * (unit.n * unit.k);
    const Fragment &own = unit.rhs;
    SmallVector<AffineExpr> lane =
        getDigits(own.lanes, number % unit.getNumLanes());
    // The last digit of a register's number moves along k.
    int64_t width =
        std::min(own.registers.back().size, unit.getCoreRowElements());
    int64_t registers = own.getNumRegisters();
    for (int64_t reg = 0; reg != registers; reg += width) {
      SmallVector<AffineExpr> digits =
          getDigits(own.registers, builder.getAffineConstantExpr(reg));
      AffineExpr place = unit.getSharedPlace(
          own.getCoordinate(TileDim::N, lane, digits, builder.getContext()),
          own.getCoordinate(TileDim::K, lane, digits, builder.getContext()));
      Value part = value;
      if (width != registers)
        part = vector::ShuffleOp::create(
            builder, loc, value, value,
            llvm::to_vector(llvm::seq<int64_t>(reg, reg + width)));
      auto stored = vector::StoreOp::create(builder, loc, part, tile,
                                            apply(begin + place, thread));
      stored->setAttr("uop.fill", builder.getUnitAttr());
    }
    return apply(begin, thread);
  }

  /// Of operands in memory.
  static constexpr int64_t kAlignment = 128;

  KernelOp kernel;
  ArrayRef<int64_t> block;
  OperandTiles &known;
  OpBuilder builder;
  Location loc;
  llvm::DenseMap<std::pair<const MatrixUnit *, size_t>, Value> tiles;
};

struct ShareOperands : impl::ShareOperandsBase<ShareOperands> {
  using ShareOperandsBase::ShareOperandsBase;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    SmallVector<std::pair<Group, Operation *>> groups;
    kernel.walk(
        [&](Block *inner) { llvm::append_range(groups, getGroups(*inner)); });
    if (groups.empty())
      return;
    FailureOr<ArrayRef<int64_t>> block = getBlock(kernel);
    if (failed(block))
      return signalPassFailure();
    OperandTiles tiles(kernel);
    if (tiles.hasAll())
      tiles.swizzle();
    Sharing sharing(kernel, *block, tiles);
    for (auto &[group, before] : groups)
      if (failed(sharing.run(group, before)))
        return signalPassFailure();
  }
};
} // namespace

int64_t getBytesOfSharedOperands(KernelOp kernel) {
  auto block = kernel->getAttrOfType<DenseI64ArrayAttr>("uop.block");
  if (!block)
    return 0;
  int64_t threads = getNumThreads(block);
  if (OperandTiles(kernel).hasAll())
    return 0;
  llvm::DenseMap<const MatrixUnit *, size_t> slots;
  kernel.walk([&](Block *inner) {
    for (auto &[group, before] : getGroups(*inner)) {
      llvm::SmallDenseSet<Value, 4> operands;
      for (MmaOp mma : group)
        operands.insert(mma.getRhs());
      size_t &most = slots[findMatrixUnit(group.front().getUnit())];
      most = std::max<size_t>(most, operands.size());
    }
  });
  int64_t bytes = 0;
  for (auto [unit, count] : slots)
    bytes += count * unit->n * unit->k * unit->getOperandBytes() *
             (threads / unit->getNumLanes());
  return bytes;
}
} // namespace tinygrad::uop
