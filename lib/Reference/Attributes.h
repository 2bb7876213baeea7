//===- Attributes.h - numbers in attributes ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_REFERENCE_ATTRIBUTES_H
#define TINYGRAD_LIB_REFERENCE_ATTRIBUTES_H

#include "TinyGrad/Support/HostTensor.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace tinygrad::reference {

/// The bits of a float or integer attribute as an element of `type`.
uint64_t bitsOfAttribute(mlir::Attribute value, DType type);

/// Copies the elements of a constant into `tensor`, which has its shape; fails
/// on an attribute whose elements cannot be read.
mlir::LogicalResult readElements(mlir::ElementsAttr value, HostTensor &tensor);

} // namespace tinygrad::reference

#endif // TINYGRAD_LIB_REFERENCE_ATTRIBUTES_H
