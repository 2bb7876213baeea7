//===- MmaOp.cpp - products of tiles ----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tinygrad::uop;

bool tinygrad::uop::isOfOneThread(MmaOp mma) {
  const MatrixUnit *unit = findMatrixUnit(mma.getUnit());
  return unit && unit->getNumLanes() == 1;
}

bool tinygrad::uop::isInstruction(MmaOp mma) {
  const MatrixUnit *unit = findMatrixUnit(mma.getUnit());
  return unit && unit->getNumLanes() == 1 &&
         getElementTypeOrSelf(mma.getLhs().getType()) ==
             unit->getOperandType(mma.getContext()) &&
         getElementTypeOrSelf(mma.getResult().getType()) ==
             unit->getSumType(mma.getContext());
}

/// The axes that are the registers of a matrix.
static SmallVector<TileDigit> getRegisters(MmaOp op, const Fragment &fragment) {
  return findMatrixUnit(op.getUnit())->getAxes(fragment);
}

/// Checks that `ranges`, where they are results of uop.range still, have the
/// sizes of `digits`.
static LogicalResult verifyDigits(MmaOp op, StringRef what, ValueRange ranges,
                                  ArrayRef<TileDigit> digits) {
  if (ranges.size() != digits.size())
    return op.emitOpError() << "expected " << digits.size() << " " << what
                            << ", but got " << ranges.size();
  for (auto [value, digit] : llvm::zip_equal(ranges, digits))
    if (auto range = value.getDefiningOp<RangeOp>();
        range && (range.getSize() ||
                  static_cast<int64_t>(range.getStaticSize()) != digit.size)) {
      InFlightDiagnostic diag =
          op.emitOpError() << "expected " << what << " of size " << digit.size
                           << ", but range " << range.getId() << " has ";
      if (range.getSize())
        return diag << "a variable one";
      return diag << static_cast<int64_t>(range.getStaticSize());
    }
  return success();
}

/// Checks that all of `values` are results of uop.range.
static LogicalResult verifyAreRanges(MmaOp op, StringRef what,
                                     ValueRange values) {
  for (auto [index, value] : llvm::enumerate(values))
    if (!value.getDefiningOp<RangeOp>())
      return op.emitOpError() << "expected results of uop.range as " << what
                              << ", but got another value as number " << index;
  return success();
}

