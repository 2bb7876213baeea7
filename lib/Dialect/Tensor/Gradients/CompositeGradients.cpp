//===- CompositeGradients.cpp - where a rule beats the decomposition ------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "TinyGrad/Dialect/Tensor/IR/Composite.h"
#include "TinyGrad/Dialect/Tensor/IR/NN.h"

using namespace mlir;

namespace tinygrad::tg {

/// y * (g - sum(g * y)): from the result alone, without the maximum, whose
/// share in the gradient is nothing but rounding errors.
static OperandGradients gradientOfSoftmax(SoftmaxOp op,
                                          GradientBuilder &builder, Term g) {
  int64_t axis = op.getAxis();
  Type element = op.getType().getElementType();
  Term y(builder, builder.cast(op, getSumType(element)));
  Term wide(builder, builder.cast(g, getSumType(element)));
  Value sum = builder.create<SumOp>(wide * y, axis, /*keepdim=*/true);
  Term mean(builder, builder.unreduce(sum, y, axis));
  return {builder.cast(y * (wide - mean), element)};
}

/// g - e^y * sum(g): from the result, too.
static OperandGradients gradientOfLogSoftmax(LogSoftmaxOp op,
                                             GradientBuilder &builder, Term g) {
  int64_t axis = op.getAxis();
  Type element = op.getType().getElementType();
  Term y(builder, builder.cast(op, getSumType(element)));
  Term wide(builder, builder.cast(g, getSumType(element)));
  Value sum = builder.create<SumOp>(wide, axis, /*keepdim=*/true);
  Term total(builder, builder.unreduce(sum, y, axis));
  return {builder.cast(wide - y.apply<ExpOp>() * total, element)};
}

void attachCompositeGradients(MLIRContext *context) {
  attach<gradientOfSoftmax>(context);
  attach<gradientOfLogSoftmax>(context);
}

} // namespace tinygrad::tg
