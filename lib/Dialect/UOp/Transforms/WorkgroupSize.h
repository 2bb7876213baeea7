//===- WorkgroupSize.h - the threads of a workgroup -------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_WORKGROUPSIZE_H
#define TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_WORKGROUPSIZE_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"

namespace tinygrad::uop {

/// The sizes of a workgroup of `kernel` along x, y and z, all positive. Reports
/// a kernel that has none.
mlir::FailureOr<llvm::ArrayRef<int64_t>> getBlock(KernelOp kernel);

/// How many threads a block has.
int64_t getNumThreads(llvm::ArrayRef<int64_t> block);

/// Reports `op`, which groups of `size` threads do together, unless the block
/// consists of such groups.
mlir::LogicalResult checkWholeGroups(mlir::Operation *op,
                                     llvm::ArrayRef<int64_t> block,
                                     int64_t size);

/// The number of a thread in its workgroup.
mlir::Value buildThreadNumber(mlir::OpBuilder &builder, mlir::Location loc,
                              llvm::ArrayRef<int64_t> block);

/// Bytes of workgroup memory that uop-share-operands adds.
int64_t getBytesOfSharedOperands(KernelOp kernel);

/// Bytes of workgroup memory that uop-lower-mma adds for the products of tiles
/// which it can write out.
int64_t getBytesOfProducts(KernelOp kernel);

} // namespace tinygrad::uop

#endif // TINYGRAD_LIB_DIALECT_UOP_TRANSFORMS_WORKGROUPSIZE_H
