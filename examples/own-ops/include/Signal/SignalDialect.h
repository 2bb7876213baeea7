//===- SignalDialect.h - the signal dialect ---------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SIGNAL_SIGNALDIALECT_H
#define SIGNAL_SIGNALDIALECT_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Dialect/JIT/IR/JITInterfaces.h"
#include "TinyGrad/Dialect/Tensor/IR/Gradient.h"
#include "TinyGrad/Dialect/Tensor/IR/Summary.h"
#include "TinyGrad/Dialect/Tensor/IR/SymbolicShapes.h"
#include "TinyGrad/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

#include "Signal/SignalDialect.h.inc"
#define GET_OP_CLASSES
#include "Signal/SignalOps.h.inc"

namespace signals {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Signal/Passes.h.inc"
} // namespace signals

#endif // SIGNAL_SIGNALDIALECT_H
