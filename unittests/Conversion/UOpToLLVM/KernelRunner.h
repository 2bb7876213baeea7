//===- KernelRunner.h - compiles and runs kernels given as text -*- C++ -*-===//
//
// Part of TinyGrad, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINYGRAD_UNITTESTS_CONVERSION_UOPTOLLVM_KERNELRUNNER_H
#define TINYGRAD_UNITTESTS_CONVERSION_UOPTOLLVM_KERNELRUNNER_H

#include "TinyGrad/Target/CPU/CPUTarget.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tinygrad::test {

/// Memory that ends where a page that may not be touched begins, so that an
/// access past the end stops the test.
class GuardedBuffer {
public:
  explicit GuardedBuffer(size_t size);
  GuardedBuffer(const GuardedBuffer &other);
  ~GuardedBuffer();

  void *data() const { return start; }
  size_t size() const { return bytes; }
  template <typename T> T *as() const { return static_cast<T *>(start); }

private:
  void *mapping = nullptr, *start = nullptr;
  size_t bytes = 0, mapped = 0;
};

/// The code of one kernel, and what its arguments are.
class Kernel {
public:
  /// Compiles the only kernel of `text`; reports a failure to GoogleTest.
  Kernel(mlir::MLIRContext &context, const std::string &text,
         const cpu::TargetInfo &target);
  explicit operator bool() const { return entry != nullptr; }

  /// Runs it on buffers, with variables and a slice of the THREAD axis.
  void run(const std::vector<GuardedBuffer> &buffers,
           std::vector<int64_t> variables = {}, int64_t begin = 0,
           int64_t end = 1) const;
  /// Buffers of the arguments' sizes: outputs hold 0x5a, inputs small values
  /// from a fixed sequence, integers among them in [0, 16).
  std::vector<GuardedBuffer> makeBuffers() const;

  unsigned numOutputs = 0;
  std::vector<mlir::MemRefType> types;
  std::string assembly;

private:
  std::unique_ptr<cpu::ObjectLoader> loader;
  void *entry = nullptr;
  int64_t scratchBytes = 0;
};

/// Dialects and translations that kernels need.
void loadDialects(mlir::MLIRContext &context);

} // namespace tinygrad::test

#endif // TINYGRAD_UNITTESTS_CONVERSION_UOPTOLLVM_KERNELRUNNER_H
