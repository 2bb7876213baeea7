//===- Library.h - tg-run's --emit-library ----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_LIBRARY_H
#define TINYGRAD_TOOLS_TGRUN_LIBRARY_H

#include "Program.h"

namespace tinygrad::run {

/// Compiles `function` and writes it as a shared library and a C header, with
/// the arguments that --weights names as part of it. Failures have been
/// reported.
mlir::LogicalResult
emitAsLibrary(mlir::func::FuncOp function, const Signature &signature,
              const Options &options, const CompileOptions &compile,
              ProgramCache &cache, rt::DeviceRegistry &devices);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_LIBRARY_H
