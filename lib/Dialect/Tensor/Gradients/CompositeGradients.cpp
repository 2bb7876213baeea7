//===- CompositeGradients.cpp - where a rule beats the decomposition ------===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"
#include "TinyGrad/Dialect/Tensor/IR/Composite.h"

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

void attachCompositeGradients(MLIRContext *context) {
  attach<gradientOfSoftmax>(context);
}

} // namespace tinygrad::tg
