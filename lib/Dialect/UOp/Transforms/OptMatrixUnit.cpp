//===- OptMatrixUnit.cpp - products by matrix units -===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixTile.h"
#include "OptApplication.h"
#include "SplitRange.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

static bool isX86Unit(const MatrixUnit &unit) {
  return llvm::any_of(getX86Units(), [&](const MatrixUnit &other) {
    return other.name == unit.name;
  });
}

LogicalResult OptApplication::matrixUnit() {
  if (opt.getAxis() != -1 || opt.getAmount() != 0 || opt.getOperand() != -1)
    return fail() << "expected axes and a unit of tc, but got an "
                  << (opt.getAxis() != -1    ? "axis"
                      : opt.getAmount() != 0 ? "amount"
                                             : "operand");
  if (opt.getAxes().size() != 3)
    return fail() << "a product has 3 axes, m, n and k, but got "
                  << opt.getAxes().size();
  std::array<RangeOp, 3> axes;
  for (auto [axis, id] : llvm::zip_equal(axes, opt.getAxes())) {
    axis = findRange(kernel, id);
    if (!axis)
      return fail() << "the kernel has no axis " << id;
  }
  if (target.matrixUnits == 0)
    return fail() << "matrix units are switched off";
  if (failed(checkThreads()) || failed(checkNoScans()))
    return failure();
  range = axes[0];
  if (failed(checkNoSums()))
    return failure();
  for (auto range : kernel.getBody().front().getOps<RangeOp>())
    if (range.getAxis() == AxisType::Warp)
      return fail() << "axis " << range.getId()
                    << " is a lane's of another matrix unit";
  SmallVector<const MatrixUnit *> ofChip = getMatrixUnits(target.chip), units;
  if (StringAttr name = opt.getUnit()) {
    const MatrixUnit *unit = findMatrixUnit(name);
    if (!unit)
      return fail() << "there is no unit '" << name.getValue() << "'";
    if (isGPU && isX86Unit(*unit))
      return fail() << "unit '" << name.getValue() << "' is a processor's";
    // A processor goes through the tiles of a GPU's units itself.
    bool isOther = !isGPU && !isX86Unit(*unit);
    if (!target.chip.empty() && target.matrixUnits == 1 && !isOther &&
        !llvm::is_contained(ofChip, unit))
      return fail() << (isGPU ? "chip " : "the processor ") << target.chip
                    << " has no unit '" << name.getValue() << "'";
    units = {unit};
  } else if (ofChip.empty()) {
    return fail() << (!target.chip.empty()
                          ? isGPU ? "the chip has no matrix units"
                                  : "the processor has no matrix units"
                          : "a unit must be named where the chip is not");
  } else {
    units = ofChip;
  }
  // Without a name, one that takes the operands as they are, or else with the
  // right one flipped, which is packed mostly. Products of words do half as
  // much as those of bytes.
  bool isNamed = opt.getUnit() != nullptr;
  for (auto [left, right] : {std::pair(false, false), std::pair(false, true),
                             std::pair(true, false), std::pair(true, true)}) {
    if (isNamed && !(left && right))
      continue;
    for (const MatrixUnit *unit : units) {
      if (unit->family == UnitFamily::Words && !(left && right))
        continue;
      if (!unit->inexact.empty() && !opt.getInexact()) {
        if (reason.empty())
          fail() << "of unit '" << unit->name << "' " << unit->inexact
                 << ", which the opt must accept by 'inexact'";
        continue;
      }
      bool isNative =
          target.matrixUnits == 1 && llvm::is_contained(ofChip, unit);
      std::string refusal = applyMatrixUnit(axes[0], axes[1], axes[2], *unit,
                                            {isGPU, isNative, left, right});
      if (refusal.empty())
        return reason.clear(), success();
      // The reason of the first that comes near.
      if (reason.empty() || units.size() == 1)
        reason = refusal;
    }
  }
  return failure();
}
