//===- LowerGroupReduce.cpp - threads combine their values -----*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's gpu.all_reduce combines over the whole workgroup only, and gives
// its threads results that differ in bits.
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Dialect/UOp/Transforms/Passes.h"
#include "WorkgroupSize.h"

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;

namespace tinygrad::uop {
#define GEN_PASS_DEF_LOWERGROUPREDUCE
#include "TinyGrad/Dialect/UOp/Transforms/Passes.h.inc"

namespace {

class Lowering {
public:
  Lowering(GroupReduceOp op, ArrayRef<int64_t> block, int64_t subgroup)
      : op(op), block(block), subgroup(subgroup), builder(op),
        loc(op.getLoc()) {}

  void run() {
    Value value = op.getValue();
    auto vector = dyn_cast<VectorType>(value.getType());
    SmallVector<Value> elements = {value};
    if (vector) {
      elements.clear();
      for (int64_t i = 0; i != vector.getNumElements(); ++i)
        elements.push_back(vector::ExtractOp::create(builder, loc, value, i));
    }
    // Members of one subgroup exchange values, nearest first.
    int64_t size = op.getSize(), stride = op.getStride(), done = 1;
    for (; done < size && done * stride * 2 <= subgroup; done *= 2)
      for (Value &element : elements)
        element = combine(element, shuffle(element, done * stride));
    if (done < size)
      combineInMemory(elements, size / done, stride * done);
    value = elements.front();
    if (vector)
      value = vector::FromElementsOp::create(builder, loc, vector, elements);
    op.getResult().replaceAllUsesWith(value);
    op.erase();
  }

private:
  Value combine(Value lhs, Value rhs) {
    return buildCombine(builder, loc, op.getKind(), lhs, rhs);
  }
  Value constant(Type type, int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  }

  /// The value of the thread whose number differs in the bit `offset`.
  Value shuffle(Value value, int64_t offset) {
    Type type = value.getType(), i32 = builder.getI32Type();
    unsigned bits = type.getIntOrFloatBitWidth();
    Type integer = builder.getIntegerType(bits);
    if (type != integer)
      value = arith::BitcastOp::create(builder, loc, integer, value);
    if (bits < 32)
      value = arith::ExtUIOp::create(builder, loc, i32, value);
    if (bits <= 32) {
      value = exchange(value, offset);
    } else {
      // Two halves.
      Value low = arith::TruncIOp::create(builder, loc, i32, value);
      Value half = constant(integer, 32);
      Value high = arith::TruncIOp::create(
          builder, loc, i32, arith::ShRUIOp::create(builder, loc, value, half));
      low =
          arith::ExtUIOp::create(builder, loc, integer, exchange(low, offset));
      high =
          arith::ExtUIOp::create(builder, loc, integer, exchange(high, offset));
      value = arith::OrIOp::create(
          builder, loc, low, arith::ShLIOp::create(builder, loc, high, half));
    }
    if (bits < 32)
      value = arith::TruncIOp::create(builder, loc, integer, value);
    if (type != integer)
      value = arith::BitcastOp::create(builder, loc, type, value);
    return value;
  }

  Value exchange(Value value, int64_t offset) {
    Type i32 = builder.getI32Type();
    return gpu::ShuffleOp::create(builder, loc, value, constant(i32, offset),
                                  constant(i32, subgroup),
                                  gpu::ShuffleMode::XOR)
        .getShuffleResult();
  }

  /// The number of this thread in its workgroup.
  Value getThread() {
    constexpr gpu::Dimension kNames[] = {gpu::Dimension::z, gpu::Dimension::y,
                                         gpu::Dimension::x};
    SmallVector<Value> ids;
    AffineExpr number = builder.getAffineConstantExpr(0);
    for (auto [name, size] : llvm::zip(kNames, llvm::reverse(block))) {
      if (size == 1)
        continue;
      number = number * size + builder.getAffineDimExpr(ids.size());
      ids.push_back(gpu::ThreadIdOp::create(builder, loc, name));
    }
    return apply(number, ids);
  }

  Value apply(AffineExpr expr, ValueRange operands) {
    return affine::AffineApplyOp::create(
        builder, loc, AffineMap::get(operands.size(), 0, expr), operands);
  }

