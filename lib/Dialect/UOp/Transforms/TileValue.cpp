//===- TileValue.cpp - what is computed while a tile is filled ------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageOperand.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tinygrad::uop;

/// Whether `value` is computed, element by element, from what is loaded of the
/// kernel's inputs; adds these loads to `loads`.
static bool isOfInputs(Value value, llvm::SmallPtrSetImpl<Operation *> &loads) {
  Operation *op = value.getDefiningOp();
  if (!op || isa<RangeOp>(op) || matchPattern(value, m_Constant()))
    return true;
  if (auto load = dyn_cast<LoadOp>(op)) {
    auto argument = dyn_cast<BlockArgument>(load.getBuffer());
    auto kernel = load->getParentOfType<KernelOp>();
    if (!argument ||
        kernel.getArgAttr(argument.getArgNumber(), KernelOp::kOutput))
      return false;
    loads.insert(load);
  } else if (!isa<affine::AffineApplyOp>(op) &&
             !OpTrait::hasElementwiseMappableTraits(op)) {
    return false;
  }
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return isa<MemRefType>(operand.getType()) || isOfInputs(operand, loads);
  });
}

Value tinygrad::uop::getTileValue(LoadOp load, const RangeScopes &scopes,
                                  llvm::SmallPtrSetImpl<Operation *> *used) {
  Value near = getStagedValue(load), value = near;
  llvm::SmallPtrSet<Operation *, 4> loads;
  ArrayRef<RangeOp> open = scopes.getOpen(load.getResult());
  llvm::SmallPtrSet<Operation *, 4> loadsOfUser;
  auto isSmaller = [&](Value operand) {
    ArrayRef<RangeOp> own = scopes.getOpen(operand);
    return own.size() < open.size() &&
           llvm::all_of(
               own,
               [&](RangeOp range) {
                 return llvm::is_contained(open, range);
               }) &&
           isOfInputs(operand, loadsOfUser);
  };
  bool isFunction = false;
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (user->getNumResults() != 1 || user->getNumRegions() != 0 ||
        !OpTrait::hasElementwiseMappableTraits(user))
      break;
    Type type = user->getResult(0).getType();
    loadsOfUser.clear();
    if ((!isa<FloatType>(type) && (!type.isInteger() || type.isInteger(1))) ||
        !llvm::all_of(user->getOperands(), [&](Value operand) {
          return operand == value || isSmaller(operand);
        }))
      break;
    loads.insert(loadsOfUser.begin(), loadsOfUser.end());
    isFunction |= isa<math::MathDialect>(user->getDialect());
    value = user->getResult(0);
  }
  bool isNarrower = value.getType().getIntOrFloatBitWidth() <
                    near.getType().getIntOrFloatBitWidth();
  if (!isFunction && !isNarrower)
    return near;
  // What widens it again is for whoever reads the tile.
  while (value != near) {
    Operation *op = value.getDefiningOp();
    if (!isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op))
      break;
    value = op->getOperand(0);
  }
  if (used)
    used->insert(loads.begin(), loads.end());
  return value;
}
