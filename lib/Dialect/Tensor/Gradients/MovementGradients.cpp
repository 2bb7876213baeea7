//===- MovementGradients.cpp - of ops that only move ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The transpose of an index map: what an element was copied to is added up.
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "TinyGrad/Dialect/Tensor/IR/State.h"

using namespace mlir;

namespace tinygrad::tg {

static OperandGradients withIndices(Operation *op, Value gradient) {
  OperandGradients gradients(op->getNumOperands());
  gradients[0] = gradient;
  return gradients;
}

static OperandGradients gradientOfReshape(ReshapeOp op,
                                          GradientBuilder &builder, Term g) {
  return withIndices(op, builder.reshapeLike(g, op.getInput()));
}

/// The sum over the axes that were repeated.
static OperandGradients gradientOfExpand(ExpandOp op, GradientBuilder &builder,
                                         Term g) {
  SymbolicShapes &shapes = builder.getShapes();
  SmallVector<int64_t> axes;
  ArrayRef<AffineExpr> from = shapes.getShape(op.getInput());
  for (auto [axis, size, repeated] : llvm::enumerate(from, shapes.getShape(op)))
    // Sizes that differ are 1 in the input.
    if (size && size == getAffineConstantExpr(1, op.getContext()) &&
        size != repeated)
      axes.push_back(axis);
  Value sum = g;
  if (!axes.empty())
    sum = builder.create<SumOp>(sum, axes, /*keepdim=*/true);
  if (sum.getType() != op.getInput().getType())
    sum = builder.reshapeLike(sum, op.getInput());
  return withIndices(op, sum);
}

static OperandGradients gradientOfPermute(PermuteOp op,
                                          GradientBuilder &builder, Term g) {
  SmallVector<int64_t> inverse(op.getOrder().size());
  for (auto [to, from] : llvm::enumerate(op.getOrder()))
    inverse[from] = to;
  return {builder.create<PermuteOp>(g, inverse)};
}

static OperandGradients gradientOfPad(PadOp op, GradientBuilder &builder,
                                      Term g) {
  return withIndices(op,
                     builder.create<ShrinkOp>(g, op.getMixedLow(),
                                              builder.getSizes(op.getInput())));
}

static OperandGradients gradientOfShrink(ShrinkOp op, GradientBuilder &builder,
                                         Term g) {
  SmallVector<OpFoldResult> high;
  for (auto [whole, offset, size] :
       llvm::zip_equal(builder.getSizes(op.getInput()), op.getMixedOffsets(),
                       op.getMixedSizes()))
    high.push_back(builder.sub(builder.sub(whole, offset), size));
  TypedAttr zero =
      builder.getBuilder().getZeroAttr(op.getType().getElementType());
  Value padded = builder.create<PadOp>(g, op.getMixedOffsets(), high, zero);
  // Padding by variables gives a `?` where the input may have a constant.
  if (padded.getType() != op.getInput().getType())
    padded = builder.reshapeLike(padded, op.getInput());
  return withIndices(op, padded);
}

static OperandGradients gradientOfFlip(FlipOp op, GradientBuilder &builder,
                                       Term g) {
  return {builder.create<FlipOp>(op.getType(), g, op.getAxes())};
}

static OperandGradients gradientOfContiguous(ContiguousOp, GradientBuilder &,
                                             Term g) {
  return {g};
}

void attachMovementGradients(MLIRContext *context) {
  attach<gradientOfReshape>(context);
  attach<gradientOfExpand>(context);
  attach<gradientOfPermute>(context);
  attach<gradientOfPad>(context);
  attach<gradientOfShrink>(context);
  attach<gradientOfFlip>(context);
  attach<gradientOfContiguous>(context);
  attach<noGradient<DetachOp>>(context);
}

} // namespace tinygrad::tg
