//===- PoolGradients.cpp - of pools -----------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"
#include "Windows.h"

using namespace mlir;

namespace tinygrad::tg {

/// The windows of `op`, whose numbers are the sizes of the result from `first`
/// on.
template <class OpT>
static SmallVector<WindowAxis> getWindows(OpT op, GradientBuilder &builder,
                                          int64_t first) {
  SmallVector<OpFoldResult> counts = builder.getSizes(op);
  SmallVector<WindowAxis> windows;
  for (auto [kernel, stride, dilation, low, high, count] : llvm::zip_equal(
           op.getKernel(), op.getStridesOrDefault(), op.getDilationsOrDefault(),
           op.getPadLowOrDefault(), op.getPadHighOrDefault(),
           ArrayRef(counts).slice(first, op.getSpatialRank())))
    windows.push_back({kernel, stride, dilation, low, high, count});
  return windows;
}

static FailureOr<OperandGradients>
gradientOfMaxPool(MaxPoolOp op, GradientBuilder &builder, Term g) {
  Value input = op.getInput();
  int64_t rank = op.getType().getRank();
  Value windows = buildWindows(
      builder, input, getWindows(op, builder, rank - op.getSpatialRank()),
      getLowest(op.getType().getElementType()));
  SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(rank, rank + op.getSpatialRank()));
  OperandGradients shares =
      shareAmongEqual(builder, windows, op, g, axes, /*keepdim=*/false);
  return buildGradients(builder, windows, shares, input, op);
}

/// What an element was copied to is added up.
static FailureOr<OperandGradients>
gradientOfWindows(WindowsOp op, GradientBuilder &builder, Term g) {
  Value input = op.getInput();
  int64_t first = op.getInput().getType().getRank() - op.getSpatialRank();
  TypedAttr zero =
      builder.getBuilder().getZeroAttr(op.getType().getElementType());
  Value windows =
      buildWindows(builder, input, getWindows(op, builder, first), zero);
  return buildGradients(builder, windows, Value(g), input, op);
}

void attachPoolGradients(MLIRContext *context) {
  attach<gradientOfMaxPool>(context);
  attach<gradientOfWindows>(context);
}

} // namespace tinygrad::tg
