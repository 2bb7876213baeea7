//===- MatrixUnits.cpp - tiles and lanes of matrix units --------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

static int64_t getProduct(ArrayRef<TileDigit> digits) {
  int64_t product = 1;
  for (const TileDigit &digit : digits)
    product *= digit.size;
  return product;
}

int64_t Fragment::getNumRegisters() const { return getProduct(registers); }

SmallVector<AffineExpr> tinygrad::uop::getDigits(ArrayRef<TileDigit> digits,
                                                 AffineExpr number) {
  SmallVector<AffineExpr> values;
  int64_t inner = getProduct(digits);
  for (const TileDigit &digit : digits) {
    inner /= digit.size;
    AffineExpr rest = number.floorDiv(inner);
    values.push_back(values.empty() ? rest : rest % digit.size);
  }
  return values;
}

AffineExpr Fragment::getCoordinate(TileDim dim, ArrayRef<AffineExpr> laneDigits,
                                   ArrayRef<AffineExpr> registerDigits,
                                   MLIRContext *context) const {
  AffineExpr coordinate = getAffineConstantExpr(0, context);
  auto addDigits = [&](ArrayRef<TileDigit> digits,
                       ArrayRef<AffineExpr> values) {
    for (auto [digit, value] : llvm::zip_equal(digits, values))
      if (digit.dim == dim)
        coordinate = coordinate + value * digit.step;
  };
  addDigits(lanes, laneDigits);
  addDigits(registers, registerDigits);
  return coordinate;
}

int64_t Fragment::getCoordinate(TileDim dim, int64_t lane, int64_t reg) const {
  int64_t coordinate = 0;
  auto addDigits = [&](ArrayRef<TileDigit> digits, int64_t number) {
    for (const TileDigit &digit : llvm::reverse(digits)) {
      if (digit.dim == dim)
        coordinate += number % digit.size * digit.step;
      number /= digit.size;
    }
  };
  addDigits(lanes, lane);
  addDigits(registers, reg);
  return coordinate;
}

bool MatrixUnit::isMFMA() const {
  return family == UnitFamily::MFMA || family == UnitFamily::MFMA90A ||
         family == UnitFamily::MFMA942;
}

llvm::ArrayRef<TileDigit> MatrixUnit::getAxisDigits(const Fragment &fragment,
                                                    size_t axis) const {
  ArrayRef<TileDigit> digits = fragment.registers;
  if (getNumLanes() != 1)
    return digits.slice(axis, 1);
  if (!isOfTiles())
    return digits;
  return axis == 0 ? digits.take_front() : digits.drop_front();
}

SmallVector<TileDigit> MatrixUnit::getAxes(const Fragment &fragment) const {
  if (getNumLanes() != 1)
    return llvm::to_vector(fragment.registers);
  SmallVector<TileDigit> axes;
  for (size_t axis = 0, e = isOfTiles() ? 2 : 1; axis != e; ++axis)
    axes.push_back({getProduct(getAxisDigits(fragment, axis)), TileDim::K, 0});
  return axes;
}

bool MatrixUnit::takesSigns() const {
  return (family == UnitFamily::WMMA11 || family == UnitFamily::WMMA12) &&
         (operands == UnitType::SI8 || operands == UnitType::UI8);
}

int64_t MatrixUnit::getNumLanes() const { return getProduct(result.lanes); }

int64_t MatrixUnit::getSize(TileDim dim) const {
  return dim == TileDim::M ? m : dim == TileDim::N ? n : k;
}

static Type getType(UnitType type, MLIRContext *context) {
  switch (type) {
  case UnitType::F16:
    return Float16Type::get(context);
  case UnitType::BF16:
    return BFloat16Type::get(context);
  case UnitType::TF32:
  case UnitType::F32:
    return Float32Type::get(context);
  case UnitType::F64:
    return Float64Type::get(context);
  case UnitType::SI8:
  case UnitType::UI8:
    return IntegerType::get(context, 8);
  case UnitType::SI16:
    return IntegerType::get(context, 16);
  case UnitType::F8E4M3:
    return Float8E4M3FNType::get(context);
  case UnitType::F8E5M2:
    return Float8E5M2Type::get(context);
  case UnitType::I32:
    return IntegerType::get(context, 32);
  }
  llvm_unreachable("every type is listed");
}

