//===- ElementSource.cpp - which load gives an element ----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementSource.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tinygrad::uop;

bool tinygrad::uop::isElementMove(Operation *op) {
  return isa<vector::FromElementsOp, vector::ExtractOp, vector::ShuffleOp,
             vector::ExtractStridedSliceOp, vector::InsertStridedSliceOp>(op);
}

static int64_t getOffset(ArrayAttr offsets) {
  return cast<IntegerAttr>(offsets[0]).getInt();
}

static bool isFlat(Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  return type && type.getRank() == 1;
}

ElementSource tinygrad::uop::getElementSource(Value value, int64_t position) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<vector::LoadOp, memref::LoadOp>(op))
      return {op, position};
    if (auto pieces = dyn_cast<vector::FromElementsOp>(op)) {
      value = pieces.getElements()[position];
      position = 0;
    } else if (auto extract = dyn_cast<vector::ExtractOp>(op)) {
      if (extract.hasDynamicPosition() || extract.getNumIndices() != 1 ||
          !isFlat(extract.getSource()))
        return {};
      position = extract.getStaticPosition()[0];
      value = extract.getSource();
    } else if (auto shuffle = dyn_cast<vector::ShuffleOp>(op)) {
      int64_t from = shuffle.getMask()[position];
      if (!isFlat(shuffle.getV1()) || from < 0)
        return {};
      int64_t first = shuffle.getV1VectorType().getNumElements();
      value = from < first ? shuffle.getV1() : shuffle.getV2();
      position = from < first ? from : from - first;
    } else if (auto part = dyn_cast<vector::ExtractStridedSliceOp>(op)) {
      if (!isFlat(part.getSource()))
        return {};
      position += getOffset(part.getOffsets());
      value = part.getSource();
    } else if (auto insert = dyn_cast<vector::InsertStridedSliceOp>(op)) {
      if (!isFlat(insert.getDest()) || !isFlat(insert.getValueToStore()))
        return {};
      int64_t inside = position - getOffset(insert.getOffsets());
      auto size = cast<VectorType>(insert.getValueToStore().getType());
      bool isNew = inside >= 0 && inside < size.getNumElements();
      value = isNew ? insert.getValueToStore() : insert.getDest();
      position = isNew ? inside : position;
    } else {
      return {};
    }
  }
  return {};
}

std::pair<Value, Value> tinygrad::uop::getLoadPlace(Operation *load) {
  if (auto scalar = dyn_cast<memref::LoadOp>(load))
    return {scalar.getMemref(), scalar.getIndices()[0]};
  auto vector = cast<vector::LoadOp>(load);
  return {vector.getBase(), vector.getIndices()[0]};
}

void tinygrad::uop::eraseUnusedMoves(Operation *op) {
  llvm::SetVector<Operation *> worklist;
  worklist.insert(op);
  while (!worklist.empty()) {
    Operation *next = worklist.pop_back_val();
    if (!next->use_empty() ||
        !(isElementMove(next) || isa<vector::LoadOp, memref::LoadOp>(next)))
      continue;
    for (Value value : next->getOperands())
      if (Operation *source = value.getDefiningOp())
        worklist.insert(source);
    next->erase();
  }
}
