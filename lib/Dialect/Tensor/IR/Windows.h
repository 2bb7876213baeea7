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

/// `list`, or `rank` times `value` where there is none.
llvm::SmallVector<int64_t>
getListOrDefault(std::optional<llvm::ArrayRef<int64_t>> list, unsigned rank,
                 int64_t value);

/// The windows of an op with the lists of a window op.
template <class OpT>
llvm::SmallVector<Window> makeWindows(OpT op, llvm::ArrayRef<int64_t> kernel) {
  llvm::SmallVector<Window> windows;
  for (auto [size, stride, dilation, low, high] : llvm::zip_equal(
           kernel, op.getStridesOrDefault(), op.getDilationsOrDefault(),
           op.getPadLowOrDefault(), op.getPadHighOrDefault()))
    windows.push_back({size, stride, dilation, low, high});
  return windows;
}

/// The windows of a conv, or of an op with a list of kernel sizes; one per
/// window axis.
llvm::SmallVector<Window> getWindows(ConvOp op);
template <class OpT> llvm::SmallVector<Window> getWindows(OpT op) {
  return makeWindows(op, op.getKernel());
}

/// From 1 to `rank` kernel sizes of at least 1.
mlir::LogicalResult verifyKernel(mlir::Operation *op,
                                 llvm::ArrayRef<int64_t> kernel, int64_t rank);

/// The numbers of windows over the last axes of `input`, which they must fit
/// and, if `touching`, touch.
mlir::FailureOr<llvm::SmallVector<int64_t>>
verifyPoolWindows(mlir::Operation *op, mlir::RankedTensorType input,
                  llvm::ArrayRef<Window> windows, bool touching);

/// Checks a pooling op's lists and gives its numbers of windows.
template <class OpT>
mlir::FailureOr<llvm::SmallVector<int64_t>> verifyPool(OpT op, bool touching) {
  mlir::RankedTensorType input = op.getInput().getType();
  if (mlir::failed(verifyKernel(op, op.getKernel(), input.getRank())) ||
      mlir::failed(verifyWindowLists(op, op.getKernel().size(), op.getStrides(),
                                     op.getDilations(), op.getPadLow(),
                                     op.getPadHigh())))
    return mlir::failure();
  return verifyPoolWindows(op, input, getWindows(op), touching);
}

/// The same for sizes that are variables: a kernel fits an axis, the windows
/// fit the last axes of `input`.
mlir::LogicalResult verifyWindowSize(SizeVerifier &verifier,
                                     mlir::Operation *op, const Window &window,
                                     mlir::AffineExpr size,
                                     mlir::AffineExpr kernel, int64_t axis);
mlir::LogicalResult verifyPoolSizes(SizeVerifier &verifier, mlir::Operation *op,
                                    mlir::Value input,
                                    llvm::ArrayRef<Window> windows,
                                    bool touching);

/// The sizes that the windows' positions have, as expressions; `shape` are the
/// input's sizes.
void countPoolWindows(llvm::MutableArrayRef<mlir::AffineExpr> shape,
                      llvm::ArrayRef<Window> windows,
                      mlir::MLIRContext *context);

/// The input's index on one axis for a window and a place in it, and the
/// constraints that keep it inside the input.
mlir::AffineExpr
getWindowIndex(const Window &window, mlir::AffineExpr position,
               mlir::AffineExpr place, mlir::AffineExpr size,
               mlir::AffineExpr count,
               llvm::SmallVectorImpl<mlir::AffineExpr> &constraints);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_WINDOWS_H
