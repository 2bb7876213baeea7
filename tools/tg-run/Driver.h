//===- Driver.h - what tg-run does ------------------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_DRIVER_H
#define TINYGRAD_TOOLS_TGRUN_DRIVER_H

#include "Options.h"
#include "mlir/IR/MLIRContext.h"

namespace tinygrad::run {

/// Does what the options say with the program; whatever is wrong has been
/// reported to stderr when it fails.
mlir::LogicalResult runProgram(const Options &options,
                               mlir::MLIRContext &context);

/// Reports an error of the tool or its options.
void reportError(const llvm::Twine &message);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_DRIVER_H
