//===- ConvGradient.h - gradients of convolutions -*- C++ -*- ===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_FRONTEND_CONVGRADIENT_H
#define TINYGRAD_FRONTEND_CONVGRADIENT_H

#include "TinyGrad/Frontend/Node.h"

namespace tinygrad::frontend {

/// The gradient by the input of the convolution `node`, given the gradient by
/// its result: a convolution of the spread gradient with the flipped filter,
/// whose channels change places.
NodeRef makeConvInputGradient(const NodeRef &node, const NodeRef &grad);

/// The gradient by its filter: a convolution of the input with the gradient,
/// where batch and channels change places, as do stride and dilation.
NodeRef makeConvFilterGradient(const NodeRef &node, const NodeRef &grad);

} // namespace tinygrad::frontend

#endif // TINYGRAD_FRONTEND_CONVGRADIENT_H
