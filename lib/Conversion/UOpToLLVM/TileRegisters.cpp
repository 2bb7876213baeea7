//===- TileRegisters.cpp - products of tiles in tile registers --*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors reach tile registers through memory only, and LLVM allocates these
// well where they come from tile instructions alone. So a vector that is a sum
// of products becomes a tile with everything that carries it, loops and
// branches; what else makes or uses it does so through 1 KiB of the stack,
// except that rows which are stored as they are need not. An operand whose rows
// were loaded from memory, by one step from row to row, is loaded from there
// again, as a tile; any other goes through the stack, too.
//
// Upstream's `amx` dialect was considered: it takes memrefs of two dimensions,
// and has no products of f16. convert-vector-to-amx leaves sums in memory.
//
//===----------------------------------------------------------------------===//

#include "TileRegisters.h"
#include "TilePlace.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tinygrad::uop;

namespace tinygrad {
namespace {

constexpr int64_t kRows = TilePlace::kRows, kRowBytes = 64;

bool isTileProduct(Operation *op) {
  auto mma = dyn_cast<MmaOp>(op);
  return mma && mma.getAcc() && isInstruction(mma) &&
         findMatrixUnit(mma.getUnit())->isOfTiles();
}

class TileRegisters {
public:
  explicit TileRegisters(KernelOp kernel)
      : kernel(kernel), builder(kernel.getContext()),
        tileType(LLVM::LLVMX86AMXType::get(kernel.getContext())) {}
  void run();

private:
  void collectSums();
  void convertSums();
  void sortByRows();
  void addValue(Value value) {
    if (isa<VectorType>(value.getType()))
      sums.insert(value);
  }
  void addCarried(OpOperand &use);
  bool isCarrier(OpOperand &use) const;
  void replaceProduct(MmaOp mma);
  void eraseUnused();
  Value getOperand(MmaOp mma, Value vector);
  Value buildCall(Location loc, StringRef name, ValueRange operands);
  Value buildZero(Location loc);
  Value buildStackTile(Location loc, VectorType type);
  Value loadTile(Location loc, const TilePlace &place);
  void storeTile(Location loc, Value tile, const TilePlace &place);
  Value getShape(Location loc, int64_t value);
  SmallVector<Value, 4> getAddress(Location loc, const TilePlace &place);

  KernelOp kernel;
  OpBuilder builder;
  Type tileType;
  SmallVector<MmaOp> products;
  llvm::SetVector<Value> sums; ///< What becomes tiles.
  llvm::DenseMap<Value, VectorType> vectorTypes;
  /// Tiles of operands, by the block where they are.
  llvm::DenseMap<std::pair<Value, Block *>, Value> operands;
  llvm::DenseMap<Value, Value> stackTiles;
  /// Of the rows of sums, by the block where they are.
  llvm::DenseMap<Block *, llvm::SmallPtrSet<Operation *, 16>> rowLoads;
  llvm::SetVector<Value> unused; ///< Operands that are tiles now.
};
} // namespace

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value TileRegisters::getShape(Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI16Type(),
                                  builder.getI16IntegerAttr(value));
}

Value TileRegisters::buildCall(Location loc, StringRef name,
                               ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(builder, loc, tileType,
                                       builder.getStringAttr(name), operands)
      .getResults();
}

Value TileRegisters::buildZero(Location loc) {
  return buildCall(loc, "llvm.x86.tilezero.internal",
                   {getShape(loc, kRows), getShape(loc, kRowBytes)});
}

/// Rows, bytes of a row, the address and the step from row to row, in bytes.
SmallVector<Value, 4> TileRegisters::getAddress(Location loc,
                                                const TilePlace &place) {
  auto memref = cast<MemRefType>(place.buffer.getType());
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  int64_t bytes = memref.getElementTypeBitWidth() / 8;
  auto cast = [&](Type type, Value value) {
    return UnrealizedConversionCastOp::create(builder, loc, type, value)
        .getResult(0);
  };
  Value base = cast(pointer, place.buffer);
  if (place.index)
    base = LLVM::GEPOp::create(
        builder, loc, pointer, builder.getIntegerType(8 * bytes), base,
        ArrayRef<LLVM::GEPArg>{cast(builder.getI64Type(), place.index)});
  Value stride =
      LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                               builder.getI64IntegerAttr(place.stride * bytes));
  return {getShape(loc, kRows), getShape(loc, kRowBytes), base, stride};
}

Value TileRegisters::loadTile(Location loc, const TilePlace &place) {
  return buildCall(loc, "llvm.x86.tileloadd64.internal",
                   getAddress(loc, place));
}

/// Memory of a tile on the stack.
Value TileRegisters::buildStackTile(Location loc, VectorType type) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&kernel.getBody().front());
  return memref::AllocaOp::create(
      builder, loc,
      MemRefType::get({type.getNumElements()}, type.getElementType()),
      builder.getI64IntegerAttr(kRowBytes));
}