Type MatrixUnit::getOperandType(MLIRContext *context) const {
  return getType(operands, context);
}

Type MatrixUnit::getSumType(MLIRContext *context) const {
  return getType(sums, context);
}

int64_t MatrixUnit::getOperandBytes() const {
  switch (operands) {
  case UnitType::F64:
    return 8;
  case UnitType::TF32:
  case UnitType::F32:
  case UnitType::I32:
    return 4;
  case UnitType::F16:
  case UnitType::BF16:
  case UnitType::SI16:
    return 2;
  case UnitType::SI8:
  case UnitType::UI8:
  case UnitType::F8E4M3:
  case UnitType::F8E5M2:
    return 1;
  }
  llvm_unreachable("every type is listed");
}

AffineExpr MatrixUnit::getSharedPlace(AffineExpr n, AffineExpr k) const {
  int64_t row = getCoreRowElements(), core = row * kCoreRows;
  auto getPlace = [&](AffineExpr across, AffineExpr along, int64_t length) {
    return across.floorDiv(kCoreRows) * (length / row * core) +
           along.floorDiv(row) * core + across % kCoreRows * row + along % row;
  };
  return rightAlongN ? getPlace(k, n, this->n) : getPlace(n, k, this->k);
}

/// "Matrix Descriptor Format" of the PTX ISA, without swizzling: the offsets,
/// by 16 bytes, from a core matrix to the next along k, from bit 16 on, and to
/// the next along n, from bit 32 on.
uint64_t MatrixUnit::getSharedDescriptor() const {
  uint64_t along = kCoreRows;
  uint64_t across = along * ((rightAlongN ? n : k) / getCoreRowElements());
  uint64_t alongK = rightAlongN ? across : along;
  uint64_t alongN = rightAlongN ? along : across;
  return alongK << 16 | alongN << 32;
}

int64_t MatrixUnit::getPanelWidth(int64_t rowBytes) const {
  for (int64_t width : {128, 64, 32})
    if (rowBytes % width == 0 &&
        (!rightAlongN || n * getOperandBytes() % width == 0))
      return width;
  return 0;
}

/// The modes of swizzling are from bit 62 on. Along k nobody asks for the next
/// panel, and the offset in its place counts as 1; along n it is the one to the
/// next panel. The other offset is that of 8 rows.
uint64_t MatrixUnit::getSharedDescriptor(const SwizzledPanels &panels) const {
  uint64_t mode = panels.width == 128 ? 1 : panels.width == 64 ? 2 : 3;
  uint64_t leading = rightAlongN ? panels.bytes / kCoreRowBytes : 1;
  uint64_t rows = panels.getPeriod() / kCoreRowBytes;
  return leading << 16 | rows << 32 | mode << 62;
}

const MatrixUnit *tinygrad::uop::findMatrixUnit(StringRef name) {
  for (ArrayRef<MatrixUnit> units :
       {getNVIDIAUnits(), getAMDUnits(), getX86Units()})
    for (const MatrixUnit &unit : units)
      if (unit.name == name)
        return &unit;
  return nullptr;
}

SmallVector<const MatrixUnit *> tinygrad::uop::getMatrixUnits(StringRef chip) {
  SmallVector<const MatrixUnit *> found;
  for (const MatrixUnit &unit : getNVIDIAUnits())
    if (hasNVIDIAUnit(chip, unit))
      found.push_back(&unit);
  for (const MatrixUnit &unit : getAMDUnits())
    if (hasAMDUnit(chip, unit))
      found.push_back(&unit);
  for (const MatrixUnit &unit : getX86Units())
    if (hasX86Unit(chip, unit))
      found.push_back(&unit);
  return found;
}
