//===- StageWindows.h - axes of a stage that overlap -----------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_DIALECT_UOP_TRANSFORMS_STAGEWINDOWS_H
#define TINYGRAD_DIALECT_UOP_TRANSFORMS_STAGEWINDOWS_H

#include "TinyGrad/Dialect/UOp/IR/UOp.h"
#include <string>

namespace tinygrad::uop {

/// Axes of a stage that move what is read along one line: a window and the
/// positions at which it stands. They are one axis of `size` places, of which
/// each axis moves `step`; an axis of its own is one with step 1.
struct StageWindow {
  llvm::SmallVector<RangeOp, 3> axes;
  llvm::SmallVector<int64_t, 3> steps;
  int64_t size = 1;

  bool isWindow() const { return axes.size() > 1; }
  /// The axis that moves one place at a time.
  RangeOp getUnit() const;
  bool isVector() const;
};

/// `axes` with those together that overlap in all that `slice` computes of
/// them, each where its first one is.
llvm::SmallVector<StageWindow>
findWindows(KernelOp kernel, llvm::ArrayRef<mlir::Operation *> slice,
            llvm::ArrayRef<RangeOp> axes);

/// Replaces `value`, which `slice` computes from `load`, by what is read of a
/// copy over the windows of `axes`. A reason why that cannot be done, empty if
/// it was.
std::string stageWindows(LoadOp load, mlir::Value value,
                         llvm::ArrayRef<mlir::Operation *> slice,
                         llvm::ArrayRef<RangeOp> axes);

} // namespace tinygrad::uop

#endif // TINYGRAD_DIALECT_UOP_TRANSFORMS_STAGEWINDOWS_H