void TileRegisters::storeTile(Location loc, Value tile,
                              const TilePlace &place) {
  SmallVector<Value, 5> operands(getAddress(loc, place));
  operands.push_back(tile);
  LLVM::CallIntrinsicOp::create(
      builder, loc, builder.getStringAttr("llvm.x86.tilestored64.internal"),
      operands);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Adds what `use` of a tile is carried to, where it is.
void TileRegisters::addCarried(OpOperand &use) {
  Operation *user = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    if (number < loop.getNumControlOperands())
      return;
    number -= loop.getNumControlOperands();
    addValue(loop.getRegionIterArgs()[number]);
    addValue(loop.getResult(number));
  } else if (isa<scf::YieldOp>(user)) {
    addValue(user->getParentOp()->getResult(number));
    if (auto loop = dyn_cast<scf::ForOp>(user->getParentOp()))
      addValue(loop.getRegionIterArgs()[number]);
  } else if (isTileProduct(user) && cast<MmaOp>(user).getAcc() == use.get()) {
    addValue(user->getResult(0));
  }
}

bool TileRegisters::isCarrier(OpOperand &use) const {
  Operation *user = use.getOwner();
  if (auto loop = dyn_cast<scf::ForOp>(user))
    return use.getOperandNumber() >= loop.getNumControlOperands();
  if (isa<scf::YieldOp>(user))
    return isa<scf::ForOp, scf::IfOp>(user->getParentOp());
  return isTileProduct(user) && cast<MmaOp>(user).getAcc() == use.get();
}

/// What the products add to and give, and all that is carried to or from them
/// by loops and branches.
void TileRegisters::collectSums() {
  for (MmaOp mma : products) {
    addValue(mma.getAcc());
    addValue(mma.getResult());
  }
  for (size_t at = 0; at != sums.size(); ++at) {
    Value value = sums[at];
    for (OpOperand &use : value.getUses())
      addCarried(use);
    // What is yielded to a result, or carried to an argument.
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (loop && argument.getArgNumber() > 0) {
        unsigned number = argument.getArgNumber() - 1;
        addValue(loop.getInitArgs()[number]);
        addValue(loop.getResult(number));
        addValue(loop.getYieldedValues()[number]);
      }
    } else if (auto loop = value.getDefiningOp<scf::ForOp>()) {
      unsigned number = cast<OpResult>(value).getResultNumber();
      addValue(loop.getRegionIterArgs()[number]);
      addValue(loop.getInitArgs()[number]);
      addValue(loop.getYieldedValues()[number]);
    } else if (auto branch = value.getDefiningOp<scf::IfOp>()) {
      unsigned number = cast<OpResult>(value).getResultNumber();
      addValue(branch.thenYield().getOperand(number));
      addValue(branch.elseYield().getOperand(number));
    }
  }
}

/// Makes all sums tiles, and what is not carried vectors again.
void TileRegisters::convertSums() {
  for (Value value : sums)
    vectorTypes[value] = cast<VectorType>(value.getType());
  for (Value value : sums) {
    VectorType type = vectorTypes[value];
    Operation *op = value.getDefiningOp();
    bool isTile = isa<BlockArgument>(value) || isa<scf::ForOp, scf::IfOp>(op) ||
                  isTileProduct(op);
    if (!isTile) {
      // A tile of its own for each that starts from it.
      for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
        if (!isCarrier(use))
          continue;
        builder.setInsertionPoint(use.getOwner());
        Location loc = value.getLoc();
        if (matchPattern(value, m_Zero()) ||
            matchPattern(value, m_AnyZeroFloat())) {
          use.set(buildZero(loc));
          continue;
        }
        Value buffer = buildStackTile(loc, type);
        vector::StoreOp::create(
            builder, loc, value, buffer,
            arith::ConstantIndexOp::create(builder, loc, 0).getResult());
        use.set(
            loadTile(loc, {buffer, Value(), type.getNumElements() / kRows}));
      }
      continue;
    }
    value.setType(tileType);
    SmallVector<OpOperand *> others;
    for (OpOperand &use : value.getUses())
      if (!isCarrier(use))
        others.push_back(&use);
    if (others.empty())
      continue;
    Location loc = value.getLoc();
    TilePlace place;
    SmallVector<vector::StoreOp> stores;
    if (vector::StoreOp last = findStoredPlace(others, place, stores)) {
      builder.setInsertionPoint(last);
      storeTile(loc, value, place);
      for (vector::StoreOp store : stores) {
        Operation *slice = store.getValueToStore().getDefiningOp();
        store.erase();
        slice->erase();
      }
      continue;
    }
    builder.setInsertionPointAfterValue(value);
    Value buffer = buildStackTile(loc, type);
    storeTile(loc, value, {buffer, Value(), type.getNumElements() / kRows});
    for (OpOperand *use : others) {
      // Rows are read one by one.
      Operation *user = use->getOwner();
      int64_t offset = 0;
      Type read = type;
      auto slice = dyn_cast<vector::ExtractStridedSliceOp>(user);
      if (slice) {
        offset = cast<IntegerAttr>(slice.getOffsets()[0]).getInt();
        read = slice.getType();
      }
      builder.setInsertionPoint(user);
      Value row = vector::LoadOp::create(
          builder, loc, cast<VectorType>(read), buffer,
          arith::ConstantIndexOp::create(builder, loc, offset).getResult());
      rowLoads[row.getDefiningOp()->getBlock()].insert(row.getDefiningOp());
      if (slice) {
        slice.replaceAllUsesWith(row);
        slice.erase();
      } else {
        use->set(row);
      }
    }
  }
}

