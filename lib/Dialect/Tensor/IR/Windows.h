//===- Windows.h - the arithmetic of sliding windows ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_WINDOWS_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_WINDOWS_H

#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"

namespace tinygrad::tg {

/// How windows slide along one axis.
struct Window {
  int64_t kernel; ///< Elements of a window; may be ShapedType::kDynamic.
  int64_t stride, dilation, low, high;

  /// Elements from a window's first to its last, dilation * (kernel - 1) + 1;
  /// std::nullopt when that overflows. Needs a constant kernel.
  std::optional<int64_t> getExtent() const;
  /// Number of windows over `size` elements: ShapedType::kDynamic when a size
  /// is not constant, std::nullopt when the window does not fit or numbers
  /// overflow.
  std::optional<int64_t> getCount(int64_t size) const;
  /// The same as an expression, for sizes that fit; null when one is unknown.
  mlir::AffineExpr getCount(mlir::AffineExpr size,
                            mlir::AffineExpr kernel) const;
  /// Whether each window has an element within `size` elements, as far as
  /// constants say.
  bool touches(int64_t size) const;
};

/// Strides, dilations and paddings of a window op have one entry per window
/// axis each (`rank`), the first two of at least 1, the last of at least 0.
mlir::LogicalResult
verifyWindowLists(mlir::Operation *op, int64_t rank,
                  std::optional<llvm::ArrayRef<int64_t>> strides,
                  std::optional<llvm::ArrayRef<int64_t>> dilations,
                  std::optional<llvm::ArrayRef<int64_t>> low,
                  std::optional<llvm::ArrayRef<int64_t>> high);

/// The windows of a conv or max_pool, one per window axis.
llvm::SmallVector<Window> getWindows(ConvOp op);
llvm::SmallVector<Window> getWindows(MaxPoolOp op);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_WINDOWS_H
