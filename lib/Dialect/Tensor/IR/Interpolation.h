//===- Interpolation.h - coordinates of resized axes ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_DIALECT_TENSOR_IR_INTERPOLATION_H
#define TINYGRAD_LIB_DIALECT_TENSOR_IR_INTERPOLATION_H

#include "TinyGrad/Dialect/Tensor/IR/NN.h"

namespace tinygrad::tg {

/// The numbers (a * i + b) / c, where c > 0 and a >= 0.
struct Line {
  int64_t a, b, c;

  /// Number `i`, rounded down.
  int64_t at(int64_t i) const;
};

/// Where the elements of an axis of `to` elements lie on one of `from`.
Line getCoordinates(Coordinates kind, int64_t from, int64_t to);

/// A line whose numbers, rounded down, are those of `line` after `rounding`.
Line round(Line line, Rounding rounding);

/// How far coordinate `i` is from the element below towards that above; 0 where
/// it is clamped.
inline double getWeight(const Line &line, int64_t i, int64_t from) {
  int64_t low = line.at(i);
  if (low < 0 || low >= from - 1)
    return 0;
  return double(line.a * i + line.b - low * line.c) / double(line.c);
}

/// `input`, of `sizes`, with `axis` resized to `size`, where a size varies.
mlir::Value resizeByGather(InterpolateOp op, mlir::OpBuilder &builder,
                           mlir::Value input, int64_t axis,
                           llvm::ArrayRef<mlir::OpFoldResult> sizes,
                           mlir::OpFoldResult size);

} // namespace tinygrad::tg

#endif // TINYGRAD_LIB_DIALECT_TENSOR_IR_INTERPOLATION_H