/// Moves the loads of rows, and what is computed of them, to just before what
/// needs it: one row after the other instead of one operation after the other,
/// for which there are not registers enough.
void TileRegisters::sortByRows() {
  for (auto &[block, loads] : rowLoads)
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(block->getOperations()))) {
      bool isLoad = loads.contains(&op);
      if (op.use_empty() || (!isLoad && !isMemoryEffectFree(&op)) ||
          op.getNumRegions() != 0 || op.hasTrait<OpTrait::IsTerminator>())
        continue;
      Operation *first = nullptr;
      for (Operation *user : op.getUsers()) {
        user = block->findAncestorOpInBlock(*user);
        if (user && (!first || user->isBeforeInBlock(first)))
          first = user;
      }
      if (first)
        op.moveBefore(first);
    }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Value TileRegisters::getOperand(MmaOp mma, Value vector) {
  Value &tile = operands[{vector, mma->getBlock()}];
  if (tile)
    return tile;
  Location loc = mma.getLoc();
  if (std::optional<TilePlace> place = findLoadedPlace(vector, mma))
    return tile = loadTile(loc, *place);
  auto type = cast<VectorType>(vector.getType());
  Value &buffer = stackTiles[vector];
  if (!buffer)
    buffer = buildStackTile(loc, type);
  // Row by row, as registers hold it.
  SmallVector<Value> slices;
  while (auto insert = vector.getDefiningOp<vector::InsertStridedSliceOp>()) {
    slices.push_back(vector);
    vector = insert.getDest();
  }
  auto store = [&](Value value, int64_t offset) {
    vector::StoreOp::create(
        builder, loc, value, buffer,
        arith::ConstantIndexOp::create(builder, loc, offset).getResult());
  };
  if (slices.empty())
    store(vector, 0);
  for (Value slice : llvm::reverse(slices)) {
    auto insert = slice.getDefiningOp<vector::InsertStridedSliceOp>();
    store(insert.getValueToStore(),
          cast<IntegerAttr>(insert.getOffsets()[0]).getInt());
  }
  return tile = loadTile(loc, {buffer, Value(), type.getNumElements() / kRows});
}

void TileRegisters::replaceProduct(MmaOp mma) {
  const MatrixUnit &unit = *findMatrixUnit(mma.getUnit());
  Location loc = mma.getLoc();
  builder.setInsertionPoint(mma);
  Value lhs = getOperand(mma, mma.getLhs()),
        rhs = getOperand(mma, mma.getRhs());
  // Rows of the sums, bytes of a row of them, and of one of the left operand.
  Value call = buildCall(loc, unit.intrinsic,
                         {getShape(loc, kRows), getShape(loc, kRowBytes),
                          getShape(loc, kRowBytes), mma.getAcc(), lhs, rhs});
  SmallVector<Value, 2> vectors = {mma.getLhs(), mma.getRhs()};
  mma.getResult().replaceAllUsesWith(call);
  mma.erase();
  // The tiles that were put together are not; their rows may be unused, too.
  for (Value vector : vectors)
    if (vector.use_empty())
      unused.insert(vector);
}

void TileRegisters::eraseUnused() {
  for (Value vector : unused)
    while (auto insert = vector.getDefiningOp<vector::InsertStridedSliceOp>()) {
      if (!insert->use_empty())
        break;
      vector = insert.getDest();
      Value row = insert.getValueToStore();
      insert.erase();
      if (auto load = row.getDefiningOp<vector::LoadOp>();
          load && load->use_empty())
        load.erase();
    }
}

void TileRegisters::run() {
  kernel.walk([&](MmaOp mma) {
    if (isTileProduct(mma))
      products.push_back(mma);
  });
  if (products.empty())
    return;
  collectSums();
  convertSums();
  for (MmaOp mma : products)
    replaceProduct(mma);
  eraseUnused();
  sortByRows();
}

void useTileRegisters(KernelOp kernel) { TileRegisters(kernel).run(); }

} // namespace tinygrad
