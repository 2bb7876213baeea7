//===- WorkgroupSize.cpp - the threads of a workgroup -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkgroupSize.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tinygrad::uop;

FailureOr<ArrayRef<int64_t>> tinygrad::uop::getBlock(KernelOp kernel) {
  auto block = kernel->getAttrOfType<DenseI64ArrayAttr>("uop.block");
  if (!block) {
    kernel.emitOpError("expected a block, which convert-uop-to-gpu gives");
    return failure();
  }
  ArrayRef<int64_t> sizes = block.asArrayRef();
  int64_t threads = 1;
  if (sizes.size() != 3 || llvm::any_of(sizes, [&](int64_t size) {
        return size <= 0 || llvm::MulOverflow(threads, size, threads);
      })) {
    kernel.emitOpError("expected a block of three positive sizes, but got ")
        << block;
    return failure();
  }
  return sizes;
}

int64_t tinygrad::uop::getNumThreads(ArrayRef<int64_t> block) {
  int64_t threads = 1;
  for (int64_t size : block)
    threads *= size;
  return threads;
}

Value tinygrad::uop::buildThreadNumber(OpBuilder &builder, Location loc,
                                       ArrayRef<int64_t> block) {
  Value x = gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x);
  Value y = gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::y);
  Value z = gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::z);
  AffineExpr number =
      (builder.getAffineDimExpr(2) * block[1] + builder.getAffineDimExpr(1)) *
          block[0] +
      builder.getAffineDimExpr(0);
  return affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(3, 0, number), ValueRange{x, y, z});
}

LogicalResult tinygrad::uop::checkWholeGroups(Operation *op,
                                              ArrayRef<int64_t> block,
                                              int64_t size) {
  int64_t threads = getNumThreads(block);
  if (threads % size == 0)
    return success();
  return op->emitOpError("expected a workgroup of whole groups of ")
         << size << " threads, but got " << threads << " threads";
}
