//===- MmaOp.cpp - products of tiles ----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Checks that `ranges`, where they are results of uop.range still, have the
/// sizes of `digits`.
static LogicalResult verifyDigits(MmaOp op, StringRef what, ValueRange ranges,
                                  ArrayRef<TileDigit> digits) {
  if (ranges.size() != digits.size())
    return op.emitOpError() << "expected " << digits.size() << " " << what
                            << ", but got " << ranges.size();
  for (auto [value, digit] : llvm::zip_equal(ranges, digits))
    if (auto range = value.getDefiningOp<RangeOp>();
        range && static_cast<int64_t>(range.getStaticSize()) != digit.size)
      return op.emitOpError()
             << "expected " << what << " of size " << digit.size
             << ", but range " << range.getId() << " has "
             << static_cast<int64_t>(range.getStaticSize());
  return success();
}

static LogicalResult verifyTypes(MmaOp op, const MatrixUnit &unit) {
  Type lhs = getElementTypeOrSelf(op.getLhs().getType());
  Type rhs = getElementTypeOrSelf(op.getRhs().getType());
  Type result = getElementTypeOrSelf(op.getResult().getType());
  Type operand = unit.getOperandType(op.getContext());
  Type sum = unit.getSumType(op.getContext());
  bool isUnit = lhs == operand && rhs == operand && result == sum;
  // Without the unit, operands are what their products are computed in.
  bool isPlain = lhs == rhs && lhs == result;
  if (!isUnit && !isPlain)
    return op.emitOpError()
           << "expected operands of " << operand << " and a result of " << sum
           << ", or one type, but got " << lhs << ", " << rhs << " and "
           << result;
  return success();
}

/// Dimensions of vectors from the last on: those of registers, and of lanes
/// where no lanes are named.
static LogicalResult verifyShape(MmaOp op, StringRef what, Value value,
                                 const Fragment &fragment, bool hasLanes,
                                 int64_t &leading) {
  SmallVector<int64_t> expected, shape;
  if (!hasLanes)
    for (const TileDigit &digit : fragment.lanes)
      expected.push_back(digit.size);
  for (const TileDigit &digit : fragment.registers)
    expected.push_back(digit.size);
  if (auto type = dyn_cast<VectorType>(value.getType()))
    llvm::append_range(shape, type.getShape());
  if (shape.size() < expected.size() ||
      ArrayRef(shape).take_back(expected.size()) != ArrayRef(expected)) {
    InFlightDiagnostic diag = op.emitOpError()
                              << "expected the last dimensions of the " << what
                              << " to be ";
    llvm::interleave(expected, diag, "x");
    return diag << ", but got " << value.getType();
  }
  leading = shape.size() - expected.size();
  return success();
}

static LogicalResult verifyExpanded(MmaOp op, const MatrixUnit &unit) {
  bool hasLanes = !op.getLanes().empty();
  int64_t lhs, rhs, result;
  if (failed(verifyShape(op, "left operand", op.getLhs(), unit.lhs, hasLanes,
                         lhs)) ||
      failed(verifyShape(op, "right operand", op.getRhs(), unit.rhs, hasLanes,
                         rhs)) ||
      failed(verifyShape(op, "result", op.getResult(), unit.result, hasLanes,
                         result)))
    return failure();
  int64_t summed = op.getDims().size();
  if (lhs != rhs || lhs != result + summed)
    return op.emitOpError()
           << "expected operands of " << result + summed
           << " leading dimensions, but got " << lhs << " and " << rhs;
  int64_t previous = -1;
  for (int64_t dim : op.getDims()) {
    if (dim <= previous || dim >= lhs)
      return op.emitOpError()
             << "expected increasing dims below " << lhs << ", but got " << dim;
    previous = dim;
  }
  return success();
}

/// Vectors of all registers of a lane.
static LogicalResult verifyLinear(MmaOp op, const MatrixUnit &unit) {
  auto check = [&](StringRef what, Value value, const Fragment &fragment) {
    auto type = dyn_cast<VectorType>(value.getType());
    if (type && type.getRank() == 1 &&
        type.getNumElements() == fragment.getNumRegisters())
      return success();
    return LogicalResult(op.emitOpError()
                         << "expected the " << what << " to be a vector of "
                         << fragment.getNumRegisters() << " registers, but got "
                         << value.getType());
  };
  if (op.getAcc().getType() != op.getResult().getType())
    return op.emitOpError()
           << "expected sums of type " << op.getResult().getType()
           << ", but got " << op.getAcc().getType();
  return success(succeeded(check("left operand", op.getLhs(), unit.lhs)) &&
                 succeeded(check("right operand", op.getRhs(), unit.rhs)) &&
                 succeeded(check("result", op.getResult(), unit.result)));
}

LogicalResult MmaOp::verify() {
  const MatrixUnit *unit = findMatrixUnit(getUnit());
  if (!unit)
    return emitOpError() << "expected a matrix unit, but got '" << getUnit()
                         << "'";
  if (failed(verifyTypes(*this, *unit)))
    return failure();
  if (getAcc())
    return verifyLinear(*this, *unit);
  if (!getLanes().empty() &&
      failed(verifyDigits(*this, "lanes", getLanes(), unit->result.lanes)))
    return failure();
  bool isScalar = !isa<VectorType>(getLhs().getType()) &&
                  !isa<VectorType>(getRhs().getType()) &&
                  !isa<VectorType>(getResult().getType());
  if (!isScalar || getRegisters().empty())
    return verifyExpanded(*this, *unit);
  if (failed(verifyDigits(*this, "left registers", getLhsRegisters(),
                          unit->lhs.registers)) ||
      failed(verifyDigits(*this, "right registers", getRhsRegisters(),
                          unit->rhs.registers)))
    return failure();
  return verifyDigits(*this, "registers", getRegisters(),
                      unit->result.registers);
}
