//===- LowerMma.cpp - products of tiles without matrix units ----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a subgroup are neighbours among the threads of a workgroup, so
// the subgroup's number is that of the thread divided by theirs.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "WorkgroupSize.h"

#include "TinyGrad/Dialect/UOp/IR/MatrixUnits.h"
#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_LOWERMMA
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

/// Memory of the workgroup for the operands of one unit.
struct Tiles {
  Value lhs, rhs;
};

class Lowering {
public:
  Lowering(KernelOp kernel, ArrayRef<int64_t> block)
      : kernel(kernel), block(block), builder(kernel.getContext()),
        loc(kernel.getLoc()) {}

  LogicalResult run(MmaOp op) {
    const MatrixUnit &unit = *findMatrixUnit(op.getUnit());
    Type element = getElementTypeOrSelf(op.getResult().getType());
    if (!op.getAcc() || getElementTypeOrSelf(op.getLhs().getType()) != element)
      return op.emitOpError("expected a product in linear form, of operands in "
                            "the type of the sums");
    if (failed(checkWholeGroups(op, block, unit.getNumLanes())))
      return failure();
    const Tiles &tiles = getTiles(unit, element);
    builder.setInsertionPoint(op);
    loc = op.getLoc();
    Value thread = buildThreadNumber(builder, loc, block);
    store(op.getLhs(), unit, unit.lhs, TileDim::M, unit.k, TileDim::K,
          tiles.lhs, unit.m * unit.k, thread);
    store(op.getRhs(), unit, unit.rhs, TileDim::K, unit.n, TileDim::N,
          tiles.rhs, unit.k * unit.n, thread);
    Value sums = multiply(op, unit, tiles, thread);
    op.getResult().replaceAllUsesWith(sums);
    op.erase();
    return success();
  }

private:
  const Tiles &getTiles(const MatrixUnit &unit, Type element) {
    auto [it, isNew] = memory.try_emplace(unit.name);
    if (!isNew)
      return it->second;
    int64_t subgroups = getNumThreads(block) / unit.getNumLanes();
    auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                            gpu::AddressSpace::Workgroup);
    builder.setInsertionPointToStart(&kernel.getBody().front());
    auto allocate = [&](int64_t elements) -> Value {
      return memref::AllocaOp::create(
          builder, loc,
          MemRefType::get({elements * subgroups}, element,
                          MemRefLayoutAttrInterface(), space),
          builder.getI64IntegerAttr(16));
    };
    it->second = {allocate(unit.m * unit.k), allocate(unit.k * unit.n)};
    return it->second;
  }

  Value apply(AffineExpr expr, ValueRange operands) {
    return affine::AffineApplyOp::create(
        builder, loc, AffineMap::get(operands.size(), 0, expr), operands);
  }

  /// How far the lane of d0, a thread, is along `dim`.
  AffineExpr getLanePart(const MatrixUnit &unit, const Fragment &fragment,
                         TileDim dim) {
    AffineExpr lane = builder.getAffineDimExpr(0) % unit.getNumLanes();
    SmallVector<AffineExpr> none(fragment.registers.size(),
                                 builder.getAffineConstantExpr(0));
    return fragment.getCoordinate(dim, getDigits(fragment.lanes, lane), none,
                                  builder.getContext());
  }

  AffineExpr getSubgroup(const MatrixUnit &unit) {
    return builder.getAffineDimExpr(0).floorDiv(unit.getNumLanes());
  }

  /// Writes a lane's registers where the row-major tile of its subgroup has
  /// them.
  void store(Value value, const MatrixUnit &unit, const Fragment &fragment,
             TileDim row, int64_t width, TileDim column, Value memory,
             int64_t size, Value thread) {
    Value base = apply(getSubgroup(unit) * size +
                           getLanePart(unit, fragment, row) * width +
                           getLanePart(unit, fragment, column),
                       thread);
    for (int64_t reg = 0, e = fragment.getNumRegisters(); reg != e; ++reg) {
      int64_t offset = fragment.getCoordinate(row, 0, reg) * width +
                       fragment.getCoordinate(column, 0, reg);
      Value element = vector::ExtractOp::create(builder, loc, value, reg);
      memref::StoreOp::create(
          builder, loc, element, memory,
          apply(builder.getAffineDimExpr(0) + offset, base));
    }
  }

  Value multiply(MmaOp op, const MatrixUnit &unit, const Tiles &tiles,
                 Value thread) {
    const Fragment &own = unit.result;
    Value left = apply(getSubgroup(unit) * (unit.m * unit.k) +
                           getLanePart(unit, own, TileDim::M) * unit.k,
                       thread);
    Value right = apply(getSubgroup(unit) * (unit.k * unit.n) +
                            getLanePart(unit, own, TileDim::N),
                        thread);
    AffineExpr base = builder.getAffineDimExpr(0);
    SmallVector<Value> sums;
    for (int64_t reg = 0, e = own.getNumRegisters(); reg != e; ++reg) {
      Value sum = vector::ExtractOp::create(builder, loc, op.getAcc(), reg);
      int64_t m = own.getCoordinate(TileDim::M, 0, reg);
      int64_t n = own.getCoordinate(TileDim::N, 0, reg);
      for (int64_t k = 0; k != unit.k; ++k) {
        Value a = memref::LoadOp::create(builder, loc, tiles.lhs,
                                         apply(base + m * unit.k + k, left));
        Value b = memref::LoadOp::create(builder, loc, tiles.rhs,
                                         apply(base + k * unit.n + n, right));
        if (isa<FloatType>(sum.getType())) {
          auto contract = arith::FastMathFlags::contract;
          Value product = arith::MulFOp::create(builder, loc, a, b, contract);
          sum = arith::AddFOp::create(builder, loc, sum, product, contract);
        } else {
          sum = arith::AddIOp::create(
              builder, loc, sum, arith::MulIOp::create(builder, loc, a, b));
        }
      }
      sums.push_back(sum);
    }
    return vector::FromElementsOp::create(
        builder, loc, cast<VectorType>(op.getResult().getType()), sums);
  }

  KernelOp kernel;
  ArrayRef<int64_t> block;
  OpBuilder builder;
  Location loc;
  llvm::StringMap<Tiles> memory;
};

