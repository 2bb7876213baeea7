//===- StageOperand.h - keeping an operand in local memory -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_STAGEOPERAND_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_STAGEOPERAND_H

#include "TinyGrad/Dialect/UOp/Analysis/RangeScopes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <string>

namespace tinygrad::uop {

/// Computes what `load` gives for all points of `axes` into memory of the
/// kernel's own, row-major in their order, and reads it there. What is computed
/// from the load and constants alone is kept instead of the load. The copy is
/// made in the deepest loop over which the operand varies besides `axes`, by
/// loops of its own: in their order along the strides of the source, the
/// largest outermost.
///
/// With `asWindows` axes that overlap in the source, such as a window and the
/// positions at which it stands, are one axis of the copy (StageWindows).
///
/// A reason why it cannot be done, empty if it was.
std::string stageOperand(LoadOp load, llvm::ArrayRef<RangeOp> axes,
                         bool asWindows = false);

/// The same for a tile that all threads of a workgroup fill and read, in its
/// memory: row-major in the order of `axes`, but that there are 16 bytes
/// between rows, which are the last axes that are contiguous in the source, so
/// that threads which read along a column ask different banks. All local axes
/// over which the operand varies must be among `axes`, and there may be no
/// others later.
std::string stageTile(LoadOp load, llvm::ArrayRef<RangeOp> axes);

/// Load `number` in the order of the kernel, which is how opts name operands;
/// null if there is none.
LoadOp findLoad(KernelOp kernel, int64_t number);

/// Why the axis at `place` of `axes` cannot be one of a stage of what varies
/// over `open`, as far as that is the same for every stage; empty if it can.
std::string checkStagedAxis(llvm::ArrayRef<RangeOp> axes, unsigned place,
                            llvm::ArrayRef<RangeOp> open);

/// Whether threads would share a stage of `load` over `axes`.
bool isSharedTile(LoadOp load, llvm::ArrayRef<RangeOp> axes);

/// What is computed from `load` and constants alone, as far as memory can hold
/// it.
mlir::Value getStagedValue(LoadOp load);

/// The same for a tile: computed also with what varies over less than `load`
/// does, as a row's maximum, if a function of it or fewer bytes come of that.
/// `used`, if given, receives the loads of it.
mlir::Value
getTileValue(LoadOp load, const RangeScopes &scopes,
             llvm::SmallPtrSetImpl<mlir::Operation *> *used = nullptr);

/// The ops that make `value` and vary over `axes`, in block order; nothing if
/// one of them closes ranges.
std::optional<llvm::SmallVector<mlir::Operation *>>
getSlice(mlir::Value value, llvm::ArrayRef<RangeOp> axes,
         const RangeScopes &scopes);

/// How far the place of `load` moves with each axis; kMax where that is not
/// constant.
llvm::DenseMap<RangeOp, int64_t> getStrides(LoadOp load,
                                            llvm::ArrayRef<RangeOp> axes);

/// The axes, the one with the largest stride first.
llvm::SmallVector<RangeOp>
orderByStride(llvm::ArrayRef<RangeOp> axes,
              const llvm::DenseMap<RangeOp, int64_t> &strides);

/// Stages `copy` over `ranges` in `elements` elements of the kernel's own
/// memory, and lets what reads `value` read it there, at `place` over
/// `indices`.
void readStage(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
               mlir::Value copy, mlir::ValueRange ranges, int64_t elements,
               mlir::AffineExpr place, mlir::ValueRange indices);

/// Erases those of `slice` whose results nobody reads.
void eraseUnused(llvm::ArrayRef<mlir::Operation *> slice);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_STAGEOPERAND_H
