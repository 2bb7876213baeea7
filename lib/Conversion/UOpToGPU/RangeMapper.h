//===- RangeMapper.h - the ranges of one kernel as ids ---------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a workgroup are a product of two parts: base threads, one per
// point of the local ranges over which grouped reduces vary, and the threads of
// a group, which first share a reduce and then, if there are other local
// ranges, the points of these.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_UOPTOGPU_RANGEMAPPER_H
#define TINYGRAD_LIB_CONVERSION_UOPTOGPU_RANGEMAPPER_H

#include "LaunchDims.h"
#include "TinyGrad/Dialect/UOp/Analysis/KernelIndices.h"
#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/MapVector.h"

namespace tinygrad {

inline bool isGroup(uop::RangeOp range) {
  return range.getAxis() == uop::AxisType::GroupReduce;
}

class RangeMapper {
public:
  RangeMapper(uop::KernelOp kernel, llvm::ArrayRef<int64_t> maxGrid,
              llvm::ArrayRef<int64_t> maxBlock, int64_t maxThreads)
      : kernel(kernel), scopes(kernel), indices(kernel), maxGrid(maxGrid),
        maxBlock(maxBlock), maxThreads(maxThreads),
        builder(mlir::OpBuilder::atBlockBegin(&kernel.getBody().front())) {}

  mlir::LogicalResult run();

private:
  mlir::LogicalResult collect();
  mlir::LogicalResult collectGroups();
  mlir::LogicalResult mapBlocks();
  mlir::LogicalResult numberBlocks();
  void setGrid(llvm::ArrayRef<mlir::AffineExpr> sizes);
  mlir::LogicalResult mapThreads();
  mlir::LogicalResult mapFillers(uop::StageOp stage);
  void mapStage(uop::StageOp stage);
  bool isWide(mlir::Value value);
  void mapReduce(uop::ReduceOp reduce);
  void gateStore(uop::StoreOp store);
  void setIndexBits();

  mlir::AffineExpr getSize(uop::RangeOp range);
  /// Gives the axes of `dim` the parts of `id`, the last innermost.
  void splitId(mlir::Value id, const LaunchDim &dim);
  void buildIds(llvm::ArrayRef<LaunchDim> dims,
                llvm::function_ref<mlir::Value(mlir::gpu::Dimension)> createId);
  /// Gives `ranges` the parts of `id`, the last innermost.
  void split(mlir::Value id, llvm::ArrayRef<uop::RangeOp> ranges);
  mlir::Value multiplyAdd(mlir::Value lhs, int64_t factor, mlir::Value rhs);
  int64_t getProduct(llvm::ArrayRef<uop::RangeOp> ranges);
  llvm::SmallVector<uop::RangeOp>
  filter(llvm::ArrayRef<uop::RangeOp> ranges,
         llvm::function_ref<bool(uop::RangeOp)> keep) {
    return llvm::filter_to_vector(ranges, keep);
  }

  uop::KernelOp kernel;
  uop::RangeScopes scopes;
  uop::KernelIndices indices;
  llvm::ArrayRef<int64_t> maxGrid, maxBlock;
  int64_t maxThreads;
  mlir::OpBuilder builder;
  mlir::Location loc = kernel.getLoc();

  llvm::SmallVector<uop::RangeOp> globals, base, rowLocals;
  /// The ranges that become ids, and the ids.
  llvm::MapVector<mlir::Operation *, mlir::Value> ids;
  int64_t groupSize = 1, groupKey = -1, groupStride = 1, numThreads = 1;
  mlir::Value groupId, threadId;
  /// Whether the block is one whose results are stored; null where all are.
  mlir::Value storeGate;
};

} // namespace tinygrad

#endif // TINYGRAD_LIB_CONVERSION_UOPTOGPU_RANGEMAPPER_H
