//===- TilePlace.cpp - where tiles are in memory -------------- -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilePlace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace tinygrad {

static constexpr int64_t kRows = TilePlace::kRows;

/// An index as another one and a constant.
static std::pair<Value, int64_t> splitIndex(Value index) {
  int64_t offset = 0;
  while (auto add = index.getDefiningOp<arith::AddIOp>()) {
    APInt constant;
    if (matchPattern(add.getRhs(), m_ConstantInt(&constant)))
      index = add.getLhs();
    else if (matchPattern(add.getLhs(), m_ConstantInt(&constant)))
      index = add.getRhs();
    else
      break;
    offset += constant.getSExtValue();
  }
  return {index, offset};
}

/// Whether a call of a tile instruction writes to the stack or to `buffer` if
/// it writes.
static bool writesOnly(LLVM::CallIntrinsicOp call, Value buffer = {}) {
  if (call.getIntrin() != "llvm.x86.tilestored64.internal")
    return true;
  Value base = call.getArgs()[2];
  while (auto place = base.getDefiningOp<LLVM::GEPOp>())
    base = place.getBase();
  auto cast = base.getDefiningOp<UnrealizedConversionCastOp>();
  return cast && (cast.getInputs().front() == buffer ||
                  cast.getInputs().front().getDefiningOp<memref::AllocaOp>());
}

/// Whether nothing writes to what `load` read before `before`.
static bool isUndisturbed(vector::LoadOp load, Operation *before) {
  if (load->getBlock() != before->getBlock())
    return false;
  for (Operation *op = load; op != before; op = op->getNextNode()) {
    auto store = dyn_cast<vector::StoreOp>(op);
    bool isOther = store && store.getBase() != load.getBase() &&
                   store.getBase().getDefiningOp<memref::AllocaOp>();
    auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
    if (!isOther && !(call && writesOnly(call)) && !isMemoryEffectFree(op) &&
        !hasSingleEffect<MemoryEffects::Read>(op))
      return false;
  }
  return true;
}

vector::StoreOp findStoredPlace(ArrayRef<OpOperand *> others, TilePlace &place,
                                SmallVectorImpl<vector::StoreOp> &stores) {
  if (others.size() != kRows)
    return {};
  SmallVector<vector::StoreOp> rows(kRows);
  for (OpOperand *use : others) {
    auto slice = dyn_cast<vector::ExtractStridedSliceOp>(use->getOwner());
    if (!slice || !slice->hasOneUse() ||
        slice.getType().getNumElements() != kRows)
      return {};
    auto store = dyn_cast<vector::StoreOp>(*slice->getUsers().begin());
    int64_t offset = cast<IntegerAttr>(slice.getOffsets()[0]).getInt();
    if (!store || store.getNontemporal() || offset % kRows != 0 ||
        rows[offset / kRows])
      return {};
    rows[offset / kRows] = store;
  }
  auto [first, start] = splitIndex(rows[0].getIndices()[0]);
  for (auto [number, store] : llvm::enumerate(rows)) {
    auto [index, offset] = splitIndex(store.getIndices()[0]);
    if (number == 1)
      place.stride = offset - start;
    if (store.getBase() != rows[0].getBase() || index != first ||
        store->getBlock() != rows[0]->getBlock() ||
        offset - start != place.stride * static_cast<int64_t>(number))
      return {};
  }
  place.buffer = rows[0].getBase();
  place.index = rows[0].getIndices()[0];
  Operation *begin = rows[0], *end = rows[0];
  for (vector::StoreOp store : rows) {
    if (store->isBeforeInBlock(begin))
      begin = store;
    if (end->isBeforeInBlock(store))
      end = store;
  }
  // Nothing between them may see what is stored later than it was.
  for (Operation *op = begin; op != end; op = op->getNextNode()) {
    auto store = dyn_cast<vector::StoreOp>(op);
    auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
    bool isOther = store && store.getBase() != place.buffer &&
                   !store.getBase().getDefiningOp<memref::AllocaOp>();
    if (isOther || (call && !writesOnly(call, place.buffer)) ||
        (!store && !call && !isMemoryEffectFree(op)))
      return {};
  }
  stores = rows;
  return cast<vector::StoreOp>(end);
}

std::optional<TilePlace> findLoadedPlace(Value vector, Operation *user) {
  TilePlace place;
  int64_t elements = cast<VectorType>(vector.getType()).getNumElements();
  SmallVector<Value> rows(kRows);
  while (auto insert = vector.getDefiningOp<vector::InsertStridedSliceOp>()) {
    int64_t offset = cast<IntegerAttr>(insert.getOffsets()[0]).getInt();
    auto row = dyn_cast<VectorType>(insert.getValueToStore().getType());
    if (!row || row.getNumElements() * kRows != elements ||
        offset % row.getNumElements() != 0)
      return std::nullopt;
    Value &known = rows[offset / row.getNumElements()];
    if (!known)
      known = insert.getValueToStore();
    vector = insert.getDest();
  }
  Value first;
  int64_t start = 0;
  for (auto [number, row] : llvm::enumerate(rows)) {
    auto load = row ? row.getDefiningOp<vector::LoadOp>() : vector::LoadOp();
    if (!load || !isUndisturbed(load, user))
      return std::nullopt;
    auto [index, offset] = splitIndex(load.getIndices()[0]);
    if (number == 0) {
      place.buffer = load.getBase();
      place.index = load.getIndices()[0];
      first = index;
      start = offset;
      continue;
    }
    if (load.getBase() != place.buffer || index != first)
      return std::nullopt;
    if (number == 1)
      place.stride = offset - start;
    else if (offset - start != place.stride * static_cast<int64_t>(number))
      return std::nullopt;
  }
  return place;
}

} // namespace tinygrad
