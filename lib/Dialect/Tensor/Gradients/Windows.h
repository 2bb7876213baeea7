//===- Windows.h - sliding windows as a tensor ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_GRADIENTS_WINDOWS_H
#define TINYGRAD_LIB_DIALECT_TENSOR_GRADIENTS_WINDOWS_H

#include "TinyGrad/Dialect/Tensor/Gradients/GradientBuilder.h"

namespace tinygrad::tg {

/// How windows slide along one axis.
struct WindowAxis {
  int64_t kernel, stride, dilation, low, high;
  /// The number of windows.
  mlir::OpFoldResult count;
};

/// The windows over the last axes of `input` [batch…, size…], which is padded
/// by `padding`, as [batch…, count…, kernel…]: movement ops, whose gradient
/// adds up what the windows share.
mlir::Value buildWindows(GradientBuilder &builder, mlir::Value input,
                         llvm::ArrayRef<WindowAxis> axes,
                         mlir::TypedAttr padding);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_GRADIENTS_WINDOWS_H