struct LowerMma : impl::LowerMmaBase<LowerMma> {
  using LowerMmaBase::LowerMmaBase;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    SmallVector<MmaOp> ops;
    kernel.walk([&](MmaOp op) { ops.push_back(op); });
    if (ops.empty())
      return;
    FailureOr<ArrayRef<int64_t>> block = getBlock(kernel);
    if (failed(block))
      return signalPassFailure();
    Lowering lowering(kernel, *block);
    for (MmaOp op : ops)
      if (failed(lowering.run(op)))
        return signalPassFailure();
  }
};
} // namespace

int64_t getBytesOfProducts(KernelOp kernel) {
  auto block = kernel->getAttrOfType<DenseI64ArrayAttr>("uop.block");
  if (!block)
    return 0;
  int64_t threads = getNumThreads(block), bytes = 0;
  llvm::SmallPtrSet<const MatrixUnit *, 4> seen;
  kernel.walk([&](MmaOp op) {
    const MatrixUnit *unit = findMatrixUnit(op.getUnit());
    Type element = getElementTypeOrSelf(op.getResult().getType());
    if (!unit || getElementTypeOrSelf(op.getLhs().getType()) != element ||
        !seen.insert(unit).second)
      return;
    bytes += (unit->m + unit->n) * unit->k *
             llvm::divideCeil(element.getIntOrFloatBitWidth(), 8) *
             (threads / unit->getNumLanes());
  });
  return bytes;
}
} // namespace tinygrad::uop
