//===- KeepSharedLoads.cpp - loads stay before gates ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a gate's threads store is often read from memory of the workgroup by all
// threads, in front of the gate. LLVM moves such loads behind it, where the
// lanes that are off hold no addresses, and where the store waits for each of
// them. An empty assembly keeps a value's place without an instruction.
//
//===----------------------------------------------------------------------===//

#include "GPUIntrinsics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tinygrad {
namespace {

bool isSharedLoad(Operation *op) {
  auto isShared = [](MemRefType type) {
    return gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type);
  };
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return isShared(load.getMemRefType());
  auto load = dyn_cast<vector::LoadOp>(op);
  return load && isShared(load.getMemRefType());
}

/// Whether `value` is computed of such loads in the block of `gate`.
bool dependsOnSharedLoad(Value value, Operation *gate) {
  llvm::SetVector<Operation *> ops;
  auto add = [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    if (op && op->getBlock() == gate->getBlock() && op->getNumRegions() == 0)
      ops.insert(op);
  };
  add(value);
  for (size_t i = 0; i != ops.size(); ++i) {
    Operation *op = ops[i];
    if (isSharedLoad(op))
      return true;
    if (isPure(op))
      for (Value operand : op->getOperands())
        add(operand);
  }
  return false;
}

/// An empty assembly gives `value` to what is behind `builder`'s place; null
/// if no register holds a value of the type.
Value keep(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType(), i32 = builder.getI32Type();
  auto vector = dyn_cast<VectorType>(type);
  Type element = vector ? vector.getElementType() : type;
  if (!element.isIntOrFloat())
    return {};
  unsigned width = element.getIntOrFloatBitWidth();
  bool isWhole = width == 32 || width == 64;
  if (vector && (vector.getRank() != 1 || vector.isScalable()))
    return {};
  int64_t count = vector ? vector.getNumElements() : 1;
  if (!isWhole && vector &&
      (width < 8 || count * width % 32 != 0 || count * width < 64))
    return {};
  if (vector && count * width > 512)
    return {};
  Value whole = value;
  Type integer = builder.getIntegerType(width);
  if (!isWhole && vector) {
    whole = vector::BitCastOp::create(
        builder, loc, VectorType::get(count * width / 32, i32), value);
  } else if (!isWhole) {
    if (width > 32)
      return {};
    if (type != integer)
      whole = arith::BitcastOp::create(builder, loc, integer, whole);
    whole = arith::ExtUIOp::create(builder, loc, i32, whole);
  }
  whole = LLVM::InlineAsmOp::create(
              builder, loc, TypeRange(whole.getType()), ValueRange(whole), "",
              "=v,0", /*has_side_effects=*/true, /*is_align_stack=*/false,
              LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr())
              .getResult(0);
  if (isWhole)
    return whole;
  if (vector)
    return vector::BitCastOp::create(builder, loc, vector, whole);
  whole = arith::TruncIOp::create(builder, loc, integer, whole);
  return type == integer
             ? whole
             : Value(arith::BitcastOp::create(builder, loc, type, whole));
}
} // namespace

void keepSharedLoads(gpu::GPUFuncOp kernel) {
  SmallVector<scf::IfOp> gates;
  kernel.walk<WalkOrder::PreOrder>([&](scf::IfOp gate) {
    if (gate.getNumResults() == 0)
      gates.push_back(gate);
    return WalkResult::skip();
  });
  for (scf::IfOp gate : gates) {
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(gate->getRegions(), used);
    OpBuilder builder(gate);
    for (Value value : used) {
      if (!dependsOnSharedLoad(value, gate))
        continue;
      if (Value kept = keep(builder, gate.getLoc(), value))
        value.replaceUsesWithIf(kept, [&](OpOperand &use) {
          return gate->isProperAncestor(use.getOwner());
        });
    }
  }
}

} // namespace tinygrad