/// Checks that no range is two of the op's axes.
static LogicalResult verifyDisjoint(MmaOp op) {
  llvm::SmallPtrSet<Value, 16> seen;
  for (ValueRange axes :
       {ValueRange(op.getLanes()), ValueRange(op.getRanges()),
        ValueRange(op.getLhsRegisters()), ValueRange(op.getRhsRegisters()),
        ValueRange(op.getRegisters())})
    for (Value value : axes)
      if (auto range = value.getDefiningOp<RangeOp>();
          range && !seen.insert(value).second)
        return op.emitOpError() << "expected each range once, but got range "
                                << range.getId() << " again";
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
/// where no lanes are named. What comes before them is `leading`.
static LogicalResult verifyShape(MmaOp op, StringRef what, Value value,
                                 const Fragment &fragment, bool hasLanes,
                                 SmallVectorImpl<int64_t> &leading) {
  SmallVector<int64_t> expected;
  if (!hasLanes)
    for (const TileDigit &digit : fragment.lanes)
      expected.push_back(digit.size);
  for (const TileDigit &digit : getRegisters(op, fragment))
    expected.push_back(digit.size);
  if (auto type = dyn_cast<VectorType>(value.getType()))
    llvm::append_range(leading, type.getShape());
  if (leading.size() < expected.size() ||
      ArrayRef(leading).take_back(expected.size()) != ArrayRef(expected)) {
    InFlightDiagnostic diag = op.emitOpError()
                              << "expected the last dimensions of the " << what
                              << " to be ";
    llvm::interleave(expected, diag, "x");
    return diag << ", but got " << value.getType();
  }
  leading.truncate(leading.size() - expected.size());
  return success();
}

static LogicalResult verifyExpanded(MmaOp op, const MatrixUnit &unit) {
  if (size_t registers = op.getLhsRegisters().size() +
                         op.getRhsRegisters().size() + op.getRegisters().size())
    return op.emitOpError()
           << "expected the registers of vectors to be dimensions, but got "
           << registers << " ranges";
  bool hasLanes = !op.getLanes().empty();
  SmallVector<int64_t> lhs, rhs, result;
  if (failed(verifyShape(op, "left operand", op.getLhs(), unit.lhs, hasLanes,
                         lhs)) ||
      failed(verifyShape(op, "right operand", op.getRhs(), unit.rhs, hasLanes,
                         rhs)) ||
      failed(verifyShape(op, "result", op.getResult(), unit.result, hasLanes,
                         result)))
    return failure();
  if (lhs != rhs)
    return op.emitOpError()
           << "expected operands of the same leading dimensions, but got ["
           << lhs << "] and [" << rhs << "]";
  int64_t previous = -1;
  for (int64_t dim : op.getDims()) {
    if (dim <= previous || dim >= static_cast<int64_t>(lhs.size()))
      return op.emitOpError() << "expected increasing dims below " << lhs.size()
                              << ", but got " << dim;
    previous = dim;
  }
  SmallVector<int64_t> kept;
  for (auto [dim, size] : llvm::enumerate(lhs))
    if (!llvm::is_contained(op.getDims(), static_cast<int64_t>(dim)))
      kept.push_back(size);
  if (result != kept)
    return op.emitOpError() << "expected a result of leading dimensions ["
                            << kept << "], but got [" << result << "]";
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
  if (size_t axes = op.getRanges().size() + op.getLhsRegisters().size() +
                    op.getRhsRegisters().size() + op.getRegisters().size() +
                    op.getDims().size())
    return op.emitOpError() << "expected no axes of a product with sums but "
                               "lanes, but got "
                            << axes;
  if (op.getAcc().getType() != op.getResult().getType())
    return op.emitOpError()
           << "expected sums of type " << op.getResult().getType()
           << ", but got " << op.getAcc().getType();
  return success(succeeded(check("left operand", op.getLhs(), unit.lhs)) &&
                 succeeded(check("right operand", op.getRhs(), unit.rhs)) &&
                 succeeded(check("result", op.getResult(), unit.result)));
}

/// Axes are ranges where values are scalars, a point of them each.
static LogicalResult verifyScalar(MmaOp op, const MatrixUnit &unit) {
  if (!op.getDims().empty())
    return op.emitOpError()
           << "expected no dims of scalars, but got " << op.getDims().size();
  auto check = [&](StringRef what, ValueRange values,
                   ArrayRef<TileDigit> digits) {
    return success(succeeded(verifyDigits(op, what, values, digits)) &&
                   succeeded(verifyAreRanges(op, what, values)));
  };
  return success(succeeded(check("lanes", op.getLanes(), unit.result.lanes)) &&
                 succeeded(check("left registers", op.getLhsRegisters(),
                                 getRegisters(op, unit.lhs))) &&
                 succeeded(check("right registers", op.getRhsRegisters(),
                                 getRegisters(op, unit.rhs))) &&
                 succeeded(check("registers", op.getRegisters(),
                                 getRegisters(op, unit.result))));
}

/// The form of the op: linear, expanded or of scalars.
static LogicalResult verifyForm(MmaOp op, const MatrixUnit &unit) {
  if (op.getAcc())
    return verifyLinear(op, unit);
  bool isScalar = !isa<VectorType>(op.getLhs().getType()) &&
                  !isa<VectorType>(op.getRhs().getType()) &&
                  !isa<VectorType>(op.getResult().getType());
  if (isScalar && !op.getRegisters().empty())
    return verifyScalar(op, unit);
  return verifyExpanded(op, unit);
}

SmallVector<Value> MmaOp::getClosedValues() {
  SmallVector<Value> closed(getRanges());
  llvm::append_range(closed, getLhsRegisters());
  llvm::append_range(closed, getRhsRegisters());
  return closed;
}

/// Both operands, since 0 times what lies beyond may be NaN.
void MmaOp::gateIterations(OpBuilder &builder, Value gate) {
  for (OpOperand *operand : {&getLhsMutable(), &getRhsMutable()}) {
    builder.setInsertionPoint(*this);
    Value value = operand->get();
    Value zero = arith::ConstantOp::create(
        builder, getLoc(), builder.getZeroAttr(value.getType()));
    operand->set(arith::SelectOp::create(builder, getLoc(), gate, value, zero));
  }
}

LogicalResult MmaOp::verify() {
  const MatrixUnit *unit = findMatrixUnit(getUnit());
  if (!unit)
    return emitOpError() << "expected a matrix unit, but got '" << getUnit()
                         << "'";
  if (failed(verifyTypes(*this, *unit)))
    return failure();
  if (!getLanes().empty() &&
      failed(verifyDigits(*this, "lanes", getLanes(), unit->result.lanes)))
    return failure();
  if (failed(verifyAreRanges(*this, "ranges", getRanges())) ||
      failed(verifyForm(*this, *unit)))
    return failure();
  return verifyDisjoint(*this);
}
