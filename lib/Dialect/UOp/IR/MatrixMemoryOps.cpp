//===- MatrixMemoryOps.cpp - units and workgroup memory ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemory.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace tinygrad::uop;

std::optional<SwizzledPanels> WarpgroupMmaOp::getSwizzledPanels() {
  if (std::optional<ArrayRef<int64_t>> panels = getPanels())
    return SwizzledPanels{(*panels)[0], (*panels)[1]};
  return std::nullopt;
}

/// Panels are whole periods, as the descriptor can say them.
static LogicalResult checkPanels(WarpgroupMmaOp op, const MatrixUnit &unit) {
  std::optional<ArrayRef<int64_t>> panels = op.getPanels();
  if (!panels)
    return success();
  if (panels->size() != 2 || !SwizzledPanels::isWidth(panels->front()))
    return op.emitOpError() << "expected panels of a width of 32, 64 or 128 "
                               "bytes and the bytes of one, but got ["
                            << *panels << "]";
  SwizzledPanels all = *op.getSwizzledPanels();
  constexpr int64_t kMostBytes = int64_t(1) << 18;
  if (all.bytes <= 0 || all.bytes % all.getPeriod() != 0 ||
      all.bytes >= kMostBytes)
    return op.emitOpError()
           << "expected panels of a multiple of " << all.getPeriod()
           << " bytes below " << kMostBytes << ", but got " << all.bytes;
  if (unit.getPanelWidth(all.width) != all.width)
    return op.emitOpError() << "expected panels no wider than " << unit.n
                            << " columns, but got " << all.width << " bytes";
  // Rows of one panel along the sum, of as many as the columns have else.
  int64_t numPanels =
      unit.rightAlongN ? unit.n * unit.getOperandBytes() / all.width : 1;
  int64_t rows = unit.rightAlongN ? unit.k : unit.n;
  int64_t needed = (numPanels - 1) * all.bytes + rows * all.width;
  for (Value value : op.getTiles()) {
    auto tile = cast<MemRefType>(value.getType());
    int64_t bytes = tile.getNumElements() * unit.getOperandBytes();
    if (bytes < needed)
      return op.emitOpError() << "expected tiles of at least the " << needed
                              << " bytes of the panels, but got " << tile;
  }
  return success();
}

LogicalResult WarpgroupMmaOp::verify() {
  const MatrixUnit *unit = findMatrixUnit(getUnit());
  if (!unit || !unit->readsRightFromMemory())
    return emitOpError() << "expected a unit that reads its right operand from "
                            "memory, but got '"
                         << getUnit() << "'";
  size_t products = getLhs().size();
  if (products == 0 || getTiles().size() != products ||
      getIndices().size() != products || getSums().size() != products)
    return emitOpError() << "expected a left operand, a tile, an index and a "
                            "sum of each product, but got "
                         << products << ", " << getTiles().size() << ", "
                         << getIndices().size() << " and " << getSums().size();
  if (getAccs().getTypes() != getResultTypes())
    return emitOpError("expected results of the types of the sums");
  Type operand = unit->getOperandType(getContext());
  auto check = [&](StringRef what, TypeRange types, const Fragment &fragment,
                   Type element) -> LogicalResult {
    auto expected = VectorType::get(fragment.getNumRegisters(), element);
    for (Type type : types)
      if (type != expected)
        return emitOpError() << "expected " << what << " of type " << expected
                             << ", but got " << type;
    return success();
  };
  if (failed(check("left operands", getLhs().getTypes(), unit->lhs, operand)) ||
      failed(check("sums", getAccs().getTypes(), unit->result,
                   unit->getSumType(getContext()))))
    return failure();
  for (Value value : getTiles()) {
    auto tile = cast<MemRefType>(value.getType());
    if (!gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(tile) ||
        tile.getElementType() != operand ||
        tile.getNumElements() < unit->n * unit->k)
      return emitOpError() << "expected workgroup memory of at least "
                           << unit->n * unit->k << " elements of " << operand
                           << ", but got " << tile;
  }
  for (int64_t sum : getSums())
    if (sum < 0 || sum >= static_cast<int64_t>(getAccs().size()))
      return emitOpError() << "expected sums below " << getAccs().size()
                           << ", but got " << sum;
  return checkPanels(*this, *unit);
}

LogicalResult MatrixLoadOp::verify() {
  auto tile = cast<MemRefType>(getTile().getType());
  auto result = cast<VectorType>(getResult().getType());
  if (!gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(tile) ||
      tile.getElementType() != result.getElementType())
    return emitOpError() << "expected workgroup memory of "
                         << result.getElementType() << ", but got " << tile;
  int64_t width = result.getElementTypeBitWidth();
  int64_t bits = width * result.getNumElements();
  if (result.getRank() != 1 || (width != 8 && width != 16) ||
      (bits != 64 && bits != 128))
    return emitOpError() << "expected a vector of 64 or 128 bits, of elements "
                            "of 8 or 16, but got "
                         << result;
  if (getTransposed() && width != 16)
    return emitOpError() << "expected elements of 16 bits of transposed "
                            "matrices, but got "
                         << result;
  return success();
}

#define GET_OP_CLASSES
#include "TinyGrad/Dialect/UOp/IR/UOpMatrixMemoryOps.cpp.inc"
