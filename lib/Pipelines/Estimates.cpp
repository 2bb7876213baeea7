//===- Estimates.cpp - what a kernel costs --------------------------------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Estimates.h"
#include "TinyGrad/Dialect/UOp/Analysis/LoopScopes.h"
#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tinygrad;

namespace {

class Estimator {
public:
  explicit Estimator(uop::KernelOp kernel)
      : kernel(kernel), scopes(kernel), loops(kernel, scopes),
        context(kernel.getContext()) {}

  KernelEstimates run() {
    AffineExpr ops = constant(0), bytes = constant(0), extent = constant(1);
    AffineExpr accessed = constant(0);
    DenseMap<Value, AffineExpr> traffic;
    for (Operation &op : kernel.getBody().front()) {
      if (isArithmetic(&op))
        ops = ops + getPoints(scopes.getScope(&op));
      if (auto mma = dyn_cast<uop::MmaOp>(op))
        ops = ops + getProducts(mma);
      if (auto load = dyn_cast<uop::LoadOp>(op)) {
        touch(traffic, load.getBuffer(), load.getIndex());
        accessed = accessed + getAccessed(load, load.getBuffer(),
                                          scopes.getOpen(load.getIndex()));
      }
      if (auto store = dyn_cast<uop::StoreOp>(op)) {
        touch(traffic, store.getBuffer(), store.getIndex());
        accessed = accessed + getAccessed(store, store.getBuffer(),
                                          scopes.getOpen(store.getIndex()));
      }
      if (auto range = dyn_cast<uop::RangeOp>(op))
        if (range.getAxis() == uop::AxisType::Thread)
          extent = getSize(range);
    }
    for (Value buffer : kernel.getBody().getArguments())
      if (AffineExpr moved = traffic.lookup(buffer))
        bytes = bytes + moved;
    return {toMap(ops), toMap(bytes), toMap(extent), toMap(accessed)};
  }

private:
  AffineExpr constant(int64_t value) {
    return getAffineConstantExpr(value, context);
  }

  unsigned getNumVariables() {
    return kernel.getBody().getNumArguments() - kernel.getNumBuffers();
  }

  AffineMap toMap(AffineExpr expr) {
    return AffineMap::get(0, getNumVariables(), expr);
  }

  /// An op on elements: every other op computes indices or moves.
  static bool isArithmetic(Operation *op) {
    if (isa<uop::ReduceOp, uop::ScanOp>(op))
      return true;
    if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
        op->hasTrait<OpTrait::ConstantLike>())
      return false;
    return llvm::all_of(op->getOperands(), [](Value operand) {
      return !isa<IndexType>(getElementTypeOrSelf(operand.getType()));
    });
  }

  /// The bytes that a load or store moves: in every iteration of the loops
  /// around it the elements over the upcast and unroll ranges among `open`.
  AffineExpr getAccessed(Operation *op, Value buffer,
                         ArrayRef<uop::RangeOp> open) {
    auto type = cast<MemRefType>(buffer.getType());
    AffineExpr bytes =
        constant(std::max(1u, type.getElementTypeBitWidth() / 8));
    for (uop::RangeOp range : open)
      if (isVectorAxis(range))
        bytes = bytes * getSize(range);
    for (const uop::LoopScope *loop = loops.getLoop(op); loop && loop->range;
         loop = loop->parent)
      if (!isVectorAxis(loop->range))
        bytes = bytes * getSize(loop->range);
    return bytes;
  }

  AffineExpr getPoints(ArrayRef<uop::RangeOp> ranges) {
    AffineExpr points = constant(1);
    for (uop::RangeOp range : ranges)
      points = points * getSize(range);
    return points;
  }

  /// Products of tiles: for each element of the results, and each tile that is
  /// summed into it, products and sums over the depth of a tile.
  AffineExpr getProducts(uop::MmaOp mma) {
    SmallVector<uop::RangeOp> ranges;
    for (uop::RangeOp range : scopes.getScope(mma))
      if (!llvm::is_contained(mma.getLhsRegisters(), range.getResult()) &&
          !llvm::is_contained(mma.getRhsRegisters(), range.getResult()))
        ranges.push_back(range);
    return getPoints(ranges) * (2 * uop::findMatrixUnit(mma.getUnit())->k);
  }

  AffineExpr getSize(uop::RangeOp range) {
    OpFoldResult size = range.getMixedSize();
    if (auto attribute = dyn_cast<Attribute>(size))
      return constant(cast<IntegerAttr>(attribute).getInt());
    if (AffineExpr expr = getVariableExpr(cast<Value>(size)))
      return expr;
    return constant(1);
  }

  /// An index computed from variables, as an expression over them.
  AffineExpr getVariableExpr(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return getAffineSymbolExpr(
          argument.getArgNumber() - kernel.getNumBuffers(), context);
    APInt number;
    if (matchPattern(value, m_ConstantInt(&number)))
      return constant(number.getSExtValue());
    auto apply = value.getDefiningOp<affine::AffineApplyOp>();
    if (!apply)
      return nullptr;
    SmallVector<AffineExpr> dims, symbols;
    for (auto [i, operand] : llvm::enumerate(apply.getMapOperands())) {
      AffineExpr expr = getVariableExpr(operand);
      if (!expr)
        return nullptr;
      (i < apply.getAffineMap().getNumDims() ? dims : symbols).push_back(expr);
    }
    return apply.getAffineMap().getResult(0).replaceDimsAndSymbols(dims,
                                                                   symbols);
  }

  /// Counts what an access moves: no more than the buffer has.
  void touch(DenseMap<Value, AffineExpr> &traffic, Value buffer, Value index) {
    auto type = cast<MemRefType>(buffer.getType());
    int64_t width = (type.getElementTypeBitWidth() + 7) / 8;
    AffineExpr all = constant(type.getNumElements() * width);
    AffineExpr touched = getPoints(scopes.getOpen(index)) * width;
    AffineExpr &moved = traffic[buffer];
    if (moved && moved == all)
      return;
    auto touchedConstant = dyn_cast<AffineConstantExpr>(touched);
    auto allConstant = cast<AffineConstantExpr>(all);
    bool isWhole = moved || (touchedConstant && touchedConstant.getValue() >=
                                                    allConstant.getValue());
    moved = isWhole ? all : touched;
  }

  uop::KernelOp kernel;
  uop::RangeScopes scopes;
  uop::LoopScopes loops;
  MLIRContext *context;
};

} // namespace

KernelEstimates tinygrad::estimate(uop::KernelOp kernel) {
  return Estimator(kernel).run();
}
