//===- KernelTimer.h - how long a kernel takes ------------------*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_SEARCH_KERNELTIMER_H
#define TINYGRAD_LIB_SEARCH_KERNELTIMER_H

#include "OptEdits.h"
#include "TinyGrad/Pipelines/Compiler.h"
#include "TinyGrad/Runtime/Executable.h"
#include <functional>

namespace tinygrad {

/// A kernel with given opts, compiled, with memory to run on.
class TimedKernel {
public:
  TimedKernel(std::unique_ptr<rt::Executable> executable, rt::DeviceRef device,
              std::vector<rt::Buffer> inputs, std::vector<int64_t> vars)
      : executable(std::move(executable)), device(std::move(device)),
        inputs(std::move(inputs)), vars(std::move(vars)) {}

  /// Seconds of one run; nothing if it fails.
  std::optional<double> run();

  /// The least of several runs. Gives up after the first where that is far from
  /// `best`.
  std::optional<double> measure(double best);

private:
  std::unique_ptr<rt::Executable> executable;
  rt::DeviceRef device;
  std::vector<rt::Buffer> inputs;
  std::vector<int64_t> vars;
};

class KernelTimer {
public:
  KernelTimer(const CompileOptions &options, rt::DeviceRegistry &devices,
              rt::DeviceRef device)
      : options(options), devices(devices), device(std::move(device)) {}

  /// Compiles a copy of `kernel`, in expression form, with `opts`; null where
  /// that fails, which is no error: `onFailure` gets the diagnostics.
  std::unique_ptr<TimedKernel>
  prepare(uop::KernelOp kernel, llvm::ArrayRef<uop::OptAttr> opts,
          const std::function<void(mlir::Diagnostic &)> &onFailure = {});

  /// Writes to more memory than caches hold.
  void coolCaches();

private:
  const CompileOptions &options;
  rt::DeviceRegistry &devices;
  rt::DeviceRef device;
  std::vector<rt::Buffer> shared; ///< The inputs, by their number.
  rt::Buffer cold;
};

} // namespace tinygrad

#endif // TINYGRAD_LIB_SEARCH_KERNELTIMER_H
