//===- ProgramLoader.h - compiled code in this process ---*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_LIB_EXECUTION_PROGRAMLOADER_H
#define TINYGRAD_LIB_EXECUTION_PROGRAMLOADER_H

#include "TinyGrad/Dialect/JIT/IR/JIT.h"
#include "TinyGrad/Runtime/Device.h"
#include "TinyGrad/Target/CPU/CPUTarget.h"

namespace tinygrad {

/// Loads the programs of one executable and compiles its launch graphs. What is
/// loaded lives as long as the owner. Failures are diagnostics.
class ProgramLoader {
public:
  /// `target` is the processor that graphs are compiled for.
  explicit ProgramLoader(std::string target) : target(std::move(target)) {}

  /// Gives `code` what the device of a launch calls: the entry on the CPU, a
  /// kernel of the driver's on GPUs, nothing on a device that runs nothing.
  mlir::LogicalResult load(jit::LaunchOp launch, jit::ProgramOp program,
                           rt::Device &device, rt::Program &code);

  /// Gives the description the graph's native function.
  mlir::LogicalResult compileGraph(jit::GraphOp graph,
                                   rt::GraphDescription &description);

  std::shared_ptr<void> getOwner() const { return loader; }

private:
  mlir::LogicalResult checkTarget(jit::LaunchOp launch, jit::ProgramOp program,
                                  llvm::StringRef kind);
  mlir::FailureOr<void *> loadObject(mlir::Operation *op,
                                     llvm::StringRef object,
                                     llvm::StringRef entry);

  std::string target;
  std::shared_ptr<cpu::ObjectLoader> loader;
  llvm::DenseMap<mlir::Operation *, TgrtKernelFn> entries;
  llvm::DenseMap<std::pair<mlir::Operation *, rt::Device *>,
                 std::shared_ptr<rt::DeviceKernel>>
      kernels;
};

} // namespace tinygrad

#endif // TINYGRAD_LIB_EXECUTION_PROGRAMLOADER_H
