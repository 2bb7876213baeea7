//===- EmitScan.cpp - scans of a kernel region ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan goes along an output axis, so that its elements come one after another
// in the kernel's own loop. Where an element is needed anywhere else, it is the
// reduce of all elements up to it: tg-fuse makes no such kernel, but a region
// may be written by hand.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tinygrad {

std::optional<std::pair<unsigned, bool>>
KernelEmitter::findScan(tg::IndexMapOpInterface op, const Request &request) {
  unsigned scanAxis = *op.getScanAxis();
  auto scan = space.findScan(request.index, scanAxis,
                             shapes.getShape(op->getResult(0))[scanAxis],
                             numOutputAxes);
  if (!scan)
    return std::nullopt;
  auto [axis, reverse] = *scan;
  for (AffineExpr gate : request.gates)
    if (llvm::is_contained(tg::getUsedAxes(gate), axis))
      return std::nullopt;
  if (scanned.try_emplace(axis, reverse).first->second != reverse)
    return std::nullopt;
  return scan;
}

Value KernelEmitter::emitScanAsReduce(tg::IndexMapOpInterface op,
                                      const Request &request) {
  Location loc = source.getLoc();
  unsigned scanAxis = *op.getScanAxis();
  Type accumulator = getCombinedType(op);
  uop::ReduceKind kind = getReduceKind(op.getCombiner(), accumulator);
  Request before = request;
  AffineExpr place = addAxis(shapes.getShape(op->getResult(0))[scanAxis],
                             uop::AxisType::Reduce);
  Value over = ranges.back();
  before.index[scanAxis] = place;
  Value value = tg::buildScalarCast(builder, loc, emitElement(op, before, {}),
                                    op.getAccumulatorType(), accumulator);
  if (!over) // One element alone.
    return uop::buildSingle(builder, loc, kind, value);
  Value nothing = arith::ConstantOp::create(
      builder, loc, uop::getIdentity(kind, tg::getScalarType(accumulator)));
  value = arith::SelectOp::create(builder, loc,
                                  emitGate({request.index[scanAxis] - place}),
                                  value, nothing);
  return uop::ReduceOp::create(builder, loc, value.getType(), kind, value,
                               ValueRange{over}, ArrayRef<int64_t>());
}

Value KernelEmitter::emitScan(tg::IndexMapOpInterface op,
                              const Request &request) {
  Location loc = source.getLoc();
  Type accumulator = getCombinedType(op);
  Type result = getElementTypeOrSelf(op->getResult(0).getType());
  Value value;
  if (auto scan = findScan(op, request)) {
    auto [axis, reverse] = *scan;
    Value range = ranges[axis];
    // What comes before an element is computed by the same thread.
    range.getDefiningOp<uop::RangeOp>().setAxis(uop::AxisType::Loop);
    uop::ReduceKind kind = getReduceKind(op.getCombiner(), accumulator);
    value = tg::buildScalarCast(builder, loc, emitElement(op, request, {}),
                                op.getAccumulatorType(), accumulator);
    value =
        uop::ScanOp::create(builder, loc, value.getType(), kind, value,
                            ValueRange{range}, ArrayRef<int64_t>(), reverse);
  } else {
    value = emitScanAsReduce(op, request);
  }
  return tg::buildScalarCast(builder, loc, value, accumulator, result);
}

} // namespace tinygrad
