//===- RegisterGradients.cpp - the ops of tg and their gradients *- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

using namespace mlir;

namespace tinygrad::tg {

void registerGradientModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TGDialect *) {
    attachElementwiseGradients(context);
    attachFunctionGradients(context);
    attachIndexingGradients(context);
    attachMovementGradients(context);
    attachReduceGradients(context);
    attachStateGradients(context);
    attachContractionGradients(context);
    attachPoolGradients(context);
    attachCompositeGradients(context);
  });
}

} // namespace tinygrad::tg
