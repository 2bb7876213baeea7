//===- Program.h - ways to run a function -----------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_TOOLS_TGRUN_PROGRAM_H
#define TINYGRAD_TOOLS_TGRUN_PROGRAM_H

#include "Inputs.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Runtime/Executable.h"

namespace tinygrad::run {

using Results = std::vector<rt::HostArray>;

/// A copy of the module that holds nothing but `function` and the kernels that
/// it launches.
mlir::OwningOpRef<mlir::ModuleOp> isolate(mlir::func::FuncOp function);

/// A compiled function, ready to run. Lives no longer than the cache and the
/// devices that it was made with.
class Program {
public:
  /// Compiles `function`; failures are diagnostics.
  static mlir::FailureOr<std::unique_ptr<Program>>
  compile(mlir::func::FuncOp function, const Signature &signature,
          CompileOptions options, ProgramCache &cache,
          rt::DeviceRegistry &devices, bool poison);

  /// Runs once, and shows the items as rt::RunOptions says.
  llvm::Expected<Results>
  run(llvm::ArrayRef<rt::HostArray> arrays, const Bindings &bindings,
      decltype(rt::RunOptions::afterItem) afterItem = {},
      bool isCounted = true);

  /// The seconds of each run, and the least that the process computed in one:
  /// on a machine with other work that is the steadier figure.
  struct Times {
    std::vector<double> seconds;
    double leastCPU = 0;
  };
  /// Runs `count` times, or for half a second where it is 0. Results share
  /// memory.
  llvm::Expected<Times> measure(llvm::ArrayRef<rt::HostArray> arrays,
                                const Bindings &bindings, unsigned count);

  const CompileReport &getReport() const { return report; }
  const rt::ExecutableStats &getStats() const { return executable->stats(); }
  /// The operations and bytes of one run.
  rt::Estimates getCost(const Bindings &bindings) const;
  int64_t getArenaBoundBytes() const { return arenaBoundBytes; }
  llvm::ArrayRef<std::string> getRefusedGraphs() const {
    return executable->refusedGraphs();
  }

private:
  llvm::Expected<std::vector<rt::Buffer>>
  wrap(llvm::ArrayRef<rt::HostArray> arrays) const;
  /// Those of an input at the variables' upper bounds.
  uint64_t getInputBytes(size_t number) const;
  /// The values of those variables that the executable uses.
  std::vector<int64_t> getVariables(const Bindings &bindings) const;

  Signature signature;
  rt::DeviceRef device;
  CompileReport report;
  int64_t arenaBoundBytes = 0;
  bool poison = false;
  std::unique_ptr<rt::Executable> executable;
};

/// Runs `function` by the reference interpreter.
llvm::Expected<Results> interpret(mlir::func::FuncOp function,
                                  llvm::ArrayRef<rt::HostArray> arrays,
                                  const Signature &signature,
                                  const Bindings &bindings);

} // namespace tinygrad::run

#endif // TINYGRAD_TOOLS_TGRUN_PROGRAM_H
