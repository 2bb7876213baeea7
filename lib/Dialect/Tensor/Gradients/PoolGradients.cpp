//===- PoolGradients.cpp - of pools -----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "Windows.h"

using namespace mlir;

namespace tinygrad::tg {

template <class OpT>
static SmallVector<WindowAxis> getWindows(OpT op, GradientBuilder &builder) {
  SmallVector<OpFoldResult> counts = builder.getSizes(op);
  SmallVector<WindowAxis> windows;
  for (auto [kernel, stride, dilation, low, high, count] : llvm::zip_equal(
           op.getKernel(), op.getStridesOrDefault(), op.getDilationsOrDefault(),
           op.getPadLowOrDefault(), op.getPadHighOrDefault(),
           ArrayRef(counts).take_back(op.getSpatialRank())))
    windows.push_back({kernel, stride, dilation, low, high, count});
  return windows;
}

static FailureOr<OperandGradients>
gradientOfMaxPool(MaxPoolOp op, GradientBuilder &builder, Term g) {
  Value input = op.getInput();
  int64_t rank = op.getType().getRank();
  Value windows = buildWindows(builder, input, getWindows(op, builder),
                               getLowest(op.getType().getElementType()));
  SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(rank, rank + op.getSpatialRank()));
  OperandGradients shares =
      shareAmongEqual(builder, windows, op, g, axes, /*keepdim=*/false);
  return buildGradients(builder, windows, shares, input, op);
}

void attachPoolGradients(MLIRContext *context) {
  attach<gradientOfMaxPool>(context);
}

} // namespace tinygrad::tg
