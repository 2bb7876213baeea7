//===- Executor.h - jit functions as executables ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_EXECUTION_EXECUTOR_H
#define TINYGRAD_EXECUTION_EXECUTOR_H

#include "TinyGrad/Runtime/Executable.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace tinygrad {

struct ExecutorOptions {
  /// Compile each launch graph to one native function. Otherwise the device
  /// walks its nodes.
  bool nativeGraphs = true;
  /// The processor that graphs are compiled for, as cpu::getTarget takes it.
  std::string target = "host";
  /// What `jit.custom` may call, by name.
  llvm::StringMap<std::function<rt::Status(const rt::CustomArgs &)>>
      hostFunctions;
  /// The memory of the arguments that carry `jit.held`, in their order.
  std::vector<rt::Buffer> held;
};

/// Makes an executable of the jit.func or jit.capture called `function`, with
/// the programs that `module` holds. Its inputs are the function's buffer
/// arguments and its variables the function's index arguments, in their order;
/// an input may be smaller than its buffer where `jit.shape` says so, and
/// results are cut to their `jit.shape`. Failures are diagnostics.
///
/// The executable keeps the code and the devices alive; it does not need the
/// module.
mlir::FailureOr<std::unique_ptr<rt::Executable>>
createExecutable(mlir::ModuleOp module, llvm::StringRef function,
                 rt::DeviceRegistry &devices,
                 const ExecutorOptions &options = {});

/// Compiles each launch graph of the CPU to object code, kept on the graph as
/// `jit.object`, which createExecutable then loads instead of compiling it.
/// Failures are diagnostics.
mlir::LogicalResult compileGraphs(mlir::ModuleOp module,
                                  const ExecutorOptions &options);

} // namespace tinygrad

#endif // TINYGRAD_EXECUTION_EXECUTOR_H