  /// Combines each of `elements` with `count` values, those of threads `stride`
  /// apart.
  void combineInMemory(SmallVector<Value> &elements, int64_t count,
                       int64_t stride) {
    // A bool takes a byte of memory.
    bool isBool = elements.front().getType().isInteger(1);
    if (isBool)
      for (Value &element : elements)
        element =
            arith::ExtUIOp::create(builder, loc, builder.getI8Type(), element);
    int64_t threads = getNumThreads(block), step = op.getStride();
    // Members whose values shuffles have combined share a place.
    int64_t places = threads / (stride / step);
    Value memory = allocate(elements.front().getType(),
                            places * static_cast<int64_t>(elements.size()));
    AffineExpr thread = builder.getAffineDimExpr(0);
    AffineExpr inner = thread % step;
    Value number = getThread();
    Value own = apply(thread.floorDiv(stride) * step + inner, number);
    for (auto [i, element] : llvm::enumerate(elements))
      memref::StoreOp::create(
          builder, loc, element, memory,
          i ? apply(thread + static_cast<int64_t>(i) * places, own) : own);
    // The first place of the group.
    Value base =
        apply(thread.floorDiv(stride * count) * (count * step) + inner, number);
    for (auto [i, element] : llvm::enumerate(elements)) {
      Value first =
          i ? apply(thread + static_cast<int64_t>(i) * places, base) : base;
      element = combinePlaces(memory, first, count, step);
      if (isBool)
        element =
            arith::TruncIOp::create(builder, loc, builder.getI1Type(), element);
    }
  }

  Value allocate(Type type, int64_t size) {
    OpBuilder::InsertionGuard guard(builder);
    auto kernel = op->getParentOfType<KernelOp>();
    builder.setInsertionPointToStart(&kernel.getBody().front());
    auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                            gpu::AddressSpace::Workgroup);
    return memref::AllocaOp::create(
        builder, loc,
        MemRefType::get({size}, type, MemRefLayoutAttrInterface(), space),
        builder.getI64IntegerAttr(16));
  }

  /// Combines `count` places, `step` apart, in the same order in every thread.
  Value combinePlaces(Value memory, Value base, int64_t count, int64_t step) {
    constexpr int64_t kMaxUnrolled = 8;
    AffineExpr first = builder.getAffineDimExpr(0);
    Value all = memref::LoadOp::create(builder, loc, memory, base);
    if (count <= kMaxUnrolled) {
      for (int64_t i = 1; i != count; ++i)
        all =
            combine(all, memref::LoadOp::create(builder, loc, memory,
                                                apply(first + i * step, base)));
      return all;
    }
    auto index = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    auto loop =
        scf::ForOp::create(builder, loc, index(1), index(count), index(1), all);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    AffineExpr next = first + builder.getAffineDimExpr(1) * step;
    Value read = memref::LoadOp::create(
        builder, loc, memory, apply(next, {base, loop.getInductionVar()}));
    scf::YieldOp::create(builder, loc, combine(loop.getRegionIterArg(0), read));
    return loop.getResult(0);
  }

  GroupReduceOp op;
  ArrayRef<int64_t> block;
  int64_t subgroup;
  OpBuilder builder;
  Location loc;
};

struct LowerGroupReduce : impl::LowerGroupReduceBase<LowerGroupReduce> {
  using LowerGroupReduceBase::LowerGroupReduceBase;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    SmallVector<GroupReduceOp> ops;
    kernel.walk([&](GroupReduceOp op) { ops.push_back(op); });
    if (ops.empty())
      return;
    FailureOr<ArrayRef<int64_t>> block = getBlock(kernel);
    if (failed(block))
      return signalPassFailure();
    for (GroupReduceOp op : ops) {
      int64_t size = op.getSize(), stride = op.getStride(), members = 0;
      if (llvm::MulOverflow(size, stride, members))
        members = std::numeric_limits<int64_t>::max();
      if (failed(checkWholeGroups(op, *block, members)))
        return signalPassFailure();
      Lowering(op, *block, subgroupSize).run();
    }
  }
};
} // namespace
} // namespace tinygrad::uop
