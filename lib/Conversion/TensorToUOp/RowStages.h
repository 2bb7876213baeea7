//===- RowStages.h - values that a kernel keeps for a row -------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that works row by row may need a value in several loops over one
// row: in a reduce and for the result. It is computed in each of them, or once
// into a row's buffer (`uop.stage`) that all of them read. Decided by estimates
// and by the indices at which the value is needed.
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_CONVERSION_TENSORTOUOP_ROWSTAGES_H
#define TINYGRAD_LIB_CONVERSION_TENSORTOUOP_ROWSTAGES_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace tinygrad {

/// The values that are worth a buffer, with the kernel's output axes that make
/// up a row's place (ascending): their loops are around the buffer.
llvm::MapVector<mlir::Value, llvm::SmallVector<unsigned>>
findRowStages(tg::KernelOp kernel, tg::SymbolicShapes &shapes);

/// The axes that `index` uses besides `rows`, ascending.
llvm::SmallVector<unsigned> getInnerAxes(llvm::ArrayRef<mlir::AffineExpr> index,
                                         llvm::ArrayRef<unsigned> rows);

/// `index` with each of the axes `from` replaced by that in its place of `to`.
llvm::SmallVector<mlir::AffineExpr>
renameAxes(llvm::ArrayRef<mlir::AffineExpr> index,
           llvm::ArrayRef<unsigned> from, llvm::ArrayRef<unsigned> to);

/// What a kernel writes for a value that it yields: of an assign the part, of
/// any other value the value itself.
mlir::Value getWrittenValue(mlir::Value yielded);

} // namespace tinygrad

#endif // TINYGRAD_LIB_CONVERSION_TENSORTOUOP_ROWSTAGES_H
