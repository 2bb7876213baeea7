//===- Executor.cpp - jit functions as executables ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TinyGrad/Execution/Executor.h"
#include "ExecutableBuilder.h"

using namespace mlir;
using namespace tinygrad;

FailureOr<std::unique_ptr<rt::Executable>>
tinygrad::createExecutable(ModuleOp module, StringRef name,
                           rt::DeviceRegistry &devices,
                           const ExecutorOptions &options) {
  Operation *symbol = module.lookupSymbol(name);
  if (!symbol)
    return module.emitError() << "expected a function called '" << name << "'";
  if (!isa<jit::FuncOp, jit::CaptureOp>(symbol))
    return symbol->emitError()
           << "expected '" << name << "' to be a jit function";
  return ExecutableBuilder(cast<FunctionOpInterface>(symbol), devices, options)
      .build();
}
