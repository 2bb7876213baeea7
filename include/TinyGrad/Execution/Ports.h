//===- Ports.h - what a jit function takes and gives ------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_EXECUTION_PORTS_H
#define TINYGRAD_EXECUTION_PORTS_H

#include "TinyGrad/Runtime/Library.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tinygrad {

/// The contents of a function's executable with its inputs and results as the
/// attributes of the jit.func or jit.capture describe them (`jit.name`,
/// `jit.dtype`, `jit.shape`).
rt::LibraryContents describeFunction(mlir::FunctionOpInterface function,
                                     const rt::Executable &executable);

} // namespace tinygrad

#endif // TINYGRAD_EXECUTION_PORTS_H
